"""Menu of the latest autosaved games, and the dialog of all of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PyQt5.QtCore import QObject
from PyQt5.QtWidgets import QAction, QMenu, QWidget

from gui.files.autosave import Autosave
from gui.files.earlier_games import EarlierGame, EarlierGames
from gui.files.file_controller import FileController
from gui.text.i18n import tr
from gui.text.plain_text import set_tip
from gui.widgets.form import show_dialog

LISTED_GAMES = 10
"""Number of games in the menu."""


class EarlierGamesMenu(QObject):
    """Controller of *Game > Earlier games*.

    Args:
        menu: The menu, filled whenever it is shown.
        autosave: List of games that were not saved.
        file_controller: Opens a game.
        open_folder: Opens a folder.
        window: Parent of the dialog.
    """

    def __init__(
        self,
        menu: QMenu,
        autosave: Autosave,
        file_controller: FileController,
        *,
        open_folder: Callable[[Path], None],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._menu = menu
        self._autosave = autosave
        self._file_controller = file_controller
        self._open_folder = open_folder
        self._window = window
        self._reader = EarlierGames(self)
        menu.aboutToShow.connect(self._fill)

    def _fill(self) -> None:
        """List the latest games by their names, and read their content."""
        self._reader.cancel()
        self._menu.clear()
        paths = self._autosave.list_earlier_games()
        actions = {path: self._add(path) for path in paths[:LISTED_GAMES]}
        if not paths:
            self._menu.addAction(tr("Menus", "None yet")).setEnabled(False)
            return
        self._menu.addSeparator()
        self._menu.addAction(tr("Menus", "More…")).triggered.connect(self._ask)
        self._reader.read(list(actions), partial(_show_games, actions))

    def _add(self, path: Path) -> QAction:
        action = self._menu.addAction("")
        _show_game(action, EarlierGame(path=path))
        set_tip(action, str(path))
        action.triggered.connect(partial(self._open, path))
        return action

    def _ask(self) -> None:
        """Show all games."""
        from gui.files.earlier_games_dialog import EarlierGamesDialog  # noqa: PLC0415

        paths = self._autosave.list_earlier_games()
        dialog = EarlierGamesDialog(self._reader, paths, self._window)
        dialog.game_chosen.connect(self._open)
        dialog.folder_requested.connect(
            partial(self._open_folder, self._autosave.folder)
        )
        show_dialog(dialog)

    def _open(self, path: Path) -> None:
        self._file_controller.open(path, is_autosaved=True)


def _show_games(actions: dict[Path, QAction], games: list[EarlierGame]) -> None:
    for game in games:
        _show_game(actions[game.path], game)


def _show_game(action: QAction, game: EarlierGame) -> None:
    action.setText(game.label.replace("&", "&&"))
