"""Board as text for the command ``showboard``."""

from __future__ import annotations

from engine.core.board.board_notation import format_column
from engine.core.game import Position
from engine.core.types import EMPTY, Player

LETTERS = {EMPTY: ".", Player.FIRST: "B", Player.SECOND: "W"}
"""Letter of each content of a cell."""


def draw_board(position: Position) -> str:
    """Return the board with its rows shifted to the right, and the side to move."""
    setup = position.setup
    columns = "  ".join(format_column(column) for column in range(setup.width))
    lines = [f"     {columns}"]
    for row in range(setup.height):
        stones = position.stones[row * setup.width : (row + 1) * setup.width]
        cells = "  ".join(LETTERS[stone] for stone in stones)
        indent = " " * row
        lines.append(f"{indent}{row + 1:>3}  {cells}  {row + 1}")
    lines.append(" " * (setup.height + 5) + columns)
    if position.outcome is None:
        colour = "black" if position.to_move is Player.FIRST else "white"
        lines.append(f"{colour} to move")
    return "\n".join(lines)
