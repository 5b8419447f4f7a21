"""Suites of positions: what each one asks, and whether an answer is right.

A suite is a file of JSON lines; the keys of a line tell what it asks. Two kinds of
line ask for a move, one for the value of a lost position, and one for the fouls of
renju, which the rules know without an engine.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.core.errors import RecordError
from engine.core.game import Game, GameSetup, Position, parse_size
from engine.core.types import EMPTY, Move, Player
from engine.games import game_named
from engine.search.api import SearchResult

LOST_VALUE = -0.5
"""A lost position is recognised by a value below this one."""

SIDES = {"black": Player.FIRST, "white": Player.SECOND}
"""How suites call the sides, in Hex too."""

STONES = {".": EMPTY, "X": Player.FIRST, "O": Player.SECOND}
"""Marks of a drawn board."""

Ask = Callable[[Position], SearchResult]
"""Has an engine search a position."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What came of one position."""

    is_solved: bool | None
    """``None`` where the suite cannot judge the answer, which then does not count."""

    text: str = ""
    """What was wrong, for people."""

    details: Mapping[str, Any] = field(default_factory=dict)
    """What was wrong, as JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem(ABC):
    """One position of a suite."""

    name: str
    """The suite's name for it."""

    position: Position
    """What is asked about."""

    groups: Mapping[str, str]
    """What it is counted under besides the total, such as ``{"class": "3-5"}``."""

    asks_engine: bool = True
    """Whether an engine must search the position."""

    @abstractmethod
    def answer(self, ask: Ask) -> Answer:
        """Return whether the position is solved."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveProblem(Problem):
    """Asks for one of the right moves."""

    right: frozenset[Move]
    """Moves that solve it."""

    unjudged: frozenset[Move] = frozenset()
    """Moves about which the suite does not know."""

    def answer(self, ask: Ask) -> Answer:
        """See ``Problem.answer``."""
        result = ask(self.position)
        if result.move in self.right:
            return Answer(is_solved=True)
        if result.move in self.unjudged:
            return Answer(is_solved=None)
        played = self.position.cell_name(result.move)
        right = [self.position.cell_name(move) for move in sorted(self.right)]
        return Answer(
            is_solved=False,
            text=f"played {played}, not {' or '.join(right)}",
            details={"move": played, "value": result.value, "right": right},
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LostProblem(Problem):
    """Asks for a value that says the side to move has lost.

    One that asks no engine is one whose verdict is not sure enough to count.
    """

    def answer(self, ask: Ask) -> Answer:
        """See ``Problem.answer``."""
        if not self.asks_engine:
            return Answer(is_solved=None)
        value = ask(self.position).value
        return Answer(
            is_solved=value < LOST_VALUE,
            text=f"value {value:.2f}, not below {LOST_VALUE}",
            details={"value": value},
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class FoulProblem(Problem):
    """Asks for all fouls of a renju board, with all reasons."""

    asks_engine: bool = False
    """See ``Problem.asks_engine``."""

    right: Mapping[Move, tuple[str, ...]]
    """Cells that are fouls, with the reasons in alphabetical order."""

    def answer(self, ask: Ask) -> Answer:
        """See ``Problem.answer``."""
        fouls = self.position.fouls()
        found = {move: tuple(sorted(reasons)) for move, reasons in fouls.items()}
        wrong = [
            (
                self.position.cell_name(move),
                found.get(move, ()),
                self.right.get(move, ()),
            )
            for move in sorted(found.keys() | self.right.keys())
            if found.get(move) != self.right.get(move)
        ]
        return Answer(
            is_solved=not wrong,
            text="; ".join(
                f"{cell}: found {_listed(got)}, not {_listed(right)}"
                for cell, got, right in wrong
            ),
            details={
                "cells": {
                    cell: {"found": got, "right": right} for cell, got, right in wrong
                }
            },
        )


def _listed(reasons: tuple[str, ...]) -> str:
    return " and ".join(reasons) or "no foul"


def read_suite(path: Path) -> list[Problem]:
    """Return the problems of a suite.

    Raises:
        RecordError: A line is no position of a suite.
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
"""The fields of one line."""


def _fields_of(line: bytes) -> Fields:
    try:
        fields = json.loads(line)
    except ValueError as error:
        raise RecordError(f"Expected a JSON object, but: {error}.") from error
    if not isinstance(fields, dict):
        raise RecordError(f"Expected a JSON object, got {fields!r:.40}.")
    return fields


def _problem_of(fields: Fields) -> Problem:
    """Return the problem of one line, by the layout that its keys tell.

    Raises:
        ValueError: A field is missing, or the game does not know what it says.
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
    """Return a problem of Gomoku, tactics or defence, given by its moves."""
    game, setup = _game_and_setup("gomoku", fields)
    position = game.new_position(setup)
    for name in _texts(fields, "moves"):
        position = position.play(game.parse_cell(setup, name))
    if position.to_move is not _side(fields):
        raise RecordError(
            f"Expected another side to move after {len(position.history)} moves, "
            f"got {fields['to_move']}."
        )
    is_tactics = "best" in fields
    groups = {"suite": "tactics" if is_tactics else "defence"}
    if is_tactics:
        groups |= {key: _text(fields, key) for key in ("class", "kind")}
    return MoveProblem(
        name=_text(fields, "id"),
        position=_going_on(position),
        groups=groups,
        right=_cells(position, fields, "best" if is_tactics else "holds"),
        unjudged=_cells(position, fields, "maybe" if is_tactics else "not_judged"),
    )


def _placed_problem(fields: Fields) -> Problem:
    """Return a problem of Hex, won or lost, given by the stones of both sides."""
    game, setup = _game_and_setup("hex", fields)
    stones = bytearray(setup.cell_count)
    for name, side in SIDES.items():
        for cell in _texts(fields, name):
            stones[game.parse_cell(setup, cell)] = side
    position = _going_on(
        game.position(setup, stones=bytes(stones), to_move=_side(fields))
    )
    is_won = "winning" in fields
    name = _text(fields, "id")
    groups = {"suite": "solved" if is_won else "lost", "size": setup.size_text}
    if is_won:
        right = _cells(position, fields, "winning")
        return MoveProblem(name=name, position=position, groups=groups, right=right)
    return LostProblem(
        name=name,
        position=position,
        groups=groups,
        asks_engine=fields.get("checked") is True,
    )


def _drawn_problem(fields: Fields) -> Problem:
    """Return a renju board with its fouls."""
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
    game = game_named(name)
    height, width = parse_size(_text(fields, "size"))
    options = {"rule": _text(fields, "rule")} if "rule" in fields else {}
    return game, game.setup(height=height, width=width, options=options)


def _going_on(position: Position) -> Position:
    if position.outcome is not None:
        raise RecordError("Expected a game that goes on, got a finished one.")
    return position


def _side(fields: Fields) -> Player:
    name = _text(fields, "to_move")
    if name not in SIDES:
        raise RecordError(f"Expected 'to_move' to be black or white, got {name!r}.")
    return SIDES[name]


def _cells(position: Position, fields: Fields, key: str) -> frozenset[Move]:
    """Return the moves named by a field; the rules must allow them."""
    game = game_named(position.setup.game)
    moves = frozenset(game.parse_cell(position.setup, n) for n in _texts(fields, key))
    for move in moves:
        objection = position.objection_to(move)
        if objection is not None:
            raise RecordError(f"In {key!r}: {objection}")
    return moves


def _text(fields: Fields, key: str) -> str:
    """Return a field that holds a text, or a number as a text."""
    value = fields.get(key)
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise RecordError(f"Expected a text or number as {key!r}, got {value!r:.40}.")
    return str(value)


def _texts(fields: Fields, key: str) -> list[str]:
    """Return a field that holds a list of texts."""
    value = fields.get(key)
    if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
        raise RecordError(f"Expected a list of texts as {key!r}, got {value!r:.40}.")
    return value
