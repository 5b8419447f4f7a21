"""Tokenizer of CCGC texts: header fields and moves, without interpretation.

Accepts full-width marks, ``;`` or a line break or nothing after the header, missing
or doubled braces, braces around header, fields or moves, and header words without
brackets.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.core.board.board_notation import split_cell_name
from engine.core.message import Message
from engine.records.ccgc.vocabulary import FULL_WIDTH
from engine.records.model.parsing import SourceText, WarningList

FIELD_LIMIT = 50
"""Largest number of header fields that are read; usual headers have six."""

_BETWEEN = re.compile(r"[\s;,{\]]*")
_AFTER_BRACE = re.compile(r"[\s;,}\]]*")
_BARE = re.compile(r"[^\[\];{}\n]+?(?=[\[\];{}\n]|[A-Z]\s*\(|$)", re.IGNORECASE)
_MOVE_START = re.compile(r"[A-Z]\s*\(", re.IGNORECASE)
_MOVE = re.compile(
    r"""(?P<colour>[BWR])\s*
    \(\s*(?P<column>[A-Z]{1,2})\s*(?:[,.:]\s*)?(?P<row>[0-9]{1,3})\s*\)?
    (?:\s*MARK\s*\[\s*(?P<mark>[-+]?[0-9]{1,3})\s*\])?""",
    re.IGNORECASE | re.VERBOSE,
)
_NO_MOVE = re.compile(r"[^;}\n]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class CcgcMove:
    """A move in the text."""

    colour: str
    """Colour letter: ``B``, ``W`` or ``R``."""

    column: int
    """Index of the column."""

    row_number: int
    """Number of the row, counted from 1."""

    mark: int | None
    """Value of ``MARK``."""

    offset: int
    """Offset of the move in the text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CcgcText:
    """Fields and moves of a record in the text."""

    source: SourceText
    """The text."""

    fields: tuple[str, ...]
    """Contents of the brackets of the header."""

    moves: tuple[CcgcMove, ...]
    """The moves."""


def tokenize(text: str, warnings: WarningList) -> CcgcText:
    """Return fields and moves of the first record in a text.

    Raises:
        RecordError: There is neither a field nor a move, or a bracket is not closed.
    """
    source = SourceText(text)
    plain = text.translate(FULL_WIDTH)
    walk = _Tokenizer(source, plain, warnings)
    fields, moves = walk.header_fields(), walk.moves()
    later = None if moves else _MOVE.search(plain, walk.offset)
    while not moves and later is not None:
        warnings.add(
            Message(
                "The record before {place} has no moves; the next one was read.",
                place=source.place(walk.offset),
            )
        )
        walk = _Tokenizer(source, plain, warnings, walk.offset + 1)
        fields, moves = walk.header_fields(), walk.moves()
        if walk.offset > later.start():
            later = _MOVE.search(plain, walk.offset)
    if not fields and not moves:
        message = Message("Expected a CCGC record such as '{{[C5]...;B(H,8)}}'")
        raise source.error(walk.offset, message)
    walk.note_rest()
    return CcgcText(source=source, fields=tuple(fields), moves=tuple(moves))


class _Tokenizer:
    """Scanner of one record, from its first brace to its last.

    Args:
        source: The text, for source positions.
        plain: The text with ASCII marks.
        warnings: List for warnings about skipped parts.
        offset: Start of the record.
    """

    def __init__(
        self,
        source: SourceText,
        plain: str,
        warnings: WarningList,
        offset: int = 0,
    ) -> None:
        self._source = source
        self._plain = plain
        self._warnings = warnings
        self._depth = 0
        self._has_moves = False
        self.offset = offset
        """Offset of the next field or move."""

    def header_fields(self) -> list[str]:
        """Return the header fields; ``offset`` is then the start of the moves."""
        fields: list[str] = []
        plain = self._plain
        while True:
            mark = self._next_mark()
            if mark in ("", "}") or _MOVE_START.match(plain, self.offset):
                return fields
            if len(fields) == FIELD_LIMIT:
                self._leave_out_fields()
                return fields
            if mark == "[":
                start, end = self.offset + 1, plain.find("]", self.offset)
                if end < 0:
                    message = Message("Expected ']' after this '['")
                    raise self._source.error(self.offset, message)
                self.offset = end + 1
            else:
                bare = _BARE.match(plain, self.offset)
                start, end = self.offset, bare.end() if bare else len(plain)
                self.offset = end
            fields.append(self._source.text[start:end].strip())

    def moves(self) -> list[CcgcMove]:
        """Return the moves; ``offset`` is then the end of the record."""
        moves: list[CcgcMove] = []
        while True:
            mark = self._next_mark()
            if mark in ("", "}"):
                return moves
            match = _MOVE.match(self._plain, self.offset)
            if match is None:
                self._leave_out()
            else:
                self._has_moves = True
                moves.append(_move(match))
                self.offset = match.end()

    def note_rest(self) -> None:
        """Warn if something follows the record."""
        if self._plain[self.offset :].strip("}; \t\r\n"):
            self._warnings.leave_out(
                Message(
                    "What follows the record ({place}) was left out.",
                    place=self._source.place(self.offset),
                )
            )

    def _next_mark(self) -> str:
        """Go to the next field, move or end of the record; return its first letter."""
        while True:
            end = _end_of(_BETWEEN, self._plain, self.offset)
            self._depth += self._plain.count("{", self.offset, end)
            self.offset = end
            mark = self._plain[end : end + 1]
            if mark != "}":
                return mark
            after = _end_of(_AFTER_BRACE, self._plain, end)
            depth = self._depth - self._plain.count("}", end, after)
            if not self._goes_on(after, depth):
                return mark
            self.offset, self._depth = after, depth

    def _goes_on(self, after: int, depth: int) -> bool:
        """Return whether the record continues after closing braces.

        It continues if an outer brace is open. In the header it also continues before
        a field or a move: the braces enclosed the header alone.

        Args:
            after: Offset after the braces.
            depth: Number of open braces there.
        """
        inner = _end_of(_BETWEEN, self._plain, after)
        is_before_move = _MOVE_START.match(self._plain, inner) is not None
        if self._has_moves:
            return depth > 0 and is_before_move
        is_before_field = self._plain.startswith("[", after)
        is_open = depth > 0 and inner < len(self._plain)
        return is_open or is_before_move or is_before_field

    def _leave_out_fields(self) -> None:
        """Skip an invalid header up to the first move."""
        move = _MOVE.search(self._plain, self.offset)
        self.offset = len(self._plain) if move is None else move.start()
        self._warnings.leave_out(
            Message("The header has more fields than usual; some were left out.")
        )

    def _leave_out(self) -> None:
        """Skip a part that is not a move, with a warning."""
        end = max(_end_of(_NO_MOVE, self._plain, self.offset), self.offset + 1)
        if not self._warnings.is_full:
            self._warnings.leave_out(
                Message(
                    "'{text:.20}' ({place}) is not a move and was skipped.",
                    text=self._source.text[self.offset : end],
                    place=self._source.place(self.offset),
                )
            )
        self.offset = end


def _move(match: re.Match[str]) -> CcgcMove:
    column, row_number = split_cell_name(match["column"] + match["row"]) or (0, 0)
    return CcgcMove(
        colour=match["colour"].upper(),
        column=column,
        row_number=row_number,
        mark=None if match["mark"] is None else int(match["mark"]),
        offset=match.start(),
    )


def _end_of(pattern: re.Pattern[str], plain: str, offset: int) -> int:
    match = pattern.match(plain, offset)
    return match.end() if match else offset
