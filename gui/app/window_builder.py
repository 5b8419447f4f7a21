"""Builder of the main window: the only place that knows how its parts depend."""

from __future__ import annotations

from collections.abc import Callable

from PyQt5.QtWidgets import QMainWindow

from gui.actions.action_table import default_keys, make_menus
from gui.actions.actions import Actions
from gui.actions.shortcuts import Shortcuts
from gui.analysis.heat_maps import HeatKind
from gui.app.services import Services
from gui.app.window_panels import WindowPanels
from gui.board.board_view import BoardView
from gui.files.file_controller import FileController
from gui.game.live_analysis import LiveAnalysis
from gui.inside.inside_controller import InsideController
from gui.panels.annotation_legend import AnnotationLegend
from gui.panels.heat_map_legend import HeatMapLegend
from gui.panels.navigation_bar import NavigationBar
from gui.panels.status_bar import StatusBar
from gui.panels.status_message_bar import StatusMessageBar
from gui.puzzles.puzzle_controller import PuzzleController
from gui.window.action_updater import ActionUpdater
from gui.window.commands.analysis_commands import AnalysisCommands
from gui.window.commands.board_commands import BoardCommands
from gui.window.commands.game_commands import GameCommands
from gui.window.commands.history_controller import HistoryController
from gui.window.commands.picture_export import PictureExport
from gui.window.commands.position_commands import PositionCommands
from gui.window.commands.record_exchange import RecordExchange
from gui.window.commands.replay import Replay
from gui.window.commands.review_commands import ReviewCommands
from gui.window.commands.root_move_menu import RootMoveMenu
from gui.window.commands.variation_commands import VariationCommands
from gui.window.commands.window_commands import WindowCommands
from gui.window.docks.dock_layouts import DockLayouts
from gui.window.main_window import MainWindow
from gui.window.menus import Menus
from gui.window.overlays.annotation_controller import AnnotationController
from gui.window.overlays.board_area import BoardArea
from gui.window.overlays.board_bar import BoardBar
from gui.window.overlays.candidate_overlay import CandidateOverlay
from gui.window.overlays.card_host import CardHost
from gui.window.overlays.continuation_overlay import ContinuationOverlay
from gui.window.overlays.heat_map_overlay import HeatMapOverlay
from gui.window.overlays.mark_editor import MarkEditor
from gui.window.tool_bar import ToolBar
from gui.window.window_parts import Handlers, Views, WindowParts


def build_window(services: Services) -> MainWindow:
    """Return the main window with all its parts.

    Args:
        services: Objects behind the window.
    """
    return MainWindow(
        controller=services.controller,
        hints=services.hints,
        autosave=services.autosave,
        settings=services.settings,
        build_parts=lambda window: PartsBuilder(services, window).build(),
    )


class PartsBuilder:
    """Builder of the parts of one window; each part gets those built before it.

    Args:
        services: Objects behind the window.
        window: The window without content, the Qt parent of the parts.
    """

    def __init__(self, services: Services, window: QMainWindow) -> None:
        self._services = services
        self._controller = services.controller
        self._settings = services.settings
        self._window = window
        self._actions = Actions(window, make_menus())
        self._live = LiveAnalysis(
            self._controller, services.engine, services.choice, window
        )
        self._replay = Replay(self._controller, self._settings, window)
        self._views = self._make_views()
        self._file_controller = self._make_file_controller()
        self._cards = self._make_cards()
        panels = WindowPanels(services, self._actions, self._live, self._views.board)
        self._panel_signals = panels.signals
        self._layouts = DockLayouts(window, panels.table(), services.settings)
        self._menus = Menus(window, self._actions, self._layouts.actions)

    def build(self) -> WindowParts:
        """Return all parts."""
        handlers = self._make_handlers()
        self._update_actions()
        return WindowParts(
            actions=self._actions,
            views=self._views,
            panel_signals=self._panel_signals,
            file_controller=self._file_controller,
            cards=self._cards,
            menus=self._menus,
            layouts=self._layouts,
            tool_bar=ToolBar(self._actions, self._window),
            handlers=handlers,
        )

    def _make_views(self) -> Views:
        actions = self._actions
        services, controller = self._services, self._controller
        board = BoardView()
        board.setObjectName("board")
        return Views(
            board=board,
            area=BoardArea(board),
            navigation=NavigationBar(controller, actions, self._settings),
            messages=StatusMessageBar(controller, actions),
            status=StatusBar(
                controller,
                services.engine,
                services.hints,
                analysis=services.analysis,
                comparison=services.comparison,
                review=services.review,
            ),
            legend=AnnotationLegend(),
            heat_legend=HeatMapLegend(),
        )

    def _make_file_controller(self) -> FileController:
        return FileController(
            self._controller,
            self._services.factory,
            self._settings,
            self._services.dialogs,
            self._window,
        )

    def _make_cards(self) -> CardHost:
        return CardHost(
            area=self._views.area,
            controller=self._controller,
            file_controller=self._file_controller,
            mistakes=self._services.review.mistakes,
            settings=self._settings,
        )

    def _update_actions(self) -> None:
        ActionUpdater(
            actions=self._actions,
            controller=self._controller,
            hints=self._services.hints,
            analysis=self._services.analysis,
            comparison=self._services.comparison,
            review=self._services.review,
            replay=self._replay,
            reader=self._services.reader,
            board=self._views.board,
            layouts=self._layouts,
            settings=self._settings,
        )

    def _make_handlers(self) -> Handlers:
        root_moves = self._make_root_move_menu()
        analysis = self._make_analysis_commands()
        candidates = self._make_candidates()
        review = self._make_review_commands(candidates)
        heat_maps = self._make_heat_maps()
        return Handlers(
            game=self._make_game_commands(
                lambda: analysis.stop() | heat_maps.stop() | self._replay.stop(), review
            ),
            variations=self._make_variation_commands(root_moves),
            root_moves=root_moves,
            position=self._make_position_commands(),
            window=self._make_window_commands(),
            exchange=self._make_exchange(),
            pictures=self._make_picture_export(),
            board=BoardCommands(self._views.board, self._settings),
            analysis=analysis,
            annotations=self._make_annotations(),
            marks=self._make_mark_editor(),
            continuations=ContinuationOverlay(
                self._controller, self._live, self._views.board
            ),
            bar=BoardBar(
                self._controller, self._live, self._views.area, self._settings
            ),
            heat_maps=heat_maps,
            candidates=candidates,
            review=review,
            replay=self._replay,
            history=self._make_history(),
            inside=self._make_inside(),
            puzzles=self._make_puzzles(),
        )

    def _make_analysis_commands(self) -> AnalysisCommands:
        return AnalysisCommands(
            self._controller,
            self._services.analysis,
            self._services.comparison,
            layouts=self._layouts,
            parent=self._window,
        )

    def _make_root_move_menu(self) -> RootMoveMenu:
        return RootMoveMenu(
            choice=self._services.choice,
            controller=self._controller,
            board=self._views.board,
            signals=self._panel_signals,
            window=self._window,
        )

    def _make_variation_commands(self, root_moves: RootMoveMenu) -> VariationCommands:
        return VariationCommands(
            actions=self._actions,
            controller=self._controller,
            cards=self._cards,
            root_moves=root_moves,
            window=self._window,
        )

    def _make_exchange(self) -> RecordExchange:
        return RecordExchange(
            controller=self._controller,
            file_controller=self._file_controller,
            board=self._views.board,
            window=self._window,
        )

    def _make_picture_export(self) -> PictureExport:
        return PictureExport(
            controller=self._controller,
            file_controller=self._file_controller,
            dialogs=self._services.dialogs,
            settings=self._settings,
            window=self._window,
        )

    def _make_mark_editor(self) -> MarkEditor:
        return MarkEditor(
            controller=self._controller,
            board=self._views.board,
            signals=self._panel_signals,
        )

    def _make_history(self) -> HistoryController:
        return HistoryController(
            controller=self._controller,
            live=self._live,
            dialogs=self._services.dialogs,
            settings=self._settings,
            window=self._window,
        )

    def _make_inside(self) -> InsideController:
        return InsideController(
            self._services.engine, self._controller, self._settings, self._window
        )

    def _make_puzzles(self) -> PuzzleController:
        return PuzzleController(
            self._controller, self._services.factory, self._settings, self._window
        )

    def _make_review_commands(self, candidates: CandidateOverlay) -> ReviewCommands:
        commands = ReviewCommands(
            controller=self._controller,
            review=self._services.review,
            live=self._live,
            board=self._views.board,
            candidates=candidates,
            layouts=self._layouts,
        )
        self._cards.review_requested.connect(commands.start)
        self._cards.mistake_chosen.connect(commands.select)
        self._services.review.reviewer.completed.connect(self._cards.show_mistakes)
        return commands

    def _make_game_commands(
        self, stop_analysis: Callable[[], bool], review: ReviewCommands
    ) -> GameCommands:
        return GameCommands(
            actions=self._actions,
            controller=self._controller,
            hints=self._services.hints,
            stop_analysis=stop_analysis,
            review=review,
            factory=self._services.factory,
            cards=self._cards,
            settings=self._settings,
            programs=self._services.programs,
            window=self._window,
        )

    def _make_position_commands(self) -> PositionCommands:
        return PositionCommands(
            actions=self._actions,
            controller=self._controller,
            factory=self._services.factory,
            layouts=self._layouts,
            settings=self._settings,
            window=self._window,
        )

    def _make_window_commands(self) -> WindowCommands:
        settings = self._settings
        return WindowCommands(
            actions=self._actions,
            layouts=self._layouts,
            keys=Shortcuts(
                self._menus.all_actions(), default_keys(), settings, self._window
            ),
            menus=self._menus,
            file_controller=self._file_controller,
            autosave=self._services.autosave,
            settings=settings,
            sounds=self._services.sounds,
            window=self._window,
        )

    def _make_annotations(self) -> AnnotationController:
        return AnnotationController(
            action=self._actions["reading"],
            reader=self._services.reader,
            controller=self._controller,
            board=self._views.board,
            legend=self._views.legend,
        )

    def _make_candidates(self) -> CandidateOverlay:
        return CandidateOverlay(
            action=self._actions["candidates"],
            live=self._live,
            board=self._views.board,
            signals=self._panel_signals,
            layouts=self._layouts,
            settings=self._settings,
        )

    def _make_heat_maps(self) -> HeatMapOverlay:
        return HeatMapOverlay(
            actions={
                HeatKind.POLICY: self._actions["policy_map"],
                HeatKind.VISITS: self._actions["visit_map"],
                HeatKind.WIN_RATES: self._actions["win_rate_map"],
            },
            live=self._live,
            policy=self._services.policy,
            win_rates=self._services.win_rates,
            board=self._views.board,
            legend=self._views.heat_legend,
        )
