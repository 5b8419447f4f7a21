"""Stones that an engine places in the swap2 opening.

It never adds two stones: that would give the opponent a choice that the engine can make
itself.
"""

from __future__ import annotations

import random

from engine.core.game import GameSetup, Position
from engine.core.types import EMPTY, Move
from engine.games.gomoku.rules.openings.opening_moves import OpeningMoves
from engine.games.gomoku.rules.openings.placements import (
    Pattern,
    middle_cell,
    placements,
)
from engine.games.gomoku.rules.openings.swap2 import (
    FIRST_STAGES,
    Swap2Stage,
    find_stage,
)

REACH = 2
"""Largest offset in a pattern; it fits on the smallest board."""

THREE_STONES: tuple[Pattern, ...] = (
    ((-2, -2), (0, 2), (-1, 1)),
    ((-2, -2), (0, 1), (1, 1)),
    ((-2, 0), (-1, -1), (1, 1)),
    ((-2, -1), (-1, 0), (0, 2)),
    ((-1, 0), (-2, -1), (0, 1)),
    ((-2, -1), (0, 0), (0, 2)),
    ((-2, -1), (-1, 1), (1, 1)),
    ((-1, -1), (-1, 1), (1, 1)),
    ((-2, -2), (0, 0), (1, 2)),
)
"""Patterns of black, white, black; White's value is within 0.02 of 0.

They are the most even and open ones of 90 random patterns out of 904. Measured on
15 x 15, freestyle, by full UCT for one second each, then for five seconds.
"""

TWO_STONES: tuple[Pattern, ...] = (
    ((-2, 2), (2, -2)),
    ((0, -2), (0, 2)),
    ((-2, 1), (2, 0)),
    ((-1, 2), (1, -2)),
)
"""Patterns of white, black: as far from each other as the middle allows."""

PATTERNS = {
    Swap2Stage.PLACING: (0, THREE_STONES),
    Swap2Stage.ADDING: (len(FIRST_STAGES), TWO_STONES),
}
"""Number of moves before each stage, and the patterns for it."""


class Swap2Moves(OpeningMoves):
    """Moves in swap2."""

    def fixed_moves(self, position: Position, *, seed: int) -> tuple[Move, ...]:
        """See ``OpeningPlay.fixed_moves``; stones in a pattern."""
        return stones_to_place(position, seed=seed)


def stones_to_place(position: Position, *, seed: int) -> tuple[Move, ...]:
    """Return the stones to place, the next one first, in a pattern that fits.

    It is empty where a colour is to be chosen.
    """
    stage = find_stage(position)
    if stage not in PATTERNS:
        return ()
    begin, patterns = PATTERNS[stage]
    put = position.history[begin:]
    lines = {
        cells[len(put) :]
        for pattern in patterns
        for cells in placements(position.setup, pattern)
        if cells[: len(put)] == put
    }
    fitting = [line for line in lines if _are_empty(position, line)]
    # Stones of the opponent may exclude all patterns, but cannot fill the middle.
    middle = ((cell,) for cell in middle_cells(position.setup))
    choices = fitting or [line for line in middle if _are_empty(position, line)]
    rng = random.Random(f"{seed} {position.setup} {position.history}")
    return rng.choice(sorted(choices))


def middle_cells(setup: GameSetup) -> list[Move]:
    """Return the cells of the middle that patterns may use."""
    steps = range(-REACH, REACH + 1)
    return [middle_cell(setup, down, right) for down in steps for right in steps]


def _are_empty(position: Position, cells: tuple[Move, ...]) -> bool:
    return all(position.stones[cell] == EMPTY for cell in cells)
