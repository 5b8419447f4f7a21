"""OU-2020, figure 8: time of each move of pure MCTS in a game."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.message import Message
from engine.experiments.estimates import compare_size, estimate_mean
from engine.experiments.experiment import (
    Claim,
    Experiment,
    Findings,
    Scale,
    Table,
)
from engine.experiments.figures import CurveLine, Figure, LinePanel
from engine.experiments.papers.move_times import MoveTime, list_move_times
from engine.experiments.papers.ou_games import (
    MACHINE_REMARK,
    PAPER,
    describe_plan,
    make_plan,
)
from engine.experiments.workshop import Workshop

GAMES: Mapping[Scale, int] = {"smoke": 1, "small": 20, "paper": 100}

SHOWN_GAMES = 5
"""Games in the figure."""

PAPER_SECONDS, PAPER_FLUCTUATION = 7.0, 1.5


def run(workshop: Workshop, scale: Scale) -> Findings:
    """See ``Experiment.run``."""
    plan = make_plan(
        ("ou-mcts", "ou-mcts"),
        scale,
        games=GAMES[scale],
        seed=workshop.seed,
        is_empty=True,
    )
    times = list_move_times(workshop.play("games", plan))
    by_game: dict[int, list[MoveTime]] = {}
    for time in times:
        by_game.setdefault(time.game, []).append(time)
    return Findings(
        claims=_compare(by_game),
        tables=(
            Table(
                name="times",
                title="Time of each move",
                columns=("game", "move", "seconds"),
                rows=tuple((time.game, time.number, time.seconds) for time in times),
                is_shown=False,
            ),
        ),
        figures=(_make_figure(by_game),),
        settings=describe_plan(plan),
        remarks=(
            MACHINE_REMARK,
            "Both sides are pure MCTS; the paper does not say who plays the other "
            "side of its one game. The other games show how far one game is typical.",
        ),
    )


def _compare(by_game: Mapping[int, list[MoveTime]]) -> tuple[Claim, ...]:
    means = [
        estimate_mean([time.seconds for time in own]).value for own in by_game.values()
    ]
    mean = estimate_mean(means)
    swings = estimate_mean(
        [
            max(abs(time.seconds - average) for time in own) / average
            for own, average in zip(by_game.values(), means, strict=True)
            if average > 0
        ]
    )
    paper_swing = PAPER_FLUCTUATION / PAPER_SECONDS
    return (
        Claim(
            statement=Message("mean time of a move of pure MCTS"),
            paper=f"{PAPER_SECONDS:g} s",
            ours=mean.with_error(4, "s"),
            verdict=compare_size(mean, PAPER_SECONDS),
            reason=Message("compiled playouts on a newer machine"),
        ),
        Claim(
            statement=Message("largest fluctuation in a game, relative to the mean"),
            paper=f"{100 * paper_swing:.0f} % ({PAPER_FLUCTUATION:g} s)",
            ours=swings.with_error(0, "%", factor=100),
            verdict=compare_size(swings, paper_swing),
            reason=Message(
                "moves of milliseconds; the first ones take new memory from the system"
            ),
        ),
    )


def _make_figure(by_game: Mapping[int, list[MoveTime]]) -> Figure:
    shown = [by_game[game] for game in sorted(by_game)[:SHOWN_GAMES]]
    lines = tuple(
        CurveLine(
            name=f"game {own[0].game}",
            x=tuple(float(time.number) for time in own),
            y=tuple(time.seconds for time in own),
        )
        for own in shown
    )
    panel = LinePanel(
        title="pure MCTS", across="number of the move", unit="seconds", lines=lines
    )
    return Figure(name="figure", title=Message("Time of each move"), panels=(panel,))


EXPERIMENT = Experiment(
    name="ou-figure-8",
    paper=PAPER,
    shows=Message("time of each move of pure MCTS in a game"),
    run=run,
)
