"""Autosave of a contest game with its clocks, against crashes.

Each contest has a folder with its journal and its state. The state is written after
each change and, because of the clocks, every few seconds.
"""

from __future__ import annotations

import json
import logging
import math
import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from PyQt5.QtCore import QLockFile

from engine.core.errors import EngineError, PresetError
from engine.core.files import atomic_file
from engine.core.types import Move
from engine.records.json_format import codec as json_record
from engine.records.model.positions import final_position
from engine.records.model.record import GameRecord
from gui.contest.contest import Contest
from gui.contest.record_file import SavedRecordFile
from gui.settings.damaged_files import set_aside

log = logging.getLogger(__name__)

STATE, LOG, LOCK = "contest.json", "log.txt", "contest.lock"
"""Files in the folder of a contest."""

OLDEST_LOOKED_AT = 20
"""Number of folders that are searched for an unfinished contest, the latest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AutosavedContest:
    """State of a contest game on disk."""

    folder: Path
    """Its folder."""

    contest: Contest
    """Its setup."""

    record: GameRecord
    """The game."""

    left: tuple[float, float]
    """Seconds left on the clocks of the first and the second participant."""

    typed: tuple[int, ...] = ()
    """Numbers of the moves that the operator typed."""

    answer: Move | None = None
    """Our engine's move that is not on the board yet."""

    written: SavedRecordFile | None = None
    """The record file written last."""

    is_open: bool = True
    """Whether the next start restores the contest."""


class ContestAutosave:
    """Reader and writer of the contests below one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock: QLockFile | None = None
        self.damage: list[str] = []
        """One sentence for each damaged file that was set aside."""
        self._waiting: dict[Path, AutosavedContest] = {}
        self._problem = ""

    @property
    def problem(self) -> str:
        """The reason why the last write failed; empty if it succeeded."""
        return self._problem

    def new_folder(self) -> Path:
        """Return an unused folder; it is created with the first file."""
        stem = f"{datetime.now().astimezone():%Y-%m-%d %H.%M.%S}"
        path, number = self._folder / stem, 1
        while path.exists():
            number += 1
            path = self._folder / f"{stem} {number}"
        return path

    def claim(self, folder: Path) -> bool:
        """Lock a contest against other windows and return whether that succeeded.

        The lock of a process that has died is ignored.
        """
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            log.warning("could not create %s: %s", folder, error)
            return False
        lock = QLockFile(str(folder / LOCK))
        lock.setStaleLockTime(0)
        if not lock.tryLock(0):
            return False
        self._lock = lock
        return True

    def release(self) -> None:
        """Release the lock of the contest."""
        if self._lock is not None:
            self._lock.unlock()
            self._lock = None

    def write(self, kept: AutosavedContest) -> None:
        """Write the state of a contest; a state that fails stays pending."""
        self._waiting[kept.folder] = kept
        self.retry()

    def retry(self) -> None:
        """Write the pending states."""
        self._problem = ""
        for kept in list(self._waiting.values()):
            try:
                kept.folder.mkdir(parents=True, exist_ok=True)
                atomic_file.write_atomically(kept.folder / STATE, _state_of(kept))
                del self._waiting[kept.folder]
            except (EngineError, OSError) as error:
                log.warning("could not save the contest: %s", error)
                self._problem = atomic_file.explain_write_error(error)

    def open_contest(self) -> AutosavedContest | None:
        """Lock and return the latest open contest, if there is one."""
        mine = (kept for kept in self._all() if kept.is_open)
        return next((kept for kept in mine if self.claim(kept.folder)), None)

    def _all(self) -> Iterator[AutosavedContest]:
        try:
            found = sorted(self._folder.glob(f"*/{STATE}"), reverse=True)
        except OSError:
            return
        for path in found[:OLDEST_LOOKED_AT]:
            kept = self._read(path)
            if kept is not None:
                yield kept

    def _read(self, path: Path) -> AutosavedContest | None:
        """Return a contest, or ``None``; set a damaged file aside."""
        try:
            return _kept_contest(path)
        except (OSError, PresetError) as error:
            log.warning("could not read %s now: %s", path, error)
        except Exception as error:  # the edge to a file that may hold anything
            log.warning("%s is not readable", path, exc_info=error)
            self.damage.append(set_aside(path))
        return None


def _kept_contest(path: Path) -> AutosavedContest:
    """Return the contest in a file.

    Raises:
        Exception: The file is damaged; the type depends on the damage.
    """
    values = json.loads(path.read_text(encoding="utf-8"))
    record = json_record.parse(json.dumps(values["record"]))
    first, second = (float(seconds) for seconds in values["left"])
    if not (math.isfinite(first) and math.isfinite(second)):
        raise ValueError(f"expected times, got {first} and {second}")
    return AutosavedContest(
        folder=path.parent,
        contest=Contest.from_values(values["contest"]),
        record=record,
        left=(first, second),
        typed=tuple(int(number) for number in values["typed"]),
        answer=_answer(values["answer"], record),
        written=_written(values["written"]),
        is_open=bool(values["is_open"]),
    )


def _answer(value: object, record: GameRecord) -> Move | None:
    """Return our engine's move that is not on the board yet.

    Raises:
        Exception: The move is illegal after the record.
    """
    if value is None:
        return None
    move = Move(int(str(value)))
    if move not in final_position(record).legal_moves():
        raise ValueError(f"expected a legal move, got {move}")
    return move


def _state_of(kept: AutosavedContest) -> bytes:
    values = {
        "is_open": kept.is_open,
        "contest": kept.contest.to_values(),
        "record": json.loads(json_record.format(kept.record)),
        "left": list(kept.left),
        "typed": list(kept.typed),
        "answer": kept.answer,
        "written": _written_values(kept.written),
    }
    return json.dumps(values, ensure_ascii=False, indent=1).encode()


def _written_values(written: SavedRecordFile | None) -> dict[str, Any] | None:
    if written is None:
        return None
    return {"path": str(written.path), "digest": written.digest}


def _written(values: dict[str, Any] | None) -> SavedRecordFile | None:
    if values is None:
        return None
    path = Path(values["path"])
    if b"\0" in os.fsencode(path):
        raise ValueError("expected a path, got one with a NUL")
    return SavedRecordFile(path=path, digest=str(values["digest"]))
