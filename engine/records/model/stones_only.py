"""The stones of a game without the choices of its opening, for simple formats."""

from __future__ import annotations

from dataclasses import replace

from engine.games import get_game
from engine.records.model import parsing
from engine.records.model.move_tree import RecordBuilder
from engine.records.model.positions import final_position
from engine.records.model.record import GameRecord


def has_choices(record: GameRecord) -> bool:
    """Return whether the main line has moves that place no stone and keep the turn."""
    game = get_game(record.setup.game)
    return any(game.is_choice(record.setup, move) for move in record.main_moves())


def stones_only(record: GameRecord) -> GameRecord:
    """Return the main line without choices, as a game without an opening.

    The names are in the order of the colours that were chosen. A record without choices
    is returned as it is.
    """
    opening = get_game(record.setup.game).opening()
    if opening is None or not has_choices(record):
        return record
    final = final_position(record)
    game = get_game(record.setup.game)
    builder, last = RecordBuilder([replace(record.nodes[0], children=())]), 0
    for index in record.main_line():
        node = record.nodes[index]
        if node.move is not None and not game.is_choice(record.setup, node.move):
            last = builder.add(last, node)
    nodes, _ = builder.build()
    return replace(
        record,
        setup=opening.without_opening(record.setup),
        nodes=nodes,
        headers=parsing.order_names_by_colour(record.headers, final),
    )
