"""OU-2020, figures 6 and 7: loss and entropy over the games of training."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from engine.core.message import Message
from engine.experiments.experiment import (
    NOT_MEASURED,
    TRAINING_PACKAGES,
    Claim,
    Experiment,
    Findings,
    Scale,
    Verdict,
)
from engine.experiments.figures import Figure, LinePanel
from engine.experiments.training_files import (
    WEAK,
    Changes,
    count_own_games,
    describe_training,
    draw_curves,
    find_line,
    make_curve_table,
    read_training_table,
)
from engine.experiments.workshop import Workshop

PAPER = "OU-2020"

FILE = "ou-2020"

PANEL = "Loss and entropy over games"

PAPER_GAMES = 3000

TOLERANCE = 0.1
"""Share of the paper's number within which ours agrees."""

CHANGES: Mapping[Scale, Changes] = {
    "smoke": WEAK,
    "small": {"play": {"generations": 24}},
    "paper": {},
}
"""Changes to the training file; 24 generations are 1200 games."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """What one of the figures shows."""

    line: str
    """Name of its curve."""

    statement: str
    """The claim."""

    paper: float
    """The paper's number."""

    text: str
    """The paper's number in words."""


LOSS = Quantity(
    line="loss",
    statement=Message("loss (4) after {games} games", games=PAPER_GAMES),
    paper=2.2,
    text="2.2",
)

ENTROPY = Quantity(
    line="entropy of the policy",
    statement=Message(
        "entropy of the policy after {games} games, in nats", games=PAPER_GAMES
    ),
    paper=2.0,
    text=Message("about 2, steady after 2300 games"),
)


def run(workshop: Workshop, scale: Scale, *, quantity: Quantity) -> Findings:
    """Train, and return one of the figures; see ``Experiment.run``."""
    changes = CHANGES[scale]
    table = read_training_table(FILE, changes, seed=workshop.seed)
    events = workshop.train(FILE, table)
    panel = draw_curves(events, PANEL)
    games = count_own_games(events)
    figures: tuple[Figure, ...] = ()
    if panel is not None:
        figures = (_make_figure(panel, quantity),)
    return Findings(
        claims=(_compare(panel, games, quantity),),
        tables=(make_curve_table({FILE: panel}, "games"),),
        figures=figures,
        settings=describe_training(FILE, changes, seed=workshop.seed),
        remarks=(
            "The loss is that of held-out games, without the decay c |θ|², which the "
            "optimiser applies; the paper's is the training loss with it.",
            "The paper gives no simulations, temperature, decay or learning rate.",
            "The same seed repeats the run of the other figure.",
        ),
    )


def _make_figure(panel: LinePanel, quantity: Quantity) -> Figure:
    return Figure(
        name="figure",
        title=quantity.statement,
        panels=(
            LinePanel(
                title=quantity.line,
                across=panel.across,
                unit=panel.unit,
                lines=(find_line(panel, quantity.line),),
                level=quantity.paper,
            ),
        ),
    )


def _compare(panel: LinePanel | None, games: int, quantity: Quantity) -> Claim:
    line = find_line(panel, quantity.line)
    ours: str = NOT_MEASURED
    verdict: Verdict = "open"
    if line.y:
        ours = Message(
            "{value} after {games} games", value=f"{line.y[-1]:.2f}", games=games
        )
        if games >= PAPER_GAMES:
            is_near = abs(line.y[-1] - quantity.paper) <= TOLERANCE * quantity.paper
            verdict = "agrees" if is_near else "differs"
    return Claim(
        statement=quantity.statement,
        paper=quantity.text,
        ours=ours,
        verdict=verdict,
        reason=""
        if games >= PAPER_GAMES
        else Message("fewer than {games} games", games=PAPER_GAMES),
    )


FIGURE_6 = Experiment(
    name="ou-figure-6",
    paper=PAPER,
    shows=Message("loss over the games of training"),
    run=partial(run, quantity=LOSS),
    packages=TRAINING_PACKAGES,
)

FIGURE_7 = Experiment(
    name="ou-figure-7",
    paper=PAPER,
    shows=Message("entropy of the policy over the games of training"),
    run=partial(run, quantity=ENTROPY),
    packages=TRAINING_PACKAGES,
)
