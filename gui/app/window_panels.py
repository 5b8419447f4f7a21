"""Panels of the main window, each imported and made when its dock is first shown."""

from __future__ import annotations

from PyQt5.QtWidgets import QWidget

from gui.actions.actions import Actions
from gui.app.services import Services
from gui.board.board_view import BoardView
from gui.game.live_analysis import LiveAnalysis
from gui.text.i18n import tr
from gui.window.docks.panel import Panel
from gui.window.docks.panel_signals import PanelSignals


class WindowPanels:
    """Table of the panels, and how each is made.

    Args:
        services: Objects behind the window.
        actions: The window's actions.
        live: Analysis of the searches.
        board: The board, on which *Notes* marks cells.
    """

    def __init__(
        self,
        services: Services,
        actions: Actions,
        live: LiveAnalysis,
        board: BoardView,
    ) -> None:
        self._services = services
        self._controller = services.controller
        self._actions = actions
        self._live = live
        self._board = board
        self.signals = PanelSignals(board)

    def table(self) -> tuple[Panel, ...]:
        """Return the panels, from top to bottom and from the first tab to the last."""
        return (
            Panel(
                name="players",
                make=self._make_players,
                title=lambda: tr("Panels", "Players"),
                layouts=("play", "analyse"),
                place="top",
                leads="play",
                front_in="play",
                has_close_button=False,
            ),
            Panel(
                name="graph",
                make=self._make_graph,
                title=lambda: tr("Panels", "Graph"),
                layouts=("play", "analyse"),
                place="top",
                leads="analyse",
            ),
            Panel(
                name="search",
                make=self._make_search,
                title=lambda: tr("Panels", "Search"),
                layouts=("analyse",),
            ),
            Panel(
                name="moves",
                make=self._make_moves,
                title=lambda: tr("Panels", "Moves"),
                layouts=("play", "analyse"),
            ),
            Panel(
                name="review",
                make=self._make_review,
                title=lambda: tr("Panels", "Review"),
                layouts=("analyse",),
            ),
            Panel(
                name="tree",
                make=self._make_tree,
                title=lambda: tr("Panels", "Tree"),
                layouts=("analyse",),
            ),
            Panel(
                name="notes",
                make=self._make_notes,
                title=lambda: tr("Panels", "Notes"),
                layouts=("analyse",),
            ),
            Panel(
                name="compare",
                make=self._make_comparison,
                title=lambda: tr("Panels", "Compare"),
                layouts=(),
            ),
        )

    def _make_players(self, parent: QWidget) -> QWidget:
        from gui.panels.players_panel import PlayersPanel  # noqa: PLC0415

        panel = PlayersPanel(
            self._controller, self._actions["pause"], self._services.settings, parent
        )
        panel.height_changed.connect(self.signals.height_changed)
        return panel

    def _make_graph(self, parent: QWidget) -> QWidget:
        from gui.panels.graph.graph_panel import GraphPanel  # noqa: PLC0415

        panel = GraphPanel(
            self._controller, self._live, self._services.settings, parent
        )
        panel.node_chosen.connect(self.signals.node_chosen)
        return panel

    def _make_search(self, parent: QWidget) -> QWidget:
        from gui.panels.analysis_header import AnalysisHeader  # noqa: PLC0415
        from gui.panels.root_moves_bar import RootMovesBar  # noqa: PLC0415
        from gui.panels.search_panel import SearchPanel  # noqa: PLC0415

        rows = (
            AnalysisHeader(self._controller, self._services.analysis, self._actions),
            RootMovesBar(self._controller, self._services.choice),
        )
        panel = SearchPanel(self._controller, self._live, rows, parent)
        panel.candidate_pointed.connect(self.signals.candidate_pointed)
        panel.candidate_menu_requested.connect(self.signals.candidate_menu_requested)
        return panel

    def _make_moves(self, parent: QWidget) -> QWidget:
        from gui.panels.moves_panel import MovesPanel  # noqa: PLC0415

        panel = MovesPanel(self._controller, parent)
        panel.node_chosen.connect(self.signals.node_chosen)
        panel.menu_requested.connect(self.signals.node_menu_requested)
        return panel

    def _make_review(self, parent: QWidget) -> QWidget:
        from gui.panels.review.review_panel import ReviewPanel  # noqa: PLC0415

        return ReviewPanel(
            self._controller,
            self._services.review,
            self._actions,
            self._services.settings,
            parent,
        )

    def _make_tree(self, parent: QWidget) -> QWidget:
        from gui.panels.tree.tree_panel import TreePanel  # noqa: PLC0415

        panel = TreePanel(self._controller, self._services.settings, parent)
        panel.node_chosen.connect(self.signals.node_chosen)
        panel.menu_requested.connect(self.signals.node_menu_requested)
        return panel

    def _make_notes(self, parent: QWidget) -> QWidget:
        from gui.panels.notes_panel import NotesPanel  # noqa: PLC0415

        panel = NotesPanel(self._controller, parent)
        panel.tool_chosen.connect(self.signals.tool_chosen)
        panel.clear_requested.connect(self.signals.clear_requested)
        panel.problem_reported.connect(self.signals.problem_reported)
        self._board.picking_ended.connect(lambda: panel.choose_tool(None))
        return panel

    def _make_comparison(self, parent: QWidget) -> QWidget:
        from gui.panels.comparison.comparison_panel import (  # noqa: PLC0415
            ComparisonPanel,
        )

        panel = ComparisonPanel(
            self._controller,
            self._services.comparison,
            self._actions,
            self._services.settings,
            parent,
        )
        panel.candidate_pointed.connect(self.signals.candidate_pointed)
        return panel
