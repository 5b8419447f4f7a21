"""Reader of suites: JSON Lines files with one position in each line.

The keys of a line determine its layout. Gomoku has tactics, defence, evaluations and
renju boards; Hex has solved, lost and exact positions, and evaluations.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.core.board.board_notation import parse_size
from engine.core.errors import RecordError
from engine.core.formats.json_text import parse_json
from engine.core.game import Game, GameSetup, Position
from engine.core.types import EMPTY, Move, Player
from engine.games import get_game
from engine.suites.problems import (
    EvaluationProblem,
    FoulProblem,
    LostProblem,
    MoveProblem,
    Problem,
    Reference,
)

SIDES = {"black": Player.FIRST, "white": Player.SECOND}
"""Names of the sides in suites, including Hex."""

STONES = {".": EMPTY, "X": Player.FIRST, "O": Player.SECOND}
"""Marks of a drawn board."""


def read_suite(path: Path) -> list[Problem]:
    """Return the problems of a suite.

    Raises:
        RecordError: A line is not a valid position of a suite.
        OSError: The file cannot be read.
    """
    problems = []
    for number, line in enumerate(path.read_bytes().splitlines(), start=1):
        if not line.strip():
            continue
        try:
            problems.append(_problem_of(_fields_of(line)))
        except ValueError as error:
            raise RecordError(f"Line {number} of {path.name}: {error}") from error
    if not problems:
        raise RecordError(f"Expected at least one position in {path.name}, got none.")
    return problems


Fields = dict[str, Any]
"""Fields of one line."""


def _fields_of(line: bytes) -> Fields:
    try:
        fields = parse_json(line)
    except ValueError as error:
        raise RecordError(
            "Expected a JSON object, got other or damaged text."
        ) from error
    if not isinstance(fields, dict):
        raise RecordError(f"Expected a JSON object, got {fields!r:.40}.")
    return fields


def _problem_of(fields: Fields) -> Problem:
    """Return the problem of one line; its keys determine the layout.

    Raises:
        ValueError: A field is missing, or its value is not valid in the game.
    """
    if "rows_top_is_15" in fields:
        return _drawn_problem(fields)
    if "moves" in fields:
        return _played_problem(fields)
    if "black" in fields and "white" in fields:
        return _placed_problem(fields)
    raise RecordError(
        "Expected a position given by 'moves', by 'rows_top_is_15', or by 'black' and "
        f"'white', got {', '.join(fields) or 'no fields'}."
    )


def _played_problem(fields: Fields) -> Problem:
    """Return the problem of a Gomoku position given by its moves."""
    game, setup = _game_and_setup("gomoku", fields)
    position = game.new_position(setup)
    for name in _texts(fields, "moves"):
        position = position.play(game.parse_cell(setup, name))
    if position.to_move is not _side(fields):
        raise RecordError(
            f"Expected another side to move after {len(position.history)} moves, "
            f"got {fields['to_move']}."
        )
    position = _unfinished(position)
    if "value" in fields:
        return _evaluation_problem(fields, position)
    is_tactics = "best" in fields
    groups = {"suite": "tactics" if is_tactics else "defence"}
    if is_tactics:
        groups |= {key: _text(fields, key) for key in ("class", "kind")}
    return MoveProblem(
        name=_text(fields, "id"),
        position=position,
        groups=groups,
        right=_cells(position, fields, "best" if is_tactics else "holds"),
        unrated=_cells(position, fields, "maybe" if is_tactics else "not_judged"),
    )


def _placed_problem(fields: Fields) -> Problem:
    """Return the problem of a Hex position given by the stones of both sides."""
    game, setup = _game_and_setup("hex", fields)
    stones = bytearray(setup.cell_count)
    for name, side in SIDES.items():
        for text in _texts(fields, name):
            cell = game.parse_cell(setup, text)
            if stones[cell] != EMPTY:
                raise RecordError(
                    "Expected at most one stone on each cell in 'black' and 'white', "
                    f"got two on {game.cell_name(setup, cell)}."
                )
            stones[cell] = side
    position = _unfinished(
        game.position(setup, stones=bytes(stones), to_move=_side(fields))
    )
    if "value" in fields:
        return _evaluation_problem(fields, position)
    if "winner" in fields:
        return _exact_problem(fields, position)
    name = _text(fields, "id")
    groups = {"suite": "lost", "size": setup.size_text}
    if "winning" in fields:
        groups["suite"] = "solved"
        right = _cells(position, fields, "winning")
        return MoveProblem(name=name, position=position, groups=groups, right=right)
    return LostProblem(
        name=name,
        position=position,
        groups=groups,
        asks_engine=fields.get("checked") is True,
    )


def _exact_problem(fields: Fields, position: Position) -> Problem:
    """Return the problem of a Hex position whose winner is proven."""
    is_won = _side(fields, "winner") is position.to_move
    if is_won is ("winning" not in fields):
        raise RecordError(
            "Expected 'winning' if and only if 'winner' is the side to move, "
            f"got {', '.join(fields)}."
        )
    name, groups = _text(fields, "id"), {"size": position.setup.size_text}
    chance = float(is_won)
    if not is_won:
        return LostProblem(
            name=name,
            position=position,
            groups={"suite": "exact lost"} | groups,
            reference=Reference(result=chance, value=chance, is_proven=True),
        )
    right = _cells(position, fields, "winning")
    unknown = _cells(position, {"unknown": []} | fields, "unknown")
    return MoveProblem(
        name=name,
        position=position,
        groups={"suite": "exact won"} | groups,
        right=right,
        unrated=unknown,
        reference=Reference(
            result=chance, value=chance, moves=right, unrated=unknown, is_proven=True
        ),
    )


def _evaluation_problem(fields: Fields, position: Position) -> Problem:
    """Return the problem of an evaluation: a win probability, moves, maybe a result."""
    value = fields["value"]
    if type(value) not in {int, float} or not 0 <= value <= 1:
        raise RecordError(f"Expected a chance from 0 to 1 as 'value', got {value!r}.")
    result = fields.get("result")
    if result is not None and result not in (1, -1):
        raise RecordError(f"Expected 1 or -1 as 'result', got {result!r:.40}.")
    if isinstance(fields.get("best"), str):
        fields = fields | {"best": [fields["best"]]}
    return EvaluationProblem(
        name=_text(fields, "id"),
        position=position,
        groups={"suite": "judged"},
        reference=Reference(
            result=float(value) if result is None else (1 + result) / 2,
            value=float(value),
            moves=_cells(position, fields, "best"),
        ),
    )


def _drawn_problem(fields: Fields) -> Problem:
    """Return the problem of a renju board with its fouls."""
    game, setup = _game_and_setup("gomoku", fields)
    marks = "".join(_texts(fields, "rows_top_is_15"))
    if not set(marks) <= set(STONES):
        raise RecordError(f"Expected rows of {' '.join(STONES)}, got {marks:.40}.")
    stones = bytes(STONES[mark] for mark in marks)
    position = game.position(setup, stones=stones, to_move=_side(fields))
    fouls = fields.get("forbidden")
    if not isinstance(fouls, dict):
        raise RecordError(f"Expected an object as 'forbidden', got {fouls!r:.40}.")
    return FoulProblem(
        name=_text(fields, "id"),
        position=position,
        groups={"suite": "renju"},
        right={
            game.parse_cell(setup, cell): tuple(sorted(_texts(fouls, cell)))
            for cell in fouls
        },
    )


def _game_and_setup(name: str, fields: Fields) -> tuple[Game, GameSetup]:
    game = get_game(name)
    height, width = parse_size(_text(fields, "size"))
    options = {"rule": _text(fields, "rule")} if "rule" in fields else {}
    return game, game.setup(height=height, width=width, options=options)


def _unfinished(position: Position) -> Position:
    if position.outcome is not None:
        raise RecordError("Expected a game that goes on, got a finished one.")
    return position


def _side(fields: Fields, key: str = "to_move") -> Player:
    name = _text(fields, key)
    if name not in SIDES:
        raise RecordError(f"Expected {key!r} to be black or white, got {name!r}.")
    return SIDES[name]


def _cells(position: Position, fields: Fields, key: str) -> frozenset[Move]:
    """Return the moves named by a field; the rules must allow them."""
    game = get_game(position.setup.game)
    moves = frozenset(game.parse_cell(position.setup, n) for n in _texts(fields, key))
    for move in moves:
        objection = position.objection_to(move)
        if objection is not None:
            raise RecordError(f"In {key!r}: {objection}")
    return moves


def _text(fields: Fields, key: str) -> str:
    """Return the string of a field; a number becomes a string."""
    value = fields.get(key)
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise RecordError(f"Expected a text or number as {key!r}, got {value!r:.40}.")
    return str(value)


def _texts(fields: Fields, key: str) -> list[str]:
    """Return the list of strings of a field."""
    value = fields.get(key)
    if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
        raise RecordError(f"Expected a list of texts as {key!r}, got {value!r:.40}.")
    return value
