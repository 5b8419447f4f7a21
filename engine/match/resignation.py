"""Resignation of engines in hopeless games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.game import Position
from engine.core.own_value import own_value
from engine.core.types import Move, MoveAnalysis, Player
from engine.match.session.game_session import GameSession
from engine.records.model.positions import start_position
from engine.search.kept_analysis import ENOUGH_NODES

if TYPE_CHECKING:
    from engine.search.api import SearchResult

HOPELESS = -0.98
"""Value at which an engine resigns: one win in a hundred games."""

PLIES_BETWEEN = 2
"""Moves from one search of an engine to its next one, but in openings."""


def is_hopeless(session: GameSession, result: SearchResult) -> bool:
    """Return whether the engine to move sees a loss, now and two moves ago."""
    record, position = session.record, session.position
    seat, line = position.seat_to_move, record.path_to(session.cursor)
    if not _is_lost_for(seat, position, result, result.move):
        return False
    if len(line) <= PLIES_BETWEEN:
        return False
    earlier = start_position(record)
    for move in record.moves_of(line[:-PLIES_BETWEEN]):
        earlier = earlier.play(move)
    last = record.nodes[line[-1 - PLIES_BETWEEN]].analysis
    if last is None:
        return False
    return _is_lost_for(seat, earlier, last, next(iter(last.pv), None))


def _is_lost_for(
    seat: Player,
    position: Position,
    found: SearchResult | MoveAnalysis,
    move: Move | None,
) -> bool:
    """Return whether a search is long enough and finds a loss for a participant."""
    value = own_value(seat, position, found.value, move)
    return value <= HOPELESS and found.nodes >= ENOUGH_NODES
