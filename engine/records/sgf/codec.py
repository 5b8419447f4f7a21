"""SGF, the Smart Game Format, which keeps the whole record.

The game's ``SgfProperties`` have its number (``GM``) and its points; the first side is
SGF's Black. Data without an SGF property is in properties that begin
with ``PX`` (see ``docs/records.md``).
"""

from __future__ import annotations

import re

from engine import __version__
from engine.core.game import Position
from engine.core.types import Move, Player
from engine.games import get_game
from engine.records.model import parsing
from engine.records.model.move_tree import RecordNode
from engine.records.model.parsing import WarningList
from engine.records.model.positions import final_position
from engine.records.model.record import GameRecord
from engine.records.model.record_format import RecordFormat
from engine.records.sgf import analysis_values, property_values, time_properties
from engine.records.sgf.property_names import (
    ANALYSIS,
    CHOICE,
    CLOCK,
    REASON,
    SECONDS,
    SET_UP,
    without_own_properties,
)
from engine.records.sgf.property_tree import (
    escape_line,
    escape_text,
    format_tree,
    is_property_name,
    is_property_value,
)
from engine.records.sgf.reader import SgfReader


def parse(text: str, *, game: str | None = None) -> GameRecord:
    """Return the record in an SGF text.

    Args:
        text: The text; only its first game is read.
        game: Name of the game, for a text that does not name it.

    Raises:
        RecordError: The text is not a record of a supported game, or of another game.
    """
    return SgfReader(text, game_name=game).record()


def format(record: GameRecord) -> str:
    """Return a record as SGF text.

    Raises:
        RecordError: SGF has no number for the game.
    """
    property_values.get_sgf(get_game(record.setup.game))
    record = without_own_properties(record)
    properties = [_node_properties(record, node) for node in record.nodes]
    movers = _movers(record)
    for node, mover, own in zip(record.nodes, movers, properties, strict=True):
        if node.move is None:
            continue
        if _is_choice(record, node):
            game = get_game(record.setup.game)
            own[CHOICE] = [game.cell_name(record.setup, node.move)]
        else:
            own["B" if mover is Player.FIRST else "W"] = [_point(record, node.move)]
    properties[0].update(_start_properties(record))
    return format_tree(properties, [node.children for node in record.nodes])


def _movers(record: GameRecord) -> list[Player]:
    """Return the colour of each node's stone; a choice keeps the colour before it."""
    movers = [record.start_player.opponent]
    for node in record.nodes[1:]:
        before = movers[node.parent or 0]
        movers.append(before if _is_choice(record, node) else before.opponent)
    return movers


def _is_choice(record: GameRecord, node: RecordNode) -> bool:
    game = get_game(record.setup.game)
    return node.move is not None and game.is_choice(record.setup, node.move)


def _point(record: GameRecord, move: Move) -> str:
    game = get_game(record.setup.game)
    return property_values.format_point(game, record.setup, move)


def _start_properties(record: GameRecord) -> dict[str, list[str]]:
    """Return the properties of the root that describe the game."""
    game = get_game(record.setup.game)
    final = final_position(record)
    headers = parsing.order_names_by_colour(record.headers, final)
    day, clock = property_values.split_date(headers.date)
    lines = {
        "FF": "4",
        "GM": str(property_values.get_sgf(game).number),
        "CA": "UTF-8",
        "AP": f"Pentahex:{__version__}",
        "SZ": property_values.format_size(record.setup),
        "RU": property_values.format_rules(game, record.setup),
        "PB": headers.first_name,
        "PW": headers.second_name,
        "EV": headers.event,
        "PC": headers.place,
        "DT": day,
        CLOCK: clock,
        **time_properties.format_terms(record.time),
        **_result_lines(record, final),
    }
    properties = {name: [escape_line(line)] for name, line in lines.items() if line}
    for name, owner in SET_UP.items():
        points = [
            _point(record, Move(cell))
            for cell, stone in enumerate(record.start_stones)
            if owner is not None and stone == owner
        ]
        if points:
            properties[name] = points
    if record.start_stones or record.start_player is Player.SECOND:
        properties["PL"] = ["B" if record.start_player is Player.FIRST else "W"]
    return properties


def _result_lines(record: GameRecord, final: Position) -> dict[str, str]:
    """Return the properties for the result, and for its reason if SGF has no word."""
    if record.outcome is None:
        return {}
    lines = {"RE": property_values.format_result(record.outcome)}
    understood = parsing.determine_outcome(
        final,
        property_values.parse_result(lines["RE"]),
        WarningList(),
    )
    if understood != record.outcome:
        lines[REASON] = record.outcome.reason
    return lines


def _node_properties(record: GameRecord, node: RecordNode) -> dict[str, list[str]]:
    """Return the properties for the notes of a move."""
    properties = {
        name: [
            value if is_property_value(value) else escape_text(value)
            for value in values
        ]
        for name, values in node.properties
        if values and is_property_name(name)
    }
    if node.comment:
        properties["C"] = [escape_text(node.comment)]
    if node.seconds is not None:
        properties[SECONDS] = [property_values.format_number(node.seconds)]
    if node.analysis is not None:
        game = get_game(record.setup.game)
        values = analysis_values.format_analysis(game, record.setup, node.analysis)
        properties[ANALYSIS] = [escape_line(value) for value in values]
    return properties


FORMAT = RecordFormat(
    name="sgf",
    title="Smart Game Format",
    extensions=(".sgf", ".hsgf"),
    list_games=lambda: tuple(property_values.sgf_games()),
    beginning=re.compile(r"\s*\(\s*;"),
    parse=parse,
    format=format,
    keeps_analysis=True,
)
"""SGF, which keeps everything; other programs read game, variations and comments."""
