"""JSON: the lossless format, for scripts and other programs.

Cells are written by name, players as ``"first"`` and ``"second"``. Another version of
the format is rejected.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import fields, replace
from typing import Any, TypeVar

from engine.core.clocks.time_control import TimeTerms
from engine.core.errors import (
    IllegalMoveError,
    RecordError,
    SetupError,
    TimeControlError,
)
from engine.core.game import GameSetup
from engine.core.message import Message, MessageKey
from engine.core.types import (
    Candidate,
    Move,
    MoveAnalysis,
    Outcome,
    Player,
    SearchSample,
)
from engine.games import GAMES, get_game
from engine.records.json_format.checked_values import JsonObject, load
from engine.records.model import parsing
from engine.records.model.move_tree import RecordNode
from engine.records.model.parsing import TreeReader, WarningList
from engine.records.model.record import GameRecord, Headers
from engine.records.model.record_format import RecordFormat
from engine.records.sgf.analysis_values import MOST_SAMPLES
from engine.records.sgf.property_tree import NODE_LIMIT
from engine.records.sgf.property_values import SPECIAL_MOVES

FORMAT_NAME = "pentahex-record"
VERSION = 1
"""Values of ``format`` and ``version`` at the top of the text."""

PLAYERS = {"first": Player.FIRST, "second": Player.SECOND}
Value = TypeVar("Value")

NAMES = {player: name for name, player in PLAYERS.items()}


def parse(text: str, *, game: str | None = None) -> GameRecord:
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
    if game not in (None, name):
        raise RecordError(
            Message(
                "Expected a record of {game}, got one of {name!r:.40}.",
                game=MessageKey(game),
                name=name,
            )
        )
    warnings = WarningList()
    cells = _Cells(_setup(top), warnings)
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
        warnings.add(
            Message(
                "The record has more than {limit} moves; the rest was left out.",
                limit=NODE_LIMIT,
            )
        )
    record = replace(record, nodes=_nodes(record, values, cells, warnings))
    outcome = parsing.determine_outcome(
        parsing.final_position(record), _outcome(top), warnings
    )
    return replace(record, outcome=outcome, warnings=warnings.texts())


def format(record: GameRecord) -> str:
    """Return a record as JSON text."""
    setup, outcome = record.setup, record.outcome
    cells = _Cells(setup, WarningList())
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


class _Cells:
    """Converter between cells of one board and their names."""

    def __init__(self, setup: GameSetup, warnings: WarningList) -> None:
        self.setup = setup
        self._warnings = warnings
        self._game = get_game(setup.game)

    def name(self, move: Move) -> str:
        return self._game.cell_name(self.setup, move)

    def names(self, moves: Iterable[Move]) -> list[str]:
        return [self.name(move) for move in moves]

    def move(self, holder: JsonObject, key: str) -> Move:
        try:
            return self._game.parse_cell(self.setup, holder.text(key))
        except IllegalMoveError as error:
            raise holder.error(key, error.message) from None

    def bounded(self, values: list[Value]) -> list[Value]:
        """Return a line or a list of candidates, limited to the length of a game."""
        most = self.setup.cell_count + SPECIAL_MOVES
        if len(values) > most:
            self._warnings.add(
                Message(
                    "A line or list of candidates has more than {most} moves; the rest "
                    "was left out.",
                    most=most,
                )
            )
        return values[:most]

    def moves(self, holder: JsonObject, key: str) -> tuple[Move, ...]:
        names = self.bounded(holder.texts(key))
        try:
            return tuple(self._game.parse_cell(self.setup, name) for name in names)
        except IllegalMoveError as error:
            raise holder.error(key, error.message) from None


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


def _stones(stones: JsonObject, cells: _Cells) -> bytes:
    board = bytearray(cells.setup.cell_count)
    for name, player in PLAYERS.items():
        for cell in cells.moves(stones, name):
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
    return Outcome(_player(holder, "winner"), holder.text("reason"))


def _nodes(
    start: GameRecord, values: list[JsonObject], cells: _Cells, warnings: WarningList
) -> tuple[RecordNode, ...]:
    """Return the tree of the nodes; each node must come after its parent."""
    tree = TreeReader(
        parsing.start_position(start), lambda index: f"nodes[{index}]", warnings
    )
    if values:
        tree.note(0, _notes(values[0], cells))
    children: list[list[int]] = [[] for _ in values]
    for index, value in enumerate(values[1:], start=1):
        parent = value.count("parent")
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
            notes=_notes(values[index], cells),
        )
        if place is not None:
            open_nodes.extend((child, place) for child in reversed(children[index]))
    return tree.build()[0]


def _notes(value: JsonObject, cells: _Cells) -> RecordNode:
    return RecordNode(
        seconds=value.number("seconds", low=0.0) if value.has("seconds") else None,
        comment=value.text("comment"),
        analysis=_analysis(value.object("analysis"), cells)
        if value.has("analysis")
        else None,
        properties=tuple(
            (note.text("name"), tuple(note.texts("values")))
            for note in value.objects("properties")
        ),
    )


def _analysis(value: JsonObject, cells: _Cells) -> MoveAnalysis:
    return MoveAnalysis(
        value=value.number("value", low=-1.0, high=1.0),
        nodes=value.count("nodes"),
        depth=value.count("depth"),
        seconds=value.number("seconds", low=0.0) if value.has("seconds") else 0.0,
        pv=cells.moves(value, "pv"),
        candidates=tuple(
            Candidate(
                move=cells.move(candidate, "move"),
                value=candidate.number("value", low=-1.0, high=1.0),
                visits=candidate.count("visits"),
                prior=candidate.number("prior", low=0.0)
                if candidate.has("prior")
                else None,
                pv=cells.moves(candidate, "pv"),
            )
            for candidate in cells.bounded(value.objects("candidates"))
        ),
        samples=_samples(value, cells),
    )


def _samples(value: JsonObject, cells: _Cells) -> tuple[SearchSample, ...]:
    samples = value.objects("samples")
    if len(samples) > MOST_SAMPLES:
        raise value.error(
            "samples",
            Message("Expected at most {most} samples, got more", most=MOST_SAMPLES),
        )
    return tuple(
        SearchSample(
            seconds=sample.number("seconds", low=0.0),
            nodes=sample.count("nodes"),
            value=sample.number("value", low=-1.0, high=1.0),
            depth=sample.count("depth"),
            shares=tuple(
                (cells.move(share, "move"), share.number("share", low=0.0, high=1.0))
                for share in cells.bounded(sample.objects("shares"))
            ),
        )
        for sample in samples
    )


def _node_value(node: RecordNode, cells: _Cells) -> dict[str, Any]:
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
        value["analysis"] = _analysis_value(node.analysis, cells)
    if node.properties:
        value["properties"] = [
            {"name": name, "values": values} for name, values in node.properties
        ]
    return value


def _analysis_value(analysis: MoveAnalysis, cells: _Cells) -> dict[str, Any]:
    value: dict[str, Any] = {
        "value": analysis.value,
        "nodes": analysis.nodes,
        "depth": analysis.depth,
        "seconds": analysis.seconds,
        "pv": cells.names(analysis.pv),
        "candidates": [
            {
                "move": cells.name(candidate.move),
                "value": candidate.value,
                "visits": candidate.visits,
                "prior": candidate.prior,
                "pv": cells.names(candidate.pv),
            }
            for candidate in analysis.candidates
        ],
    }
    if analysis.samples:
        value["samples"] = [
            {
                "seconds": sample.seconds,
                "nodes": sample.nodes,
                "value": sample.value,
                "depth": sample.depth,
                "shares": [
                    {"move": cells.name(move), "share": share}
                    for move, share in sample.shares
                ],
            }
            for sample in analysis.samples
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
