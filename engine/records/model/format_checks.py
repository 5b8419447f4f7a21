"""Checks of what a format supports, each with one sentence for the user."""

from __future__ import annotations

from engine.core.errors import RecordError
from engine.core.message import Message, MessageKey
from engine.core.types import Player
from engine.games import get_game
from engine.records.model.move_tree import RecordNode
from engine.records.model.record import GameRecord


def check_expected_game(name: str, expected: str | None) -> None:
    """Raise ``RecordError`` if another game than that of a file is expected.

    Args:
        name: Game of the file.
        expected: Name of the expected game, if any.
    """
    if expected not in (None, name):
        raise RecordError(
            Message(
                "Expected a record of {game}, got one of {name!r:.40}.",
                game=MessageKey(expected),
                name=name,
            )
        )


def check_game(record: GameRecord, supported: str) -> None:
    """Raise ``RecordError`` unless a record is of the game that a format supports."""
    if record.setup.game != supported:
        raise RecordError(
            Message(
                "Expected a record of {known}, got {game}.",
                known=MessageKey(supported),
                game=MessageKey(record.setup.game),
            )
        )


def check_begins_empty(record: GameRecord, title: str) -> None:
    """Raise ``RecordError`` unless the first side begins on the empty board.

    Args:
        record: The record.
        title: Title of the format.
    """
    if record.start_stones or record.start_player is not Player.FIRST:
        raise RecordError(
            Message(
                "Expected a game from the empty board: {format} has no stones before "
                "the first move; save it as SGF.",
                format=title,
            )
        )


def check_is_stone(record: GameRecord, node: RecordNode, title: str) -> None:
    """Raise ``RecordError`` if a move places no stone.

    Args:
        record: The record.
        node: Node of the move, or the start.
        title: Title of the format.
    """
    if node.move is not None and node.move >= record.setup.cell_count:
        name = get_game(record.setup.game).cell_name(record.setup, node.move)
        raise RecordError(
            Message(
                "Expected moves on cells: {format} has no {name}; save it as SGF.",
                format=title,
                name=MessageKey(name),
            )
        )
