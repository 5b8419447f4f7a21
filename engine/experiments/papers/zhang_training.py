"""ZHANG-HEX, figures 6 and 7: losses of the run, and games won by generation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.message import Message
from engine.experiments.experiment import (
    NOT_MEASURED,
    Claim,
    Experiment,
    Findings,
    Scale,
    Verdict,
)
from engine.experiments.figures import Figure, LinePanel
from engine.experiments.papers.training_files import (
    WEAK,
    Changes,
    describe_training,
    draw_curves,
    find_line,
    make_curve_table,
    read_training_table,
)
from engine.experiments.workshop import Workshop
from engine.training.run.packages import PACKAGES

PAPER = "ZHANG-HEX"

FILES: Mapping[Scale, str] = {
    "smoke": "zhang-hex",
    "small": "zhang-hex",
    "paper": "zhang-hex-paper",
}
"""Training files. The last one is as written; its moves take fifty times as long."""

LOSSES = "Losses of ZHANG-HEX over steps"

POINTS = "Points won against each engine"

PAPER_LOSS = "6.59e-4"

PAPER_SHARE = 0.8
"""Share of the games that the last generation wins against UCT."""

PAPER_GENERATIONS = 10

CHANGES: Mapping[Scale, Changes] = {
    "smoke": {
        "play": {**WEAK["play"], "label_nodes": 20, "pool_opponents": 1},
        "match": WEAK["match"],
        "train": {**WEAK["train"], "initial_steps": 2},
        "data": {"games": 4, "games_per_shard": 2, "nodes": 20},
    },
    "small": {
        "play": {"games": 40},
        "train": {"initial_steps": 1000, "steps": 100},
        "data": {"games": 800},
    },
    "paper": {},
}

SUPERVISED: Mapping[Scale, Changes] = {
    scale: {**changes, "play": {**changes.get("play", {}), "generations": 1}}
    for scale, changes in CHANGES.items()
}
"""Changes for figure 6, which is about the first, supervised step."""

CHOICES = (
    "The paper gives neither simulations nor alpha, beta, lambda, eta and numbers of "
    "games; comments in the training file name our choices."
)

REMARKS: Mapping[str, tuple[str, ...]] = {
    "zhang-hex-paper": (CHOICES,),
    "zhang-hex": (
        CHOICES,
        "Departures from the paper: the win frequencies of the labels are raised to a "
        "power, only visited moves have a V, games begin with one random stone or "
        "none, and positions are turned by half a turn. At scale paper there are none.",
    ),
}
"""Remarks by training file."""


def run_losses(workshop: Workshop, scale: Scale) -> Findings:
    """See ``Experiment.run``."""
    changes, file = SUPERVISED[scale], FILES[scale]
    table = read_training_table(file, changes, seed=workshop.seed)
    events = workshop.train(file, table)
    steps = table["train"]["initial_steps"]
    first = [event for event in events if event.get("step", 0) <= steps]
    panel = draw_curves(first, LOSSES, has_paper_losses=True)
    lines = [find_line(panel, name) for name in ("L", "L_V", "L_P")]
    losses = [f"{line.name} {line.y[-1]:.4g}" for line in lines if line.y]
    claim = Claim(
        statement=Message("validation loss of the supervised step"),
        paper=Message("{loss} by epoch 100", loss=PAPER_LOSS),
        ours=", ".join(losses) or NOT_MEASURED,
        verdict="open",
        reason=Message(
            "the cross-entropy of soft labels has a floor, so the paper's number "
            "cannot be the whole L"
        ),
    )
    settings = _describe_settings(file, changes, table)
    return _make_findings(file, panel, claim, "step", settings)


def run_generations(workshop: Workshop, scale: Scale) -> Findings:
    """See ``Experiment.run``."""
    changes, file = CHANGES[scale], FILES[scale]
    table = read_training_table(file, changes, seed=workshop.seed)
    events = workshop.train(file, table)
    panel = draw_curves(events, POINTS)
    ours: str = NOT_MEASURED
    verdict: Verdict = "open"
    if panel is not None:
        line = panel.lines[0]
        shares = [f"{100 * share:.0f}" for share in line.y]
        ours = Message(
            "{shares} % against {opponent} with {nodes} simulations",
            shares=", ".join(shares),
            opponent=line.name,
            nodes=table["match"]["nodes"],
        )
        if line.x[-1] >= PAPER_GENERATIONS:
            is_near = abs(line.y[-1] - PAPER_SHARE) <= line.errors[-1]
            rises = line.y[-1] > line.y[0]
            verdict = "agrees" if is_near and rises else "differs"
    claim = Claim(
        statement=Message("games won against pure UCT by generation"),
        paper=Message(
            "rises; the last of {generations} wins {share} %",
            generations=PAPER_GENERATIONS,
            share=f"{100 * PAPER_SHARE:.0f}",
        ),
        ours=ours,
        verdict=verdict,
        reason=Message("the paper does not give UCT's simulations"),
    )
    settings = _describe_settings(file, changes, table)
    return _make_findings(file, panel, claim, "generation", settings)


def _describe_settings(
    file: str, changes: Changes, table: Mapping[str, Any]
) -> tuple[tuple[str, str], ...]:
    """Return the settings that the paper does not give, among others."""
    return (
        *describe_training(file, changes, seed=table["seed"]),
        ("random games", str(table["data"]["games"])),
        ("simulations of a label", str(table["data"]["nodes"])),
        ("games of a generation", str(table["play"]["games"])),
        ("simulations of the network's move", str(table["play"]["simulations"])),
        ("simulations of uct-plain's move", str(table["match"]["nodes"])),
    )


def _make_findings(
    file: str,
    panel: LinePanel | None,
    claim: Claim,
    across: str,
    settings: tuple[tuple[str, str], ...],
) -> Findings:
    figures: tuple[Figure, ...] = ()
    if panel is not None:
        figures = (Figure(name="figure", title=claim.statement, panels=(panel,)),)
    return Findings(
        claims=(claim,),
        tables=(make_curve_table({file: panel}, across),),
        figures=figures,
        settings=settings,
        remarks=REMARKS[file],
    )


FIGURE_6 = Experiment(
    name="zhang-figure-6",
    paper=PAPER,
    shows=Message("validation losses of the supervised step: L, L_V and L_P"),
    run=run_losses,
    packages=PACKAGES,
)

FIGURE_7 = Experiment(
    name="zhang-figure-7",
    paper=PAPER,
    shows=Message("games won against pure UCT by generation"),
    run=run_generations,
    packages=PACKAGES,
)
