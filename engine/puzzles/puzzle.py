"""Puzzles of ``resources/puzzles``: a position, the moves that win, and a line.

A line of a file has the position's moves, the main line from it, and for each own move
of the line all moves that win there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal, get_args

from engine.core.errors import EngineError, RecordError
from engine.core.files.paths import resources
from engine.core.formats.json_text import parse_json
from engine.core.game import Position
from engine.core.message import Message
from engine.core.types import Move
from engine.games import get_game

Goal = Literal["fours", "only-move"]
"""What is to be found: a win by moves that each threaten a row, or the only win."""

GOALS: tuple[Goal, ...] = get_args(Goal)

DAMAGE = (AttributeError, LookupError, TypeError, ValueError)
"""Errors of fields that are missing, or of another type."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Puzzle:
    """A position in which the side to move has a proven win."""

    name: str
    """Name that stays the same, such as ``gomoku-001``."""

    goal: Goal
    """What is to be found."""

    group: int
    """Puzzles of one number belong together: of fours the number of own moves, the
    largest one also for more; of an only move the side of the board."""

    start: Position
    """The position."""

    line: tuple[Move, ...]
    """Moves of a win, beginning and ending with the side to move."""

    wins: tuple[frozenset[Move], ...]
    """For each own move of the line, all moves that win at that point."""

    refutations: Mapping[Move, Move] = field(default_factory=dict)
    """The answer that wins against a wrong first move, as far as known."""


def read_puzzles(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game in the order of the file; none without a file.

    Raises:
        RecordError: A line is not a puzzle.
        OSError: The file cannot be read.
    """
    path = resources() / "puzzles" / f"{game}.jsonl"
    if not path.is_file():
        return ()
    puzzles = []
    for number, line in enumerate(path.read_bytes().splitlines(), start=1):
        try:
            puzzles.append(parse_puzzle(game, parse_json(line)))
        except (EngineError, *DAMAGE) as error:
            raise RecordError(
                Message(
                    "Line {number} of {file}: {why}",
                    number=number,
                    file=path.name,
                    why=str(error),
                )
            ) from error
    return tuple(puzzles)


def parse_puzzle(game: str, fields: Mapping[str, Any]) -> Puzzle:
    """Return the puzzle of a line.

    Raises:
        EngineError: A move is illegal, or a size is unknown.
        ValueError: The moves that win do not fit the line.
        AttributeError, LookupError, TypeError: A field is missing, or of another type.
    """
    rules = get_game(game)
    start = rules.new_position(rules.setup(height=fields["size"]))

    def cells(names: str) -> list[Move]:
        return [Move(rules.parse_cell(start.setup, name)) for name in names.split()]

    for move in cells(fields["moves"]):
        start = start.play(move)
    line = tuple(cells(fields["line"]))
    wins = tuple(frozenset(cells(names)) for names in fields["wins"])
    own = line[::2]
    if len(line) % 2 == 0 or len(own) != len(wins):
        raise ValueError(f"expected {len(wins)} own moves in the line, got {own}")
    reached = start
    for ply, move in enumerate(line):
        if ply % 2 == 0 and move not in wins[ply // 2]:
            raise ValueError(f"expected move {ply + 1} among those that win")
        reached = reached.play(move)
    refutations = fields.get("refutations", {})
    answers = {cells(name)[0]: cells(answer)[0] for name, answer in refutations.items()}
    return Puzzle(
        name=str(fields["id"]),
        goal=_parse_goal(fields["goal"]),
        group=int(fields["group"]),
        start=start,
        line=line,
        wins=wins,
        refutations=MappingProxyType(answers),
    )


def _parse_goal(text: object) -> Goal:
    for goal in GOALS:
        if text == goal:
            return goal
    raise ValueError(f"expected a goal among {GOALS}, got {text!r}")


def format_puzzle(
    start: Position,
    line: Sequence[Move],
    wins: Sequence[Sequence[Move]],
    refutations: Mapping[Move, Move],
    *,
    goal: Goal,
    group: int,
) -> dict[str, Any]:
    """Return the fields of a puzzle but its name, on a square board."""

    def names(moves: Sequence[Move]) -> str:
        return " ".join(start.cell_name(move) for move in moves)

    fields: dict[str, Any] = {
        "goal": goal,
        "group": group,
        "size": start.setup.height,
        "moves": names(start.history),
        "line": names(line),
        "wins": [names(moves) for moves in wins],
    }
    if refutations:
        fields["refutations"] = {
            start.cell_name(move): start.cell_name(answer)
            for move, answer in refutations.items()
        }
    return fields
