"""OU-2020, figure 9: mean time of a move of pure MCTS and of the network by game."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.message import Message
from engine.experiments.estimates import (
    Estimate,
    compare_size,
    estimate_mean,
    estimate_share,
)
from engine.experiments.experiment import (
    NOT_GIVEN,
    NOT_MEASURED,
    Claim,
    Experiment,
    Findings,
    Scale,
    Table,
)
from engine.experiments.figures import CurveLine, Figure, LinePanel
from engine.experiments.papers.ou_games import (
    MACHINE_REMARK,
    PAPER,
    describe_plan,
    make_plan,
)
from engine.experiments.workshop import Workshop
from engine.tournament.run_state import RunState

GAMES: Mapping[Scale, int] = {"smoke": 2, "small": 300, "paper": 300}

ENGINES = ("ou-mcts", "ou-cnn")

LABELS = ("MCTS", "MCTS+CNN")

PAPER_SECONDS = (7.0, 1.0)
"""Mean times of the paper, in the order of ``ENGINES``."""


def run(workshop: Workshop, scale: Scale) -> Findings:
    """See ``Experiment.run``."""
    plan = make_plan(
        ENGINES, scale, games=GAMES[scale], seed=workshop.seed, is_empty=False
    )
    state = workshop.play("games", plan)
    means = [_find_means(state, engine) for engine in range(len(ENGINES))]
    rows = tuple(
        (result.number, *(own.get(result.number) for own in means), result.points_of(1))
        for result in state.results
    )
    return Findings(
        claims=_compare(state, [estimate_mean(list(own.values())) for own in means]),
        tables=(
            Table(
                name="times",
                title="Mean time of a move by game",
                columns=("game", "mcts_seconds", "network_seconds", "network_points"),
                rows=rows,
                is_shown=False,
            ),
        ),
        figures=(_make_figure(means),),
        settings=describe_plan(plan),
        remarks=(
            MACHINE_REMARK,
            "Games are pure MCTS against MCTS+CNN, one of the two readings of the "
            "paper's training games, with the network of docs/nets/ou-2020.md.",
        ),
    )


def _find_means(state: RunState, engine: int) -> dict[int, float]:
    """Return the mean time of an engine's moves in each game where it has moved."""
    usages = {result.number: result.usage_of(engine) for result in state.results}
    return {
        number: usage.seconds / usage.moves
        for number, usage in usages.items()
        if usage.moves
    }


def _compare(state: RunState, means: list[Estimate]) -> tuple[Claim, ...]:
    row = state.standings.rows[1]
    share = estimate_share(row.points, row.games)
    is_open = not all(mean.has_bounds for mean in means)
    times = tuple(
        Claim(
            statement=Message("mean time of a move of {engine}", engine=label),
            paper=Message("about {seconds} s", seconds=f"{paper:g}"),
            ours=mean.with_error(4, "s"),
            verdict=compare_size(mean, paper),
            reason=Message("another machine and compiled code"),
        )
        for label, paper, mean in zip(LABELS, PAPER_SECONDS, means, strict=True)
    )
    is_faster = means[1].high < means[0].low
    return (
        *times,
        Claim(
            statement=Message("MCTS+CNN moves faster than MCTS"),
            paper=Message("yes, {factor} times as fast", factor=7),
            ours=Message(
                "{times} times as fast",
                times=f"{means[0].value / means[1].value:.2g}",
            )
            if means[1].value
            else NOT_MEASURED,
            verdict="open" if is_open else "agrees" if is_faster else "differs",
            reason=Message("playouts are compiled; see the remarks"),
        ),
        Claim(
            statement=Message("points of MCTS+CNN against MCTS"),
            paper=NOT_GIVEN,
            ours=share.as_percent(),
            verdict="open",
        ),
    )


def _make_figure(means: list[dict[int, float]]) -> Figure:
    lines = tuple(
        CurveLine(name=label, x=tuple(map(float, own)), y=tuple(own.values()))
        for label, own in zip(LABELS, means, strict=True)
    )
    panel = LinePanel(
        title="own time ÷ own moves", across="game", unit="mean seconds", lines=lines
    )
    return Figure(
        name="figure", title=Message("Mean time of a move by game"), panels=(panel,)
    )


EXPERIMENT = Experiment(
    name="ou-figure-9",
    paper=PAPER,
    shows=Message("mean time of a move of pure MCTS and of MCTS+CNN over 300 games"),
    run=run,
)
