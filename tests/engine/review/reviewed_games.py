"""Games whose positions have values given by the test."""

from engine.core.types import MoveAnalysis
from engine.games import GAMES
from engine.records.model.record import GameRecord


def game_of(name, moves, *, height, width, **options):
    """Return the record of a game, its moves given by names."""
    game = GAMES[name]
    setup = game.setup(height=height, width=width, options=options)
    record, at = GameRecord(setup=setup), 0
    for move in moves.split():
        record, at = record.with_move(at, game.parse_cell(setup, move))
    return record


def with_values(record, found):
    """Return a record with the value and the best move of each main position.

    Args:
        record: The record.
        found: A pair for each position, the value for its side to move; ``None``
            leaves a position without analysis.
    """
    game = GAMES[record.setup.game]
    for node, entry in zip(record.line_through(0), found, strict=False):
        if entry is not None:
            value, best = entry
            pv = (game.parse_cell(record.setup, best),) if best else ()
            analysis = MoveAnalysis(value=value, pv=pv)
            record = record.with_node(node, analysis=analysis)
    return record
