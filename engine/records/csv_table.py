"""Table of a game as CSV: a row for each move of the main line.

It is for spreadsheets and papers; a record cannot be read from it again.
"""

from __future__ import annotations

import csv
from io import StringIO

from engine.core.types import Move, MoveAnalysis
from engine.games import get_game
from engine.records.model.positions import start_position
from engine.records.model.record import GameRecord

EXTENSION = ".csv"

TITLE = "CSV"

COLUMNS = ("ply", "side", "move", "seconds", "value", "visits", "nodes", "depth")
"""Titles. ``seconds`` is the time used for the move. ``value`` is the expected result
after it in [-1, 1] for the side that made it, from a search of ``nodes`` and ``depth``;
``visits`` are those of the move in the search before it. Unknown cells are empty."""


def format(record: GameRecord) -> str:
    """Return the main line as CSV."""
    file = StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    sides = get_game(record.setup.game).sides
    position, before = start_position(record), record.nodes[0].analysis
    moves = zip(record.main_line(), record.main_moves(), strict=True)
    for ply, (index, move) in enumerate(moves, start=1):
        node, mover = record.nodes[index], position.to_move
        name, visits = position.cell_name(move), _find_visits(before, move)
        position, before = position.play(move), node.analysis
        value = nodes = depth = None
        if before is not None:
            nodes, depth = before.nodes, before.depth
            value = before.value if position.to_move is mover else -before.value
        row = (
            *(ply, sides[mover - 1], name, node.seconds),
            *(value, visits, nodes, depth),
        )
        writer.writerow("" if cell is None else cell for cell in row)
    return file.getvalue()


def _find_visits(analysis: MoveAnalysis | None, move: Move) -> int | None:
    """Return the visits of a move in the search of the position before it."""
    candidates = () if analysis is None else analysis.candidates
    return next((one.visits for one in candidates if one.move == move), None)
