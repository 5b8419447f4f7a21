"""Question before a window closes and stops what goes on in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PyQt5.QtCore import QObject, Qt, pyqtSignal
from PyQt5.QtWidgets import QMessageBox, QWidget

from gui.text.plain_text import PlainMessageBox


@dataclass(frozen=True, slots=True, kw_only=True)
class StopTexts:
    """Texts of the question."""

    title: str
    """Title of the box."""

    text: str
    """What goes on."""

    consequence: str
    """What closing does."""

    stop: str
    """Text of the button that closes."""

    keep: str
    """Text of the button that goes on."""


class StopQuestion(QObject):
    """Guard of a window whose end stops something.

    Args:
        window: The window.
        texts: Returns the texts for a number of things that go on.
    """

    confirmed = pyqtSignal()

    def __init__(self, window: QWidget, texts: Callable[[int], StopTexts]) -> None:
        super().__init__(window)
        self._window = window
        self._texts = texts
        self._box: PlainMessageBox | None = None
        self._is_skipped = False

    def skip(self) -> None:
        """Close the window later without a question."""
        self._is_skipped = True

    def ask_again(self) -> None:
        """Ask at the next close, also after ``skip``."""
        self._is_skipped = False

    def may_stop(self, count: int) -> bool:
        """Return whether what goes on may be stopped; ask if that is unknown.

        Args:
            count: Number of things that go on.
        """
        if self._is_skipped:
            return True
        if self._box is None:
            self._ask(count)
        return False

    def _ask(self, count: int) -> None:
        texts = self._texts(count)
        box = self._box = PlainMessageBox(self._window)
        box.setObjectName("stop_question")
        box.setAttribute(Qt.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Question)
        box.setWindowTitle(texts.title)
        box.setText(texts.text)
        box.setInformativeText(texts.consequence)
        stop = box.addButton(texts.stop, QMessageBox.AcceptRole)
        keep = box.addButton(texts.keep, QMessageBox.RejectRole)
        box.setDefaultButton(keep)
        box.setEscapeButton(keep)
        stop.clicked.connect(self.confirmed)
        box.finished.connect(self._on_finished)
        box.open()

    def _on_finished(self) -> None:
        self._box = None
