"""Fouls of Black in renju: the definitions of the rules, one by one.

Slow and plain on purpose; ``kernels.renju`` is the fast twin. ``docs/rules.md`` has the
sources of the definitions and their interpretation.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from engine.core.game import GameSetup
from engine.core.types import EMPTY, Move, Player
from engine.games.gomoku.rules.lines import (
    DIRECTIONS,
    Direction,
    neighbour,
    unbroken_row,
)

OVERLINE = "overline"
"""Six or more stones in an unbroken row."""

DOUBLE_FOUR = "double-four"
"""More than one four at a time."""

DOUBLE_THREE = "double-three"
"""More than one three at a time."""

FOUR = 4
FIVE = 5
"""Stones of an unbroken row."""

REACH = 4
"""Stones further away on a line cannot be part of a five with a cell."""

COMPANY_OF_THREE, COMPANY_OF_FOUR = 2, 3
COMPANY_ON_ONE_LINE = 4
"""Minimum of other stones for a three, for a four, and for a foul on one line alone."""


def find_fouls(setup: GameSetup, stones: bytes) -> dict[Move, tuple[str, ...]]:
    """Return the empty cells that Black must not play, with every reason."""
    board = TrialBoard(setup, stones)
    found = {}
    for number, lines in enumerate(_cells_in_reach(setup.height, setup.width)):
        cell = Move(number)
        if stones[cell] == EMPTY and _is_enough(_company(stones, lines)):
            reasons = board.foul_reasons(cell)
            if reasons:
                found[cell] = reasons
    return found


def _company(
    stones: bytes | bytearray, lines: tuple[tuple[int, ...], ...]
) -> list[int]:
    """Return the number of black stones in reach of a cell on each of its lines."""
    return [[stones[cell] for cell in line].count(Player.FIRST) for line in lines]


def _is_enough(company: list[int]) -> bool:
    """Return whether this many black stones on each line can make a foul."""
    lively = sum(count >= COMPANY_OF_THREE for count in company)
    return lively > 1 or max(company) >= COMPANY_ON_ONE_LINE


class TrialBoard:
    """A board on which black stones are tried and removed.

    Args:
        setup: Size of the board.
        stones: ``[H * W]`` content of each cell.
    """

    def __init__(self, setup: GameSetup, stones: bytes) -> None:
        self._setup = setup
        self._stones = bytearray(stones)

    def foul_reasons(self, cell: Move) -> tuple[str, ...]:
        """Return the reasons why a black stone on ``cell`` is a foul, if any.

        The cell may be empty, or hold the black stone in question.
        """
        lines = _cells_in_reach(self._setup.height, self._setup.width)[cell]
        near_by_line = _company(self._stones, lines)
        if not _is_enough(near_by_line):
            return ()
        company = tuple(zip(DIRECTIONS, near_by_line, strict=True))
        with self._stone_on(cell):
            lengths = [len(self._row(cell, line)) for line in DIRECTIONS]
            if FIVE in lengths:
                return ()
            fours = sum(
                self._count_fours(cell, line)
                for line, near in company
                if near >= COMPANY_OF_FOUR
            )
            threes = sum(
                self._is_three(cell, line)
                for line, near in company
                if near >= COMPANY_OF_THREE
            )
            found = {
                OVERLINE: max(lengths) > FIVE,
                DOUBLE_FOUR: fours > 1,
                DOUBLE_THREE: threes > 1,
            }
        return tuple(reason for reason, is_there in found.items() if is_there)

    def _count_fours(self, cell: Move, line: Direction) -> int:
        """Count the fours of a line that the stone on ``cell`` belongs to.

        A four is four stones that one more stone makes a five. An unbroken row of four
        is one four even if it becomes a five at either end.
        """
        fives = len(self._five_ends(cell, line))
        return min(fives, 1) if len(self._row(cell, line)) == FOUR else fives

    def _is_three(self, cell: Move, line: Direction) -> bool:
        """Return whether the stone on ``cell`` belongs to a three on a line.

        A three is three stones that one more stone makes a straight four, where that
        stone neither makes a five nor is a foul itself.
        """
        return any(
            self._makes_straight_four(end, cell, line)
            and not self._makes_five(end)
            and not self.foul_reasons(end)
            for end in self._empty_ends(cell, line)
        )

    def _makes_straight_four(self, end: Move, cell: Move, line: Direction) -> bool:
        """Return whether a stone on ``end`` puts ``cell`` into a straight four.

        A straight four is an unbroken row of four that becomes a five at either end.
        """
        with self._stone_on(end):
            is_unbroken = len(self._row(cell, line)) == FOUR
            return is_unbroken and len(self._five_ends(cell, line)) > 1

    def _makes_five(self, cell: Move) -> bool:
        """Return whether a stone on ``cell`` makes a five on any line."""
        with self._stone_on(cell):
            return any(len(self._row(cell, line)) == FIVE for line in DIRECTIONS)

    def _five_ends(self, cell: Move, line: Direction) -> list[Move]:
        """Return the cells where one more stone puts ``cell`` into a five of a line."""
        found = []
        for end in self._empty_ends(cell, line):
            with self._stone_on(end):
                if len(self._row(cell, line)) == FIVE:
                    found.append(end)
        return found

    def _row(self, cell: Move, line: Direction) -> tuple[Move, ...]:
        return unbroken_row(self._setup, self._stones, cell, line)

    def _empty_ends(self, cell: Move, line: Direction) -> list[Move]:
        """Return the empty cells at the ends of the unbroken row through ``cell``."""
        row = self._row(cell, line)
        ends = (
            neighbour(self._setup, row[0], (-line[0], -line[1])),
            neighbour(self._setup, row[-1], line),
        )
        return [end for end in ends if end is not None and self._stones[end] == EMPTY]

    @contextmanager
    def _stone_on(self, cell: Move) -> Iterator[None]:
        """Place a black stone on ``cell`` temporarily."""
        before = self._stones[cell]
        self._stones[cell] = Player.FIRST
        yield
        self._stones[cell] = before


@lru_cache(maxsize=32)
def _cells_in_reach(height: int, width: int) -> list[tuple[tuple[int, ...], ...]]:
    """Return for each cell the cells within ``REACH`` of it on its four lines."""
    distances = [d for d in range(-REACH, REACH + 1) if d != 0]
    return [
        tuple(
            tuple(
                (row + d * r) * width + column + d * c
                for d in distances
                if 0 <= row + d * r < height and 0 <= column + d * c < width
            )
            for r, c in DIRECTIONS
        )
        for row in range(height)
        for column in range(width)
    ]
