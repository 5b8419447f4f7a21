"""Schedules: which engines meet, who begins, and with which opening.

Two games in a row have the same opening with the engines exchanged. A round has one
such pair of games for every two engines that meet, so that an unfinished tournament has
played all pairings about equally often. Ratings choose their pairs of games one by one
from the results (``pair_choice.py``).
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from engine.core.formats.settings_reader import CountOrNone

ScheduleKind = Literal["match", "round-robin", "gauntlet", "ratings"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduledGame:
    """One game of a schedule."""

    number: int
    """Number of the game, from 1."""

    pair: int
    """Number of its pair of games, from 0."""

    first: int
    """Number of the engine that begins."""

    second: int
    """Number of the other engine."""

    opening: int | None
    """Number of the opening, from 0; ``None`` for the empty board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenPair:
    """Two games in a row of the same engines with the same opening."""

    one: CountOrNone
    """Number of the engine that begins the first game."""

    other: CountOrNone
    """Number of the engine that begins the second game."""

    opening: CountOrNone | None = None
    """Number of the opening, from 0; ``None`` for the empty board."""

    number: CountOrNone | None = None
    """Number of the pair, from 0; ``None`` for its place among the others."""


def list_pairings(
    kind: ScheduleKind, engines: int, *, challengers: int = 1
) -> tuple[tuple[int, int], ...]:
    """Return the pairs of engines that meet, by their numbers.

    Args:
        kind: In a round robin everyone meets everyone; in a gauntlet the first engines
            meet all the others; in ratings everyone may meet everyone.
        engines: Number of engines.
        challengers: Number of the first engines in a gauntlet.
    """
    if kind == "gauntlet":
        rest = range(challengers, engines)
        return tuple(itertools.product(range(challengers), rest))
    return tuple(itertools.combinations(range(engines), 2))


def make_schedule(
    pairings: tuple[tuple[int, int], ...], *, games: int, openings: int
) -> tuple[ScheduledGame, ...]:
    """Return the games in the order of play.

    Args:
        pairings: Pairs of engines that meet.
        games: Number of games of each pairing. An odd number leaves the last game
            without a partner; who begins it is balanced over all pairings.
        openings: Number of openings, used in turn, the same for all pairings of a
            round; 0 for the empty board.
    """
    scheduled: list[ScheduledGame] = []
    for round_number in range((games + 1) // 2):
        opening = round_number % openings if openings else None
        is_whole = 2 * round_number + 1 < games
        for place, (one, other) in enumerate(pairings):
            pair = round_number * len(pairings) + place
            sides = [(one, other), (other, one)]
            if not is_whole:
                sides = sides[:1] if (one + other) % 2 else sides[1:]
            scheduled += _make_games(
                sides, number=len(scheduled) + 1, pair=pair, opening=opening
            )
    return tuple(scheduled)


def make_whole_pairs(pairs: Sequence[ChosenPair]) -> tuple[ScheduledGame, ...]:
    """Return the games of pairs in a row, two of each."""
    games: list[ScheduledGame] = []
    for place, pair in enumerate(pairs):
        number = place if pair.number is None else pair.number
        games += _make_games(
            [(pair.one, pair.other), (pair.other, pair.one)],
            number=2 * number + 1,
            pair=number,
            opening=pair.opening,
        )
    return tuple(games)


def _make_games(
    sides: list[tuple[int, int]], *, number: int, pair: int, opening: int | None
) -> list[ScheduledGame]:
    """Return the games of a pair; ``number`` is that of the first."""
    return [
        ScheduledGame(
            number=number + offset,
            pair=pair,
            first=first,
            second=second,
            opening=opening,
        )
        for offset, (first, second) in enumerate(sides)
    ]
