"""Threats that a player sees on the board: rows to complete and open threes.

Names are those of five in a row; with other lengths a four is one stone short of a row,
and a three two stones short.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.core.game import GameSetup, Position
from engine.core.types import EMPTY, Move, Player
from engine.games.gomoku.rules.immediate_threats import ThreatBoard
from engine.games.gomoku.rules.lines import DIRECTIONS, neighbour, unbroken_row


@dataclass(frozen=True, slots=True, kw_only=True)
class Threat:
    """Stones on one line, and the cells that make more of them."""

    owner: Player
    """Side of the stones."""

    stones: tuple[Move, ...]
    """The stones, in the order of the line."""

    cells: frozenset[Move]
    """Empty cells that complete a four, or that make an open four of a three."""


def find_fours(position: Position, player: Player) -> tuple[Threat, ...]:
    """Return the rows that ``player`` completes with one stone."""
    board = ThreatBoard(position)
    cells = board.winning_cells(player)
    return _threats(player, ((board.winning_row(cell, player), cell) for cell in cells))


def find_threes(position: Position, player: Player) -> tuple[Threat, ...]:
    """Return the rows of which one stone of ``player`` makes an open four.

    An open four can be completed at both ends. Fouls make none.
    """
    board = ThreatBoard(position)
    found: list[tuple[tuple[Move, ...], Move]] = []
    for at, stone in enumerate(position.stones):
        if stone == EMPTY:
            cell = Move(at)
            with board.stone_on(cell, player):
                rows = list(_open_fours(position.setup, board, cell))
            if rows and not board.is_foul(cell, player):
                found += ((row, cell) for row in rows)
    return _threats(player, found)


def _open_fours(
    setup: GameSetup, board: ThreatBoard, cell: Move
) -> Iterator[tuple[Move, ...]]:
    """Yield the open fours through the stone on ``cell``."""
    stones = board.stones
    player, needed = Player(stones[cell]), int(setup.option("line_length"))
    for direction in DIRECTIONS:
        row = unbroken_row(setup, stones, cell, direction)
        if len(row) != needed - 1:
            continue
        back = (-direction[0], -direction[1])
        ends = (neighbour(setup, row[0], back), neighbour(setup, row[-1], direction))
        if all(
            end is not None and stones[end] == EMPTY and board.wins(end, player)
            for end in ends
        ):
            yield row


def _threats(
    player: Player, rows: Iterable[tuple[tuple[Move, ...], Move]]
) -> tuple[Threat, ...]:
    """Return the threats in rows, each with the cell on which a stone makes it."""
    cells_of: dict[tuple[Move, ...], set[Move]] = {}
    for row, cell in rows:
        stones = tuple(at for at in row if at != cell)
        cells_of.setdefault(stones, set()).add(cell)
    return tuple(
        Threat(owner=player, stones=stones, cells=frozenset(cells))
        for stones, cells in sorted(cells_of.items())
    )
