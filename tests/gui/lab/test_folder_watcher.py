"""What all watchers of folders share: their end while they read a slow disk."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PyQt5 import sip
from PyQt5.QtWidgets import QApplication

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

    def _look(self) -> None:
        self.is_looking.set()
        assert self.answers.wait(PATIENCE)
        if self._error is not None:
            raise self._error
        self._tell(lambda: self.state_changed.emit("news"))


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
