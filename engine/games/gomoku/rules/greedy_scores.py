"""Scores of Gomoku moves by the windows they fill, without compiled code."""

from __future__ import annotations

from engine.core.game import Position
from engine.core.types import EMPTY, Move
from engine.games.gomoku.rules.lines import DIRECTIONS

REACH = 2
"""Rows and columns around a stone within which moves are scored."""

GROWTH = 8.0
"""Factor of a window's score for each further stone of its colour."""

DEFENCE = 0.8
"""Weight of a window blocked for the opponent; an own window has weight 1."""


def move_scores(position: Position) -> dict[Move, float]:
    """Return a score of each move near the stones; higher is better.

    Fouls have no score. On an empty board only the centre has one.
    """
    setup, stones = position.setup, position.stones
    cells = [Move(c) for c in range(setup.cell_count) if stones[c] == EMPTY]
    if len(cells) == setup.cell_count:
        return {Move(setup.height // 2 * setup.width + setup.width // 2): 0.0}
    fouls = position.fouls()
    near = [cell for cell in cells if _is_near(position, cell) and cell not in fouls]
    return {cell: _score(position, cell) for cell in near or cells}


def _is_near(position: Position, cell: Move) -> bool:
    """Return whether a stone is at most ``REACH`` away."""
    width, height = position.setup.width, position.setup.height
    row, column = divmod(cell, width)
    return any(
        position.stones[r * width + c] != EMPTY
        for r in range(max(row - REACH, 0), min(row + REACH + 1, height))
        for c in range(max(column - REACH, 0), min(column + REACH + 1, width))
    )


def _score(position: Position, cell: Move) -> float:
    """Return the score of all windows through a cell, for both colours."""
    own, other = position.to_move, position.to_move.opponent
    score = 0.0
    for window in _windows(position, cell):
        if other not in window:
            score += GROWTH ** window.count(own)
        if own not in window:
            score += DEFENCE * GROWTH ** window.count(other)
    return score


def _windows(position: Position, cell: Move) -> list[bytes]:
    """Return the stones of each window of the winning length through ``cell``."""
    setup, length = position.setup, int(position.setup.option("line_length"))
    row, column = divmod(cell, setup.width)
    found = []
    for down, right in DIRECTIONS:
        line = bytearray()
        for step in range(1 - length, length):
            r, c = row + step * down, column + step * right
            if 0 <= r < setup.height and 0 <= c < setup.width:
                line.append(position.stones[r * setup.width + c])
        found += [bytes(line[i : i + length]) for i in range(len(line) - length + 1)]
    return found
