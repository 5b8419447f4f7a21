"""Keeps a contest game on disk, clocks included, so that a crash costs nothing.

Every contest has a folder of its own with its log and its state; the state is written
when anything happens and every few seconds for the clocks.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from PyQt5.QtCore import QLockFile

from engine.core import atomic_file
from engine.core.errors import EngineError
from engine.core.types import Move
from engine.records import json_record
from engine.records.record import GameRecord
from gui.contest.contest import Contest
from gui.contest.record_file import WrittenRecord

log = logging.getLogger(__name__)

STATE, LOG, LOCK = "contest.json", "log.txt", "contest.lock"
"""Files in the folder of a contest."""

OLDEST_LOOKED_AT = 20
"""Folders in which an unfinished contest is looked for, the latest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptContest:
    """A contest game as it stands on disk."""

    folder: Path
    """Its folder."""

    contest: Contest
    """What was settled before."""

    record: GameRecord
    """The game."""

    left: tuple[float, float]
    """Seconds that the clocks of the first and the second participant showed."""

    typed: tuple[int, ...] = ()
    """Numbers of the moves that the operator typed."""

    answer: Move | None = None
    """Our engine's move that was not on the board yet."""

    written: WrittenRecord | None = None
    """The record written last."""

    is_open: bool = True
    """Whether the operator goes on with it when the program starts."""


class ContestKeeper:
    """Writes and finds contests below one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock: QLockFile | None = None

    def new_folder(self) -> Path:
        """Return a folder that no contest has; it is made with the first file."""
        stem = f"{datetime.now().astimezone():%Y-%m-%d %H.%M.%S}"
        path, number = self._folder / stem, 1
        while path.exists():
            number += 1
            path = self._folder / f"{stem} {number}"
        return path

    def claim(self, folder: Path) -> bool:
        """Keep other windows from going on with a contest; say whether that worked.

        The claim of a process that has died is void.
        """
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            log.warning("%s cannot be made: %s", folder, error)
            return False
        lock = QLockFile(str(folder / LOCK))
        lock.setStaleLockTime(0)
        if not lock.tryLock(0):
            return False
        self._lock = lock
        return True

    def release(self) -> None:
        """Let other windows go on with the contest."""
        if self._lock is not None:
            self._lock.unlock()
            self._lock = None

    def write(self, kept: KeptContest) -> None:
        """Write the state of a contest; a disk that refuses costs only the safety."""
        values = {
            "is_open": kept.is_open,
            "contest": kept.contest.to_values(),
            "record": json.loads(json_record.format(kept.record)),
            "left": list(kept.left),
            "typed": list(kept.typed),
            "answer": kept.answer,
            "written": _written_values(kept.written),
        }
        text = json.dumps(values, ensure_ascii=False, indent=1)
        try:
            kept.folder.mkdir(parents=True, exist_ok=True)
            atomic_file.write_atomically(kept.folder / STATE, text.encode())
        except (EngineError, OSError) as error:
            log.warning("the contest could not be kept: %s", error)

    def open_contest(self) -> KeptContest | None:
        """Claim the latest contest that was not finished, if there is one."""
        mine = (kept for kept in self._all() if kept.is_open)
        return next((kept for kept in mine if self.claim(kept.folder)), None)

    def _all(self) -> Iterator[KeptContest]:
        try:
            found = sorted(self._folder.glob(f"*/{STATE}"), reverse=True)
        except OSError:
            return
        for path in found[:OLDEST_LOOKED_AT]:
            try:
                yield _read(path)
            except (EngineError, OSError, ValueError, KeyError, TypeError) as error:
                log.warning("%s is not readable: %s", path, error)


def _read(path: Path) -> KeptContest:
    values = json.loads(path.read_text(encoding="utf-8"))
    first, second = (float(seconds) for seconds in values["left"])
    answer = values["answer"]
    return KeptContest(
        folder=path.parent,
        contest=Contest.from_values(values["contest"]),
        record=json_record.parse(json.dumps(values["record"])),
        left=(first, second),
        typed=tuple(int(number) for number in values["typed"]),
        answer=None if answer is None else Move(int(answer)),
        written=_written(values["written"]),
        is_open=bool(values["is_open"]),
    )


def _written_values(written: WrittenRecord | None) -> dict[str, Any] | None:
    if written is None:
        return None
    return {"path": str(written.path), "digest": written.digest}


def _written(values: dict[str, Any] | None) -> WrittenRecord | None:
    if values is None:
        return None
    return WrittenRecord(path=Path(values["path"]), digest=str(values["digest"]))
