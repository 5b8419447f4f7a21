"""Folder of an experiment: whose it is, when it ran, and what it holds."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from engine import __version__
from engine.core.errors import RunFolderError
from engine.core.files.atomic_file import remove_partial_files, write_atomically
from engine.core.files.file_lock import held_lock
from engine.core.files.writable_folder import check_is_folder, check_writable
from engine.core.formats.json_lines import JsonLine, JsonLineReader, JsonLineWriter
from engine.core.formats.json_text import parse_json
from engine.core.formats.settings_reader import read_table
from engine.core.message import Message
from engine.core.processes.machine import describe_machine
from engine.experiments.experiment import Scale

IDENTITY = "experiment.json"
STARTS = "starts.jsonl"
LOCK = "experiment.lock"
REPORT = "report.md"

START_TEXTS = ("time", "version", "machine")
"""What a line about a start has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """What the folder of an experiment belongs to."""

    experiment: str
    """Name of the experiment."""

    scale: Scale
    """Its scale."""

    seed: int
    """Its random seed."""


class ExperimentFolder:
    """Files of one experiment.

    Args:
        path: The folder; it may be missing.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    @contextmanager
    def opened(self, identity: Identity, *, resume: bool) -> Iterator[None]:
        """Lock the folder for an experiment, and note the start.

        Args:
            identity: The experiment.
            resume: Whether the folder may hold this experiment already.

        Raises:
            RunFolderError: The folder holds another experiment or other files, or this
                one and ``resume`` is false, or another process uses it, or it cannot
                be written.
        """
        self._check(identity, resume=resume)
        check_writable(self.path)
        self.path.mkdir(parents=True, exist_ok=True)
        with held_lock(self.path / LOCK) as is_held:
            if not is_held:
                raise RunFolderError(
                    Message(
                        "Expected an experiment that no other process runs; another "
                        "process runs that in {folder}.",
                        folder=self.path,
                    )
                )
            remove_partial_files(self.path)
            text = json.dumps(asdict(identity), indent=1) + "\n"
            write_atomically(self.path / IDENTITY, text.encode())
            with JsonLineWriter(self.path / STARTS) as writer:
                writer.add(_describe_start())
            yield

    def read_starts(self) -> list[JsonLine]:
        """Return the starts of the experiment, in order, without damaged lines."""
        return [
            line
            for line in JsonLineReader(self.path / STARTS).read()
            if all(isinstance(line.get(name), str) for name in START_TEXTS)
        ]

    def write(self, name: str, data: bytes) -> None:
        """Write a file of the results."""
        write_atomically(self.path / name, data)

    def _check(self, identity: Identity, *, resume: bool) -> None:
        """Raise ``RunFolderError`` unless an experiment may run here."""
        check_is_folder(self.path)
        own = self.read_identity()
        if own is None:
            if self.path.exists() and any(
                entry.name != LOCK for entry in self.path.iterdir()
            ):
                raise RunFolderError(
                    Message(
                        "Expected an empty folder or one of an experiment; {folder} "
                        "has other files.",
                        folder=self.path,
                    )
                )
        elif own != identity:
            raise RunFolderError(
                Message(
                    "Expected the folder of {name} at this scale and seed; "
                    "{folder} has {own}.",
                    name=identity.experiment,
                    folder=self.path,
                    own=f"{own.experiment} at {own.scale} with seed {own.seed}",
                )
            )
        elif not resume:
            raise RunFolderError(
                Message(
                    "Expected a folder without a run, or --resume; {folder} has this "
                    "run already.",
                    folder=self.path,
                )
            )

    def read_identity(self) -> Identity | None:
        """Return whose folder it is, or ``None`` if it is nobody's.

        Raises:
            RunFolderError: The file is damaged.
        """
        file = self.path / IDENTITY
        try:
            table = parse_json(file.read_text(encoding="utf-8"))
            return read_table(Identity, table)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, ValueError) as error:
            raise RunFolderError(
                Message(
                    "Expected an experiment in {file}, which is damaged.", file=file
                )
            ) from error


def _describe_start() -> JsonLine:
    return {
        "time": time.strftime("%Y-%m-%d %H:%M:%S"),
        "version": __version__,
        "machine": describe_machine(),
    }
