"""Lines of a Gomocup program: cells, and words that are no move."""

from __future__ import annotations

import re

from engine.core.game import GameSetup, Position
from engine.core.message import Message
from engine.core.types import Move
from engine.external.program import Program

CELL = r"(-?\d+)\s*,\s*(-?\d+)(?!\S)"
"""Pattern of a cell, column and row from zero."""

MOVE_FORM = re.compile(rf"\s*{CELL}")
SUGGESTION_FORM = re.compile(rf"\s*SUGGEST\s+{CELL}", re.IGNORECASE)

REMARKS = ("MESSAGE", "DEBUG", "ERROR", "UNKNOWN", "OK", "SUGGEST")
"""First words of lines that are logged while a move is awaited."""

REFUSALS = ("ERROR", "UNKNOWN")


def first_word(text: str) -> str:
    """Return the first word of a line in capitals; empty if there is none."""
    return text.split(maxsplit=1)[0].upper() if text.strip() else ""


def read_cells(program: Program, setup: GameSetup, text: str) -> list[Move]:
    """Return the cells at the beginning of a program's line.

    Raises:
        ExternalProgramError: A cell is outside the board.
    """
    cells = []
    at = 0
    while (found := MOVE_FORM.match(text, at)) is not None:
        at = found.end()
        column, row = int(found[1]), int(found[2])
        if not (0 <= column < setup.width and 0 <= row < setup.height):
            raise program.illegal(
                Message(
                    "Expected a cell from 0,0 to {column},{row}.",
                    column=setup.width - 1,
                    row=setup.height - 1,
                )
            )
        cells.append(Move(row * setup.width + column))
    return cells


def play_legal(program: Program, position: Position, move: Move) -> Position:
    """Return the position after a program's move.

    Raises:
        ExternalProgramError: The move is not legal.
    """
    problem = position.objection_to(move)
    if problem is not None:
        raise program.illegal(problem)
    return position.play(move)
