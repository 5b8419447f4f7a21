"""The external programs that the user has added, by game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PyQt5.QtCore import QObject, pyqtSignal
from PyQt5.QtWidgets import QWidget

from engine.players.program_player import ProgramPlayer
from gui.settings.settings import Settings
from gui.settings.table import EXTERNAL_PROGRAMS


class ExternalPrograms(QObject):
    """List of external programs in the settings.

    Args:
        settings: Storage.
        ask_file: Asks for the file of a program, from a folder on.
    """

    changed = pyqtSignal()

    def __init__(
        self, settings: Settings, ask_file: Callable[[QWidget, Path], Path | None]
    ) -> None:
        super().__init__()
        self._settings = settings
        self.ask_file = ask_file

    def of_game(self, game: str) -> tuple[ProgramPlayer, ...]:
        """Return the programs for a game, in the order in which they were added."""
        return self._settings[EXTERNAL_PROGRAMS[game]]

    def put(
        self,
        game: str,
        program: ProgramPlayer,
        *,
        replaced: ProgramPlayer | None = None,
    ) -> None:
        """Add a program for a game.

        Args:
            game: The game.
            program: The program.
            replaced: The program in whose place it comes; default: the end.
        """
        known = list(self.of_game(game))
        if replaced in known:
            known[known.index(replaced)] = program
        else:
            known.append(program)
        self._store(game, known)

    def remove(self, game: str, program: ProgramPlayer) -> None:
        """Forget a program."""
        self._store(game, [one for one in self.of_game(game) if one != program])

    def _store(self, game: str, programs: list[ProgramPlayer]) -> None:
        self._settings[EXTERNAL_PROGRAMS[game]] = tuple(dict.fromkeys(programs))
        self.changed.emit()
