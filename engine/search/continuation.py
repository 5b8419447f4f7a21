"""Continuation of a game: the moves between two positions of successive searches."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.game import Position
from engine.core.types import Move


def moves_between(known: Position, position: Position) -> tuple[Move, ...] | None:
    """Return the moves from ``known`` to ``position``, or ``None`` for another game.

    Both positions are legal, so their stones and the moves determine the rest.
    """
    before = len(known.history)
    if position.setup != known.setup or position.history[:before] != known.history:
        return None
    moves = position.history[before:]
    return moves if _leads_to(position, known, moves) else None


def _leads_to(position: Position, known: Position, moves: Sequence[Move]) -> bool:
    """Return whether legal moves lead from ``known`` to ``position``."""
    if max(moves, default=0) >= known.setup.cell_count:  # a swap changes other cells
        for move in moves:
            known = known.play(move)
        return known == position
    stones, mover = bytearray(known.stones), known.to_move
    for move in moves:
        stones[move] = mover
        mover = mover.opponent
    return mover is position.to_move and stones == position.stones
