"""Stones and declarations of an engine in the openings RIF and Yamaguchi."""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine.core.game import GameSetup, Position
from engine.core.types import Move
from engine.games.gomoku.rules.constants import RENJU
from engine.games.gomoku.rules.openings.choices import (
    MOST_FIFTH_MOVES,
    OPTION,
    YAMAGUCHI,
    declare,
)
from engine.games.gomoku.rules.openings.fifth_moves import (
    RIF_FIFTH_MOVES,
    FifthMoveStage,
    count_offers,
    find_stage,
)
from engine.games.gomoku.rules.openings.fifth_moves_values import (
    FREE_VALUES,
    RENJU_VALUES,
)
from engine.games.gomoku.rules.openings.opening_moves import OpeningMoves
from engine.games.gomoku.rules.openings.placements import placements

EVEN = 10
"""Largest value of an even opening, in hundredths."""

Plan = tuple[int, tuple[Move, ...]]
"""Value of an opening for Black, in hundredths, and its moves."""


class FifthMoveOpeningMoves(OpeningMoves):
    """Moves in RIF and Yamaguchi."""

    def fixed_moves(self, position: Position, *, seed: int) -> tuple[Move, ...]:
        """See ``OpeningPlay.fixed_moves``; stones and a declaration.

        One of the even openings that fit the moves so far, or else the most even one.
        """
        stage = find_stage(position)
        if stage not in (FifthMoveStage.PLACING, FifthMoveStage.DECLARING):
            return ()
        played = position.history
        plans = sorted(
            (abs(value), moves[len(played) :])
            for value, moves in _list_plans(position.setup)
            if moves[: len(played)] == played
        )
        most = max(EVEN, plans[0][0])
        rng = random.Random(f"{seed} {position.setup} {played}")
        return rng.choice([moves for value, moves in plans if value <= most])

    def count_offers(self, position: Position) -> int:
        """See ``OpeningPlay.count_offers``; the number of fifth moves."""
        return count_offers(position)


def _list_plans(setup: GameSetup) -> Iterator[Plan]:
    """Yield every opening in all its symmetries, by Yamaguchi with each number."""
    is_renju = setup.option("rule") == RENJU
    for opening in RENJU_VALUES if is_renju else FREE_VALUES:
        for stones in set(placements(setup, ((0, 0), opening.second, opening.third))):
            if setup.option(OPTION) != YAMAGUCHI:
                yield opening.values[RIF_FIFTH_MOVES - 1], stones
                continue
            for count in range(1, MOST_FIFTH_MOVES + 1):
                moves = (*stones, declare(setup, count))
                yield opening.values[count - 1], moves
