"""Openings of matches: read from a file, shipped with the program, or drawn at random.

A file has one opening a line: the names of its cells in the order of play, separated by
spaces or not at all. Text after ``#`` or ``;`` is a comment. A first line such as
``# Balanced openings: gomoku, 15x15, renju.`` names the setup that the file is for.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path

from engine.core.errors import IllegalMoveError, RecordError, RecordFileError
from engine.core.files.atomic_file import explain_read_error
from engine.core.files.paths import resources
from engine.core.game import Game, GameSetup, Position
from engine.core.message import Message, as_clause
from engine.core.types import EMPTY, Move, Player
from engine.games import get_game

CELL_NAME = re.compile(r"[A-Za-z]{1,2}[0-9]{1,3}")
"""Name of one cell in a line, such as ``h8``."""

HEAD = re.compile(r"#\s*Balanced openings: (?P<setup>\w+, \d+x\d+(?:, [\w-]+)?)\.\s*")
"""First line of a file that names game, size and rule."""

DRAWN_STONES = range(2, 5)
"""Numbers of stones of an opening that is drawn at random."""

CELLS_PER_STONE = 8
"""Least number of cells of the board for each stone of a drawn opening."""

ATTEMPTS = 100
"""Draws without a new opening after which the board is taken to have no more."""


@dataclass(frozen=True, slots=True)
class Opening:
    """Moves from the empty board that a game begins with."""

    name: str
    """Name in tables and records, unique in its file."""

    moves: tuple[Move, ...]
    """Moves in the order of play; at least one."""

    def __post_init__(self) -> None:
        if not self.moves:
            raise RecordError(Message("Expected an opening of at least one move."))

    def position(self, setup: GameSetup) -> Position:
        """Return the position in which the engines take over.

        Raises:
            IllegalMoveError: A move is illegal, or the game is over after the moves.
        """
        position = get_game(setup.game).new_position(setup)
        for move in self.moves:
            position = position.play(move)
        if position.outcome is not None:
            raise IllegalMoveError(Message("The game is over after these moves."))
        return position


def read_openings(path: Path, setup: GameSetup) -> tuple[Opening, ...]:
    """Return the openings of a file, named by their numbers.

    Raises:
        RecordFileError: The file cannot be read, or it has no opening.
        RecordError: A line is not an opening on the board of ``setup``, or it leads to
            the position of an earlier line, or the first line names another setup.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise RecordFileError(
            Message(
                "Cannot read the openings in {file}: {reason}.",
                file=str(path),
                reason=explain_read_error(error),
            )
        ) from error
    _check_head(path, lines, setup)
    found: list[Opening] = []
    seen: dict[bytes, int] = {}
    for number, line in enumerate(lines, start=1):
        text = re.split("[;#]", line)[0].strip()
        if not text:
            continue
        try:
            opening = _parse_opening(text, setup, name=str(len(found) + 1))
            stones = opening.position(setup).stones
        except ValueError as error:
            raise _line_error(path, number, _reason(error)) from error
        if stones in seen:
            repeats = Message("Same position as in line {line}.", line=seen[stones])
            raise _line_error(path, number, repeats)
        seen[stones] = number
        found.append(opening)
    if not found:
        raise RecordFileError(
            Message("Expected openings in {file}, got none.", file=str(path))
        )
    return tuple(found)


def describe_setup(setup: GameSetup) -> str:
    """Return game, size and rule as in the first line of a file of openings."""
    rule = dict(setup.options).get("rule")
    parts = [setup.game, f"{setup.height}x{setup.width}", *([rule] if rule else [])]
    return ", ".join(parts)


def _check_head(path: Path, lines: Sequence[str], setup: GameSetup) -> None:
    """Raise ``RecordError`` if the first line names another setup."""
    head = HEAD.fullmatch(lines[0]) if lines else None
    expected = describe_setup(setup)
    if head is not None and head["setup"] != expected:
        problem = Message(
            "Expected openings of {setup}, got those of {other}.",
            setup=expected,
            other=head["setup"],
        )
        raise _line_error(path, 1, problem)


def _parse_opening(text: str, setup: GameSetup, *, name: str) -> Opening:
    """Return the opening of a line without its comment.

    Raises:
        ValueError: Part of the text names no cell of the board.
    """
    rest = CELL_NAME.sub("", text).replace(",", "").strip()
    if rest:
        raise RecordError(
            Message("Expected cells such as h8, got {text!r}.", text=rest[:40])
        )
    game = get_game(setup.game)
    cells = (match[0] for match in CELL_NAME.finditer(text))
    return Opening(name, tuple(game.parse_cell(setup, cell) for cell in cells))


def _reason(error: ValueError) -> str:
    """Return the message of an error as it was given."""
    return error.args[0] if error.args else str(error)


def _line_error(path: Path, number: int, reason: str) -> RecordError:
    return RecordError(
        Message(
            "Line {line} of {file}: {reason}.",
            line=number,
            file=path.name,
            reason=as_clause(reason),
        )
    )


def shipped_path(setup: GameSetup) -> Path:
    """Return the path of the shipped openings for a setup, whether it exists or not.

    The name has the game, the size with rows first, and each rule that is not the
    game's default, such as ``gomoku-15x15-renju.txt``.
    """
    usual = {option.key: option.default for option in get_game(setup.game).options}
    rules = [value for key, value in setup.options if value != usual[key]]
    size = f"{setup.height}x{setup.width}"
    name = "-".join([setup.game, size, *rules])
    return resources() / "openings" / f"{name}.txt"


@cache
def shipped_openings(setup: GameSetup) -> tuple[Opening, ...]:
    """Return the shipped balanced openings for a setup; none if no file fits it."""
    path = shipped_path(setup)
    return read_openings(path, setup) if path.is_file() else ()


def draw_openings(
    setup: GameSetup, count: int, rng: random.Random
) -> tuple[Opening, ...]:
    """Return random openings of a few stones; see ``stream_openings``.

    A small board may have fewer than ``count``.
    """
    return tuple(islice(stream_openings(setup, rng, stones=DRAWN_STONES), count))


def stream_openings(
    setup: GameSetup, rng: random.Random, *, stones: range
) -> Iterator[Opening]:
    """Yield random openings, different under the symmetries of the board.

    The moves after the first are those that an attentive player considers: in Gomoku
    near the stones. Nobody has won. An opening ends where the rules offer a choice, as
    after the first stone of Hex with the swap rule.

    Args:
        setup: Game, size and rules.
        rng: Source of randomness.
        stones: Numbers of stones to draw from; fewer on a small board.
    """
    seen: set[bytes] = set()
    misses = 0
    while misses < ATTEMPTS:
        position = _draw_position(setup, rng, rng.choice(stones))
        key = canonical_key(position)
        if key in seen or position.outcome is not None:
            misses += 1
            continue
        misses = 0
        seen.add(key)
        yield Opening(str(len(seen)), position.history)


def _draw_position(setup: GameSetup, rng: random.Random, stones: int) -> Position:
    """Return the position after random moves; at least one."""
    game = get_game(setup.game)
    position = game.new_position(setup)
    most = max(1, min(stones, setup.cell_count // CELLS_PER_STONE))
    position = position.play(rng.choice(position.legal_moves()))
    while (
        len(position.history) < most
        and position.outcome is None
        and not position.special_moves()
    ):
        position = position.play(rng.choice(_sensible_moves(game, position)))
    return position


def _sensible_moves(game: Game, position: Position) -> list[Move]:
    legal, sensible = position.legal_moves(), game.sensible_moves(position, foresight=1)
    moves = [] if sensible is None else [m for m in sensible.moves if m in legal]
    return moves or legal  # an opening of the rules may leave few cells


def canonical_key(position: Position) -> bytes:
    """Return a key that positions share exactly if a symmetry maps one to the other."""
    return min(_mapped_positions(position))


def _mapped_positions(position: Position) -> Iterator[bytes]:
    """Yield the side to move and the stones under each symmetry of the board."""
    for symmetry in get_game(position.setup.game).symmetries(position.setup):
        mapped = bytearray(len(position.stones) + 1)
        mapped[0] = position.to_move
        for cell, stone in enumerate(position.stones):
            mapped[1 + symmetry.cells[cell]] = stone
        if symmetry.swaps_sides:
            yield bytes(EMPTY if v == EMPTY else Player(v).opponent for v in mapped)
        else:
            yield bytes(mapped)
