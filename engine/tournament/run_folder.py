"""Run folder of a match or tournament: its files, its plan and its lock.

``plan.json`` has the plan, ``games.jsonl`` a line for each finished game, ``records/``
the games, ``events.jsonl`` the progress, and ``schedule.jsonl`` the pairs of games that
ratings have chosen. A folder belongs to one plan.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.core.errors import EngineError, RunFolderError
from engine.core.files.atomic_file import (
    PARTIAL,
    remove_partial_files,
    write_atomically,
)
from engine.core.files.file_lock import held_lock
from engine.core.files.writable_folder import check_is_folder, check_writable
from engine.core.message import Message
from engine.tournament.plan import Plan

PLAN = "plan.json"
GAMES = "games.jsonl"
EVENTS = "events.jsonl"
SCHEDULE = "schedule.jsonl"
RECORDS = "records"
LOCK = "run.lock"
ENGINE_LOG = "engines.log"


class RunFolder:
    """Files of one run.

    Args:
        path: The folder; it may be missing.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def games(self) -> Path:
        """File of the finished games."""
        return self.path / GAMES

    @property
    def events(self) -> Path:
        """File of the progress."""
        return self.path / EVENTS

    @property
    def schedule(self) -> Path:
        """File of the chosen pairs of games."""
        return self.path / SCHEDULE

    def plan(self) -> Plan | None:
        """Return the plan of the run, or ``None`` if the folder has no run.

        Raises:
            RunFolderError: The plan is damaged or cannot be read.
        """
        try:
            return Plan.from_json((self.path / PLAN).read_text(encoding="utf-8"))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (EngineError, OSError, UnicodeDecodeError) as error:
            raise RunFolderError(
                Message(
                    "Expected the plan of a match in {file}, which is damaged.",
                    file=self.path / PLAN,
                )
            ) from error

    def check(self, plan: Plan, *, resume: bool) -> None:
        """Raise ``RunFolderError`` unless a plan may run here; change nothing.

        Args:
            plan: The plan.
            resume: Whether to resume a run in the folder.
        """
        check_is_folder(self.path)
        own = self.plan()
        if own is None:
            self._check_empty()
            return
        differences = own.list_differences(plan)
        if differences:
            raise RunFolderError(
                Message(
                    "Expected a folder for this match; {folder} has another one: "
                    "{changes}.",
                    folder=self.path,
                    changes=tuple(differences),
                )
            )
        if not resume:
            raise RunFolderError(
                Message(
                    "Expected a folder without a run, or --resume; {folder} has this "
                    "run already.",
                    folder=self.path,
                )
            )

    def check_writable(self) -> None:
        """Raise ``RunFolderError`` if the folder cannot be written; change nothing."""
        check_writable(self.path)

    def claim(self, plan: Plan, *, resume: bool) -> None:
        """Write the plan, unless the folder has it.

        Raises:
            RunFolderError: See ``check``.
            RecordFileError: The folder cannot be written.
        """
        self.check(plan, resume=resume)
        (self.path / RECORDS).mkdir(parents=True, exist_ok=True)
        if self.plan() is None:
            write_atomically(self.path / PLAN, plan.to_json().encode())

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Lock the run against other processes; a kill releases the lock, too.

        Raises:
            RunFolderError: Another process uses the run.
        """
        self.path.mkdir(parents=True, exist_ok=True)
        with held_lock(self.path / LOCK) as is_held:
            if not is_held:
                raise RunFolderError(
                    Message(
                        "Expected a match that no other process plays; another process "
                        "plays that in {folder}.",
                        folder=self.path,
                    )
                )
            remove_partial_files(self.path)
            yield

    def record(self, number: int) -> Path:
        """Return the path of the record of a game."""
        return self.path / record_name(number)

    def _check_empty(self) -> None:
        """Raise ``RunFolderError`` if the folder holds anything of someone else."""
        if not self.path.exists():
            return
        for entry in self.path.iterdir():
            is_records = entry.name == RECORDS and not any(entry.iterdir())
            if entry.name != LOCK and not is_records and not PARTIAL.match(entry.name):
                raise RunFolderError(
                    Message(
                        "Expected an empty folder or one of a match; {folder} has "
                        "other files, such as {name}.",
                        folder=self.path,
                        name=entry.name,
                    )
                )


def record_name(number: int) -> str:
    """Return the path of a game's record within the run folder."""
    return f"{RECORDS}/{number:05}.json"
