"""Loss of a move that a person tries in the place of a mistake."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.game import Position
from engine.core.own_value import own_value
from engine.core.types import Candidate, Move, MoveAnalysis
from engine.review.game_review import best_move, value_for

TRUSTED_SHARE = 0.1
"""Share of the best candidate's visits from which the value of another one counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TriedMove:
    """A move and its loss compared with the best one."""

    move: Move
    """The move."""

    is_best: bool
    """Whether it is the best move of the search."""

    loss: float
    """Win rate that it gives away, from 0 to 1."""

    line: tuple[Move, ...]
    """The move and the best line after it."""


def try_move(
    position: Position, move: Move, *, before: MoveAnalysis, after: MoveAnalysis | None
) -> TriedMove | None:
    """Return a move compared with the best one, or ``None`` if a search must decide.

    The best move and the end of the game need no search, nor does a candidate whose
    line was searched. Alpha-beta has only bounds for moves without a line.

    Args:
        position: The position.
        move: The move.
        before: Analysis of the position.
        after: Analysis of the position after the move, if there is one.

    Raises:
        IllegalMoveError: The rules do not allow the move.
    """
    reached = position.play(move)
    if move == best_move(before):
        line = before.pv or (move,)
        return TriedMove(move=move, is_best=True, loss=0.0, line=line)
    seat = position.seat_to_move
    value = value_for(seat, reached, after)
    line = (move, *(after.pv if after is not None else ()))
    if value is None:
        candidate = _find_candidate(before, move)
        if candidate is None:
            return None
        value, line = own_value(seat, position, candidate.value, move), candidate.pv
    best_value = own_value(seat, position, before.value, best_move(before))
    loss = max(0.0, (best_value - value) / 2)
    return TriedMove(move=move, is_best=False, loss=loss, line=line)


def _find_candidate(analysis: MoveAnalysis, move: Move) -> Candidate | None:
    """Return the candidate of a move if its value can be trusted."""
    most = max((candidate.visits for candidate in analysis.candidates), default=0)
    for candidate in analysis.candidates:
        if candidate.move == move:
            has_visits = candidate.visits >= max(1.0, TRUSTED_SHARE * most)
            return candidate if has_visits and len(candidate.pv) > 1 else None
    return None
