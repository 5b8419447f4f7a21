"""Commands of the operator's function keys, and their dialogs."""

from __future__ import annotations

from collections.abc import Callable

from PyQt5.QtCore import QObject, Qt, pyqtSignal
from PyQt5.QtWidgets import QDialog, QWidget

from engine.games import get_game
from gui.contest.clocks_dialog import ClocksDialog
from gui.contest.contest_game import ContestGame, ContestState
from gui.contest.correction_dialog import CorrectionDialog
from gui.contest.function_key_bar import FunctionKey
from gui.contest.leave_dialog import LeaveDialog
from gui.contest.result_dialog import ResultDialog
from gui.text.i18n import tr, translate_message


class OperatorCommands(QObject):
    """Commands of one contest game.

    Args:
        game: The game.
        window: Parent of the dialogs.
        write_record: Writes the record and returns a sentence with its path.
    """

    status_reported = pyqtSignal(str)  # one sentence
    special_requested = pyqtSignal()
    dialog_closed = pyqtSignal()

    def __init__(
        self, game: ContestGame, window: QWidget, write_record: Callable[[], str]
    ) -> None:
        super().__init__(window)
        self._game = game
        self._window = window
        self._write_record = write_record

    def functions(self) -> list[FunctionKey]:
        """Return all commands with their keys."""
        game = self._game
        setup = game.contest.setup
        specials = get_game(setup.game).special_moves_of(setup)
        return [
            FunctionKey(name="write", key="F2", do=self._write),
            FunctionKey(
                name="correct_last",
                key="F3",
                do=self._correct_last,
                is_possible=lambda: bool(game.typed),
            ),
            FunctionKey(
                name="correct_any",
                key="F4",
                do=self._correct_any,
                is_possible=lambda: game.session.ply > 0,
            ),
            FunctionKey(
                name="pause",
                key="F5",
                do=self._toggle_pause,
                is_possible=lambda: game.state is not ContestState.OVER,
            ),
            FunctionKey(
                name="clocks",
                key="F6",
                do=self._ask_for_clocks,
                is_possible=lambda: (
                    game.is_paused and game.state is not ContestState.OVER
                ),
            ),
            FunctionKey(
                name="result",
                key="F7",
                do=self._ask_for_result,
                is_possible=lambda: game.session.position.outcome is None,
            ),
            FunctionKey(
                name="special",
                key="F8",
                do=self.special_requested.emit,
                is_possible=lambda: game.has_choice,
                is_offered=bool(specials),
            ),
            FunctionKey(
                name="hurry",
                key="F9",
                do=game.move_now,
                is_possible=lambda: game.state is ContestState.THINKING,
                is_offered=game.contest.our_engine is not None,
            ),
            FunctionKey(name="full_screen", key="F11", do=self._toggle_full_screen),
            FunctionKey(name="leave", key="F12", do=self.leave),
        ]

    def texts(self) -> dict[str, str]:
        """Return the label of each command in the language of the window."""
        setup = self._game.contest.setup
        specials = get_game(setup.game).special_moves_of(setup)
        return {
            "write": tr("Contest", "Save record"),
            "correct_last": tr("Contest", "Correct last"),
            "correct_any": tr("Contest", "Correct any"),
            "pause": tr("Contest", "Start clocks")
            if self._game.is_paused
            else tr("Contest", "Stop clocks"),
            "clocks": tr("Contest", "Set clocks"),
            "result": tr("Contest", "Result"),
            "special": translate_message(specials[0].title) if specials else "",
            "hurry": tr("Contest", "Move now"),
            "full_screen": tr("Contest", "Full screen"),
            "leave": tr("Contest", "Leave"),
        }

    def _write(self) -> None:
        self.status_reported.emit(self._write_record())

    def _correct_last(self) -> None:
        if self._game.typed:
            self._ask_for_correction(self._game.typed[-1], begins_with_list=False)

    def _correct_any(self) -> None:
        self._ask_for_correction(self._game.session.ply, begins_with_list=True)

    def _ask_for_correction(self, ply: int, *, begins_with_list: bool) -> None:
        self._open(
            lambda: CorrectionDialog(
                self._game,
                ply,
                begins_with_list=begins_with_list,
                parent=self._window,
            )
        )

    def _toggle_pause(self) -> None:
        self._game.set_paused(not self._game.is_paused)

    def _ask_for_clocks(self) -> None:
        self._open(lambda: ClocksDialog(self._game, self._window))

    def _ask_for_result(self) -> None:
        self._open(lambda: ResultDialog(self._game, self._window))

    def _toggle_full_screen(self) -> None:
        """Change this part of the state alone; a maximized window is so again."""
        self._window.setWindowState(self._window.windowState() ^ Qt.WindowFullScreen)

    def leave(self) -> None:
        """Close the window; ask before that if the game can go on."""
        if self._game.is_unfinished:
            self._open(lambda: LeaveDialog(self._game, self._window))
        else:
            self._window.close()

    def _open(self, make_dialog: Callable[[], QDialog]) -> None:
        """Show a dialog unless one is open; the clocks run on."""
        if any(dialog.isVisible() for dialog in self._window.findChildren(QDialog)):
            return
        dialog = make_dialog()
        dialog.finished.connect(dialog.deleteLater)
        dialog.finished.connect(self.dialog_closed)
        dialog.open()
