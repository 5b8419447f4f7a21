"""JSON: the lossless format, for scripts and other programs.

Cells are written by name, players as ``"first"`` and ``"second"``. Another version of
the format is rejected.
"""

from __future__ import annotations

import json
import re
from dataclasses import fields
from typing import Any

from engine.core.clocks.time_control import TimeTerms
from engine.core.formats.json_text import without_negative_zeros
from engine.core.types import Move
from engine.games import GAMES
from engine.records.json_format import reader
from engine.records.json_format.analysis_values import format_analysis
from engine.records.json_format.cell_names import CellNames
from engine.records.json_format.reader import FORMAT_NAME, PLAYERS, VERSION
from engine.records.model.move_tree import RecordNode
from engine.records.model.parsing import WarningList
from engine.records.model.record import GameRecord, Headers
from engine.records.model.record_format import RecordFormat
from engine.records.sgf.property_names import without_own_properties

NAMES = {player: name for name, player in PLAYERS.items()}


def parse(text: str, *, game: str | None = None) -> GameRecord:
    """Return the record in a JSON text.

    Args:
        text: The text.
        game: Name of the expected game, if any.

    Raises:
        RecordError: The text is not a JSON record, or one of another game.
    """
    return reader.read(text, game=game)


def format(record: GameRecord) -> str:
    """Return a record as JSON text."""
    record = without_own_properties(record)
    setup, outcome = record.setup, record.outcome
    cells = CellNames(setup, WarningList())
    stones = {
        name: cells.names(
            Move(cell)
            for cell, stone in enumerate(record.start_stones)
            if stone == player
        )
        for name, player in PLAYERS.items()
    }
    value = {
        "format": FORMAT_NAME,
        "version": VERSION,
        "game": setup.game,
        "height": setup.height,
        "width": setup.width,
        "options": dict(setup.options),
        "start": {"stones": stones, "to_move": NAMES[record.start_player]},
        "headers": {
            field.name: getattr(record.headers, field.name) for field in fields(Headers)
        },
        "time": None if record.time == TimeTerms() else str(record.time),
        "outcome": None
        if outcome is None
        else {
            "winner": None if outcome.winner is None else NAMES[outcome.winner],
            "reason": outcome.reason,
        },
        "nodes": [_node_value(node, cells) for node in record.in_pre_order().nodes],
    }
    return json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def _node_value(node: RecordNode, cells: CellNames) -> dict[str, Any]:
    """Return a node as JSON value, without its empty fields."""
    value: dict[str, Any] = {}
    if node.parent is not None:
        value["parent"] = node.parent
    if node.move is not None:
        value["move"] = cells.name(node.move)
    if node.seconds is not None:
        value["seconds"] = node.seconds
    if node.comment:
        value["comment"] = node.comment
    if node.analysis is not None:
        value["analysis"] = without_negative_zeros(
            format_analysis(node.analysis, cells)
        )
    if node.properties:
        value["properties"] = [
            {"name": name, "values": values} for name, values in node.properties
        ]
    return value


FORMAT = RecordFormat(
    name="json",
    title="JSON",
    extensions=(".json",),
    list_games=lambda: tuple(GAMES),
    beginning=re.compile(r'\s*\{\s*"'),
    parse=parse,
    format=format,
    keeps_analysis=True,
)
"""JSON, which keeps everything."""
