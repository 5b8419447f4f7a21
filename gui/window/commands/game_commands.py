"""Commands of the actions for the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PyQt5.QtCore import QObject
from PyQt5.QtWidgets import QWidget

from engine.core.types import Player
from engine.games import GAMES
from engine.match.engine_choice import default_engine
from engine.records.model.record import GameRecord
from gui.actions.actions import Actions, Commands
from gui.game.game_controller import GameController
from gui.game.game_factory import GameFactory
from gui.game.hints import Hints
from gui.settings.external_programs import ExternalPrograms
from gui.settings.last_match import load_last_match, save_last_match
from gui.settings.settings import Settings
from gui.settings.table import LAST_GAME
from gui.widgets.form import show_dialog
from gui.window.commands.navigator import Navigator
from gui.window.commands.review_commands import ReviewCommands
from gui.window.overlays.card_host import CardHost

if TYPE_CHECKING:
    from gui.dialogs.new_game_dialog import NewGameDialog

PAGE = 10
"""Number of moves of a page key."""


class GameCommands(QObject):
    """Handlers of the actions for the game on the screen.

    Args:
        actions: The window's actions.
        controller: The games.
        hints: Searches for hints.
        stop_analysis: Stops all searches for analysis; returns whether there was any.
        review: Takes *Stop* and *Take back* first.
        factory: Factory of games.
        cards: Overlay cards.
        settings: Last choices.
        programs: The external programs to choose from.
        window: Parent of the dialogs.
    """

    def __init__(
        self,
        *,
        actions: Actions,
        controller: GameController,
        hints: Hints,
        stop_analysis: Callable[[], bool],
        review: ReviewCommands,
        factory: GameFactory,
        cards: CardHost,
        settings: Settings,
        programs: ExternalPrograms,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._actions = actions
        self._controller = controller
        self._hints = hints
        self._stop_analysis = stop_analysis
        self._review = review
        self._factory = factory
        self._cards = cards
        self._settings = settings
        self._programs = programs
        self._window = window
        self._navigator = Navigator(controller)

    def commands(self) -> Commands:
        """Return the commands of the game, by action name."""
        controller, way = self._controller, self._navigator
        games = {f"game_{name}": partial(self._switch, name) for name in GAMES}
        sides = {
            f"engine_side_{player.name.lower()}": partial(self._set_engine, player)
            for player in Player
        }
        return {
            **games,
            **sides,
            "new": self._ask_for_new_game,
            "continue_here": self._ask_to_continue,
            "take_back": self._take_back,
            "redo": controller.redo,
            "swap": partial(controller.play_special, 0),
            "add_two": partial(controller.play_special, 1),
            "hint": self._hints.request,
            "change_sides": controller.change_sides,
            "first_steps": self._cards.show_welcome,
            "resign": self._cards.ask_to_resign,
            "first": way.first,
            "previous": partial(way.forward, -1),
            "next": partial(way.forward, 1),
            "last": way.last,
            "ten_back": partial(way.forward, -PAGE),
            "ten_on": partial(way.forward, PAGE),
            "variation_up": partial(way.variation, -1),
            "variation_down": partial(way.variation, 1),
            "go_to": self._ask_for_move,
            "game_info": self._show_information,
            "move_now": controller.move_now,
            "stop": self._stop,
            "run": self._toggle_running,
            "step": controller.step,
            "pause": controller.toggle_pause,
        }

    def _switch(self, game: str) -> None:
        self._controller.switch_to(game)
        self._settings[LAST_GAME] = game

    def _set_engine(self, player: Player, is_wanted: bool) -> None:
        setup = self._controller.session.setup
        engine = default_engine(setup) if is_wanted else None
        self._controller.set_player(player, engine)

    def _take_back(self) -> None:
        """Take back a tried move, or else moves of the game."""
        if not self._review.take_back():
            self._controller.take_back()

    def _stop(self) -> None:
        """Close a card or a hint, or stop all searches, or leave full screen."""
        if self._cards.close() or self._hints.clear() or self._review.cancel():
            return
        is_awaited = self._controller.view.awaits_engine
        if is_awaited:
            self._controller.stop_engine()
        if self._stop_analysis() or is_awaited:
            return
        if self._window.isFullScreen():
            self._actions["full_screen"].trigger()

    def _toggle_running(self) -> None:
        self._controller.set_running(not self._controller.view.is_running)

    def _ask_for_move(self) -> None:
        from gui.dialogs.go_to_dialog import GoToDialog  # noqa: PLC0415

        dialog = GoToDialog(self._navigator.find, self._window)
        dialog.accepted.connect(lambda: self._controller.go_to(dialog.node))
        show_dialog(dialog)

    def _show_information(self) -> None:
        from gui.dialogs.game_info_dialog import GameInfoDialog  # noqa: PLC0415

        controller = self._controller
        show_dialog(
            GameInfoDialog(controller.session, controller.set_information, self._window)
        )

    def _ask_for_new_game(self) -> None:
        from gui.dialogs.new_game_dialog import NewGameDialog  # noqa: PLC0415

        game = self._controller.session.setup.game
        dialog = NewGameDialog(
            game,
            partial(load_last_match, self._settings),
            self._window,
            programs=self._programs,
        )
        dialog.accepted.connect(partial(self._begin, dialog))
        show_dialog(dialog)

    def _begin(self, dialog: NewGameDialog) -> None:
        choice = dialog.choice
        if choice is not None:
            save_last_match(self._settings, choice)
            self._controller.begin(choice)

    def _ask_to_continue(self) -> None:
        from gui.dialogs.new_game_dialog import NewGameDialog  # noqa: PLC0415

        session = self._controller.session
        dialog = NewGameDialog(
            session.setup.game,
            partial(load_last_match, self._settings),
            self._window,
            position=session.position,
            programs=self._programs,
        )
        record, node = session.record, session.cursor
        dialog.accepted.connect(partial(self._continue, dialog, record, node))
        show_dialog(dialog)

    def _continue(self, dialog: NewGameDialog, record: GameRecord, node: int) -> None:
        choice = dialog.choice
        if choice is not None:
            last = load_last_match(self._settings, choice.setup.game)
            save_last_match(self._settings, replace(choice, setup=last.setup))
            self._controller.begin_game(
                choice.setup.game,
                lambda: self._factory.make_game_from_node(record, node, choice),
            )
