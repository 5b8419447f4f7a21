"""Question before a window closes while a match is being played."""

from __future__ import annotations

from PyQt5.QtCore import QObject, Qt, pyqtSignal
from PyQt5.QtWidgets import QMessageBox, QWidget

from gui.text.i18n import tr
from gui.text.plain_text import PlainMessageBox


class StopQuestion(QObject):
    """Guard of a window whose end stops matches.

    Args:
        window: The window.
    """

    confirmed = pyqtSignal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._box: PlainMessageBox | None = None
        self._is_skipped = False

    def skip(self) -> None:
        """Let the window close without a question."""
        self._is_skipped = True

    def may_stop(self, count: int) -> bool:
        """Return whether running matches may be stopped; ask if that is unknown.

        Args:
            count: Number of the running matches.
        """
        if self._is_skipped:
            return True
        if self._box is None:
            self._ask(count)
        return False

    def _ask(self, count: int) -> None:
        box = self._box = PlainMessageBox(self._window)
        box.setObjectName("stop_question")
        box.setAttribute(Qt.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Question)
        box.setWindowTitle(tr("Lab", "Stop the match?"))
        text = tr("Lab", "A match is still being played.")
        if count > 1:
            text = tr("Lab", "{count} matches are still being played.").format(
                count=count
            )
        box.setText(text)
        box.setInformativeText(
            tr(
                "Lab",
                "Closing stops it. Finished games are kept, and the match can be "
                "resumed later: Engines, Match, Open an earlier match.",
            )
        )
        stop = box.addButton(tr("Lab", "Stop and close"), QMessageBox.AcceptRole)
        keep = box.addButton(tr("Lab", "Keep playing"), QMessageBox.RejectRole)
        box.setDefaultButton(keep)
        box.setEscapeButton(keep)
        stop.clicked.connect(self.confirmed)
        box.finished.connect(self._on_finished)
        box.open()

    def _on_finished(self) -> None:
        self._box = None
