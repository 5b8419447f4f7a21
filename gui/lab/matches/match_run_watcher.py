"""Watcher of the folder of a match or tournament, in a thread."""

from __future__ import annotations

from pathlib import Path

from engine.core.message import Message
from engine.tournament.run_folder import RunFolder
from engine.tournament.run_state import RunReader
from gui.lab.folder_watcher import FolderWatcher

INTERVAL_SECONDS = 0.5
"""Time between two readings of the files."""


class MatchRunWatcher(FolderWatcher):
    """Source of the states of a run, each a ``RunState``.

    Args:
        path: Folder of the run.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(
            path,
            interval=INTERVAL_SECONDS,
            unreadable=Message("The match could not be read."),
        )
        self._reader: RunReader | None = None
        self._sizes: tuple[int, ...] = ()

    def _read(self) -> None:
        """See ``FolderWatcher``."""
        self._reader = self._reader or RunReader(self._folder)
        sizes = _sizes_of(self._folder)
        if sizes != self._sizes:
            self._sizes = sizes
            state = self._reader.refresh()
            self._emit(lambda: self.state_changed.emit(state))


def _sizes_of(path: Path) -> tuple[int, ...]:
    """Return the sizes of the files that grow; -1 for a missing one."""
    folder = RunFolder(path)
    return tuple(_size_of(file) for file in (folder.games, folder.events))


def _size_of(file: Path) -> int:
    try:
        return file.stat().st_size
    except FileNotFoundError:
        return -1
