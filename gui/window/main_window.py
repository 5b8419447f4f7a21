"""Main window: layout and connections of its parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PyQt5.QtCore import QChildEvent, Qt, QTimer, pyqtSignal
from PyQt5.QtGui import QCloseEvent, QPaintEvent, QShowEvent
from PyQt5.QtWidgets import (
    QDialog,
    QMainWindow,
    QMenu,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from engine.core.types import Move
from engine.games import get_game
from engine.match.view import MatchView
from gui.actions.actions import Commands
from gui.dialogs.quit_question import QuitQuestion
from gui.files.autosave import Autosave
from gui.files.file_controller import FileController
from gui.game.game_controller import GameController
from gui.game.hints import Hint, Hints
from gui.game.player_labels import window_title
from gui.settings.settings import Settings
from gui.style.theme import SPACE_L, SPACE_M, SPACE_S
from gui.text.i18n import tr
from gui.text.labels import value_for_decider, win_rate
from gui.widgets.retranslated import Retranslated
from gui.widgets.side_by_side import Narrowing, SideBySide
from gui.widgets.tab_bars import rename_scroll_buttons, set_up_dock_tabs
from gui.window.docks.window_geometry import (
    keep_on_screen,
    restore_geometry,
    save_geometry,
)
from gui.window.overlays.card_host import CardHost
from gui.window.overlays.legend_rows import LegendRows
from gui.window.shortcut_filter import ShortcutFilter
from gui.window.window_parts import WindowParts

SMALLEST_WIDTH = 900
"""Width of the tool bar, in pixels at 100 %; less than 1920 pixels at 200 %."""

FRAME_MS = 300
"""Time in which the desktop puts a frame around a window that was maximized."""


class MainWindow(Retranslated, QMainWindow):
    """Main window with the game of a controller.

    Args:
        controller: The games.
        hints: Searches for hints.
        autosave: Autosave of games.
        settings: Settings of the program.
        build_parts: Returns the parts; its argument is the window without content.
    """

    contest_requested = pyqtSignal()
    matches_requested = pyqtSignal()
    training_requested = pyqtSignal()
    experiments_requested = pyqtSignal()
    painted = pyqtSignal()  # once: after the first paint

    def __init__(
        self,
        *,
        controller: GameController,
        hints: Hints,
        autosave: Autosave,
        settings: Settings,
        build_parts: Callable[[QMainWindow], WindowParts],
    ) -> None:
        super().__init__()
        self._controller = controller
        self._hints = hints
        self._autosave = autosave
        self._settings = settings
        self._is_painted = self._has_docks_above = False
        self._quit_question = QuitQuestion(self)
        self._quit_question.add_saver(autosave.save_now)
        self.setObjectName("main_window")
        room = self.screen().availableGeometry().width()
        self.setMinimumWidth(min(SMALLEST_WIDTH, room))
        self._parts = build_parts(self)
        self._views = self._parts.views
        self._handlers = self._parts.handlers
        self._lay_out()
        self._connect()
        restore_geometry(self, settings)
        self._restored_size = self.size()
        self._parts.layouts.restore()
        self._show_title()
        self._show_position()

    @property
    def file_controller(self) -> FileController:
        """The controller of record files."""
        return self._parts.file_controller

    @property
    def quit_question(self) -> QuitQuestion:
        """The question before the window closes."""
        return self._quit_question

    @property
    def cards(self) -> CardHost:
        """The overlay cards."""
        return self._parts.cards

    @property
    def lab_menu(self) -> QMenu:
        """The *Lab* menu."""
        return self._parts.menus["lab"]

    def _retranslate(self) -> None:
        """Cancel an open dialog, because dialogs get their texts when created."""
        for dialog in self.findChildren(QDialog):
            if dialog.isVisible():
                dialog.reject()
        rename_scroll_buttons(self)
        set_up_dock_tabs(self)
        self._show_save_problem()
        self._show_title()

    def show_note(self, message: str) -> None:
        """Show a message in the status bar for a while."""
        self._views.status.show_note(message)

    def come_to_front(self) -> None:
        """Show the window before all others, also if it is minimized."""
        if self.isMinimized():
            self.setWindowState(self.windowState() & ~Qt.WindowMinimized)
        self.raise_()
        self.activateWindow()

    def open_from_elsewhere(self, paths: Sequence[Path]) -> None:
        """Come to the front and open the files of a second start."""
        self.come_to_front()
        self.file_controller.open_all(paths)

    def _lay_out(self) -> None:
        views = self._views
        centre = QWidget(self)
        centre.setObjectName("centre")
        column = QVBoxLayout(centre)
        column.setContentsMargins(SPACE_L, SPACE_M, SPACE_S, SPACE_M)
        column.setSpacing(SPACE_S)
        column.addWidget(views.area, 1)
        column.addWidget(LegendRows(views.legend, views.heat_legend, centre))
        messages, navigation = views.messages, views.navigation
        narrowing = Narrowing(
            usual_width=navigation.usual_width,
            least_width=navigation.least_width,
            narrow_width=lambda: messages.narrow_width() + navigation.narrow_width(),
            make_narrow=navigation.set_narrow,
        )
        column.addWidget(SideBySide(messages, navigation, centre, narrowing))
        guard = ShortcutFilter(views.board, self)
        self.installEventFilter(guard)
        for dock in self._parts.layouts.docks:
            dock.installEventFilter(guard)
            dock.focus_hidden.connect(views.board.setFocus)
        self._controller.game_begun.connect(views.board.setFocus)
        self.addToolBar(self._parts.tool_bar)
        self.setCentralWidget(centre)
        self.setStatusBar(views.status)
        views.board.setFocus()

    def _connect(self) -> None:
        self._controller.match_changed.connect(self._on_match_changed)
        self._hints.changed.connect(self._show_hint)
        self._autosave.problem_changed.connect(self._show_save_problem)
        self._connect_views()
        handlers = self._handlers
        own: Commands = {
            "contest": self.contest_requested.emit,
            "engine_match": self.matches_requested.emit,
            "training": self.training_requested.emit,
            "experiments": self.experiments_requested.emit,
            "next_control": self._go_to_next_control,
        }
        self._parts.actions.connect_commands({**handlers.commands(), **own})
        handlers.variations.status_reported.connect(self.show_note)
        handlers.analysis.status_reported.connect(self.show_note)
        handlers.review.status_reported.connect(self.show_note)
        handlers.heat_maps.status_reported.connect(self.show_note)
        handlers.review.trying_changed.connect(self._on_trying_changed)
        self._views.area.card_shown.connect(handlers.replay.stop)
        handlers.puzzles.game_begun.connect(self.come_to_front)
        handlers.annotations.status_reported.connect(self.show_note)
        self._parts.panel_signals.problem_reported.connect(self.show_note)
        self.file_controller.status_reported.connect(self.show_note)
        self.file_controller.files_changed.connect(self._show_title)

    def _connect_views(self) -> None:
        board = self._views.board
        board.cell_clicked.connect(self._on_cell_clicked)
        board.locked_clicked.connect(self._views.status.show_lock)
        board.cell_pointed.connect(self._show_cell)
        self._handlers.heat_maps.changed.connect(
            lambda: self._show_cell(board.pointed_cell)
        )
        board.keyboard_entered.connect(self._show_keyboard_help)
        board.menu_requested.connect(self._handlers.variations.show_board_menu)
        panels, layouts = self._parts.panel_signals, self._parts.layouts
        panels.node_chosen.connect(self._controller.go_to)
        panels.node_menu_requested.connect(self._handlers.variations.show_move_menu)
        for changed in (panels.height_changed, layouts.changed, self.painted):
            changed.connect(self._fit_players, Qt.QueuedConnection)  # type: ignore[call-arg]

    def _fit_players(self) -> None:
        """Make room for long names, once the layout is complete."""
        self._parts.layouts.settle(is_final=self._is_painted)
        self._parts.layouts.fit_panel("players")

    def _on_match_changed(self, view: MatchView) -> None:
        if view.has_new_position:
            self._show_title()
            self._show_position()
        elif view.has_only_new_notes:
            self._handlers.marks.refresh()
            self._handlers.candidates.refresh()
            self._handlers.heat_maps.refresh()
        else:
            self._show_lock()
            self._handlers.continuations.refresh()
        self.setWindowModified(self._controller.game.is_unsaved)

    def _show_position(self) -> None:
        position = self._controller.view.position
        game = get_game(position.setup.game)
        layout = game.layout(position.setup)
        self._views.board.show_position(position, layout, game.sides)
        self._handlers.marks.refresh()
        self._handlers.continuations.refresh()
        self._handlers.annotations.refresh()
        self._handlers.candidates.refresh()
        self._handlers.heat_maps.refresh()
        self._handlers.root_moves.refresh()
        self._handlers.bar.refresh()
        self._handlers.review.refresh()
        self._show_lock()

    def _show_cell(self, cell: Move | None) -> None:
        """Name the cell under the mouse, with its value in the heat map."""
        self._views.status.show_cell(cell, self._handlers.heat_maps.value_of(cell))

    def _show_hint(self) -> None:
        hint = self._hints.hint
        if hint is None:
            self._views.board.set_hint(None)
        else:
            self._views.board.set_hint(hint.cell, _hint_rate(hint))

    def _show_keyboard_help(self) -> None:
        self.show_note(
            tr(
                "Window",
                "Arrow keys choose a cell, Enter plays, Esc returns to the moves.",
            )
        )

    def _show_lock(self) -> None:
        is_trying = self._handlers.review.is_trying
        is_locked = self._controller.view.is_locked
        self._views.board.set_locked(is_locked and not is_trying)

    def _show_title(self) -> None:
        game = self._controller.game
        self.setWindowTitle(window_title(game))
        self.setWindowModified(game.is_unsaved)

    def _show_save_problem(self) -> None:
        self._views.status.show_save_problem(self._autosave.problem)

    def _go_to_next_control(self) -> None:
        self.focusNextChild()

    def _on_trying_changed(self, is_trying: bool) -> None:
        """Open the board, and hide what would give the better move away."""
        self._handlers.annotations.set_hidden(is_trying)
        self._show_lock()

    def _on_cell_clicked(self, cell: int) -> None:
        if not self._handlers.review.try_cell(Move(cell)):
            self._controller.play(Move(cell))

    def childEvent(self, event: QChildEvent) -> None:
        """Set up the tab bars that Qt creates for docks."""
        super().childEvent(event)
        if event.polished() and isinstance(event.child(), QTabBar):
            set_up_dock_tabs(self)

    def showEvent(self, event: QShowEvent) -> None:
        """Share the room before the first paint; the desktop may change it later."""
        super().showEvent(event)
        if not event.spontaneous():  # the desktop restores a minimized window itself
            self._has_docks_above = False
        self._fit_players()

    def _keep_on_screen(self) -> None:
        """Move the restored window by its frame, which is known now.

        The desktop may have made it smaller; a larger one was resized since.
        """
        restored = self._restored_size.expandedTo(self.minimumSize())
        if self.size() == self.size().boundedTo(restored):
            self._keep_frame_on_screen()

    def _keep_frame_on_screen(self) -> None:
        keep_on_screen(self)

    def _on_window_state_changed(self, state: Qt.WindowState) -> None:
        """Make room for the frame when the window is first restored.

        It was maximized from the start, and is as large as the screen without a frame.
        """
        if state == Qt.WindowNoState:
            handle = self.windowHandle()
            handle.windowStateChanged.disconnect(self._on_window_state_changed)
            QTimer.singleShot(FRAME_MS, self._keep_frame_on_screen)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Emit ``painted`` after the first paint; see ``Dock.show_above_window``."""
        super().paintEvent(event)
        if not self._has_docks_above:
            self._has_docks_above = True
            for dock in self._parts.layouts.docks:
                QTimer.singleShot(0, dock.show_above_window)
        if not self._is_painted:
            self._is_painted = True
            if self.isMaximized():
                handle = self.windowHandle()
                handle.windowStateChanged.connect(self._on_window_state_changed)
            QTimer.singleShot(0, self._keep_on_screen)
            QTimer.singleShot(0, self.painted.emit)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Save unsaved games and the geometry; ask only if a game cannot be saved."""
        if not self._quit_question.may_close():
            event.ignore()
            return
        save_geometry(self, self._settings)
        self._parts.layouts.remember()
        self._settings.save()
        super().closeEvent(event)


def _hint_rate(hint: Hint) -> str:
    """Return the win rate of a hint; empty without a search."""
    if hint.value is None:
        return ""
    return f"{win_rate(value_for_decider(hint.position, hint.value)):.0f}"
