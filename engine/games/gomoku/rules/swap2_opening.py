"""How an engine plays the swap2 opening, around any search.

It places the opening stones by fixed patterns. To choose a colour it searches the
position with White to move, and keeps White unless White is worse. It never adds two
stones: that would give the opponent a choice that the engine can make itself.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

from engine.core.game import GameSetup, Position
from engine.core.types import EMPTY, Move
from engine.games.gomoku.rules.swap2 import (
    FIRST_STAGES,
    Swap2Stage,
    find_swap2_state,
    take_black,
)

WHITE_IS_WORSE = -0.05
"""White's value below which the engine takes Black; an equal White is kept."""

Pattern = tuple[tuple[int, int], ...]
"""Row and column of each stone relative to the middle, in the order of placing."""

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


class Swap2Opening:
    """Play in the swap2 opening; implements ``Opening``."""

    def is_over(self, position: Position) -> bool:
        """See ``Opening.is_over``."""
        return find_swap2_state(position).is_complete

    def stones_to_place(self, position: Position, *, seed: int) -> tuple[Move, ...]:
        """See ``Opening.stones_to_place``; a pattern that fits the stones so far."""
        stage = find_swap2_state(position).stage
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

    def choice(self, position: Position, value: float) -> Move | None:
        """See ``Opening.choice``; White is kept unless it is worse."""
        return None if value >= WHITE_IS_WORSE else take_black(position.setup)


def placements(setup: GameSetup, pattern: Pattern) -> Iterator[tuple[Move, ...]]:
    """Yield the cells of a pattern in the middle under all symmetries of the square."""
    for down, right, is_turned in itertools.product((1, -1), (1, -1), (False, True)):
        yield tuple(
            _middle_cell(setup, down * a, right * b)
            for a, b in ((c, r) if is_turned else (r, c) for r, c in pattern)
        )


def middle_cells(setup: GameSetup) -> list[Move]:
    """Return the cells of the middle that patterns may use."""
    steps = range(-REACH, REACH + 1)
    return [_middle_cell(setup, down, right) for down in steps for right in steps]


def _middle_cell(setup: GameSetup, down: int, right: int) -> Move:
    row, column = (setup.height - 1) // 2 + down, (setup.width - 1) // 2 + right
    return Move(row * setup.width + column)


def _are_empty(position: Position, cells: tuple[Move, ...]) -> bool:
    return all(position.stones[cell] == EMPTY for cell in cells)
