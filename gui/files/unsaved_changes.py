"""Question about a changed record before it leaves its board or the window closes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PyQt5.QtCore import QObject, Qt
from PyQt5.QtWidgets import QMessageBox, QWidget, qApp

from gui.files.file_controller import FileController
from gui.game.game_controller import GameController
from gui.game.open_game import OpenGame
from gui.text.i18n import tr
from gui.text.plain_text import PlainMessageBox


class UnsavedChanges(QObject):
    """Guard of the games that have a file; autosave keeps all games.

    Args:
        controller: The games.
        file_controller: Saves a game.
        window: The window, which an answer may close.
    """

    def __init__(
        self,
        controller: GameController,
        file_controller: FileController,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._controller = controller
        self._file_controller = file_controller
        self._window = window
        self._box: PlainMessageBox | None = None
        self._were_saved = True  # in the last ``finish_saving``
        controller.guard_changes(self.ask)

    def finish_saving(self) -> str:
        """Wait for the files that are being written; see ``QuitQuestion.add_saver``.

        ``may_close`` follows.
        """
        self._were_saved = self._file_controller.finish_saving()
        return ""

    def may_close(self) -> bool:
        """Return whether no game has unsaved changes; otherwise ask for one.

        The answer closes the window again, and the next game is asked for. A game that
        could not be written just now keeps the window, which says why. The end of the
        user's session does not wait: the next start restores the games.
        """
        if qApp.isSavingSession():
            return True
        if not self._were_saved:
            return False
        changed = [one for one in self._controller.games if one.has_unsaved_changes]
        if changed:
            self._show_question(changed[0], self._window.close)
        return not changed

    def ask(self, game: OpenGame, go_on: Callable[[], object]) -> None:
        """Ask whether to save a game; a question before this one is cancelled.

        Args:
            game: The game, which has a file.
            go_on: Called after the game was saved, or if the user does not save it.
        """
        self._file_controller.finish_saving()
        if game.has_unsaved_changes:
            self._show_question(game, go_on)
        else:
            go_on()

    def _show_question(self, game: OpenGame, go_on: Callable[[], object]) -> None:
        if self._box is not None:
            self._box.reject()
            self._controller.cancel_replacement()
        box = self._box = PlainMessageBox(self._window)
        box.setObjectName("changes_question")
        box.setAttribute(Qt.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Question)
        box.setWindowTitle(tr("UnsavedChanges", "Save changes?"))
        name = "" if game.path is None else game.path.name
        box.setText(
            tr("UnsavedChanges", "{name} has unsaved changes.").format(name=name)
        )
        box.setInformativeText(
            tr(
                "UnsavedChanges",
                "If you do not save, the file stays as it is. A copy with the "
                "changes remains in Game, Earlier games.",
            )
        )
        save = box.addButton(tr("UnsavedChanges", "Save"), QMessageBox.AcceptRole)
        decline = box.addButton(
            tr("UnsavedChanges", "Don't save"), QMessageBox.DestructiveRole
        )
        cancel = box.addButton(tr("UnsavedChanges", "Cancel"), QMessageBox.RejectRole)
        box.setDefaultButton(save)
        box.setEscapeButton(cancel)
        box.finished.connect(self._on_finished)
        again = partial(self.ask, game, go_on)  # the game may go on meanwhile
        save.clicked.connect(lambda: self._file_controller.save_game(game, again))
        decline.clicked.connect(lambda: self._decline(game, go_on))
        cancel.clicked.connect(self._controller.cancel_replacement)
        box.open()

    def _decline(self, game: OpenGame, go_on: Callable[[], object]) -> None:
        game.decline_changes()
        go_on()

    def _on_finished(self) -> None:
        self._box = None
