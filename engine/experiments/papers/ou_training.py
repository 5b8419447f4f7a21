"""OU-2020, figures 6 and 7: loss and entropy over the games of training."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

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
    count_own_games,
    describe_training,
    draw_curves,
    find_line,
    make_curve_table,
    read_training_table,
)
from engine.experiments.workshop import Workshop
from engine.training.run.packages import PACKAGES

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
class Number:
    """One number of a figure of the paper."""

    statement: str
    """The claim."""

    games: int
    """Games of training after which it holds."""

    value: float
    """The number."""

    text: str
    """The number in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """What one of the figures shows."""

    line: str
    """Name of its curve."""

    title: str
    """Title of the figure."""

    numbers: tuple[Number, ...]
    """Numbers of the paper, the one of the end first."""


LOSS = Quantity(
    line="loss",
    title=Message("Loss over the games of training"),
    numbers=(
        Number(
            statement=Message("loss (4) after {games} games", games=PAPER_GAMES),
            games=PAPER_GAMES,
            value=2.2,
            text="2.2",
        ),
    ),
)

ENTROPY = Quantity(
    line="entropy of the policy",
    title=Message("Entropy of the policy over the games of training"),
    numbers=tuple(
        Number(
            statement=Message(
                "entropy of the policy after {games} games, in nats", games=games
            ),
            games=games,
            value=2.0,
            text=text,
        )
        for games, text in (
            (PAPER_GAMES, Message("about 2, steady after 2300 games")),
            (500, Message("about 2, then swings")),
        )
    ),
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
        claims=tuple(
            _compare(panel, games, quantity.line, number) for number in quantity.numbers
        ),
        tables=(make_curve_table({FILE: panel}, "games"),),
        figures=figures,
        settings=describe_training(FILE, changes, seed=table["seed"]),
        remarks=(
            "The loss is that of held-out games, without the decay c |θ|², which the "
            "optimiser applies; the paper's is the training loss with it.",
            "The paper gives no simulations, temperature, decay or learning rate.",
            "It is one run, so its curves have no intervals; the same seed repeats the "
            "run of the other figure.",
        ),
    )


def _make_figure(panel: LinePanel, quantity: Quantity) -> Figure:
    return Figure(
        name="figure",
        title=quantity.title,
        panels=(
            LinePanel(
                title=quantity.line,
                across=panel.across,
                unit=panel.unit,
                lines=(find_line(panel, quantity.line),),
                level=quantity.numbers[0].value,
            ),
        ),
    )


def _compare(panel: LinePanel | None, games: int, name: str, number: Number) -> Claim:
    line = find_line(panel, name)
    at = [k for k, x in enumerate(line.x) if x <= number.games]
    ours: str = NOT_MEASURED
    verdict: Verdict = "open"
    reason: str = ""
    if games < number.games:
        reason = Message("fewer than {games} games", games=number.games)
    if at:
        value = line.y[at[-1]]
        ours = Message(
            "{value} after {games} games",
            value=f"{value:.2f}",
            games=f"{line.x[at[-1]]:.0f}",
        )
        if games >= number.games:
            is_near = abs(value - number.value) <= TOLERANCE * number.value
            verdict = "agrees" if is_near else "differs"
            if not is_near:
                reason = Message("the paper gives neither simulations nor steps")
    return Claim(
        statement=number.statement,
        paper=number.text,
        ours=ours,
        verdict=verdict,
        reason=reason,
    )


FIGURE_6 = Experiment(
    name="ou-figure-6",
    paper=PAPER,
    shows=Message("loss over the games of training"),
    run=partial(run, quantity=LOSS),
    packages=PACKAGES,
)

FIGURE_7 = Experiment(
    name="ou-figure-7",
    paper=PAPER,
    shows=Message("entropy of the policy over the games of training"),
    run=partial(run, quantity=ENTROPY),
    packages=PACKAGES,
)
