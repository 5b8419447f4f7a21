"""What all watchers of folders share: their end while they read a slow disk."""

from __future__ import annotations

import errno
import threading
from pathlib import Path

import pytest
from PyQt5 import sip
from PyQt5.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core.errors import EngineError
from engine.core.message import Message
from gui.lab.folder_watcher import FolderWatcher

PATIENCE = 10.0
"""Time for the thread in seconds."""


class SlowWatcher(FolderWatcher):
    """Watcher whose disk answers when the test wants, with news or an error."""

    def __init__(self, error: Exception | None) -> None:
        super().__init__(Path("runs"), interval=0.0, unreadable="Unreadable.")
        self.is_looking, self.answers = threading.Event(), threading.Event()
        self._error = error

    def _read(self) -> None:
        self.is_looking.set()
        assert self.answers.wait(PATIENCE)
        if self._error is not None:
            raise self._error
        self._emit(lambda: self.state_changed.emit("news"))


@pytest.mark.parametrize(
    "error", [None, EngineError(Message("It is damaged.")), ValueError("odd")]
)
def test_a_watcher_that_is_deleted_while_it_reads_ends_in_silence(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, error: Exception | None
) -> None:
    failures: list[threading.ExceptHookArgs] = []
    monkeypatch.setattr(threading, "excepthook", failures.append)
    watcher = SlowWatcher(error)
    thread = watcher._thread
    watcher.start()
    assert watcher.is_looking.wait(PATIENCE)

    watcher.stop()
    sip.delete(watcher)
    watcher.answers.set()
    thread.join(PATIENCE)

    assert not thread.is_alive()
    assert not failures


class FlakyWatcher(FolderWatcher):
    """Watcher of a disk that is away at the second look."""

    looks = 0

    def _read(self) -> None:
        self.looks += 1
        if self.looks == 2:
            raise PermissionError(errno.EACCES, "", str(self._folder))


def test_a_disk_that_is_away_is_one_sentence_until_it_is_back(
    qtbot: QtBot, tmp_path: Path
) -> None:
    problems: list[str] = []
    watcher = FlakyWatcher(tmp_path, interval=0.01, unreadable="Unreadable.")
    watcher.failed.connect(problems.append)

    watcher.start()
    qtbot.waitUntil(lambda: len(problems) == 2)
    watcher.stop()

    away = f"{tmp_path} could not be used: it is not permitted."
    assert problems == [away, ""]


def test_a_folder_that_is_removed_is_one_sentence(qtbot: QtBot, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    problems: list[str] = []
    watcher = FlakyWatcher(folder, interval=0.01, unreadable="Unreadable.")
    watcher.looks = 2
    watcher.failed.connect(problems.append)
    watcher.start()
    qtbot.waitUntil(lambda: watcher.looks > 3)

    folder.rmdir()

    qtbot.waitUntil(lambda: bool(problems))
    watcher.stop()
    reason = "there is no such file or folder"
    assert problems == [f"{folder} could not be used: {reason}."]
