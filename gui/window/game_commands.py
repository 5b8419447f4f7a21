"""Commands of the actions for the game; disables actions that are impossible now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PyQt5.QtCore import QEvent, QObject
from PyQt5.QtWidgets import QAction, QWidget

from engine.core.types import Player
from engine.match.engine_choice import default_engine
from engine.match.view import Activity
from engine.records import hexworld
from engine.records.model.record import GameRecord
from gui.actions.actions import Actions
from gui.dialogs.go_to_dialog import GoToDialog
from gui.dialogs.new_game_dialog import NewGameDialog
from gui.game.game_controller import GameController
from gui.game.game_factory import GameFactory
from gui.game.hints import Hints
from gui.settings.last_match import load_last_match, save_last_match
from gui.settings.settings import Settings
from gui.settings.table import LAST_GAME
from gui.widgets.form import show_dialog
from gui.window.card_host import CardHost
from gui.window.navigator import Navigator

PAGE = 10
"""Number of moves of a page key."""


class GameCommands(QObject):
    """Handlers of the actions for the game on the screen.

    Args:
        actions: The window's actions.
        controller: The games.
        hints: Searches for hints.
        factory: Factory of games.
        cards: Overlay cards.
        settings: Last choices.
        window: Parent of the dialogs.
    """

    def __init__(
        self,
        *,
        actions: Actions,
        controller: GameController,
        hints: Hints,
        factory: GameFactory,
        cards: CardHost,
        settings: Settings,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._actions = actions
        self._controller = controller
        self._hints = hints
        self._factory = factory
        self._cards = cards
        self._settings = settings
        self._window = window
        self._navigator = Navigator(controller)
        self._connect()
        controller.match_changed.connect(self.refresh)
        hints.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Update the enabled and checked states of the actions."""
        actions, view = self._actions, self._controller.view
        session = self._controller.session
        is_going = view.is_watched and view.outcome is None
        is_engines_turn = view.awaits_engine or view.engine_is_to_move
        can_move = is_engines_turn and not (view.outcome or view.is_paused)
        has_variations = self._navigator.has_variations
        for action, is_enabled in (
            (actions.save, view.has_moves),
            (actions.save_as, view.has_moves),
            (actions.export, view.has_moves),
            (actions.take_back, view.can_take_back),
            (actions.redo, view.can_redo),
            (actions.swap, len(view.special_moves) > 0),
            (actions.add_two, len(view.special_moves) > 1),
            (actions.hint, self._hints.can_ask and not self._hints.is_searching),
            (actions.continue_here, view.can_continue),
            (actions.change_sides, view.can_change_sides),
            (actions.resign, view.can_resign),
            (actions.copy_record, view.has_moves),
            (actions.copy_moves, view.ply > 0),
            (actions.copy_link, session.setup.game in hexworld.FORMAT.games),
            (actions.go_to, view.has_moves),
            (actions.first, view.ply > 0),
            (actions.previous, view.ply > 0),
            (actions.ten_back, view.ply > 0),
            (actions.next, not session.is_at_end),
            (actions.last, not session.is_at_end),
            (actions.ten_on, not session.is_at_end),
            (actions.variation_up, has_variations),
            (actions.variation_down, has_variations),
            (actions.move_now, can_move),
            (actions.run, is_going),
            (actions.step, is_going),
            (actions.pause, view.can_pause),
        ):
            action.setEnabled(is_enabled)
        actions.set_rules(session.setup)
        has_engine = default_engine(session.setup) is not None
        for player, action in actions.engine_sides.items():
            action.setEnabled(has_engine)
            action.setChecked(player in view.players.engines)
        actions.set_game(session.setup.game)
        actions.set_running(is_running=view.is_running and is_going)
        actions.set_paused(is_paused=view.activity is Activity.PAUSED)

    def _connect(self) -> None:
        actions, controller, way = self._actions, self._controller, self._navigator
        slots: tuple[tuple[QAction, Callable[[], object]], ...] = (
            (actions.new, self._ask_for_new_game),
            (actions.continue_here, self._ask_to_continue),
            (actions.take_back, controller.take_back),
            (actions.redo, controller.redo),
            (actions.swap, partial(controller.play_special, 0)),
            (actions.add_two, partial(controller.play_special, 1)),
            (actions.hint, self._hints.ask),
            (actions.change_sides, controller.change_sides),
            (actions.first_steps, self._cards.show_welcome),
            (actions.resign, self._cards.ask_to_resign),
            (actions.first, way.first),
            (actions.previous, partial(way.forward, -1)),
            (actions.next, partial(way.forward, 1)),
            (actions.last, way.last),
            (actions.ten_back, partial(way.forward, -PAGE)),
            (actions.ten_on, partial(way.forward, PAGE)),
            (actions.variation_up, partial(way.variation, -1)),
            (actions.variation_down, partial(way.variation, 1)),
            (actions.go_to, self._ask_for_move),
            (actions.move_now, controller.move_now),
            (actions.stop, self._stop),
            (actions.run, self._toggle_running),
            (actions.step, controller.step),
            (actions.pause, controller.toggle_pause),
        )
        for action, slot in slots:
            action.triggered.connect(slot)
        for name, action in actions.games.items():
            action.triggered.connect(partial(self._switch, name))
        for player, action in actions.engine_sides.items():
            action.triggered.connect(partial(self._set_engine, player))

    def _switch(self, game: str) -> None:
        self._controller.switch_to(game)
        self._settings[LAST_GAME] = game

    def _set_engine(self, player: Player) -> None:
        is_wanted = self._actions.engine_sides[player].isChecked()
        setup = self._controller.session.setup
        engine = default_engine(setup) if is_wanted else None
        self._controller.set_player(player, engine)

    def _stop(self) -> None:
        """Close a card or a hint, or stop the engine, or leave full screen."""
        if self._cards.close() or self._hints.clear():
            return
        if self._controller.view.awaits_engine:
            self._controller.stop_engine()
        elif self._window.isFullScreen():
            self._window.showNormal()
            self._actions.full_screen.setChecked(False)

    def _toggle_running(self) -> None:
        self._controller.set_running(not self._controller.view.is_running)

    def _ask_for_move(self) -> None:
        dialog = GoToDialog(self._navigator.find, self._window)
        dialog.accepted.connect(lambda: self._controller.go_to(dialog.node))
        show_dialog(dialog)

    def _ask_for_new_game(self) -> None:
        game = self._controller.session.setup.game
        dialog = NewGameDialog(
            game, partial(load_last_match, self._settings), self._window
        )
        dialog.accepted.connect(partial(self._begin, dialog))
        show_dialog(dialog)

    def _begin(self, dialog: NewGameDialog) -> None:
        choice = dialog.choice
        if choice is not None:
            save_last_match(self._settings, choice)
            self._controller.put(self._factory.chosen(choice))

    def _ask_to_continue(self) -> None:
        session = self._controller.session
        dialog = NewGameDialog(
            session.setup.game,
            partial(load_last_match, self._settings),
            self._window,
            position=session.position,
        )
        record, node = session.record, session.cursor
        dialog.accepted.connect(partial(self._continue, dialog, record, node))
        show_dialog(dialog)

    def _continue(self, dialog: NewGameDialog, record: GameRecord, node: int) -> None:
        choice = dialog.choice
        if choice is not None:
            last = load_last_match(self._settings, choice.setup.game)
            save_last_match(self._settings, replace(choice, setup=last.setup))
            self._controller.put(self._factory.continued(record, node, choice))

    def event(self, event: QEvent) -> bool:
        """Follow the language of the window."""
        if event.type() == QEvent.LanguageChange:
            self.refresh()
        return super().event(event)
