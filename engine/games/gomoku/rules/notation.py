"""Names of the cells of Gomoku: column letter and row number, rows from the bottom."""

from __future__ import annotations

from engine.core.board.board_notation import format_column, split_cell_name
from engine.core.game import GameSetup
from engine.core.types import Move


def format_cell(setup: GameSetup, cell: Move) -> str:
    """Return the name of a cell, such as ``h8``."""
    row, column = divmod(cell, setup.width)
    return f"{format_column(column)}{setup.height - row}"


def parse_cell(setup: GameSetup, text: str) -> Move | None:
    """Return the cell with a name, or ``None`` if the board has none."""
    parts = split_cell_name(text)
    if parts is None:
        return None
    column, row_number = parts
    if 0 <= column < setup.width and 1 <= row_number <= setup.height:
        return Move((setup.height - row_number) * setup.width + column)
    return None
