"""Reader of JSON records; a value of a wrong type is an error with its path."""

from __future__ import annotations

from dataclasses import fields, replace

from engine.core.clocks.time_control import TimeTerms
from engine.core.errors import (
    RecordError,
    SetupError,
    TimeControlError,
)
from engine.core.game import GameSetup
from engine.core.message import Message
from engine.core.types import Outcome, Player
from engine.games import get_game
from engine.records.json_format.analysis_values import parse_analysis
from engine.records.json_format.cell_names import CellNames
from engine.records.json_format.checked_values import JsonObject, load
from engine.records.model import parsing, reasons
from engine.records.model.format_checks import check_expected_game
from engine.records.model.move_tree import Properties, RecordNode
from engine.records.model.parsing import TreeReader, WarningList
from engine.records.model.positions import final_position, start_position
from engine.records.model.record import GameRecord, Headers
from engine.records.sgf.property_names import is_foreign
from engine.records.sgf.property_tree import NODE_LIMIT

FORMAT_NAME = "pentahex-record"
VERSION = 1
"""Values of ``format`` and ``version`` at the top of the text."""

PLAYERS = {"first": Player.FIRST, "second": Player.SECOND}


def read(text: str, *, game: str | None) -> GameRecord:
    """Return the record in a JSON text.

    Args:
        text: The text.
        game: Name of the expected game, if any.

    Raises:
        RecordError: The text is not a JSON record, or one of another game.
    """
    top = load(text)
    if top.text("format") != FORMAT_NAME or top.count("version") != VERSION:
        raise RecordError(
            Message(
                "Expected a record of the format {form} {version}, got {name!r:.40} "
                "{number}.",
                form=FORMAT_NAME,
                version=VERSION,
                name=top.text("format"),
                number=top.count("version"),
            )
        )
    name = top.text("game")
    check_expected_game(name, game)
    warnings = WarningList()
    cells = CellNames(_setup(top), warnings)
    start = top.object("start")
    record = GameRecord(
        setup=cells.setup,
        start_stones=_stones(start.object("stones"), cells),
        start_player=_player(start, "to_move") or Player.FIRST,
        headers=_headers(top.object("headers")),
        time=_terms(top),
    )
    values = top.objects("nodes", limit=NODE_LIMIT)
    if top.length("nodes") > NODE_LIMIT:
        warnings.leave_out(
            Message(
                "The record has more than {limit} moves; the rest was left out.",
                limit=NODE_LIMIT,
            )
        )
    record = replace(record, nodes=_nodes(record, values, cells, warnings))
    outcome = parsing.determine_outcome(final_position(record), _outcome(top), warnings)
    return replace(
        record,
        outcome=outcome,
        warnings=warnings.texts(),
        is_partial=warnings.has_omissions,
    )


def _setup(top: JsonObject) -> GameSetup:
    options = top.object("options")
    try:
        return get_game(top.text("game")).setup(
            height=top.count("height"),
            width=top.count("width"),
            options={key: options.text(key) for key in options.names()},
        )
    except SetupError as error:
        raise RecordError(error.message) from None


def _stones(stones: JsonObject, cells: CellNames) -> bytes:
    board = bytearray(cells.setup.cell_count)
    for name, player in PLAYERS.items():
        for cell in cells.stones(stones, name):
            board[cell] = player
    return bytes(board) if any(board) else b""


def _player(holder: JsonObject, key: str) -> Player | None:
    name = holder.optional_text(key)
    if name is not None and name not in PLAYERS:
        message = Message('Expected "first" or "second", got {name!r:.40}.', name=name)
        raise holder.error(key, message)
    return None if name is None else PLAYERS[name]


def _headers(holder: JsonObject) -> Headers:
    return Headers(**{field.name: holder.text(field.name) for field in fields(Headers)})


def _terms(top: JsonObject) -> TimeTerms:
    if not top.has("time"):
        return TimeTerms()
    try:
        return TimeTerms.parse(top.text("time"))
    except TimeControlError as error:
        raise top.error("time", error.message) from None


def _outcome(top: JsonObject) -> Outcome | None:
    if not top.has("outcome"):
        return None
    holder = top.object("outcome")
    reason = holder.text("reason") or reasons.UNSTATED
    return Outcome(_player(holder, "winner"), reason)


def _nodes(
    start: GameRecord, values: list[JsonObject], cells: CellNames, warnings: WarningList
) -> tuple[RecordNode, ...]:
    """Return the tree of the nodes; each node must come after its parent."""
    tree = TreeReader(start_position(start), lambda index: f"nodes[{index}]", warnings)
    if values:
        tree.note(0, _start_notes(values[0], start, cells, warnings))
    children: list[list[int]] = [[] for _ in values]
    for index, value in enumerate(values[1:], start=1):
        parent = value.count("parent")
        if not value.has("parent"):
            warnings.add(
                Message(
                    "nodes[{index}] has no parent; it was read as a first move.",
                    index=index,
                )
            )
        if parent >= index:
            message = Message(
                "Expected a node before {index}, got {parent}.",
                index=index,
                parent=parent,
            )
            raise value.error("parent", message)
        children[parent].append(index)
    open_nodes = (
        [(child, tree.start) for child in reversed(children[0])] if values else []
    )
    while open_nodes:
        index, at = open_nodes.pop()
        place = tree.play(
            at,
            at.position.to_move,
            cells.move(values[index], "move"),
            offset=index,
            notes=_notes(values[index], cells, warnings),
        )
        if place is not None:
            open_nodes.extend((child, place) for child in reversed(children[index]))
    return tree.build()[0]


def _start_notes(
    value: JsonObject, start: GameRecord, cells: CellNames, warnings: WarningList
) -> RecordNode:
    """Return the notes of the first node, which is no move."""
    if value.has("parent") or value.has("move"):
        warnings.leave_out(
            Message(
                "The first node is the start of the game; its parent and its move were "
                "left out."
            )
        )
    return _notes(value, cells, warnings, terms=start.time)


def _notes(
    value: JsonObject,
    cells: CellNames,
    warnings: WarningList,
    *,
    terms: TimeTerms | None = None,
) -> RecordNode:
    """Return the notes of a node; ``terms`` is the time of the game for the start."""
    return RecordNode(
        seconds=value.number("seconds", low=0.0) if value.has("seconds") else None,
        comment=value.text("comment"),
        analysis=parse_analysis(value.object("analysis"), cells)
        if value.has("analysis")
        else None,
        properties=_properties(value.objects("properties"), warnings, terms),
    )


def _properties(
    entries: list[JsonObject], warnings: WarningList, terms: TimeTerms | None
) -> Properties:
    """Return the properties of other programs; others have fields of their own."""
    values_of: dict[str, list[str]] = {}
    for entry in entries:
        name, values = entry.text("name"), entry.texts("values")
        if values and is_foreign(name, terms=terms):
            values_of.setdefault(name, []).extend(values)
        else:
            warnings.leave_out(
                Message(
                    "{name!r:.40} ({place}) was left out: it is no SGF property of "
                    "another program.",
                    name=name,
                    place=entry.path,
                )
            )
    return tuple((name, tuple(values_of[name])) for name in sorted(values_of))
