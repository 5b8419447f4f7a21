"""Records on disk: list of formats, loading, and atomic saving.

The format of a file is detected by its content, then by its extension. A file is
replaced only by a complete new one, so a failure leaves the old file unchanged.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from engine.core.errors import RecordError, RecordFileError
from engine.core.files import atomic_file
from engine.core.message import Message, MessageKey
from engine.games import get_game
from engine.records import hexworld, move_list, psq
from engine.records.ccgc import codec as ccgc
from engine.records.json_format import codec as json_record
from engine.records.model.clean_record import clean_record
from engine.records.model.record import GameRecord
from engine.records.model.record_format import RecordFormat
from engine.records.model.text_encoding import FALLBACK, UNCERTAIN, find_encoding
from engine.records.renlib import codec as renlib
from engine.records.sgf import codec as sgf

SIZE_LIMIT = 8 * 2**20
"""Bytes of the largest file that is read; a game of 500 moves has some 10 kB."""

UTF_16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)

DECLARED_ENCODINGS = frozenset(
    codecs.lookup(name).name
    for name in (
        *("gbk", "gb2312", "gb18030", "big5", "shift_jis", "euc_jp", "euc_kr"),
        *("latin-1", "iso-8859-2", "iso-8859-15", "cp1250", "cp1251", "cp1252"),
        *("koi8-r", "ascii", "utf-8"),
    )
)
"""Encodings accepted in ``CA`` of an SGF file."""

_DECLARED = re.compile(rb"CA\[([A-Za-z0-9_-]{2,20})\]")


FORMATS = (sgf.FORMAT, ccgc.FORMAT, json_record.FORMAT, psq.FORMAT, renlib.FORMAT)
"""Formats of files, in the order of detection."""

TEXT_FORMATS = (hexworld.FORMAT,)
"""Formats that are pasted but never saved."""


def get_format(name: str) -> RecordFormat:
    """Return the format called ``name``.

    Raises:
        RecordError: There is no such format.
    """
    for entry in FORMATS:
        if entry.name == name:
            return entry
    known = tuple(entry.name for entry in FORMATS)
    raise RecordError(
        Message(
            "Unknown format {name!r}. Known formats: {known}.", known=known, name=name
        )
    )


def get_format_for_path(path: Path) -> RecordFormat:
    """Return the format of a file's extension.

    Raises:
        RecordError: No format has this extension.
    """
    for entry in FORMATS:
        if path.suffix.lower() in entry.extensions:
            return entry
    raise RecordError(
        Message(
            "Expected a file name ending in {known}, got {name!r}.",
            known=tuple(end for entry in FORMATS for end in entry.extensions),
            name=path.name or str(path),
        )
    )


def is_library(path: Path) -> bool:
    """Return whether the extension of a file is that of a library."""
    libraries = (entry for entry in FORMATS if entry.is_library)
    return any(path.suffix.lower() in entry.extensions for entry in libraries)


def parse(
    text: str,
    *,
    game: str | None = None,
    name: str = "",
    board: GameRecord | None = None,
) -> GameRecord:
    """Return the record in a text of any format.

    Args:
        text: The text.
        game: Name of the game, if known to the caller.
        name: Name of the file; its extension decides if the content is ambiguous.
        board: Record with the board and rules for a bare list of moves; default: those
            of ``game``.

    Raises:
        RecordError: The text has no known format, or cannot be parsed.
    """
    return clean_record(_parse_text(text, game=game, name=name, board=board))


def _parse_text(
    text: str, *, game: str | None, name: str, board: GameRecord | None
) -> GameRecord:
    for entry in _binary_formats():
        if entry.beginning.match(text):
            return entry.parse(text, game=game)
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise RecordError(Message("Expected a record, got an empty text."))
    if board is None and game is not None:
        board = GameRecord(setup=get_game(game).setup())
    if board is not None and move_list.is_move_list(text):
        return move_list.parse(text, board)
    for entry in (*FORMATS, *TEXT_FORMATS):
        if entry.beginning.match(text):
            return entry.parse(text, game=game)
    try:
        entry = get_format_for_path(Path(name))
    except RecordError:
        raise RecordError(
            Message(
                "Expected a record in one of the formats {titles}, got something else.",
                titles=tuple(entry.title for entry in (*FORMATS, *TEXT_FORMATS)),
            )
        ) from None
    return entry.parse(text, game=game)


def load(
    path: Path, *, game: str | None = None, board: GameRecord | None = None
) -> GameRecord:
    """Return the record in a file, with warnings about skipped or guessed parts.

    Args:
        path: The file.
        game: Name of the game, if known to the caller.
        board: See ``parse``.

    Raises:
        RecordFileError: The file cannot be read.
        RecordError: The file holds no readable record.
    """
    data = _read(path)
    try:
        text, notes = decode(data)
        record = parse(text, game=game, name=path.name, board=board)
    except RecordFileError:
        raise
    except RecordError as error:
        raise RecordError(
            Message("{file}: {error}", file=path.name, error=error.message)
        ) from error
    except Exception as error:
        error.add_note(f"while reading {path}")
        raise
    return replace(record, warnings=(*notes, *record.warnings))


def save(
    record: GameRecord, path: Path, *, format: str | None = None
) -> tuple[str, ...]:
    """Write a record; return notes for the user about losses and encoding.

    Args:
        record: The record.
        path: The file; an old one is replaced when the new one is complete.
        format: Name of the format; default: the format of the extension.

    Raises:
        RecordFileError: The file cannot be written; an old one is unchanged.
        RecordError: The format cannot represent this record.
    """
    entry = get_format_for_path(path) if format is None else get_format(format)
    if record.setup.game not in entry.games:
        raise RecordError(
            Message(
                "Expected a game that the format {format} supports ({games}), got "
                "{game}.",
                format=entry.title,
                games=tuple(MessageKey(game) for game in entry.games),
                game=MessageKey(record.setup.game),
            )
        )
    notes = entry.losses(record)
    data, more_notes = entry.encode(entry.format(record))
    atomic_file.write_atomically(path, data)
    return (*notes, *more_notes)


def decode(data: bytes) -> tuple[str, tuple[str, ...]]:
    """Return the text of a file, and a note if its encoding is uncertain.

    That of a binary format has a character for each byte.

    Raises:
        RecordError: The bytes are no text.
    """
    if not data:
        raise RecordError(Message("Expected a record, got an empty file."))
    raw = data.decode(FALLBACK)
    if any(entry.beginning.match(raw) for entry in _binary_formats()):
        return raw, ()
    if data.startswith(UTF_16_MARKS):
        try:
            return data.decode("utf-16"), ()
        except UnicodeDecodeError:
            raise RecordError(Message("Expected a text, got broken UTF-16.")) from None
    if b"\0" in data:
        raise RecordError(Message("Expected a text, got a binary file."))
    encoding = find_encoding(data, declared=_declared_encoding(data))
    if encoding is None:
        return raw, (UNCERTAIN,)
    return data.decode(encoding), ()


def _binary_formats() -> Iterator[RecordFormat]:
    return (entry for entry in FORMATS if entry.is_binary)


def _read(path: Path) -> bytes:
    try:
        _check_is_file(path)
        with path.open("rb") as file:
            return _read_bounded(file, path)
    except RecordFileError:
        raise
    except ValueError as error:
        raise RecordFileError(
            Message("Expected the name of a file, got {name!r:.40}.", name=str(path))
        ) from error
    except OSError as error:
        raise RecordFileError(
            Message(
                "{path} could not be read: {reason}.",
                path=path,
                reason=atomic_file.explain_os_error(error),
            )
        ) from error


def _check_is_file(path: Path) -> None:
    if path.is_dir():
        raise RecordFileError(
            Message("Expected a record, {path} is a folder.", path=path)
        )
    if path.exists() and not path.is_file():
        raise RecordFileError(
            Message("Expected a record, {path} is no file.", path=path)
        )


def _read_bounded(file: BinaryIO, path: Path) -> bytes:
    data = file.read(SIZE_LIMIT + 1)
    if len(data) > SIZE_LIMIT:
        raise RecordFileError(
            Message(
                "Expected a record of at most {limit} MB, {path} is larger.",
                limit=SIZE_LIMIT // 2**20,
                path=path,
            )
        )
    return data


def _declared_encoding(data: bytes) -> list[str]:
    """Return the encoding declared in an SGF file, if it is a trusted one."""
    match = _DECLARED.search(data)
    if match is None:
        return []
    try:
        name = codecs.lookup(match[1].decode("ascii")).name
    except LookupError:
        return []
    return [name] if name in DECLARED_ENCODINGS else []
