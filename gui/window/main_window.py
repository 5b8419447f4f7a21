"""Main window: composition of board, panels, bars and commands."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PyQt5.QtCore import Qt, QTimer, pyqtSignal
from PyQt5.QtGui import QCloseEvent, QPaintEvent
from PyQt5.QtWidgets import (
    QDialog,
    QMainWindow,
    QVBoxLayout,
    QWidget,
)

from engine.core.types import Move
from engine.games import get_game
from engine.match.view import MatchView
from gui.actions.actions import Actions
from gui.actions.shortcuts import Shortcuts
from gui.board.board_view import BoardView
from gui.dialogs.quit_question import QuitQuestion
from gui.files.autosave import Autosave
from gui.files.file_controller import FileController
from gui.files.file_dialogs import FileDialogs
from gui.game.annotation_reader import AnnotationReader
from gui.game.engine_thread import EngineThread
from gui.game.game_controller import GameController
from gui.game.game_factory import GameFactory
from gui.game.hints import Hints
from gui.game.live_analysis import LiveAnalysis
from gui.game.player_labels import window_title
from gui.game.sounds import Sounds
from gui.game.status_messages import lock_message
from gui.panels.annotation_legend import AnnotationLegend
from gui.panels.moves_panel import MovesPanel
from gui.panels.navigation_bar import NavigationBar
from gui.panels.players_panel import PlayersPanel
from gui.panels.search_panel import SearchPanel
from gui.panels.status_bar import StatusBar
from gui.panels.status_message_bar import StatusMessageBar
from gui.settings.settings import Settings
from gui.style.theme import SPACE_L, SPACE_M, SPACE_S, Theme
from gui.style.window_sheet import window_style
from gui.text.i18n import tr
from gui.text.labels import win_rate
from gui.window.board_annotations import AnnotationController
from gui.window.board_area import BoardArea
from gui.window.board_commands import BoardCommands
from gui.window.candidate_overlay import CandidateOverlay
from gui.window.card_host import CardHost
from gui.window.dock_layouts import DockLayouts, Panel
from gui.window.game_commands import GameCommands
from gui.window.menus import Menus
from gui.window.record_exchange import RecordExchange
from gui.window.shortcut_filter import ShortcutFilter
from gui.window.tool_bar import ToolBar
from gui.window.variation_commands import VariationCommands
from gui.window.window_commands import WindowCommands
from gui.window.window_geometry import restore_geometry, save_geometry

SMALLEST_WIDTH = 900
"""Width of the tool bar, in pixels at 100 %; less than 1920 pixels at 200 %."""


class MainWindow(QMainWindow):
    """Main window with the game of a controller.

    Args:
        controller: The games.
        engine: Runs the searches.
        hints: Searches for hints.
        reader: Source of board annotations.
        factory: Factory of games.
        autosave: Autosave of games.
        settings: Settings of the program.
        sounds: Sounds of the program.
        dialogs: File dialogs.
        theme: The first theme.
    """

    contest_requested = pyqtSignal()
    lab_requested = pyqtSignal()
    painted = pyqtSignal()  # once: after the first paint
    settings_changed = pyqtSignal()  # by a menu or a dialog

    def __init__(
        self,
        *,
        controller: GameController,
        engine: EngineThread,
        hints: Hints,
        reader: AnnotationReader,
        factory: GameFactory,
        autosave: Autosave,
        settings: Settings,
        sounds: Sounds,
        dialogs: FileDialogs,
        theme: Theme,
    ) -> None:
        super().__init__()
        self._controller = controller
        self._hints = hints
        self._autosave = autosave
        self._settings = settings
        self._is_painted = False
        self._quit_question = QuitQuestion(self)
        self._quit_question.add_saver(autosave.save_now)
        self.setObjectName("main_window")
        self.setMinimumWidth(SMALLEST_WIDTH)
        self._actions = Actions(self)
        self._board = BoardView(theme)
        self._board.setObjectName("board")
        self._area = BoardArea(self._board)
        self._players = PlayersPanel(controller, theme, self._actions.pause)
        self._live = LiveAnalysis(controller, engine, self)
        self._search = SearchPanel(controller, self._live, theme)
        self._moves = MovesPanel(controller)
        self._navigation = NavigationBar(controller, self._actions, settings)
        self._notice = StatusMessageBar(controller, self._actions, theme)
        self._status = StatusBar(controller, engine, hints)
        self._legend = AnnotationLegend(theme)
        self._file_controller = FileController(
            controller, factory, settings, dialogs, self
        )
        self._cards = CardHost(
            area=self._area,
            controller=controller,
            factory=factory,
            file_controller=self._file_controller,
            settings=settings,
            theme=theme,
        )
        self._layouts = DockLayouts(self, self._panels(), settings, theme)
        menus = Menus(self, self._actions, self._layouts.actions)
        self.addToolBar(ToolBar(self._actions, self))
        self._commands = GameCommands(
            actions=self._actions,
            controller=controller,
            hints=hints,
            factory=factory,
            cards=self._cards,
            settings=settings,
            theme=theme,
            window=self,
        )
        self._lines = VariationCommands(
            actions=self._actions,
            controller=controller,
            cards=self._cards,
            window=self,
        )
        self._window_commands = WindowCommands(
            actions=self._actions,
            layouts=self._layouts,
            keys=Shortcuts(menus.all_actions(), settings, self),
            menus=menus,
            file_controller=self._file_controller,
            autosave=autosave,
            settings=settings,
            sounds=sounds,
            window=self,
        )
        self._window_commands.settings_changed.connect(self.settings_changed)
        RecordExchange(
            actions=self._actions,
            controller=controller,
            file_controller=self._file_controller,
            board=self._board,
            window=self,
        )
        self._board_commands = BoardCommands(
            self._actions.board, self._board, settings.board
        )
        self._board_commands.settings_changed.connect(self.settings_changed)
        self._annotations = AnnotationController(
            action=self._actions.board.annotations,
            reader=reader,
            controller=controller,
            board=self._board,
            bar=self._legend,
        )
        self._candidates = CandidateOverlay(
            action=self._actions.board.candidates,
            live=self._live,
            board=self._board,
            panel=self._search,
            layouts=self._layouts,
            settings=settings.board,
        )
        self._lay_out()
        self._connect()
        self.set_theme(theme)
        self.show_settings()
        restore_geometry(self, settings)
        self._layouts.restore()
        self._show_title()
        self._show_position()

    @property
    def file_controller(self) -> FileController:
        """The controller of record files."""
        return self._file_controller

    @property
    def quit_question(self) -> QuitQuestion:
        """The question before the window closes."""
        return self._quit_question

    @property
    def cards(self) -> CardHost:
        """The overlay cards."""
        return self._cards

    def set_theme(self, theme: Theme) -> None:
        """Show everything in the colours of ``theme``."""
        self.setStyleSheet(window_style(theme))
        self._board.set_theme(theme)
        self._players.set_theme(theme)
        self._search.set_theme(theme)
        self._cards.set_theme(theme)
        self._layouts.set_theme(theme)
        self._notice.set_theme(theme)
        self._legend.set_theme(theme)
        self._window_commands.set_theme(theme)
        self._commands.set_theme(theme)

    def show_settings(self) -> None:
        """Apply the settings that do not change the theme."""
        settings, actions = self._settings, self._actions
        self._board_commands.show_settings()
        self._players.set_side_mark_style(settings.board.options.side_mark_style)
        actions.themes[settings.theme].setChecked(True)
        actions.languages[settings.language].setChecked(True)

    def retranslate(self) -> None:
        """Show everything in the language of the window.

        An open dialog is cancelled, because dialogs get their texts when created.
        """
        for dialog in self.findChildren(QDialog):
            if dialog.isVisible():
                dialog.reject()
        for part in (
            self._window_commands,
            self._layouts,
            self._players,
            self._search,
            self._moves,
            self._navigation,
            self._notice,
            self._legend,
            self._status,
            self._cards,
        ):
            part.retranslate()
        self._commands.refresh()
        self._show_save_problem()
        self._show_title()

    def show_note(self, message: str) -> None:
        """Show a message in the status bar for a while."""
        self._status.show_note(message)

    def open_from_elsewhere(self, paths: Sequence[Path]) -> None:
        """Come to the front and open the files of a second start."""
        if self.isMinimized():
            self.setWindowState(self.windowState() & ~Qt.WindowMinimized)
        self.raise_()
        self.activateWindow()
        self._file_controller.open_all(paths)

    def _panels(self) -> tuple[Panel, ...]:
        return (
            Panel(
                name="players",
                widget=self._players,
                title=lambda: tr("Panels", "Players"),
                layouts=("play", "analyse"),
                has_cross=False,
            ),
            Panel(
                name="search",
                widget=self._search,
                title=lambda: tr("Panels", "Search"),
                layouts=("analyse",),
            ),
            Panel(
                name="moves",
                widget=self._moves,
                title=lambda: tr("Panels", "Moves"),
                layouts=("play", "analyse"),
                grows=True,
            ),
        )

    def _lay_out(self) -> None:
        centre = QWidget()
        centre.setObjectName("centre")
        column = QVBoxLayout(centre)
        column.setContentsMargins(SPACE_L, SPACE_M, SPACE_S, SPACE_M)
        column.setSpacing(SPACE_S)
        column.addWidget(self._area, 1)
        column.addWidget(self._legend)
        column.addWidget(self._notice)
        column.addWidget(self._navigation)
        guard = ShortcutFilter(self._board, self)
        for part in (self, *self._layouts.docks):
            part.installEventFilter(guard)
        self.setCentralWidget(centre)
        self.setStatusBar(self._status)
        self._board.setFocus()

    def _connect(self) -> None:
        controller = self._controller
        controller.match_changed.connect(self._on_match_changed)
        self._hints.changed.connect(self._show_hint)
        self._actions.contest.triggered.connect(self.contest_requested)
        self._actions.engine_match.triggered.connect(self.lab_requested)
        self._board.cell_clicked.connect(self._on_cell_clicked)
        self._board.locked_clicked.connect(self._on_locked_clicked)
        self._board.cell_hovered.connect(self._status.show_cell)
        self._board.keyboard_entered.connect(self._show_keyboard_help)
        self._actions.next_control.triggered.connect(self._go_to_next_control)
        self._moves.node_chosen.connect(controller.go_to)
        self._moves.menu_requested.connect(self._lines.show_move_menu)
        self._board.menu_requested.connect(self._lines.show_board_menu)
        self._lines.status_reported.connect(self.show_note)
        self._annotations.problem_reported.connect(self.show_note)
        self._file_controller.status_reported.connect(self.show_note)
        self._file_controller.files_changed.connect(self._show_title)
        self._autosave.problem_changed.connect(self._show_save_problem)

    def _on_match_changed(self, view: MatchView) -> None:
        if view.has_new_match:
            self._show_title()
        if view.has_new_position:
            self._show_position()
        else:
            self._show_lock()

    def _show_position(self) -> None:
        position = self._controller.view.position
        game = get_game(position.setup.game)
        layout = game.layout(position.setup)
        self._board.show_position(position, layout, game.sides)
        self._board_commands.refresh()
        self._annotations.refresh()
        self._candidates.refresh()
        self._show_lock()
        self.setWindowModified(self._controller.game.is_modified)

    def _show_hint(self) -> None:
        hint = self._hints.hint
        if hint is None:
            self._board.set_hint(None)
        else:
            self._board.set_hint(hint.cell, f"{win_rate(hint.value):.0f}")

    def _show_keyboard_help(self) -> None:
        self.show_note(
            tr(
                "Window",
                "Arrow keys choose a cell, Enter plays, Esc returns to the moves.",
            )
        )

    def _show_lock(self) -> None:
        self._board.set_locked(self._controller.view.is_locked)

    def _show_title(self) -> None:
        game = self._controller.game
        self.setWindowTitle(window_title(game))
        self.setWindowModified(game.is_modified)

    def _show_save_problem(self) -> None:
        self._status.show_save_problem(self._autosave.problem)

    def _go_to_next_control(self) -> None:
        self.focusNextChild()

    def _on_locked_clicked(self) -> None:
        self.show_note(lock_message(self._controller.view))

    def _on_cell_clicked(self, cell: int) -> None:
        self._controller.play(Move(cell))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Emit ``painted`` after the first paint."""
        super().paintEvent(event)
        if not self._is_painted:
            self._is_painted = True
            QTimer.singleShot(0, self.painted.emit)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Save unsaved games and the geometry; ask only if a game cannot be saved."""
        if not self._quit_question.may_close():
            event.ignore()
            return
        save_geometry(self, self._settings)
        self._layouts.remember()
        self._settings.save()
        super().closeEvent(event)
