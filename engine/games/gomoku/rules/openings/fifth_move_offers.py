"""Fifth moves that Black offers and White chooses from, in any opening with them."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from engine.core.board.symmetry import keeping_stones, rectangle_symmetries
from engine.core.game import GameSetup, Position
from engine.core.message import Message, MessageKey
from engine.core.types import EMPTY, Move
from engine.games.gomoku.rules.notation import format_cell
from engine.games.gomoku.rules.openings.choices import offer, offered_cell
from engine.games.gomoku.rules.openings.state import OpeningState


def while_offering(state: OpeningState, position: Position, count: int) -> OpeningState:
    """Return the state in which Black offers the next of ``count`` fifth moves."""
    offered = list_offered(position)
    request = Message(
        "Offer a fifth move, number {number} of {count}.",
        number=len(offered) + 1,
        count=count,
    )
    return replace(
        state,
        cells=frozenset(),
        choices=tuple(offer(position.setup, cell) for cell in list_offerable(position)),
        offered=offered,
        offers_left=count - len(offered),
        request=request,
        objection=request,
    )


def while_choosing(state: OpeningState, position: Position) -> OpeningState:
    """Return the state in which White chooses among the fifth moves offered."""
    offered = list_offered(position)
    request = Message("Choose one of the fifth moves that Black offers.")
    return replace(
        state,
        decider=state.black.opponent,
        cells=frozenset(offered),
        offered=offered,
        request=request,
        objection=request,
    )


def symmetrical_cells(position: Position, cell: Move) -> frozenset[Move]:
    """Return a cell and its images under the symmetries of the stones."""
    return frozenset(
        Move(symmetry[cell])
        for symmetry in _symmetries_of_stones(position.setup, position.stones)
    )


@lru_cache(maxsize=64)
def _symmetries_of_stones(
    setup: GameSetup, stones: bytes
) -> tuple[tuple[int, ...], ...]:
    """Return the symmetries of the board that leave all stones in place."""
    symmetries = rectangle_symmetries(setup.height, setup.width)
    return tuple(one.cells for one in keeping_stones(symmetries, stones))


def objection_to_offer(position: Position, cell: Move) -> str:
    """Return why a cell cannot be offered now, as one sentence."""
    name = MessageKey(format_cell(position.setup, cell))
    if position.stones[cell] != EMPTY:
        return Message("{cell} is already occupied.", cell=name)
    twin = next(
        other
        for other in list_offered(position)
        if cell in symmetrical_cells(position, other)
    )
    if twin == cell:
        return Message("{cell} is offered already.", cell=name)
    return Message(
        "{cell} is symmetrical to {other}, which is offered already.",
        cell=name,
        other=MessageKey(format_cell(position.setup, twin)),
    )


def list_offerable(position: Position) -> list[Move]:
    """Return the cells that may be offered now, in ascending order."""
    excluded: set[Move] = set()
    for cell in list_offered(position):
        excluded |= symmetrical_cells(position, cell)
    return [
        Move(cell)
        for cell, stone in enumerate(position.stones)
        if stone == EMPTY and cell not in excluded
    ]


def list_offered(position: Position) -> tuple[Move, ...]:
    """Return the offered cells in the order of the offers."""
    found = (offered_cell(position.setup, move) for move in position.history)
    return tuple(cell for cell in found if cell is not None)
