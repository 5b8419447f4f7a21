"""Question before quitting with a game that cannot be saved."""

from __future__ import annotations

from collections.abc import Callable

from PyQt5.QtCore import QObject, Qt
from PyQt5.QtWidgets import QMessageBox, QWidget

from gui.text.i18n import tr
from gui.text.plain_text import PlainMessageBox


class QuitQuestion(QObject):
    """Guard of a window that is about to close.

    Args:
        window: The window.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._savers: list[Callable[[], str]] = []
        self._guards: list[Callable[[], bool]] = []
        self._is_answered = False

    def add_saver(self, save: Callable[[], str]) -> None:
        """Call ``save`` before the window closes.

        Args:
            save: Saves games; returns why that did not work, or an empty text.
        """
        self._savers.append(save)

    def add_guard(self, guard: Callable[[], bool]) -> None:
        """Have ``guard`` called before the window closes, when all games are saved.

        Args:
            guard: Returns whether the window may close; if not, it asks the user and
                closes the window again.
        """
        self._guards.append(guard)

    def skip(self) -> None:
        """Close the window without a question."""
        self._is_answered = True

    def may_close(self) -> bool:
        """Save all games; return whether the window may close now.

        If a game cannot be saved, the user is asked first. The answer closes the window
        again.
        """
        problems = [problem for save in self._savers if (problem := save())]
        if self._is_answered:
            return True
        if problems:
            self._ask(problems)
            return False
        return all(guard() for guard in self._guards)

    def _ask(self, problems: list[str]) -> None:
        box = PlainMessageBox(self._window)
        box.setObjectName("quit_question")
        box.setAttribute(Qt.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Warning)
        box.setWindowTitle(tr("Quit", "Quit without saving?"))
        box.setText("\n".join(problems))
        box.setInformativeText(
            tr(
                "Quit",
                "If you quit now, the last moves are lost. Free disk space "
                "and try again, or cancel and save the game in another "
                "folder.",
            )
        )
        retry = box.addButton(tr("Quit", "Try again"), QMessageBox.AcceptRole)
        quit_anyway = box.addButton(
            tr("Quit", "Quit without saving"), QMessageBox.DestructiveRole
        )
        box.addButton(tr("Quit", "Cancel"), QMessageBox.RejectRole)
        box.setDefaultButton(retry)
        retry.clicked.connect(self._window.close)
        quit_anyway.clicked.connect(self._on_quit_anyway)
        box.open()

    def _on_quit_anyway(self) -> None:
        self.skip()
        self._window.close()
