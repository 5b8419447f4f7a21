"""Losses and accuracy of the moves of a line, from the analyses in its record.

The win rate of a value ``v`` in [-1, 1] is ``(1 + v) / 2``. The loss of a move is the
win rate of its player before it, less that after it, by the searches of the two
positions; a move that the first search prefers has no loss, whatever the second one
finds.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from statistics import fmean

from engine.core.game import Position
from engine.core.own_value import own_value
from engine.core.types import Move, MoveAnalysis, Player
from engine.records.model.record import GameRecord
from engine.review.reviewed_line import ReviewedLine, is_compared

ACCURACY_SCALE = 103.1669
ACCURACY_DECAY = 4.3544
ACCURACY_OFFSET = 3.1669
"""Accuracy of a move in percent, ``SCALE * exp(-DECAY * loss) - OFFSET``, of a loss of
win rate from 0 to 1. Source: lichess.org/page/accuracy, "Accuracy%"; rounded so that no
loss is 100 percent.
"""

INACCURACY, MISTAKE, BLUNDER = 0.05, 0.1, 0.2
"""Usual losses from which a move is one: one game in twenty, in ten and in five."""


class Severity(Enum):
    """Kind of a mistake by its loss."""

    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """Losses of win rate, above 0 to 1, from which a move is a mistake of a kind."""

    inaccuracy: float = INACCURACY
    """Least loss of an inaccuracy."""

    mistake: float = MISTAKE
    """Least loss of a mistake."""

    blunder: float = BLUNDER
    """Least loss of a blunder."""

    def __post_init__(self) -> None:
        for loss in (self.inaccuracy, self.mistake, self.blunder):
            if not 0 < loss <= 1:
                raise ValueError(f"Expected losses above 0 to 1, got {loss}.")

    @property
    def least(self) -> float:
        """The least loss of any mistake."""
        return min(self.inaccuracy, self.mistake, self.blunder)

    def severity(self, loss: float) -> Severity | None:
        """Return the worst kind whose threshold a loss reaches, if it reaches one."""
        if loss >= self.blunder:
            return Severity.BLUNDER
        if loss >= self.mistake:
            return Severity.MISTAKE
        return Severity.INACCURACY if loss >= self.inaccuracy else None


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveReview:
    """A move of a game, compared with the best one that a search found."""

    ply: int
    """Number of the move in the line, from 1."""

    node: int
    """Index of the record's node after the move."""

    seat: Player
    """Participant who moved; ``FIRST`` is the one who began."""

    move: Move
    """The move."""

    best: Move
    """Best move by the search of the position before."""

    best_value: float
    """Value before the move in [-1, 1], for the participant who moved."""

    value: float
    """Value after the move in [-1, 1], for the participant who moved."""

    loss: float
    """Win rate that the move gives away, from 0 to 1."""

    best_line: tuple[Move, ...] = ()
    """Best line instead of the move, beginning with the best move."""

    refutation: tuple[Move, ...] = ()
    """Best line against the move."""

    @property
    def accuracy(self) -> float:
        """Accuracy of the move, from 0 to 100; 100 without a loss."""
        accuracy = ACCURACY_SCALE * math.exp(-ACCURACY_DECAY * self.loss)
        return min(max(accuracy - ACCURACY_OFFSET, 0.0), 100.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameReview:
    """Moves of a game whose positions before and after are analysed."""

    moves: tuple[MoveReview, ...]
    """The moves in order of play."""

    @property
    def accuracy(self) -> Mapping[Player, float]:
        """Mean accuracy of the moves of each participant with one, from 0 to 100."""
        return {
            seat: fmean(move.accuracy for move in own)
            for seat in Player
            if (own := [move for move in self.moves if move.seat is seat])
        }

    def biggest_mistakes(self, threshold: float, count: int) -> list[MoveReview]:
        """Return the mistakes with the greatest losses, in order of play."""
        worst = sorted(self.mistakes(threshold), key=lambda move: -move.loss)
        return sorted(worst[:count], key=lambda move: move.ply)

    def mistakes(self, threshold: float = MISTAKE) -> tuple[MoveReview, ...]:
        """Return the moves that lose ``threshold`` of win rate or more, in order."""
        return tuple(move for move in self.moves if move.loss >= threshold)


def review_game(record: GameRecord) -> GameReview:
    """Return the review of the main line of a record, without any search."""
    return review_line(record, ReviewedLine.through(record))


def review_line(record: GameRecord, line: ReviewedLine) -> GameReview:
    """Return the review of a line of a record, without any search."""
    steps = zip(line.nodes[1:], pairwise(line.positions), strict=True)
    found = (
        review_move(record, node, before=before, after=after)
        for node, (before, after) in steps
    )
    return GameReview(moves=tuple(move for move in found if move is not None))


def value_for(
    seat: Player, position: Position, analysis: MoveAnalysis | None
) -> float | None:
    """Return the value of a position for a participant; ``None`` if unknown."""
    if position.outcome is not None:
        winner = position.outcome.winner
        if winner is None:
            return 0.0
        return 1.0 if position.get_seat(winner) is seat else -1.0
    if analysis is None:
        return None
    return own_value(seat, position, analysis.value, best_move(analysis))


def best_move(analysis: MoveAnalysis | None) -> Move | None:
    """Return the move that a search prefers, if it names one."""
    if analysis is None:
        return None
    if analysis.pv:
        return analysis.pv[0]
    return analysis.candidates[0].move if analysis.candidates else None


def review_move(
    record: GameRecord, node: int, *, before: Position, after: Position
) -> MoveReview | None:
    """Return the review of a move, without any search.

    Args:
        record: The record.
        node: Node after the move.
        before: Position before the move.
        after: Position after it.

    Returns:
        ``None`` if there is no analysis before the move or after it, or if it is not
        compared; see ``is_compared``.
    """
    parent = record.nodes[node].parent
    found = None if parent is None else record.nodes[parent].analysis
    reply = record.nodes[node].analysis
    best = best_move(found)
    if found is None or best is None:
        return None
    move, seat = after.history[-1], before.seat_to_move
    value = value_for(seat, after, reply)
    if value is None or not is_compared(before, after):
        return None
    best_value = own_value(seat, before, found.value, best)
    loss = 0.0 if move == best else max(0.0, (best_value - value) / 2)
    return MoveReview(
        ply=len(after.history),
        node=node,
        seat=seat,
        move=move,
        best=best,
        best_value=best_value,
        value=value,
        loss=loss,
        best_line=found.pv or (best,),
        refutation=() if reply is None else reply.pv,
    )
