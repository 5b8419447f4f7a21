"""Parts of the main window, built before it lays them out and connects them."""

from __future__ import annotations

from dataclasses import dataclass

from gui.actions.actions import Actions, Commands
from gui.board.board_view import BoardView
from gui.files.file_controller import FileController
from gui.inside.inside_controller import InsideController
from gui.panels.annotation_legend import AnnotationLegend
from gui.panels.heat_map_legend import HeatMapLegend
from gui.panels.navigation_bar import NavigationBar
from gui.panels.status_bar import StatusBar
from gui.panels.status_message_bar import StatusMessageBar
from gui.puzzles.puzzle_controller import PuzzleController
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
from gui.window.docks.panel_signals import PanelSignals
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Views:
    """Widgets that are always on the screen; panels are made when first shown."""

    board: BoardView
    """The board."""

    area: BoardArea
    """The board with overlay cards over it."""

    navigation: NavigationBar
    """Navigation in the record."""

    messages: StatusMessageBar
    """Message about a decision or a locked board."""

    status: StatusBar
    """Status bar."""

    legend: AnnotationLegend
    """Legend of the annotations."""

    heat_legend: HeatMapLegend
    """Legend of the heat map."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Handlers:
    """Handlers of the actions, and controllers of what the board shows."""

    game: GameCommands
    """Actions of the game."""

    variations: VariationCommands
    """Actions of variations."""

    root_moves: RootMoveMenu
    """Moves that analysis excludes."""

    position: PositionCommands
    """Actions that set up a position."""

    window: WindowCommands
    """Actions of files, settings and window."""

    exchange: RecordExchange
    """Clipboard and drops."""

    pictures: PictureExport
    """Pictures of the board as files."""

    board: BoardCommands
    """Actions of the board."""

    analysis: AnalysisCommands
    """Actions of analysis."""

    review: ReviewCommands
    """Actions of a review, and what the board shows of it."""

    replay: Replay
    """Replay of the moves."""

    annotations: AnnotationController
    """Annotations on the board."""

    marks: MarkEditor
    """Marks and labels on the board."""

    continuations: ContinuationOverlay
    """Continuations of the record on the board."""

    candidates: CandidateOverlay
    """Candidates on the board."""

    bar: BoardBar
    """Win rate beside the board."""

    heat_maps: HeatMapOverlay
    """Heat map on the board."""

    history: HistoryController
    """Window with searches over time."""

    inside: InsideController
    """Window *Inside the search*."""

    puzzles: PuzzleController
    """Window *Puzzles*."""

    def commands(self) -> Commands:
        """Return the commands by action name, without those of the main window."""
        parts = (
            self.game,
            self.variations,
            self.position,
            self.window,
            self.exchange,
            self.pictures,
            self.board,
            self.analysis,
            self.review,
            self.annotations,
            self.candidates,
            self.heat_maps,
            self.inside,
            self.puzzles,
            self.history,
            self.replay,
        )
        return {
            name: command for part in parts for name, command in part.commands().items()
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowParts:
    """Parts of the main window; none of them imports ``MainWindow``."""

    actions: Actions
    """The window's actions."""

    views: Views
    """The widgets."""

    panel_signals: PanelSignals
    """Signals of the panels."""

    file_controller: FileController
    """Controller of record files."""

    cards: CardHost
    """Overlay cards."""

    menus: Menus
    """Menu bar."""

    layouts: DockLayouts
    """The panels in docks."""

    tool_bar: ToolBar
    """Tool bar."""

    handlers: Handlers
    """Handlers of the actions."""
