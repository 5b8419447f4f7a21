"""Base of the windows that start a child process and follow its folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from PyQt5.QtCore import QEvent, QSize, Qt, QUrl, pyqtSignal
from PyQt5.QtGui import QCloseEvent, QDesktopServices, QShowEvent
from PyQt5.QtWidgets import QWidget

from gui.lab.folder_watcher import FolderWatcher
from gui.lab.stop_question import StopQuestion, StopTexts
from gui.widgets.close_keys import add_close_keys


class EndableProcess(Protocol):
    """Child process that ends with its window."""

    @property
    def is_running(self) -> bool:
        """Whether it has not ended."""
        ...

    def stop(self) -> None:
        """Ask the process to end, without waiting for it."""
        ...

    def end(self) -> None:
        """End the process and wait for it."""
        ...


class ProcessWindow(QWidget):
    """Window of a folder; it goes when it is closed and its process has ended.

    Subclasses create ``_process`` and ``_watcher``, and call ``_close_after_end`` when
    the process has ended.

    Args:
        name: Object name.
        path: The folder.
        stop_texts: Texts of the question before the process is stopped.
        parent: The main window.
    """

    closed = pyqtSignal()

    _process: EndableProcess
    _watcher: FolderWatcher

    def __init__(
        self,
        name: str,
        path: Path,
        stop_texts: Callable[[int], StopTexts],
        parent: QWidget | None,
    ) -> None:
        super().__init__(parent, Qt.Window)
        self.setObjectName(name)
        self.setAttribute(Qt.WA_DeleteOnClose)
        self.path = path
        self._is_closing = False
        add_close_keys(self)
        self._question = StopQuestion(self, stop_texts)
        self._question.confirmed.connect(self._on_stop_confirmed)

    @property
    def is_running(self) -> bool:
        """Whether a process runs that ends with the program."""
        return self._process.is_running

    def reopen(self) -> None:
        """Show the window again, also while it waits for its process to end."""
        self._is_closing = False
        self._question.ask_again()
        self._refresh()
        self.show()
        self.raise_()
        self.activateWindow()

    def stop(self) -> None:
        """Ask the process to end, without a question and without waiting for it."""
        self._question.skip()
        self._process.stop()

    def end(self) -> None:
        """End the process and the reading, without a question; wait for the process."""
        self._question.skip()
        self._process.end()
        self._watcher.stop()

    def _refresh(self) -> None:
        """Show the state that was read last, and what can be done now."""
        raise NotImplementedError

    def _retranslate(self) -> None:
        """Show all texts in the language of the program."""
        raise NotImplementedError

    def _show_problem(self, text: str) -> None:
        """Show a problem; an empty text hides it."""
        raise NotImplementedError

    def _fit_screen(self, width: int, height: int) -> None:
        """Take a size in pixels, or that of a smaller screen."""
        room = self.screen().availableGeometry().size()
        self.resize(QSize(width, height).boundedTo(room))

    def _close_after_end(self) -> bool:
        """Close the window if it waited for the end of its process; return whether."""
        if self._is_closing and not self.is_running:
            self.close()
            return True
        return False

    def _open(self, path: Path) -> None:
        """Open a file or folder, or show its path if the system cannot."""
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
            self._show_problem(str(path))

    def _on_stop_confirmed(self) -> None:
        self._question.skip()
        self.close()

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        """Let the main window come before this one, when it is raised."""
        super().showEvent(event)
        handle = self.windowHandle()
        if handle is not None:
            handle.setTransientParent(None)  # type: ignore[arg-type]

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language of the program."""
        if event.type() == QEvent.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask while the process runs; the window goes when it has ended."""
        if not self.is_running:
            self._watcher.stop()
            self.closed.emit()
            super().closeEvent(event)
            return
        event.ignore()
        if self._question.may_stop(1):
            self._is_closing = True
            self._process.stop()
            self.hide()
