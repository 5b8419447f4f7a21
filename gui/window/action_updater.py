"""Update of all actions: what they depend on is gathered once for each change."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PyQt5.QtCore import QObject

from engine.core.game import GameSetup
from engine.match.engine_choice import default_engine
from engine.match.view import MatchView
from gui.actions.action_row import ActionState
from gui.actions.actions import Actions
from gui.actions.setting_rows import name_chosen
from gui.analysis.continuous_analysis import ContinuousAnalysis
from gui.analysis.engine_comparison import EngineComparison
from gui.analysis.review_parts import ReviewParts
from gui.board.board_view import BoardView
from gui.board.viewport import WHOLE
from gui.game.annotation_reader import AnnotationReader
from gui.game.game_controller import GameController
from gui.game.hints import Hints
from gui.settings.settings import Settings
from gui.settings.table import MENU_SETTINGS
from gui.window.commands.replay import Replay
from gui.window.docks.dock_layouts import DockLayouts

MENU_KEYS = {setting.key for setting in MENU_SETTINGS}


class ActionUpdater(QObject):
    """Listener that enables and checks the actions after every change.

    Args:
        actions: The window's actions.
        controller: The games.
        hints: Searches for hints.
        analysis: Continuous analysis.
        comparison: Comparison of engines.
        review: The review of the game.
        replay: Replay of the moves.
        reader: Source of board annotations.
        board: The board on the screen.
        layouts: The dock layouts.
        settings: The chosen options.
    """

    def __init__(
        self,
        *,
        actions: Actions,
        controller: GameController,
        hints: Hints,
        analysis: ContinuousAnalysis,
        comparison: EngineComparison,
        review: ReviewParts,
        replay: Replay,
        reader: AnnotationReader,
        board: BoardView,
        layouts: DockLayouts,
        settings: Settings,
    ) -> None:
        super().__init__(actions)
        self._actions = actions
        self._controller = controller
        self._hints = hints
        self._analysis = analysis
        self._comparison = comparison
        self._review = review
        self._replay = replay
        self._reader = reader
        self._board = board
        self._layouts = layouts
        self._settings = settings
        self._engines: dict[GameSetup, bool] = {}
        self._state = self._gather()
        actions.show(self._state)
        controller.match_changed.connect(self._on_match_changed)
        hints.changed.connect(self._on_game_changed)
        analysis.switched.connect(self._on_game_changed)
        comparison.switched.connect(self._on_game_changed)
        replay.switched.connect(self._on_game_changed)
        review.reviewer.changed.connect(self._on_game_changed)
        review.mistakes.changed.connect(self._on_game_changed)
        review.mistakes.selected_changed.connect(self._on_game_changed)
        review.retry.changed.connect(self._on_game_changed)
        board.zoom_changed.connect(self._on_zoom_changed)
        layouts.changed.connect(self._on_layout_changed)
        settings.changed.connect(self._on_setting_changed)

    def _gather(self) -> ActionState:
        view = self._controller.view
        return ActionState(
            view=view,
            can_restore=self._controller.session.can_restore,
            can_hint=self._hints.can_request and not self._hints.is_searching,
            is_analysing=self._analysis.is_on,
            is_comparing=self._comparison.is_on,
            is_replaying=self._replay.is_on,
            **self._review_facts(),
            can_annotate=self._reader.can_read(view.setup.game),
            has_engine=self._has_engine(view.setup),
            is_zoomed=self._board.zoom_percent > WHOLE.percent,
            dock_layout=self._layouts.current,
            chosen=name_chosen(self._settings),
        )

    def _review_facts(self) -> dict[str, Any]:
        """Return the facts about the review of the line."""
        mistakes, retry = self._review.mistakes, self._review.retry
        on_board = mistakes.on_board
        return {
            "review": self._review.reviewer.state,
            "has_mistakes": bool(mistakes.found),
            "has_next_mistake": mistakes.next is not None,
            "has_previous_mistake": mistakes.previous is not None,
            "can_try_again": on_board is not None and retry.can_start(on_board),
            "is_trying": retry.task is not None,
            "has_tried": bool(retry.line),
        }

    def _has_engine(self, setup: GameSetup) -> bool:
        """Return whether an engine plays a setup; looked up once for each."""
        if setup not in self._engines:
            self._engines[setup] = default_engine(setup) is not None
        return self._engines[setup]

    def _show(self, state: ActionState) -> None:
        """Show a state; several parts report the change that a move makes."""
        if state.view is self._state.view and state == self._state:
            return
        self._state = state
        self._actions.show(state)

    def _on_match_changed(self, view: MatchView) -> None:
        """Follow the match; notes matter if they are the first content of a record."""
        had_content = self._state.view.record.has_content
        if not view.has_only_new_notes or view.record.has_content != had_content:
            self._on_game_changed()

    def _on_game_changed(self) -> None:
        self._show(self._gather())

    def _on_zoom_changed(self, percent: int) -> None:
        self._show(replace(self._state, is_zoomed=percent > WHOLE.percent))

    def _on_layout_changed(self) -> None:
        self._show(replace(self._state, dock_layout=self._layouts.current))

    def _on_setting_changed(self, key: str) -> None:
        if key in MENU_KEYS:
            self._show(replace(self._state, chosen=name_chosen(self._settings)))
