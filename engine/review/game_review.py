"""Losses and accuracy of the moves of a game, from the analyses in its record.

The win rate of a value ``v`` in [-1, 1] is ``(1 + v) / 2``. The loss of a move is the
win rate of its player before it, less that after it, by the searches of the two
positions; a move that the first search prefers has no loss, whatever the second one
finds.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from statistics import fmean

from engine.core.game import Position
from engine.core.types import Move, MoveAnalysis, Player
from engine.records.model.parsing import start_position
from engine.records.model.record import GameRecord

ACCURACY_SCALE = 103.1669
ACCURACY_DECAY = 4.3544
ACCURACY_OFFSET = 3.1669
"""Accuracy of a move in percent, ``SCALE * exp(-DECAY * loss) - OFFSET``, of a loss of
win rate from 0 to 1. Source: lichess.org/page/accuracy, "Accuracy%"; rounded so that no
loss is 100 percent.
"""

MISTAKE = 0.1
"""Usual loss from which a move is a mistake: one game in ten."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveReview:
    """A move of a game, compared with the best one that a search found."""

    ply: int
    """Number of the move in the main line, from 1."""

    node: int
    """Index of the record's node after the move."""

    seat: Player
    """Participant who moved; ``FIRST`` is the one who began."""

    move: Move
    """The move."""

    best: Move
    """Best move by the search of the position before."""

    value: float
    """Value after the move in [-1, 1], for the participant who moved."""

    loss: float
    """Win rate that the move gives away, from 0 to 1."""

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

    def mistakes(self, threshold: float = MISTAKE) -> tuple[MoveReview, ...]:
        """Return the moves that lose ``threshold`` of win rate or more, in order."""
        return tuple(move for move in self.moves if move.loss >= threshold)


def review_game(record: GameRecord) -> GameReview:
    """Return the review of the main line of a record, without any search."""
    line = record.line_through(0)
    positions = list(main_positions(record))
    found = []
    for ply in range(1, len(line)):
        before = record.nodes[line[ply - 1]].analysis
        after = record.nodes[line[ply]].analysis
        review = _review_move(ply, line[ply], positions, before, after)
        if review is not None:
            found.append(review)
    return GameReview(moves=tuple(found))


def main_positions(record: GameRecord) -> Iterator[Position]:
    """Yield the positions of the main line, from the start to the end."""
    position = start_position(record)
    yield position
    for move in record.main_moves():
        position = position.play(move)
        yield position


def _review_move(
    ply: int,
    node: int,
    positions: list[Position],
    before: MoveAnalysis | None,
    after: MoveAnalysis | None,
) -> MoveReview | None:
    """Return the review of a move; ``None`` without an analysis before or after it."""
    position, reached = positions[ply - 1], positions[ply]
    move, seat = reached.history[-1], position.seat_to_move
    value = _value_for(seat, reached, after)
    best = _best_move(before)
    if before is None or best is None or value is None:
        return None
    loss = 0.0 if move == best else max(0.0, (before.value - value) / 2)
    return MoveReview(
        ply=ply,
        node=node,
        seat=seat,
        move=move,
        best=best,
        value=value,
        loss=loss,
        refutation=() if after is None else after.pv,
    )


def _value_for(
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
    return analysis.value if position.seat_to_move is seat else -analysis.value


def _best_move(analysis: MoveAnalysis | None) -> Move | None:
    """Return the move that a search prefers, if it names one."""
    if analysis is None:
        return None
    if analysis.pv:
        return analysis.pv[0]
    return analysis.candidates[0].move if analysis.candidates else None
