"""Swap2 opening by SWAP2BOARD, whose answer may be several moves of the game.

A program is asked three times at most: for the first three stones, for a choice after
them, and for a choice after five stones. A search wants one move at a time, so the rest
of an answer is kept for the following positions.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.core.errors import ExternalProgramError, FailureReason
from engine.core.game import Position
from engine.core.message import Message
from engine.core.types import EMPTY, Move
from engine.external.gomocup_lines import (
    CELL,
    REFUSALS,
    first_word,
    play_legal,
    read_cells,
)
from engine.external.program import Program, round_seconds
from engine.games import get_game
from engine.games.gomoku.rules.gomocup_notation import format_point
from engine.games.gomoku.rules.openings.choices import (
    OPTION,
    SWAP2,
    add_two,
    take_black,
)
from engine.games.gomoku.rules.openings.swap2 import (
    ADDED,
    PLACED,
    Swap2Stage,
    find_stage,
)

ANSWER_FORM = re.compile(
    rf"\s*(?:{CELL}|(?:SWAP|{'|'.join(REFUSALS)})\b)", re.IGNORECASE
)
"""Beginning of a line that answers SWAP2BOARD."""

CELLS_FORM = re.compile(rf"\s*{CELL}(?:\s+{CELL})*\s*")
SWAP = "SWAP"
"""Answer of a program that takes Black."""

COUNTS = {
    Swap2Stage.PLACING: (PLACED,),
    Swap2Stage.OFFERED: (1, ADDED),
    Swap2Stage.ADDING: (1, ADDED),
    Swap2Stage.RETURNED: (1,),
}
"""Numbers of stones that an answer may have at each stage."""

WANTED = {
    Swap2Stage.PLACING: Message("three stones"),
    Swap2Stage.OFFERED: Message("one stone, two stones or SWAP"),
    Swap2Stage.ADDING: Message("one stone, two stones or SWAP"),
    Swap2Stage.RETURNED: Message("one stone or SWAP"),
}
"""What an answer has to be at each stage."""


def is_in_swap2(position: Position) -> bool:
    """Return whether a game is in its swap2 opening."""
    has_opening = position.setup.option(OPTION) == SWAP2
    return has_opening and find_stage(position) is not Swap2Stage.COMPLETE


class Swap2Answers:
    """Answers of a program in the swap2 opening.

    Args:
        program: The running program.
    """

    def __init__(self, program: Program) -> None:
        self._program = program
        self._expected: Position | None = None

    def recall(self, position: Position) -> Move | None:
        """Return the move that the last answer has for a position, if it has one.

        It has none where the program is to be asked, and where the game took another
        way than the answer.
        """
        expected, played = self._expected, position.history
        if expected is None or expected.setup != position.setup:
            return None
        is_asked = len(_question(position).history) == len(played)
        if is_asked or played != expected.history[: len(played)]:
            return None
        return next(iter(expected.history[len(played) :]), None)

    def list_lines(self, position: Position) -> list[str]:
        """Return the lines of the question for a position."""
        setup, history = position.setup, _question(position).history
        stones = [move for move in history if move < setup.cell_count]
        points = (format_point(setup, move) for move in stones)
        return ["SWAP2BOARD", *points, "DONE"]

    def read(self, position: Position, text: str) -> Move:
        """Return the first move of an answer for a position, and keep the others.

        Raises:
            ExternalProgramError: The answer is a refusal, malformed, illegal, or not
                what the game needs.
        """
        if first_word(text).startswith(REFUSALS):
            raise self._unknown()
        asked, stage = _question(position), find_stage(position)
        moves = self._read_moves(asked, stage, text)
        after = asked
        for move in moves:
            after = play_legal(self._program, after, move)
        rest = self._list_missing(position, asked, moves)
        self._expected = position
        for move in rest:
            self._expected = play_legal(self._program, self._expected, move)
        return rest[0]

    def overrun(self, seconds: float) -> ExternalProgramError:
        """Return the error of a program that has not answered in time."""
        return self._unanswered(seconds, "overrun")

    def silence(self, seconds: float) -> ExternalProgramError:
        """Return the error of a program that had more time than it needs."""
        return self._unanswered(seconds, "refusal")

    def _unanswered(
        self, seconds: float, reason: FailureReason
    ) -> ExternalProgramError:
        message = Message(
            "The program {program} did not answer SWAP2BOARD within {seconds:g} "
            "seconds; it may not know the opening rule swap2.",
            seconds=round_seconds(seconds),
            **self._program.facts,
        )
        return ExternalProgramError(message, reason=reason)

    def _read_moves(
        self, asked: Position, stage: Swap2Stage, text: str
    ) -> tuple[Move, ...]:
        """Return the moves of the game that an answer means."""
        setup = asked.setup
        if text.strip().upper() == SWAP and stage is not Swap2Stage.PLACING:
            return (take_black(setup),)
        cells = []
        if CELLS_FORM.fullmatch(text):
            cells = read_cells(self._program, setup, text)
        if len(cells) not in COUNTS[stage]:
            raise self._malformed(stage)
        has_added = len(cells) == ADDED
        return (add_two(setup), *cells) if has_added else tuple(cells)

    def _list_missing(
        self, position: Position, asked: Position, moves: Sequence[Move]
    ) -> list[Move]:
        """Return the moves of an answer that a position lacks.

        Some stones are there if others placed them: those of the answer on free cells
        follow.
        """
        played = position.history[len(asked.history) :]
        if played and find_stage(position) is Swap2Stage.ADDING:
            if moves[0] != played[0]:
                raise self._declined()
            moves, played = moves[1:], played[1:]
        free = [
            move
            for move in moves
            if move >= len(position.stones) or position.stones[move] == EMPTY
        ]
        return free[: len(moves) - len(played)]

    def _unknown(self) -> ExternalProgramError:
        message = Message(
            "The program {program} does not know the opening rule swap2: it answered "
            "SWAP2BOARD with {line}.",
            **self._program.facts,
        )
        return ExternalProgramError(message, reason="refusal")

    def _malformed(self, stage: Swap2Stage) -> ExternalProgramError:
        message = Message(
            "Expected {wanted} from the program {program} after SWAP2BOARD, got "
            "{line}.",
            wanted=WANTED[stage],
            **self._program.facts,
        )
        return ExternalProgramError(message, reason="garbage")

    def _declined(self) -> ExternalProgramError:
        message = Message(
            "The program {program} cannot place the two stones that were announced: "
            "it answered SWAP2BOARD with {line}.",
            **self._program.facts,
        )
        return ExternalProgramError(message, reason="refusal")


def _question(position: Position) -> Position:
    """Return the position of the opening at which its stage is asked for."""
    stage, history = find_stage(position), position.history
    if stage is Swap2Stage.RETURNED:
        return position
    count = 0 if stage is Swap2Stage.PLACING else PLACED
    asked = get_game(position.setup.game).new_position(position.setup)
    for move in history[:count]:
        asked = asked.play(move)
    return asked
