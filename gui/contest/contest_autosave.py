"""Keeps a contest game on disk, clocks included, so that a crash costs nothing.

Every contest has a folder of its own with its log and its state; the state is written
when anything happens and every few seconds for the clocks.
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

from engine.core import atomic_file
from engine.core.errors import EngineError, PresetError
from engine.core.types import Move
from engine.records.json_format import codec as json_record
from engine.records.model import parsing as reading
from engine.records.model.record import GameRecord
from gui.contest.contest import Contest
from gui.contest.record_file import WrittenRecord
from gui.settings.damaged_files import set_aside

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
        self.damage: list[str] = []
        """A sentence for each damaged file that was set aside."""
        self._waiting: dict[Path, KeptContest] = {}
        self._problem = ""

    @property
    def problem(self) -> str:
        """Why the disk refused the last state; empty if it took it."""
        return self._problem

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
        """Write the state of a contest; a state that the disk refuses waits."""
        self._waiting[kept.folder] = kept
        self.retry()

    def retry(self) -> None:
        """Write the states that wait."""
        self._problem = ""
        for kept in list(self._waiting.values()):
            try:
                kept.folder.mkdir(parents=True, exist_ok=True)
                atomic_file.write_atomically(kept.folder / STATE, _state_of(kept))
                del self._waiting[kept.folder]
            except (EngineError, OSError) as error:
                log.warning("the contest could not be kept: %s", error)
                self._problem = atomic_file.explain_write_error(error)

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
            kept = self._read(path)
            if kept is not None:
                yield kept

    def _read(self, path: Path) -> KeptContest | None:
        """Return a contest; ``None`` if it is damaged, and then it is set aside."""
        try:
            return _kept_contest(path)
        except (OSError, PresetError) as error:
            log.warning("%s is not usable now: %s", path, error)
        except Exception as error:  # the edge to a file that may hold anything
            log.warning("%s is not readable", path, exc_info=error)
            self.damage.append(set_aside(path))
        return None


def _kept_contest(path: Path) -> KeptContest:
    """Return the contest that a file holds.

    Raises:
        Exception: The file is damaged; of which kind depends on the damage.
    """
    values = json.loads(path.read_text(encoding="utf-8"))
    record = json_record.parse(json.dumps(values["record"]))
    first, second = (float(seconds) for seconds in values["left"])
    if not (math.isfinite(first) and math.isfinite(second)):
        raise ValueError(f"expected times, got {first} and {second}")
    return KeptContest(
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
    """Return the answer that was not on the board yet.

    Raises:
        Exception: No such move can be played after the record.
    """
    if value is None:
        return None
    move = Move(int(str(value)))
    if move not in reading.final_position(record).legal_moves():
        raise ValueError(f"expected a move that is allowed, got {move}")
    return move


def _state_of(kept: KeptContest) -> bytes:
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


def _written_values(written: WrittenRecord | None) -> dict[str, Any] | None:
    if written is None:
        return None
    return {"path": str(written.path), "digest": written.digest}


def _written(values: dict[str, Any] | None) -> WrittenRecord | None:
    if values is None:
        return None
    path = Path(values["path"])
    if b"\0" in os.fsencode(path):
        raise ValueError("expected a path, got one with a NUL")
    return WrittenRecord(path=path, digest=str(values["digest"]))
