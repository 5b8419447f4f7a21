"""Windows of runs, one for each folder, and their end with the program."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from PyQt5.QtCore import pyqtBoundSignal
from PyQt5.QtWidgets import QWidget

from gui.lab.stop_question import StopQuestion, StopTexts

if TYPE_CHECKING:
    from gui.lab.process_window import ProcessWindow

W = TypeVar("W", bound="ProcessWindow[Any]")


class FolderRuns(Generic[W]):
    """Owner of the windows of one kind of runs.

    Args:
        window: The main window; the answer to the question closes it again.
        stop_texts: Returns the texts of the question for a number of runs.
    """

    def __init__(self, window: QWidget, stop_texts: Callable[[int], StopTexts]) -> None:
        self._window = window
        self._windows: dict[Path, W] = {}
        self._question = StopQuestion(window, stop_texts)
        self._question.confirmed.connect(self._on_stop_confirmed)

    @property
    def windows(self) -> list[W]:
        """The windows, the oldest first."""
        return list(self._windows.values())

    @property
    def are_at_work(self) -> bool:
        """Whether a run of a window takes processor time."""
        return any(window.is_at_work for window in self._windows.values())

    def reopen(self, folder: Path) -> W | None:
        """Show the window of a folder again; ``None`` if there is none."""
        window = self._windows.get(folder.resolve())
        if window is not None:
            window.reopen()
        return window

    def add(self, window: W) -> W:
        """Show the first window of a folder, and return it."""
        key = window.path.resolve()
        self._windows[key] = window
        window.closed.connect(partial(self._windows.pop, key, None))
        window.show()
        return window

    def may_close(self) -> bool:
        """Return whether the program may end now; ask while something runs."""
        count = sum(window.is_running for window in self._windows.values())
        return not count or self._question.may_stop(count)

    def stop(self) -> None:
        """Ask all runs that end with the program to end, without waiting for them."""
        for window in self._windows.values():
            window.stop()

    def end(self) -> None:
        """End all runs that end with the program, and wait; they can be resumed."""
        for window in list(self._windows.values()):
            window.end()

    def skip_questions(self) -> None:
        """Make the program and all windows of runs close without a question."""
        self._question.skip()
        for window in self._windows.values():
            window.skip_question()

    def give_way(self) -> None:
        """Let the program end without a question, and its runs with it.

        The windows are hidden: that of a running process would not close, and Qt closes
        no other window after that.
        """
        self.skip_questions()
        for window in self._windows.values():
            window.hide()

    def _on_stop_confirmed(self) -> None:
        self.skip_questions()
        self._window.close()


class RunController(Protocol):
    """Controller of one kind of runs, as the program needs it."""

    @property
    def runs(self) -> FolderRuns[Any]:
        """Windows of the runs."""
        ...

    @property
    def message_raised(self) -> pyqtBoundSignal:
        """Signal of one sentence for the status bar."""
        ...

    def show_form(self) -> None:
        """Show the form of a new run."""
        ...
