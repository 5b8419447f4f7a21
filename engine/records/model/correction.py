"""Correction of a wrongly recorded move.

Later moves are kept as far as the rules allow, variations are dropped, and used time
stays used.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.core.errors import IllegalMoveError
from engine.core.message import Message
from engine.core.types import Move, Outcome, Player
from engine.records.model import parsing
from engine.records.model.move_tree import RecordBuilder, RecordNode
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
    position = parsing.start_position(record)
    for earlier in old[: ply - 1]:
        position = position.play(earlier)
    position = position.play(move)
    moves = [*old[: ply - 1], move]
    for later in old[ply:] if keeps_later else ():
        if not position.is_legal(later):
            break
        position = position.play(later)
        moves.append(later)
    outcome = position.outcome or _claimed_outcome(record)
    line = _with_line(record, moves)
    return Correction(
        record=replace(line, outcome=outcome), dropped=tuple(old[len(moves) :])
    )


def with_move_times(
    record: GameRecord, used: Mapping[Player, float]
) -> tuple[GameRecord, float]:
    """Return a record whose move times sum up to the used time.

    The remainder is added to the last move of a participant, or to the current move of
    the participant to move.

    Args:
        record: A game of one line.
        used: Used seconds of each participant.

    Returns:
        The record, and the elapsed seconds of the current move.
    """
    position = parsing.start_position(record)
    left = dict(used)
    last_node: dict[Player, int] = {}
    for index in record.main_line():
        seat, node = position.seat_to_move, record.nodes[index]
        left[seat] -= node.seconds or 0.0
        last_node[seat] = index
        position = position.play(record.moves_of([index])[0])
    waiting = position.seat_to_move.opponent
    if left[waiting] > 0.0 and waiting in last_node:
        index = last_node[waiting]
        seconds = (record.nodes[index].seconds or 0.0) + left[waiting]
        record = record.with_node(index, seconds=round(seconds, 3))
    return record, max(left[position.seat_to_move], 0.0)


def _claimed_outcome(record: GameRecord) -> Outcome | None:
    """Return a result that does not follow from the rules, such as a resignation."""
    return None if parsing.final_position(record).outcome else record.outcome


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
