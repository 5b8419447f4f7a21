"""Cell names in contest records, and as an operator types them.

``J,10`` is column J, row 10; ``B(J,10)`` has the colour, too. The side of row 1 differs
between programs: see ``rows_from_bottom``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.core.board.board_notation import format_column, split_cell_name
from engine.core.game import GameSetup
from engine.core.types import Move, Player
from engine.records.ccgc import vocabulary as words

_COLUMN_FIRST = r"(?P<column>[A-Z]{1,2})[,.:;/-]?(?P<row>[0-9]{1,3})"
_ROW_FIRST = r"(?P<row2>[0-9]{1,3})[,.:;/-]?(?P<column2>[A-Z]{1,2})"
_CELL = re.compile(
    rf"(?:(?P<colour>[BWR])(?=\())?\(?(?:{_COLUMN_FIRST}|{_ROW_FIRST})\)?;?"
)
_MORE_MARKS = str.maketrans("\u3002\uff61\u300c\u300d", "..()")
"""Characters of a Chinese keyboard in place of a full stop or a bracket."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedCell:
    """A typed cell, which may lie outside the board."""

    column: int
    """Index of the column."""

    row_number: int
    """Number of the row, counted from 1."""

    colour: str = ""
    """Letter of the colour, if there is one in front."""


def read_cell(text: str) -> TypedCell | None:
    """Return the cell in a text such as ``J10``, ``j, 10``, ``10J`` or ``B(J,10)``.

    Full-width letters, digits and marks are accepted; spaces are ignored.
    """
    plain = text.translate(_MORE_MARKS).translate(words.FULL_WIDTH).upper()
    match = _CELL.fullmatch("".join(plain.split()))
    if match is None:
        return None
    letters = match["column"] or match["column2"]
    name = split_cell_name(letters + (match["row"] or match["row2"]))
    if name is None:
        return None
    column, row_number = name
    return TypedCell(column=column, row_number=row_number, colour=match["colour"] or "")


def locate_cell(
    setup: GameSetup, typed: TypedCell, *, rows_from_bottom: bool
) -> Move | None:
    """Return the move on a cell, or ``None`` outside the board."""
    if typed.column >= setup.width or not 1 <= typed.row_number <= setup.height:
        return None
    row = setup.height - typed.row_number if rows_from_bottom else typed.row_number - 1
    return Move(row * setup.width + typed.column)


def format_cell(setup: GameSetup, move: Move, *, rows_from_bottom: bool) -> str:
    """Return a cell as ``J,10``."""
    row, column = divmod(move, setup.width)
    number = setup.height - row if rows_from_bottom else row + 1
    return f"{format_column(column).upper()},{number}"


def has_agreed_rows(game: str) -> bool:
    """Return whether all programs count the rows of a game from the same side."""
    notation = words.get_notation(game)
    return notation is None or notation.rows_agreed


def resolve_row_direction(game: str, *, wanted: bool) -> bool:
    """Return whether row 1 is the lowest; ``wanted`` applies if nothing is agreed.

    Games outside the contest count rows from the bottom, like the program.
    """
    notation = words.get_notation(game)
    if notation is None:
        return True
    return notation.rows_from_bottom if notation.rows_agreed else wanted


def get_colour_letter(game: str, player: Player) -> str:
    """Return the letter of a side; empty for a game outside the contest."""
    notation = words.get_notation(game)
    return "" if notation is None else notation.colours[player - 1]
