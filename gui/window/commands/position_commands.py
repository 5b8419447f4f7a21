"""Commands that set up a position."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PyQt5.QtCore import QObject
from PyQt5.QtWidgets import QWidget

from gui.actions.actions import Actions, Commands
from gui.game.game_controller import GameController
from gui.game.game_factory import GameFactory
from gui.game.open_game import OpenGame
from gui.settings.settings import Settings, board_options
from gui.widgets.form import show_dialog
from gui.window.docks.dock_layouts import DockLayouts

if TYPE_CHECKING:
    from gui.dialogs.position_editor.position_editor import PositionEditor


class PositionCommands(QObject):
    """Handler of the position editor.

    Args:
        actions: The window's actions, which analyse a position or continue a game.
        controller: The games.
        factory: Factory of the game with the edited position.
        layouts: The dock layouts, one of them for analysis.
        settings: Display options of the board.
        window: Parent of the dialog.
    """

    def __init__(
        self,
        *,
        actions: Actions,
        controller: GameController,
        factory: GameFactory,
        layouts: DockLayouts,
        settings: Settings,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._actions = actions
        self._controller = controller
        self._factory = factory
        self._layouts = layouts
        self._settings = settings
        self._window = window

    def commands(self) -> Commands:
        """Return the command by its action name."""
        return {"edit_position": self._edit}

    def _edit(self) -> None:
        """Edit a copy of the position on the board."""
        from gui.dialogs.position_editor.position_editor import (  # noqa: PLC0415
            PositionEditor,
        )

        dialog = PositionEditor(
            self._controller.session.position,
            board_options(self._settings),
            self._window,
        )
        dialog.accepted.connect(partial(self._take, dialog))
        show_dialog(dialog)

    def _take(self, dialog: PositionEditor) -> None:
        """Show the edited board as a record of its own; analyse or play it."""
        game = self._factory.open_record(dialog.record, None)
        game.mark_unsaved()
        self._controller.when_replaceable(
            game.session.setup.game, partial(self._show, game, dialog.use)
        )

    def _show(self, game: OpenGame, use: str) -> None:
        self._controller.put(game)
        if use == "play":
            self._actions["continue_here"].trigger()
            return
        self._layouts.switch_to("analyse")
        if not self._actions["analysis_on"].isChecked():
            self._actions["analysis_on"].trigger()
