"""Table of a run: points, wins by colour, time, ratings, sequential test."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.tournament.plan import Plan
from engine.tournament.results import GameResult
from engine.tournament.schedule import ScheduledGame
from engine.tournament.statistics.bradley_terry import Pairing, Rating, rate
from engine.tournament.statistics.pair_statistics import (
    PairCounts,
    PairSequence,
    SprtState,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Results of one engine against all others."""

    engine: int
    """Number of the engine."""

    name: str
    """Its name in tables, see ``Plan.names``."""

    wins_first: int = 0
    """Games won in which it began."""

    wins_second: int = 0
    """Games won in which the other engine began."""

    draws: int = 0
    """Games drawn."""

    losses: int = 0
    """Games lost."""

    time_losses: int = 0
    """Games lost on time."""

    failures: int = 0
    """Games lost by another failure of the engine, such as a crash."""

    overruns: int = 0
    """Moves that took longer than the limit."""

    moves: int = 0
    """Moves that it searched."""

    seconds: float = 0.0
    """Sum of their times."""

    seconds_max: float = 0.0
    """Longest time of a move."""

    nodes: int = 0
    """Sum of their nodes."""

    rating: Rating | None = None
    """Rating; ``None`` without games."""

    @property
    def wins(self) -> int:
        """Games won."""
        return self.wins_first + self.wins_second

    @property
    def games(self) -> int:
        """Games played."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """Points: 1 for a win, one half for a draw."""
        return self.wins + self.draws / 2

    @property
    def seconds_per_move(self) -> float:
        """Mean time of a move; 0 without moves."""
        return self.seconds / self.moves if self.moves else 0.0

    @property
    def nodes_per_move(self) -> float:
        """Mean nodes of a move; 0 without moves."""
        return self.nodes / self.moves if self.moves else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """Table of a run so far."""

    rows: tuple[Standing, ...]
    """The engines in the order of the plan."""

    points: tuple[tuple[float, ...], ...]
    """Points of each engine against each other one."""

    played: tuple[tuple[int, ...], ...]
    """Games of each engine against each other one."""

    counts: PairCounts
    """Results of the first engine in a match; without games in a tournament."""

    sprt: SprtState | None
    """Decision of the sequential test; ``None`` without one."""

    log_ratio: float | None
    """Log-likelihood ratio of the sequential test; ``None`` without one."""

    @property
    def games(self) -> int:
        """Finished games."""
        return sum(row.games for row in self.rows) // 2

    @property
    def error(self) -> float:
        """Largest distance of a bound from its rating, in Elo; infinite if unknown."""
        if any(row.rating is None for row in self.rows):
            return math.inf
        return max(row.rating.error for row in self.rows if row.rating is not None)

    def ranking(self) -> tuple[Standing, ...]:
        """Return the rows by rating, strongest first."""
        return tuple(
            sorted(self.rows, key=lambda row: -row.rating.elo if row.rating else 1e9)
        )


FAILURES = ("crash", "silence", "garbage", "illegal", "refusal", "error")
"""Reasons of a loss by a failure of an engine, other than time."""


def make_standings(
    plan: Plan,
    results: Iterable[GameResult],
    *,
    schedule: Sequence[ScheduledGame] | None = None,
) -> Standings:
    """Return the table of a plan after some of its games.

    Args:
        plan: The plan.
        results: The finished games.
        schedule: Its games; default: those that are known in advance.
    """
    known = plan.schedule if schedule is None else schedule
    pair_of = {game.number: game.pair for game in known}
    games = sorted(results, key=lambda result: result.number)
    size = len(plan.engines)
    points = [[0.0] * size for _ in range(size)]
    played = [[0] * size for _ in range(size)]
    sequences: dict[tuple[int, int], PairSequence] = {}
    for result in games:
        for own, other in (
            (result.first, result.second),
            (result.second, result.first),
        ):
            points[own][other] += result.points_of(own)
            played[own][other] += 1
        one, other = sorted((result.first, result.second))
        sequence = sequences.setdefault((one, other), PairSequence(size=0))
        sequence.add(pair_of[result.number], result.points_of(one))
    ratings = rate(size, _pairings(sequences))
    counts, sprt, ratio = _sequential_test(plan, sequences)
    return Standings(
        rows=tuple(
            _standing(plan, engine, games, ratings[engine]) for engine in range(size)
        ),
        points=tuple(map(tuple, points)),
        played=tuple(map(tuple, played)),
        counts=counts,
        sprt=sprt,
        log_ratio=ratio,
    )


def _pairings(sequences: Mapping[tuple[int, int], PairSequence]) -> list[Pairing]:
    return [
        Pairing(one=one, other=other, counts=sequence.counts())
        for (one, other), sequence in sequences.items()
    ]


def _sequential_test(
    plan: Plan, sequences: Mapping[tuple[int, int], PairSequence]
) -> tuple[PairCounts, SprtState | None, float | None]:
    """Return the counts of a match, and the state and ratio of its test."""
    if plan.kind != "match":
        return PairCounts(), None, None
    sequence = sequences.get((0, 1), PairSequence(size=0))
    sequence.size = (plan.games + 1) // 2
    counts = sequence.counts()
    if plan.sprt is None:
        return counts, None, None
    ratio = plan.sprt.log_likelihood_ratio(counts.pairs)
    return counts, sequence.decide(plan.sprt), ratio


def _standing(
    plan: Plan, engine: int, games: Sequence[GameResult], rating: Rating | None
) -> Standing:
    """Return the row of one engine."""
    own = [game for game in games if engine in (game.first, game.second)]
    won = [game for game in own if game.winner == engine]
    lost = [game for game in own if game.loser == engine]
    usages = [game.usage_of(engine) for game in own]
    return Standing(
        engine=engine,
        name=plan.names[engine],
        wins_first=sum(game.first == engine for game in won),
        wins_second=sum(game.second == engine for game in won),
        draws=len(own) - len(won) - len(lost),
        losses=len(lost),
        time_losses=sum(game.is_time_loss_of(engine) for game in lost),
        failures=sum(game.reason in FAILURES for game in lost),
        overruns=sum(usage.overruns for usage in usages),
        moves=sum(usage.moves for usage in usages),
        seconds=sum(usage.seconds for usage in usages),
        seconds_max=max((usage.seconds_max for usage in usages), default=0.0),
        nodes=sum(usage.nodes for usage in usages),
        rating=rating,
    )
