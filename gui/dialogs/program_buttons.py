"""Buttons of an external program in a list of engines: change it, remove it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PyQt5.QtCore import pyqtSignal
from PyQt5.QtWidgets import QWidget

from engine.core.game import GameSetup
from engine.external.external_searcher import PROTOCOLS
from engine.players.program_player import ProgramPlayer
from gui.settings.external_programs import ExternalPrograms
from gui.text.i18n import tr
from gui.widgets.form import make_row, show_dialog
from gui.widgets.named_widgets import make_button

if TYPE_CHECKING:
    from gui.dialogs.program_dialog import ProgramDialog


class ProgramButtons(QWidget):
    """Buttons for the chosen program; they also ask for a new one.

    Args:
        name: Begin of the object names.
        programs: The list of programs; ``None`` if none are offered.
    """

    program_stored = pyqtSignal(object)  # ProgramPlayer that was added or changed
    program_removed = pyqtSignal()
    list_changed = pyqtSignal()  # by this part or another one

    def __init__(self, name: str, programs: ExternalPrograms | None) -> None:
        super().__init__()
        self._programs = programs
        self._setup: GameSetup | None = None
        self._program: ProgramPlayer | None = None
        change = make_button(f"{name}_change_program", tr("NewGame", "Change…"))
        remove = make_button(f"{name}_remove_program", tr("NewGame", "Remove"))
        self.setLayout(make_row(change, remove, stretch=True))
        change.clicked.connect(lambda: self._ask(self._program))
        remove.clicked.connect(self._remove)
        if programs is not None:
            programs.changed.connect(self.list_changed)

    def known_programs(self, setup: GameSetup) -> tuple[ProgramPlayer, ...] | None:
        """Return the programs for a game; ``None`` if none are offered."""
        if self._programs is None or setup.game not in PROTOCOLS:
            return None
        return self._programs.of_game(setup.game)

    def show_program(
        self, setup: GameSetup | None, program: ProgramPlayer | None
    ) -> None:
        """Show the buttons of a program that is in the list; hide them otherwise."""
        self._setup, self._program = setup, program
        known = None if setup is None else self.known_programs(setup)
        self.setVisible(program is not None and program in (known or ()))

    def ask_for_new(self) -> None:
        """Ask for a new program."""
        self._ask(None)

    def _ask(self, replaced: ProgramPlayer | None) -> None:
        from gui.dialogs.program_dialog import ProgramDialog  # noqa: PLC0415

        programs, setup = self._programs, self._setup
        if programs is None or setup is None:
            return
        dialog = ProgramDialog(setup, programs.ask_file, replaced, self.window())
        dialog.accepted.connect(partial(self._store, dialog, setup.game, replaced))
        show_dialog(dialog)

    def _store(
        self, dialog: ProgramDialog, game: str, replaced: ProgramPlayer | None
    ) -> None:
        program = dialog.program
        if self._programs is not None and program is not None:
            self._programs.put(game, program, replaced=replaced)
            self.program_stored.emit(program)

    def _remove(self) -> None:
        programs, setup, program = self._programs, self._setup, self._program
        if programs is not None and setup is not None and program is not None:
            programs.remove(setup.game, program)
            self.program_removed.emit()
