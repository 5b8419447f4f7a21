"""Positions of a record: at its start and at the end of its main line."""

from __future__ import annotations

from engine.core.game import Position
from engine.games import get_game
from engine.records.model.record import GameRecord


def start_position(record: GameRecord) -> Position:
    """Return the position before the first move of a record."""
    setup = record.setup
    return get_game(setup.game).position(
        setup,
        stones=record.start_stones or bytes(setup.cell_count),
        to_move=record.start_player,
    )


def final_position(record: GameRecord) -> Position:
    """Return the position after the last move really played."""
    position = start_position(record)
    for move in record.main_moves():
        position = position.play(move)
    return position
