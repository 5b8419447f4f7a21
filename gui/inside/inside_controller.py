"""Controller of the window *Inside the search*."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PyQt5.QtCore import QObject
from PyQt5.QtWidgets import QWidget

from engine.core.game import Position
from engine.games import get_game
from engine.players.build import build_searcher
from engine.players.player_config import PlayerConfig
from gui.actions.actions import Commands
from gui.game.engine_thread import EngineThread
from gui.game.game_controller import GameController
from gui.game.lazy_searcher import SearcherFactory
from gui.settings.settings import Settings, board_options
from gui.text.i18n import tr

if TYPE_CHECKING:
    from engine.search.api import Searcher
    from gui.inside.inside_window import InsideWindow


class InsideController(QObject):
    """Shows the window for the position on the board; one window at a time.

    Args:
        engine: Runs the searches, one at a time.
        controller: The games.
        settings: Display options of the board.
        window: The main window.
        make_searcher: Factory of searchers; default: the program's own.
    """

    def __init__(
        self,
        engine: EngineThread,
        controller: GameController,
        settings: Settings,
        window: QWidget,
        *,
        make_searcher: SearcherFactory | None = None,
    ) -> None:
        super().__init__(window)
        self._engine = engine
        self._controller = controller
        self._settings = settings
        self._window = window
        self._make_searcher = make_searcher or _build_bare_searcher
        self._shown: InsideWindow | None = None

    def commands(self) -> Commands:
        """Return the command by its action name."""
        return {"inside_search": self.show}

    def show(self) -> InsideWindow:
        """Show the window, or bring it to the front."""
        from gui.inside.inside_search import InsideSearch  # noqa: PLC0415
        from gui.inside.inside_window import InsideWindow  # noqa: PLC0415

        if self._shown is None:
            shown = InsideWindow(
                InsideSearch(self._engine, self._make_searcher, self),
                lambda: _searched_position(self._controller.session.position),
                self._find_refusal,
                board_options(self._settings),
                self._window,
            )
            shown.closed.connect(self._forget)
            self._shown = shown
            shown.show()
            return shown
        self._shown.offer()
        self._shown.raise_()
        self._shown.activateWindow()
        return self._shown

    def _find_refusal(self) -> str:
        """Return the reason why no search can run now, or an empty text."""
        view = self._controller.view
        if view.position.outcome is not None:
            return tr("Inside", "The game is over: there is nothing to search.")
        if view.awaits_engine:
            return tr(
                "Inside", "An engine is thinking about its move. Pause the game first."
            )
        return ""

    def _forget(self) -> None:
        self._shown = None


def _searched_position(position: Position) -> Position:
    """Return the position that a bare search sees: in an opening its stones alone."""
    opening = get_game(position.setup.game).opening()
    if opening is None or opening.is_over(position):
        return position
    if any(position.stones):
        return opening.set_up(position)
    return replace(position, setup=opening.without_opening(position.setup))


def _build_bare_searcher(config: PlayerConfig, game: str) -> Searcher:
    """Return the bare search of an engine, without the attention of its preset."""
    return build_searcher(config, game, is_attentive=False)
