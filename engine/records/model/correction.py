"""Correction of a wrongly recorded move.

Later moves are kept as far as the rules allow, variations are dropped, and used time
stays used.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.core.errors import IllegalMoveError
from engine.core.game import Position
from engine.core.message import Message
from engine.core.types import Move, Outcome, Player
from engine.records.model.move_tree import RecordBuilder, RecordNode
from engine.records.model.positions import final_position, start_position
from engine.records.model.record import GameRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """A record with one move corrected."""

    record: GameRecord
    """The corrected game: one line, no variations."""

    dropped: tuple[Move, ...] = ()
    """Later moves that are no longer part of the game."""


def with_correction(
    record: GameRecord, ply: int, move: Move, *, keeps_later: bool = True
) -> Correction:
    """Return ``record`` with the move number ``ply`` replaced by ``move``.

    Args:
        record: The game; its variations are dropped.
        ply: Number of the wrong move in the main line, counted from 1.
        move: The move actually played.
        keeps_later: Whether to keep the moves after it, as far as they are legal.

    Raises:
        IllegalMoveError: There is no such move, or the rules do not allow ``move``.
    """
    old = record.main_moves()
    if not 1 <= ply <= len(old):
        raise IllegalMoveError(
            Message(
                "Expected a move from 1 to {last}, got {ply}.", last=len(old), ply=ply
            )
        )
    position = start_position(record)
    for earlier in old[: ply - 1]:
        position = position.play(earlier)
    position = position.play(move)
    moves = [*old[: ply - 1], move]
    for later in old[ply:] if keeps_later else ():
        if not position.is_legal(later):
            break
        position = position.play(later)
        moves.append(later)
    outcome = position.outcome or _claimed_outcome(record, position)
    line = _with_line(record, moves)
    return Correction(
        record=replace(line, outcome=outcome), dropped=tuple(old[len(moves) :])
    )


def with_move_times(
    record: GameRecord, used: Mapping[Player, float]
) -> tuple[GameRecord, float]:
    """Return a record whose move times sum up to the used time.

    What is missing is added to the last move of a participant, or to the current move
    of the participant to move; a participant without a move loses it. What is too much,
    as where a correction gives a move to the other one, is taken from the last moves.

    Args:
        record: A game of one line.
        used: Used seconds of each participant.

    Returns:
        The record, and the elapsed seconds of the current move.
    """
    position = start_position(record)
    left = dict(used)
    nodes: dict[Player, list[int]] = {player: [] for player in Player}
    for index in record.main_line():
        seat = position.seat_to_move
        left[seat] -= record.nodes[index].seconds or 0.0
        nodes[seat].append(index)
        position = position.play(record.moves_of([index])[0])
    for seat in Player:
        if left[seat] < 0.0 or seat is not position.seat_to_move:
            record = _with_time_added(record, nodes[seat], left[seat])
    return record, max(left[position.seat_to_move], 0.0)


def _with_time_added(
    record: GameRecord, nodes: Sequence[int], seconds: float
) -> GameRecord:
    """Return the record with seconds added to the last of some moves.

    Seconds below 0 are taken from as many of the last moves as they need.
    """
    for index in reversed(nodes):
        if not round(seconds, 3):
            break
        total = (record.nodes[index].seconds or 0.0) + seconds
        record = record.with_node(index, seconds=round(max(total, 0.0), 3))
        seconds = min(total, 0.0)
    return record


def _claimed_outcome(record: GameRecord, corrected: Position) -> Outcome | None:
    """Return a result that does not follow from the rules, such as a resignation.

    The same participant has won, who may hold another colour in the corrected game.
    """
    final, outcome = final_position(record), record.outcome
    if final.outcome is not None:
        return None
    if outcome is None or outcome.winner is None:
        return outcome
    winner = corrected.colour_of(final.get_seat(outcome.winner))
    return Outcome(winner, outcome.reason)


def _with_line(record: GameRecord, moves: list[Move]) -> GameRecord:
    """Return the record whose only line is ``moves``.

    Nodes before the first new move keep all their notes, later ones only their time.
    """
    old = record.main_line()
    builder = RecordBuilder()
    builder.change(0, **_notes(record.nodes[0]))
    at, is_same = 0, True
    for number, move in enumerate(moves):
        before = record.nodes[old[number]] if number < len(old) else RecordNode()
        is_same = is_same and before.move == move
        at = builder.add(
            at, before if is_same else RecordNode(move=move, seconds=before.seconds)
        )
    return replace(record, nodes=builder.build()[0])


def _notes(node: RecordNode) -> dict[str, object]:
    return {
        "comment": node.comment,
        "analysis": node.analysis,
        "properties": node.properties,
    }
