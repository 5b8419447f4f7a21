"""Takes a CCGC text apart into header fields and moves, before asking what they mean.

Accepts full-width marks, ``;`` or a line break or nothing after the header, missing
or doubled braces, and header words without brackets.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.core.game import split_cell_name
from engine.core.sentence import Sentence
from engine.records.ccgc_words import FULL_WIDTH
from engine.records.reading import SourceText, WarningList

_BETWEEN = re.compile(r"[\s;,{\]]*")
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
class WrittenMove:
    """A move as it stands in the text."""

    colour: str
    """Its letter: ``B``, ``W`` or ``R``."""

    column: int
    """Index of the column."""

    row_number: int
    """Number of the row, counted from 1."""

    mark: int | None
    """What ``MARK`` says."""

    offset: int
    """Where it stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenRecord:
    """A record as it stands in the text."""

    source: SourceText
    """The text."""

    fields: tuple[str, ...]
    """What stands in the brackets of the header."""

    moves: tuple[WrittenMove, ...]
    """The moves."""


def take_apart(text: str, warnings: WarningList) -> WrittenRecord:
    """Return fields and moves of the first record in a text.

    Raises:
        RecordError: There is neither a field nor a move, or a bracket stays open.
    """
    source = SourceText(text)
    plain = text.translate(FULL_WIDTH)
    fields, offset = _header_fields(source, plain)
    moves = _moves(source, plain, offset, warnings)
    if not fields and not moves:
        sentence = Sentence("Expected a CCGC record such as '{{[C5]...;B(H,8)}}'")
        raise source.error(offset, sentence)
    return WrittenRecord(source=source, fields=tuple(fields), moves=tuple(moves))


def _header_fields(source: SourceText, plain: str) -> tuple[list[str], int]:
    """Return the fields of the header, and where the moves begin."""
    fields: list[str] = []
    offset = 0
    while True:
        offset = _skip(plain, offset)
        mark = plain[offset : offset + 1]
        if mark in ("", "}") or _MOVE_START.match(plain, offset):
            return fields, offset
        if mark == "[":
            start, end = offset + 1, plain.find("]", offset)
            if end < 0:
                sentence = Sentence("Expected ']' after this '['")
                raise source.error(offset, sentence)
            offset = end + 1
        else:
            bare = _BARE.match(plain, offset)
            start, end = offset, bare.end() if bare else len(plain)
            offset = end
        fields.append(source.text[start:end].strip())


def _moves(
    source: SourceText, plain: str, offset: int, warnings: WarningList
) -> list[WrittenMove]:
    """Return the moves from ``offset`` to the end of the record."""
    moves: list[WrittenMove] = []
    while True:
        offset = _skip(plain, offset)
        if offset == len(plain):
            return moves
        if plain[offset] == "}":
            if plain[offset:].strip("}; \t\r\n"):
                warnings.add(
                    Sentence(
                        "What follows the record ({place}) was left out.",
                        place=source.place(offset),
                    )
                )
            return moves
        match = _MOVE.match(plain, offset)
        if match is not None:
            moves.append(_move(match))
            offset = match.end()
            continue
        end = max(_end_of(_NO_MOVE, plain, offset), offset + 1)
        if not warnings.is_full:
            warnings.add(
                Sentence(
                    "'{text:.20}' ({place}) is no move and was left out.",
                    text=source.text[offset:end],
                    place=source.place(offset),
                )
            )
        offset = end


def _move(match: re.Match[str]) -> WrittenMove:
    column, row_number = split_cell_name(match["column"] + match["row"]) or (0, 0)
    return WrittenMove(
        colour=match["colour"].upper(),
        column=column,
        row_number=row_number,
        mark=None if match["mark"] is None else int(match["mark"]),
        offset=match.start(),
    )


def _skip(plain: str, offset: int) -> int:
    return _end_of(_BETWEEN, plain, offset)


def _end_of(pattern: re.Pattern[str], plain: str, offset: int) -> int:
    match = pattern.match(plain, offset)
    return match.end() if match else offset
