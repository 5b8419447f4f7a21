"""Where a training run lies, and whose it is."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from engine.core.atomic_file import remove_partial_files, write_atomically
from engine.core.errors import EngineError, TrainingError
from engine.core.message import Message
from engine.training.run.config import RunConfig, config_from
from engine.training.run.event_log import Event, EventLog, read_events
from engine.training.run.settings import AUTOMATIC

CONFIG = "run.json"
LOCK = "run.lock"
STATE = "state.safetensors"
EVENTS = "events.jsonl"
NET = "net.safetensors"
REPORT = "report.md"
CURVES = "curves"
SHARDS = "shards"
GENERATIONS = "generations"


class RunFolder:
    """The files of one run.

    Args:
        path: The folder.
        config: What is to be done in it.
        resume: Whether to go on with what is there.

    Raises:
        TrainingError: The folder holds a run that is not to be gone on with, or
            another one, or one that another process works on. More generations make
            it no other. A run without any game or step yields to any settings.
    """

    def __init__(self, path: Path, config: RunConfig, *, resume: bool) -> None:
        self.path = path
        path.mkdir(parents=True, exist_ok=True)
        with self.taken():
            self._claim(_description(config), resume=resume)

    def _claim(self, wanted: str, *, resume: bool) -> None:
        """Write the settings of the run, unless its work was done with others."""
        own = self.path / CONFIG
        if own.exists():
            known = own.read_text(encoding="utf-8")
            if self._has_work():
                self._check(known, wanted, resume=resume)
            elif known != wanted:
                self._clear()
        write_atomically(own, wanted.encode())

    def _check(self, known: str, wanted: str, *, resume: bool) -> None:
        """Raise ``TrainingError`` unless the run may go on with the wanted settings."""
        if not resume:
            raise TrainingError(
                Message(
                    "Expected a folder without a run, or --resume; {folder} has one.",
                    folder=self.path,
                )
            )
        if not _may_become(known, wanted):
            raise TrainingError(
                Message(
                    "Expected the settings that the run in {folder} began with, or "
                    "more generations; they stand in its {file}.",
                    folder=self.path,
                    file=CONFIG,
                )
            )

    def _has_work(self) -> bool:
        """Return whether a game was played or a step taken in the folder."""
        patterns = (f"{SHARDS}/*.npz", f"{GENERATIONS}/*/*.npz")
        has_games = any(any(self.path.glob(pattern)) for pattern in patterns)
        return has_games or any(event.get("step", 0) > 0 for event in self.events())

    def _clear(self) -> None:
        """Delete what a start without any game or step has left."""
        for name in (STATE, NET, EVENTS):
            (self.path / name).unlink(missing_ok=True)
        shutil.rmtree(self.path / GENERATIONS, ignore_errors=True)

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Keep other processes from working on the run; a kill ends that, too.

        Raises:
            TrainingError: Another one works on it.
        """
        try:
            with FileLock(self.path / LOCK, timeout=0):
                remove_partial_files(self.path)
                yield
        except Timeout:
            raise TrainingError(
                Message(
                    "Expected a run that nobody works on, but another process does in "
                    "{folder}.",
                    folder=self.path,
                )
            ) from None

    @property
    def state(self) -> Path:
        """Weights, optimiser and step."""
        return self.path / STATE

    @property
    def net(self) -> Path:
        """The network that the run has come to."""
        return self.path / NET

    @property
    def shards(self) -> Path:
        """Games of engines."""
        return self.path / SHARDS

    def generation(self, number: int) -> Path:
        """Return the folder of what a generation has played."""
        return self.path / GENERATIONS / f"{number:04}"

    def net_of(self, number: int) -> Path:
        """Return the network that a generation has come to."""
        return self.generation(number) / NET

    def events(self) -> list[Event]:
        """Return what the run has told so far."""
        return read_events(self.path / EVENTS)

    def log(self, *, last_step: int | None = None) -> EventLog:
        """Return the log, less what was told of steps after ``last_step``."""
        if last_step is None:
            last_step = max(
                (event.get("step", 0) for event in self.events()), default=0
            )
        return EventLog(self.path / EVENTS, last_step=last_step)

    def write(self, name: str, content: bytes) -> None:
        """Write a file of the run."""
        write_atomically(self.path / name, content)

    def is_report_current(self) -> bool:
        """Return whether nothing was logged since the report was written."""
        events, report = self.path / EVENTS, self.path / REPORT
        if not events.exists():
            return True
        return (
            report.exists() and report.stat().st_mtime_ns >= events.stat().st_mtime_ns
        )


def _description(config: RunConfig) -> str:
    """Return a configuration as text, without what changes no weights."""
    table: dict[str, Any] = asdict(config)
    table["train"].pop("threads")
    table.pop("cluster")
    table.pop("judge")
    if config.data is not None:
        table["data"].pop("workers")
    if config.play is not None:
        table["play"].pop("threads")
    return json.dumps(table, indent=2, ensure_ascii=False) + "\n"


def _may_become(known: str, wanted: str) -> bool:
    """Say whether a run is the same as another one, but for generations to come.

    Keys that an older version did not have take their defaults.
    """
    if known == wanted:
        return True
    try:
        known = _description(config_from(json.loads(known)))
        if known == wanted:
            return True
        before, after = json.loads(known), json.loads(wanted)
        if before["play"]["evaluator"] == AUTOMATIC:  # of a version without the key
            before["play"]["evaluator"] = after["play"]["evaluator"]
        more = after["play"]["generations"] - before["play"].pop("generations")
    except (EngineError, ValueError, LookupError, TypeError, AttributeError):
        return False
    del after["play"]["generations"]
    return more >= 0 and bool(before == after)
