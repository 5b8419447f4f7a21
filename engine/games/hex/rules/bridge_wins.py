"""Wins by bridges: connections that the opponent can no longer cut.

Two stones with two common empty neighbours form a bridge: a stone on one of these cells
is answered on the other. So do a stone and an edge. Stones and bridges without a common
cell win in as many moves as there are bridges.

Source: Anshelevich 2002, "A hierarchical approach to computer Hex", AND rule.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import lru_cache

from engine.core.game import Position
from engine.core.types import EMPTY, Move, Player
from engine.games.hex.rules.constants import NEIGHBOURS

Cell = tuple[int, int]
"""Row and column; rows -1 and H, or columns -1 and W, are the player's edges."""


@dataclass(frozen=True, slots=True)
class _Step:
    """A path from the first edge to a cell."""

    cell: Cell
    """Its end: a stone, an edge, or the cell of the new stone."""

    bridges: int = 0
    """Number of bridges on the path."""

    new_stone: Cell | None = None
    """The cell of the one new stone, if it is on the path."""

    taken: frozenset[Cell] = frozenset()
    """Empty cells that the bridges and the new stone need."""


def finishing_moves(position: Position) -> tuple[Move, ...]:
    """Return the move that joins the mover's edges with the fewest bridges.

    Only the shortest path to each cell is extended, so a longer solution may be missed.
    Every solution found is certain.

    Returns:
        One move, or nothing if no single stone joins the edges.
    """
    player = position.to_move
    height, width = position.setup.height, position.setup.width
    reached: dict[tuple[Cell, bool], int] = {}
    waiting = deque(_Step(cell) for cell in _edge(height, width, player))
    last = height if player is Player.FIRST else width
    while waiting:
        step = waiting.popleft()
        key = step.cell, step.new_stone is None
        if reached.get(key, step.bridges + 1) <= step.bridges:
            continue
        reached[key] = step.bridges
        along = step.cell[0 if player is Player.FIRST else 1]
        if along == last and step.new_stone is not None:
            row, column = step.new_stone
            return (Move(row * width + column),)
        for after in _steps_after(position, step):
            if after.bridges > step.bridges:
                waiting.append(after)
            else:
                waiting.appendleft(after)
    return ()


def _steps_after(position: Position, step: _Step) -> list[_Step]:
    """Return the paths that are one link longer: a neighbour or a bridge."""
    found = []
    for offset, between in _links():
        target = step.cell[0] + offset[0], step.cell[1] + offset[1]
        carrier = {(step.cell[0] + r, step.cell[1] + c) for r, c in between}
        content = _content(position, target)
        is_new = content == EMPTY and step.new_stone is None
        if not is_new and content != position.to_move:
            continue
        needed = carrier | {target} if is_new else carrier
        if needed & step.taken or any(_content(position, c) != EMPTY for c in carrier):
            continue
        found.append(
            _Step(
                target,
                step.bridges + bool(carrier),
                target if is_new else step.new_stone,
                step.taken | needed,
            )
        )
    return found


def _content(position: Position, cell: Cell) -> int | None:
    """Return the content of a cell; cells beyond the mover's edges hold its stones."""
    (row, column), setup = cell, position.setup
    if 0 <= row < setup.height and 0 <= column < setup.width:
        return position.stones[row * setup.width + column]
    if position.to_move is Player.FIRST:
        is_edge = row in (-1, setup.height) and 0 <= column < setup.width
    else:
        is_edge = column in (-1, setup.width) and 0 <= row < setup.height
    return int(position.to_move) if is_edge else None


def _edge(height: int, width: int, player: Player) -> list[Cell]:
    """Return the cells beyond the first edge of a player."""
    if player is Player.FIRST:
        return [(-1, column) for column in range(width)]
    return [(row, -1) for row in range(height)]


@lru_cache(maxsize=1)
def _links() -> list[tuple[Cell, tuple[Cell, ...]]]:
    """Return the steps to neighbours and over bridges, with the cells in between."""
    bridges: list[tuple[Cell, tuple[Cell, ...]]] = [
        ((a[0] + b[0], a[1] + b[1]), (a, b))
        for a, b in zip(NEIGHBOURS, (*NEIGHBOURS[1:], NEIGHBOURS[0]), strict=True)
    ]
    return [*((step, ()) for step in NEIGHBOURS), *bridges]
