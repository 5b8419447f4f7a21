"""LIU-2022, figure 8: cross-table of the nine contenders on 15 x 15."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from engine.core.message import Message
from engine.experiments.estimates import Estimate, estimate_share
from engine.experiments.experiment import (
    CLOCK_SETTING,
    NOT_MEASURED,
    Cell,
    Claim,
    Experiment,
    Findings,
    Scale,
    Table,
    Verdict,
)
from engine.experiments.figures import Figure, MapPanel
from engine.experiments.papers.liu_contenders import (
    CAP_REMARK,
    PAPER,
    describe_plan,
    list_numbers,
    make_plan,
)
from engine.experiments.workshop import Workshop
from engine.tournament.results import GameResult
from engine.tournament.run_state import RunState

SIZES: Mapping[Scale, int] = {"smoke": 9, "small": 15, "paper": 15}

GAMES: Mapping[Scale, int] = {"smoke": 1, "small": 6, "paper": 100}
"""Games of each two contenders."""

NETWORK_GROUPS = (
    (Message("minimax (1, 2)"), (1, 2), 0.75),
    (Message("alpha-beta (3 to 5)"), (3, 4, 5), 0.84),
    (Message("UCT (6 to 8)"), (6, 7, 8), 0.87),
)
"""Opponents of contender 9: name, numbers, the paper's win rate."""

CLASSICAL = (2, 3, 4, 5, 6, 7, 8)
"""The other classical contenders, against which the paper measures contender 1."""

LEAST_GAMES = 20
"""Games from which a number is compared with the paper's."""

REMARKS = (
    "Intervals are Wilson's for 95 %; a draw counts half.",
    "The networks of contender 9 are those of docs/nets/liu-2022.md: the paper gives "
    "neither its simulations nor its training games.",
)


def run(workshop: Workshop, scale: Scale) -> Findings:
    """See ``Experiment.run``."""
    size = SIZES[scale]
    plan = make_plan(size, scale, games=GAMES[scale], seed=workshop.seed)
    results = ContenderResults(
        workshop.play(f"{size}x{size}", plan), list_numbers(scale)
    )
    return Findings(
        claims=(
            *(_compare_network(results, *group) for group in NETWORK_GROUPS),
            *_compare_minimax(results),
            _compare_depths(results),
            *_compare_simulations(results),
        ),
        tables=(_make_table(results),),
        figures=(_make_figure(results),),
        settings=(*describe_plan(plan), CLOCK_SETTING),
        remarks=(*REMARKS, *((CAP_REMARK,) if scale == "small" else ())),
    )


class ContenderResults:
    """Games between contenders, by their numbers.

    Args:
        state: State of the round robin.
        numbers: Number of each engine of its plan.
    """

    def __init__(self, state: RunState, numbers: Sequence[int]) -> None:
        self.numbers = tuple(numbers)
        """Contenders that play."""
        self._places = {number: place for place, number in enumerate(numbers)}
        self._state = state

    def share(self, own: int, others: Sequence[int]) -> Estimate:
        """Return the share of the points of a contender against others."""
        points, games = self._sum(own, others)
        return estimate_share(points, games)

    def wins(self, own: int, others: Sequence[int]) -> Estimate:
        """Return the share of the games that a contender wins against others."""
        place, games = self._games(own, others)
        return estimate_share(sum(game.winner == place for game in games), len(games))

    def unbeaten(self, own: int, others: Sequence[int]) -> Estimate:
        """Return the share of the games that a contender does not lose."""
        place, games = self._games(own, others)
        return estimate_share(sum(game.loser != place for game in games), len(games))

    def _games(
        self, own: int, others: Sequence[int]
    ) -> tuple[int | None, list[GameResult]]:
        """Return a contender's place in the plan and its games against others."""
        place = self._places.get(own)
        theirs = {self._places[other] for other in others if other in self._places}
        games = [
            game
            for game in self._state.results
            if place in (game.first, game.second) and theirs & {game.first, game.second}
        ]
        return place, games

    def _sum(self, own: int, others: Sequence[int]) -> tuple[float, int]:
        standings = self._state.standings
        row = self._places.get(own)
        columns = [self._places[other] for other in others if other in self._places]
        if row is None:
            return 0.0, 0
        points = sum(standings.points[row][column] for column in columns)
        return points, sum(standings.played[row][column] for column in columns)


def _compare_network(
    results: ContenderResults, name: str, others: Sequence[int], paper: float
) -> Claim:
    share = results.share(9, others)
    return Claim(
        statement=Message("points of contender 9 against {name}", name=name),
        paper=f"{100 * paper:.0f} %",
        ours=share.as_percent(),
        verdict=_compare_share(share, paper),
        reason=Message("the network of the paper is not given") if share.count else "",
    )


def _compare_minimax(results: ContenderResults) -> list[Claim]:
    wins, unbeaten = results.wins(1, CLASSICAL), results.unbeaten(1, CLASSICAL)
    reason = Message("our contender 1 ends at depth 3 or at its time")
    return [
        Claim(
            statement=Message("games contender 1 does not lose against 2 to 8"),
            paper="97 %",
            ours=unbeaten.as_percent(),
            verdict=_compare_share(unbeaten, 0.97),
            reason=reason,
        ),
        Claim(
            statement=Message("games contender 1 wins against 2 to 8"),
            paper="36 %",
            ours=wins.as_percent(),
            verdict=_compare_share(wins, 0.36),
            reason=reason,
        ),
    ]


def _compare_depths(results: ContenderResults) -> Claim:
    others = (1, 2, 5, 6, 7, 8, 9)
    return _compare_gain(
        Message("gain in points by one more ply of alpha-beta (4 instead of 3)"),
        "+2 %",
        0.02,
        (results.share(3, others), results.share(4, others)),
    )


def _compare_simulations(results: ContenderResults) -> list[Claim]:
    others = (1, 2, 3, 4, 5, 9)
    return [
        _compare_gain(
            Message(
                "gain in points by 1000 more simulations ({more} instead of {less})",
                more=more,
                less=less,
            ),
            Message("below {share} %", share=1),
            0.01,
            (results.share(less, others), results.share(more, others)),
        )
        for less, more in ((6, 7), (7, 8))
    ]


def _compare_gain(
    statement: str, paper: str, gain: float, shares: tuple[Estimate, Estimate]
) -> Claim:
    """Return the difference of two shares beside the paper's."""
    before, after = shares
    ours: str = NOT_MEASURED
    verdict: Verdict = "open"
    if before.count and after.count:
        found = after.value - before.value
        error = (before.error**2 + after.error**2) ** 0.5
        ours = f"{100 * found:+.0f} % ± {100 * error:.0f} %"
        if min(before.count, after.count) >= LEAST_GAMES:
            verdict = "agrees" if abs(found - gain) <= error else "differs"
    return Claim(statement=statement, paper=paper, ours=ours, verdict=verdict)


def _compare_share(share: Estimate, paper: float) -> Verdict:
    """Return whether the paper's share is in the interval of ours."""
    if share.count < LEAST_GAMES:
        return "open"
    return "agrees" if share.low <= paper <= share.high else "differs"


def _make_table(results: ContenderResults) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for row, column in product(results.numbers, results.numbers):
        share = results.share(row, (column,))
        if row != column and share.count:
            rows.append(
                (
                    *(row, column, share.count, results.wins(row, (column,)).value),
                    *(share.value, share.low, share.high),
                )
            )
    return Table(
        name="cross-table",
        title="Cross-table: points of the row's contender against the column's",
        columns=(
            *("contender", "against", "games", "won"),
            *("points", "points_low", "points_high"),
        ),
        rows=tuple(rows),
        is_shown=False,
    )


def _make_figure(results: ContenderResults) -> Figure:
    def show(row: int, column: int) -> float | None:
        share = results.share(row, (column,))
        return 100 * share.value if row != column and share.count else None

    labels = tuple(str(number) for number in results.numbers)
    values = tuple(
        tuple(show(row, column) for column in results.numbers)
        for row in results.numbers
    )
    return Figure(
        name="figure",
        title=Message("Points of the row's contender against the column's, in percent"),
        panels=(
            MapPanel(
                title="points of row against column, %",
                rows=labels,
                columns=labels,
                values=values,
            ),
        ),
    )


EXPERIMENT = Experiment(
    name="liu-figure-8",
    paper=PAPER,
    shows=Message("cross-table of the nine contenders on 15 x 15"),
    run=run,
)
