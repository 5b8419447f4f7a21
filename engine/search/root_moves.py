"""Restriction of a search to some moves of the root, as its limits name them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from engine.core.errors import LimitsError
from engine.core.game import Position
from engine.core.message import Message
from engine.core.types import Move, SolverResult
from engine.search.api import Limits

RootMoves = frozenset[Move] | None
"""The only moves to consider at the root; ``None`` for every legal move."""


def find_root_moves(position: Position, limits: Limits) -> RootMoves:
    """Return the restriction of the root; ``None`` if it excludes no legal move.

    Raises:
        LimitsError: A move is illegal in ``position``.
    """
    moves = limits.root_moves
    if moves is None:
        return None
    for move in sorted(moves):
        objection = position.objection_to(move)
        if objection is not None:
            raise LimitsError(
                Message("Expected legal root moves, but: {reason}", reason=objection)
            )
    return None if len(moves) == len(position.legal_moves()) else moves


def keep_allowed(moves: Collection[Move], root_moves: RootMoves) -> tuple[Move, ...]:
    """Return the moves that a restriction allows, in their order."""
    return tuple(m for m in moves if root_moves is None or m in root_moves)


def restrict_result(found: SolverResult, root_moves: RootMoves) -> SolverResult | None:
    """Restrict a solver's result of the root to the allowed moves.

    A proven loss includes every move. If none of the solver's moves is allowed, nothing
    is known about the others: ``None``.
    """
    if root_moves is None or not found.moves:
        return found
    kept = keep_allowed(found.moves, root_moves)
    if not kept:
        return None
    rated = zip(found.moves, found.value_deficits, strict=False)
    deficits = [deficit for move, deficit in rated if move in root_moves]
    least = min(deficits, default=0.0)
    shifted = tuple(deficit - least for deficit in deficits)
    return replace(found, moves=kept, value_deficits=shifted)
