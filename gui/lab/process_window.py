"""Base of the windows that start a child process and follow its folder."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from PyQt5.QtCore import QEvent, QObject, Qt, QUrl, pyqtSignal
from PyQt5.QtGui import QCloseEvent, QDesktopServices, QShowEvent
from PyQt5.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from gui.lab.folder_watcher import FolderWatcher
from gui.lab.problem_label import ProblemLabel
from gui.lab.stop_question import StopQuestion, StopTexts
from gui.style.theme import SPACE_L, SPACE_M, SPACE_XL
from gui.text.i18n import tr, translate_message
from gui.widgets.close_keys import add_close_keys
from gui.widgets.named_widgets import make_button
from gui.widgets.screen_fit import resize_within_screen
from gui.widgets.stacking import stack_freely


class ChildProcess(Protocol):
    """Child process that ends with its window, as a ``QObject``."""

    @property
    def is_running(self) -> bool:
        """Whether it has not ended."""
        ...

    @property
    def is_stopping(self) -> bool:
        """Whether it was asked to end and has not ended yet."""
        ...

    def start(self) -> None:
        """Start the process, or resume what an earlier one has left."""
        ...

    def stop(self) -> None:
        """Ask the process to end, without waiting for it."""
        ...

    def end(self) -> None:
        """End the process and wait for it."""
        ...

    def setParent(self, parent: QObject, /) -> None:
        """See ``QObject.setParent``."""
        ...


P = TypeVar("P", bound=ChildProcess)


class ProcessWindow(QWidget, Generic[P]):
    """Window of a folder; it goes when it is closed and its process has ended.

    Subclasses put their parts into ``_column`` and start the watcher. They call
    ``_close_after_end`` when the process has ended.

    Args:
        name: Beginning of the object names: of the window, ``<name>_window``, and of
            its problem and buttons.
        path: The folder.
        process: The process that works in the folder; the window becomes its parent.
        watcher: The follower of the folder; the window becomes its parent.
        stop_texts: Texts of the question before the process is stopped.
        report: Name of the report in the folder; ``None``: there is no button for it.
        parent: The main window.
    """

    closed = pyqtSignal()

    def __init__(
        self,
        name: str,
        path: Path,
        *,
        process: P,
        watcher: FolderWatcher,
        stop_texts: Callable[[int], StopTexts],
        report: str | None = None,
        parent: QWidget | None,
    ) -> None:
        super().__init__(parent, Qt.Window)
        self.setObjectName(f"{name}_window")
        self.setAttribute(Qt.WA_DeleteOnClose)
        self.path = path
        self._process = process
        self._process.setParent(self)
        self._watcher = watcher
        self._watcher.setParent(self)
        self._watcher.failed.connect(self._on_failed)
        self._is_closing = False
        add_close_keys(self, escape=self._put_aside)
        self._question = StopQuestion(self, stop_texts)
        self._question.confirmed.connect(self._on_stop_confirmed)
        self._problem = ProblemLabel(f"{name}_problem")
        self._folder = make_button(f"{name}_folder")
        self._folder.clicked.connect(partial(self._open, path))
        self._report = make_button(f"{name}_report")
        if report is None:
            self._report.hide()
        else:
            self._report.clicked.connect(partial(self._open, path / report))
        self._close = make_button(f"{name}_close")
        self._close.clicked.connect(self.close)
        self._toggle = make_button(f"{name}_toggle")
        self._toggle.setProperty("primary", True)
        self._toggle.clicked.connect(self._on_toggle_clicked)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(SPACE_XL, SPACE_L, SPACE_XL, SPACE_L)
        self._column.setSpacing(SPACE_M)

    @property
    def is_running(self) -> bool:
        """Whether a process runs that ends with the program."""
        return self._process.is_running

    @property
    def is_at_work(self) -> bool:
        """Whether a process works in the folder, also one that outlives the program."""
        return self.is_running

    def start(self) -> None:
        """Start the process, or resume what an earlier one has left."""
        self._problem.show_problem("")
        self._process.start()
        self._refresh()

    def reopen(self) -> None:
        """Show the window before all others, also while it waits for its process."""
        self._is_closing = False
        self._question.ask_again()
        self._refresh()
        self.setWindowState(self.windowState() & ~Qt.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def skip_question(self) -> None:
        """Make the window close without a question."""
        self._question.skip()

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
        """Show all texts in the language of the program; subclasses add theirs."""
        self._folder.setText(tr("Lab", "Open folder"))
        self._report.setText(tr("Lab", "Open report"))
        self._close.setText(tr("Lab", "Close"))
        self._refresh()

    def _make_button_row(self, *others: QPushButton) -> QHBoxLayout:
        """Return the row of buttons at the bottom of the window.

        Args:
            others: Buttons between the one that stops and resumes and *Close*.
        """
        row = QHBoxLayout()
        row.setSpacing(SPACE_M)
        row.addWidget(self._folder)
        row.addWidget(self._report)
        row.addStretch(1)
        # No other button moves to the place of one that goes when the run ends.
        for button in (self._toggle, *others, self._close):
            row.addWidget(button)
        return row

    def _show_toggle_text(self, *, is_at_work: bool) -> None:
        """Show whether the button stops or resumes the process."""
        text = tr("Lab", "Stop") if is_at_work else tr("Lab", "Resume")
        if self._process.is_stopping:
            text = tr("Lab", "Stopping…")
        self._toggle.setText(text)

    def _offer_toggle(self, *, is_visible: bool, is_enabled: bool) -> None:
        """Show and enable the button that stops and resumes.

        A button that cannot be pressed gives the focus to the window: Qt would give it
        to the next button, which a key meant for this one would press.
        """
        if self._toggle.hasFocus() and not (is_visible and is_enabled):
            self.setFocus()
        self._toggle.setVisible(is_visible)
        self._toggle.setEnabled(is_enabled)

    def _fit_screen(self, width: int, height: int) -> None:
        """Take a size in pixels, or that of a smaller screen."""
        resize_within_screen(self, width, height)

    def _put_aside(self) -> None:
        """Close the window, but only minimize it while its process runs."""
        if self.is_running:
            self.showMinimized()
        else:
            self.close()

    def _close_after_end(self) -> bool:
        """Close the window if it waited for the end of its process; return whether."""
        if self._is_closing and not self.is_running:
            self.close()
            return True
        return False

    def _open(self, path: Path) -> None:
        """Open a file or folder, or say that the system cannot."""
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
            problem = tr("Lab", "The system cannot open {path}.")
            self._problem.show_problem(problem.format(path=path))

    def _on_failed(self, message: str) -> None:
        """Show why the folder cannot be read."""
        self._problem.show_problem(translate_message(message))

    def _on_toggle_clicked(self) -> None:
        """Stop the process, or resume what it has left."""
        if self._process.is_running:
            self._process.stop()
            self._refresh()
        else:
            self.start()

    def _on_stop_confirmed(self) -> None:
        self._question.skip()
        self.close()

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        """Allow the main window to be raised above this one."""
        super().showEvent(event)
        stack_freely(self)

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
