"""Run folder: layout of its files, lock, and ownership by one configuration."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from engine.core.errors import EngineError, RunFolderError, TrainingError
from engine.core.files.atomic_file import (
    PARTIAL,
    remove_partial_files,
    write_atomically,
)
from engine.core.files.file_lock import held_lock
from engine.core.files.paths import RUN_NETWORK
from engine.core.files.writable_folder import check_writable
from engine.core.formats.json_text import parse_json
from engine.core.formats.settings_reader import join_path
from engine.core.message import Message, as_clause
from engine.core.processes.status_file import STATUS
from engine.training.run.config import RunConfig, parse_config
from engine.training.run.event_log import (
    Event,
    EventLog,
    read_events,
    read_log,
)
from engine.training.run.game_settings import AUTOMATIC
from engine.training.run.run_status import STOP
from engine.training.run.training_file import TEXT

CONFIG = "run.json"
LOCK = "run.lock"
STATE = "state.safetensors"
EVENTS = "events.jsonl"
NET = RUN_NETWORK
REPORT = "report.md"
CURVES = "curves"
SHARDS = "shards"
WINS = "wins"
GENERATIONS = "generations"

ERRORS = "errors.txt"
"""File with the error output of a process that the window has started."""

FREE_KEYS = (
    *("train.threads", "data.workers", "play.threads", "play.workers"),
    *("evaluation", "cluster"),
)
"""Keys that may change when a run resumes: they do not determine the weights."""

FILES_BEFORE = frozenset({LOCK, TEXT, ERRORS, STATUS, STOP})
"""Files that a folder may hold before its run: of the window or of a failed start."""


class TrainingRunFolder:
    """Files of one run.

    A run without any finished game or step accepts any configuration. Otherwise only
    the number of generations may grow.

    Args:
        path: The folder.
        config: Configuration of the run.
        resume: Whether to resume a run in the folder.

    Raises:
        RunFolderError: The folder holds a run and ``resume`` is false, or the run has
            another configuration, or another process uses it; or the folder holds
            other files, or cannot be written.
    """

    def __init__(self, path: Path, config: RunConfig, *, resume: bool) -> None:
        self.path = path
        check_writable(path)
        check_other_files(path)
        path.mkdir(parents=True, exist_ok=True)
        with self.lock():
            self._claim(_description(config), resume=resume)

    def _claim(self, wanted: str, *, resume: bool) -> None:
        """Write the configuration, unless the folder's work belongs to another one."""
        own = self.path / CONFIG
        if own.exists():
            if self._has_work():
                self._check(wanted, resume=resume)
            elif own.read_bytes() != wanted.encode():
                self._clear()
        write_atomically(own, wanted.encode())

    def _check(self, wanted: str, *, resume: bool) -> None:
        """Raise ``RunFolderError`` unless the run may resume with ``wanted``."""
        if not resume:
            raise RunFolderError(
                Message(
                    "Expected a folder without a run, or --resume; {folder} has one.",
                    folder=self.path,
                )
            )
        before = _description(read_config_of_run(self.path / CONFIG))
        changes = _list_changes(json.loads(before), json.loads(wanted))
        if changes:
            raise RunFolderError(
                Message(
                    "Expected the settings that the run in {folder} started with; "
                    "{changes}. {rule}",
                    folder=self.path,
                    changes=tuple(changes),
                    rule=_explain_free_keys(json.loads(wanted)),
                )
            )

    def _has_work(self) -> bool:
        """Return whether the folder holds a finished game, shard or step."""
        patterns = (f"{name}/*.npz" for name in (SHARDS, WINS, f"{GENERATIONS}/*"))
        has_samples = any(any(self.path.glob(pattern)) for pattern in patterns)
        return (
            has_samples
            or self._has_lost_events()
            or any(self._list_trained_nets())
            or any(event.get("step", 0) > 0 for event in self.events())
        )

    def _list_trained_nets(self) -> list[Path]:
        """Return the networks of all generations but the first one, of no games."""
        nets = self.path.glob(f"{GENERATIONS}/*/{NET}")
        return [path for path in nets if path != self.generation_net(0)]

    def _has_lost_events(self) -> bool:
        """Return whether the run has no events, though it must have logged some."""
        has_begun = self.state.exists() and not self.generation_net(0).exists()
        is_logged = has_begun or any(self._list_trained_nets())
        return is_logged and not (self.path / EVENTS).exists()

    def _clear(self) -> None:
        """Delete the files of a start without any finished game or step."""
        for name in (STATE, NET, EVENTS):
            (self.path / name).unlink(missing_ok=True)
        shutil.rmtree(self.path / GENERATIONS, ignore_errors=True)

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Lock the run against other processes; a kill releases the lock, too.

        Raises:
            RunFolderError: Another process uses the run.
        """
        with held_lock(self.path / LOCK) as is_held:
            if not is_held:
                raise RunFolderError(
                    Message(
                        "Expected a run that no other process uses; another process "
                        "uses the run in {folder}.",
                        folder=self.path,
                    )
                )
            remove_partial_files(self.path)
            yield

    @property
    def state(self) -> Path:
        """File of weights, optimiser and step."""
        return self.path / STATE

    @property
    def net(self) -> Path:
        """File of the newest network."""
        return self.path / NET

    @property
    def shards(self) -> Path:
        """Folder of the games of engines."""
        return self.path / SHARDS

    @property
    def wins(self) -> Path:
        """Folder of the added positions with a win in one."""
        return self.path / WINS

    @property
    def generations(self) -> Path:
        """Folder of the generations of self-play."""
        return self.path / GENERATIONS

    def generation(self, number: int) -> Path:
        """Return the folder of a generation."""
        return self.generations / f"{number:04}"

    def generation_net(self, number: int) -> Path:
        """Return the file of a generation's network."""
        return self.generation(number) / NET

    def events(self) -> list[Event]:
        """Return the events of the run so far."""
        return read_events(self.path / EVENTS)

    def list_warnings(self) -> list[Message]:
        """Return sentences about lost parts of the event log."""
        file = self.path / EVENTS
        if self._has_lost_events():
            return [
                Message(
                    "Expected the events of this run in {file}, found none: the report "
                    "and the curves lack what was before.",
                    file=file,
                )
            ]
        warning = read_log(file).warning
        return [] if warning is None else [warning]

    def check_state(self) -> None:
        """Raise ``TrainingError`` if the state of a run with a network is lost."""
        nets = self.net, self.generation_net(0), *self._list_trained_nets()
        has_network = any(path.exists() for path in nets) or any(
            event.get("step", 0) > 0 for event in self.events()
        )
        if has_network and not self.state.exists():
            raise TrainingError(
                Message(
                    "Expected the state of this training run in {file}, found none.",
                    file=self.state,
                )
            )

    def log(self, *, last_step: int | None = None) -> EventLog:
        """Return the event log, without events about steps after ``last_step``."""
        return EventLog(self.path / EVENTS, last_step=last_step)

    def write(self, name: str, content: bytes) -> None:
        """Write a file of the run atomically."""
        write_atomically(self.path / name, content)

    def is_report_current(self) -> bool:
        """Return whether the report includes the last event."""
        events, report = self.path / EVENTS, self.path / REPORT
        if not events.exists():
            return True
        return (
            report.exists() and report.stat().st_mtime_ns >= events.stat().st_mtime_ns
        )


def check_other_files(path: Path) -> None:
    """Raise ``RunFolderError`` if a folder without a run holds files of someone else.

    Args:
        path: The folder; it may be missing.
    """
    if not path.exists() or (path / CONFIG).exists():
        return
    if any((path / name).is_file() for name in (STATE, EVENTS)):
        raise RunFolderError(
            Message(
                "Expected the settings of a training run in {file}, found none.",
                file=path / CONFIG,
            )
        )
    for entry in sorted(path.iterdir()):
        if entry.name not in FILES_BEFORE and not PARTIAL.fullmatch(entry.name):
            raise RunFolderError(
                Message(
                    "Expected an empty folder or one of a training run; {folder} has "
                    "other files, such as {name}.",
                    folder=path,
                    name=entry.name,
                )
            )


def read_config_of_run(file: Path) -> RunConfig:
    """Return the configuration in the ``run.json`` of a run.

    Keys unknown to the version that wrote it have their defaults.

    Raises:
        RunFolderError: The file is damaged or of another version.
        OSError: It cannot be read.
    """
    try:
        return parse_config(parse_json(file.read_text(encoding="utf-8")))
    except EngineError as error:
        reason = as_clause(error.message)
    except (ValueError, LookupError, TypeError, AttributeError):
        reason = Message("it is damaged")
    raise RunFolderError(
        Message(
            "Expected the settings of a training run in {file}, got something else: "
            "{reason}.",
            file=file,
            reason=reason,
        )
    )


def _description(config: RunConfig) -> str:
    """Return a configuration as JSON, without ``FREE_KEYS``."""
    table: dict[str, Any] = asdict(config)
    for key in FREE_KEYS:
        parent, _, name = key.rpartition(".")
        (table.get(parent) or {} if parent else table).pop(name, None)
    return json.dumps(table, indent=2, ensure_ascii=False) + "\n"


def _explain_free_keys(wanted: Mapping[str, Any]) -> Message:
    """Return a sentence with the settings that a run may change."""
    tables = {**wanted, "evaluation": True, "cluster": "play" in wanted}
    free = tuple(key for key in FREE_KEYS if tables.get(key.partition(".")[0]))
    if "play" in wanted:
        return Message(
            "Only play.generations may grow, and {keys} may change.", keys=free
        )
    return Message("Only {keys} may change.", keys=free)


def _list_changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Message]:
    """Return the changes with which a run may not resume.

    Args:
        before: Description of the run.
        after: Description of the wanted run.
    """
    own, other = before.get("play") or {}, after.get("play") or {}
    if own and other:
        if own["evaluator"] == AUTOMATIC:  # of a version without the key
            own["evaluator"] = other["evaluator"]
        own["generations"] = max(own["generations"], other["generations"])
    return _compare(before, after)


def _compare(before: object, after: object, path: str = "") -> list[Message]:
    """Return a clause for each setting in which two tables differ."""
    if isinstance(before, dict) and isinstance(after, dict):
        return [
            change
            for key in {**before, **after}
            for change in _compare(
                before.get(key), after.get(key), join_path(path, key)
            )
        ]
    if before == after:
        return []
    return [
        Message(
            "{key} was {before} and is {after}",
            key=path,
            before=json.dumps(before, ensure_ascii=False),
            after=json.dumps(after, ensure_ascii=False),
        )
    ]
