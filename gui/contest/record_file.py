"""Record file of a contest game, under the name that the contest requires.

A file of another game is never replaced. An earlier record of the same game is
deleted, so that only one can be handed in.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from engine.core.errors import RecordError, RecordFileError
from engine.core.files import atomic_file
from engine.records.ccgc import codec as ccgc
from engine.records.model.record import GameRecord
from engine.records.sgf import codec as sgf

LOG_EXTENSION = ".log"
"""Extension of the journal's copy beside the record."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedRecordFile:
    """Record file on disk."""

    path: Path
    """The file."""

    digest: str
    """SHA-256 of its bytes, in hexadecimal."""

    notes: tuple[str, ...] = ()
    """Remarks for the user, one sentence each."""

    is_contest_form: bool = True
    """Whether it has the contest's format, which has no swap."""


def write_record(
    record: GameRecord,
    folder: Path,
    *,
    rows_from_bottom: bool,
    log_text: str,
    before: SavedRecordFile | None,
) -> SavedRecordFile:
    """Write record and journal under the name that the contest requires.

    Args:
        record: The game.
        folder: The target folder; it is created if it is missing.
        rows_from_bottom: Whether row 1 of Hex is at the bottom.
        log_text: The journal so far.
        before: The earlier record of this game, which is replaced.

    Raises:
        RecordFileError: A write failed; existing files are unchanged.
        RecordError: No format can represent the game.
    """
    data, notes, extension = _encoded(record, rows_from_bottom=rows_from_bottom)
    name = ccgc.suggest_file_name(record, extension=extension)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        raise RecordFileError(f"{folder} could not be created: {reason}.") from error
    mine = None if before is None or not _is_unchanged(before) else before.path
    path = _free_path(folder / name, mine)
    atomic_file.write_atomically(path, data)
    atomic_file.write_atomically(path.with_suffix(LOG_EXTENSION), log_text.encode())
    if mine is not None and mine != path:
        mine.unlink(missing_ok=True)
        mine.with_suffix(LOG_EXTENSION).unlink(missing_ok=True)
    return SavedRecordFile(
        path=path,
        digest=_digest(data),
        notes=notes,
        is_contest_form=extension == ccgc.EXTENSION,
    )


def _encoded(
    record: GameRecord, *, rows_from_bottom: bool
) -> tuple[bytes, tuple[str, ...], str]:
    """Return bytes, notes and extension in CCGC format, or in SGF if it must be."""
    try:
        text = ccgc.format(record, rows_from_bottom=rows_from_bottom)
    except RecordError:
        data, notes = sgf.FORMAT.encode(sgf.FORMAT.format(record))
        return data, notes, sgf.FORMAT.extensions[0]
    return (*ccgc.encode(text), ccgc.EXTENSION)


def _is_unchanged(written: SavedRecordFile) -> bool:
    """Return whether a file has not changed since it was written."""
    try:
        return _digest(written.path.read_bytes()) == written.digest
    except OSError:
        return False


def _free_path(path: Path, mine: Path | None) -> Path:
    """Return ``path``, with a number if another file has that name."""
    number, free = 1, path
    while free != mine and (free.exists() or free.with_suffix(LOG_EXTENSION).exists()):
        number += 1
        free = path.with_name(f"{path.stem} ({number}){path.suffix}")
    return free


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
