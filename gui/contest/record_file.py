"""Writes the record of a contest game into the folder where it is handed in.

No file of another game is ever replaced. A record of the same game written before
gives way to the new one, so that only one can be handed in.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from engine.core import atomic_file
from engine.core.errors import RecordError, RecordFileError
from engine.records.ccgc import codec as ccgc
from engine.records.model.record import GameRecord
from engine.records.sgf import codec as sgf

LOG_EXTENSION = ".log"
"""Of the copy of the log beside the record."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenRecord:
    """A record that was written."""

    path: Path
    """Where it stands."""

    digest: str
    """Of its bytes, to know it again."""

    notes: tuple[str, ...] = ()
    """What its reader should know, a sentence each."""

    is_contest_form: bool = True
    """Whether it has the contest's own form; a game with a swap cannot."""


def write_record(
    record: GameRecord,
    folder: Path,
    *,
    rows_from_bottom: bool,
    log_text: str,
    before: WrittenRecord | None,
) -> WrittenRecord:
    """Write record and log under the name that the contest asks for.

    Args:
        record: The game.
        folder: Where to; it is made if it is missing.
        rows_from_bottom: Whether row 1 of Hex lies at the bottom.
        log_text: The log so far.
        before: The record of this game written last, which gives way.

    Raises:
        RecordFileError: It cannot be written; what was there is untouched.
        RecordError: No form has room for the game.
    """
    data, notes, extension = _encoded(record, rows_from_bottom=rows_from_bottom)
    name = ccgc.suggest_file_name(record, extension=extension)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        raise RecordFileError(f"{folder} could not be made: {reason}.") from error
    mine = None if before is None or not _is_unchanged(before) else before.path
    path = _free_path(folder / name, mine)
    atomic_file.write_atomically(path, data)
    atomic_file.write_atomically(path.with_suffix(LOG_EXTENSION), log_text.encode())
    if mine is not None and mine != path:
        mine.unlink(missing_ok=True)
        mine.with_suffix(LOG_EXTENSION).unlink(missing_ok=True)
    return WrittenRecord(
        path=path,
        digest=_digest(data),
        notes=notes,
        is_contest_form=extension == ccgc.EXTENSION,
    )


def _encoded(
    record: GameRecord, *, rows_from_bottom: bool
) -> tuple[bytes, tuple[str, ...], str]:
    """Return bytes, notes and file extension, of SGF where CCGC has no room."""
    try:
        text = ccgc.format(record, rows_from_bottom=rows_from_bottom)
    except RecordError:
        data, notes = sgf.FORMAT.encode(sgf.FORMAT.format(record))
        return data, notes, sgf.FORMAT.extensions[0]
    return (*ccgc.encode(text), ccgc.EXTENSION)


def _is_unchanged(written: WrittenRecord) -> bool:
    """Say whether a file is still as it was written here."""
    try:
        return _digest(written.path.read_bytes()) == written.digest
    except OSError:
        return False


def _free_path(path: Path, mine: Path | None) -> Path:
    """Return ``path``, or with a number behind it where another file has the name."""
    number, free = 1, path
    while free != mine and (free.exists() or free.with_suffix(LOG_EXTENSION).exists()):
        number += 1
        free = path.with_name(f"{path.stem} ({number}){path.suffix}")
    return free


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
