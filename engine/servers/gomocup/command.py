"""Lines of the Gomocup protocol: a keyword and its arguments."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.core.errors import ProtocolError
from engine.core.game import GameSetup
from engine.core.types import Move
from engine.games.gomoku.rules.gomocup_notation import MARK, OPPONENT, OWN

LONGEST_SHOWN = 40
"""Letters of a foreign text in an answer."""

_NUMBER = re.compile(r"[+-]?\d{1,18}")
_SEPARATOR = re.compile(r"[\s,;]+")


@dataclass(frozen=True, slots=True)
class Command:
    """A command with its arguments."""

    name: str
    """The keyword in capitals."""

    rest: str
    """Everything after the keyword."""

    @classmethod
    def parse(cls, text: str) -> Command:
        """Return the command of a line."""
        words = text.split(maxsplit=1)
        return cls(words[0].upper() if words else "", "".join(words[1:]).strip())


@dataclass(frozen=True, slots=True)
class Stone:
    """A line of a board: a stone, or a cell with a mark."""

    move: Move
    """The cell."""

    field: int
    """``OWN``, ``OPPONENT`` or ``MARK``."""


def parse_numbers(text: str) -> list[int]:
    """Return the whole numbers of a text such as ``7,8``.

    Raises:
        ProtocolError: A part is no whole number.
    """
    parts = [part for part in _SEPARATOR.split(text.strip()) if part]
    if not all(_NUMBER.fullmatch(part) for part in parts):
        raise ProtocolError(f"Expected whole numbers, got {shorten(text)}.")
    return [int(part) for part in parts]


def parse_point(text: str, setup: GameSetup) -> Move:
    """Return the cell of ``column,row``, both counted from 0.

    Raises:
        ProtocolError: The text names no cell of the board.
    """
    numbers = parse_numbers(text)
    if len(numbers) != 2:  # noqa: PLR2004
        raise ProtocolError(f"Expected a cell such as 7,7, got {shorten(text)}.")
    return find_cell(numbers[0], numbers[1], setup)


def parse_stone(text: str, setup: GameSetup) -> Stone:
    """Return the stone of ``column,row,field``.

    Raises:
        ProtocolError: The text names no cell, or an unknown field.
    """
    numbers = parse_numbers(text)
    if len(numbers) != 3 or numbers[2] not in (OWN, OPPONENT, MARK):  # noqa: PLR2004
        raise ProtocolError(f"Expected a stone such as 7,7,1, got {shorten(text)}.")
    return Stone(find_cell(numbers[0], numbers[1], setup), numbers[2])


def find_cell(column: int, row: int, setup: GameSetup) -> Move:
    """Return a cell of the board.

    Raises:
        ProtocolError: The cell is outside the board.
    """
    if not (0 <= column < setup.width and 0 <= row < setup.height):
        raise ProtocolError(
            f"Expected a cell from 0,0 to {setup.width - 1},{setup.height - 1}, "
            f"got {column},{row}."
        )
    return Move(row * setup.width + column)


def shorten(text: str) -> str:
    """Return a foreign text in quotes, without control characters and not too long."""
    clean = "".join(letter if letter.isprintable() else "?" for letter in text)
    return repr(clean[:LONGEST_SHOWN])
