"""Heat map on the board: the policy or the visits of all moves, while switched on."""

from __future__ import annotations

from functools import partial

from PyQt5.QtCore import QObject
from PyQt5.QtWidgets import QAction

from gui.actions.actions import Commands
from gui.analysis.heat_maps import HeatKind, HeatMap, policy_map, visit_map
from gui.analysis.policy_source import PolicySource
from gui.board.board_view import BoardView
from gui.game.live_analysis import LiveAnalysis
from gui.panels.heat_map_legend import HeatMapLegend
from gui.text.i18n import tr


class HeatMapOverlay(QObject):
    """Controller that keeps the heat map on the board up to date.

    Args:
        actions: Checkable action of each kind; one at a time is checked.
        live: Results of the searches.
        source: Policy of positions without a search.
        board: The board that shows it.
        legend: Its legend.
    """

    def __init__(
        self,
        *,
        actions: dict[HeatKind, QAction],
        live: LiveAnalysis,
        source: PolicySource,
        board: BoardView,
        legend: HeatMapLegend,
    ) -> None:
        super().__init__(board)
        self._actions = actions
        self._live = live
        self._source = source
        self._board = board
        self._legend = legend
        live.progressed.connect(self.refresh)
        source.changed.connect(self.refresh)

    def commands(self) -> Commands:
        """Return the commands of the heat maps, by action name."""
        return {
            "policy_map": partial(self._switch, HeatKind.POLICY),
            "visit_map": partial(self._switch, HeatKind.VISITS),
        }

    def refresh(self) -> None:
        """Show the heat map of the position on the board, or hide it."""
        position = self._live.position
        is_shown = position.outcome is None and not self._live.is_hidden
        kind = self._kind if is_shown else None
        if kind is None:
            self._board.set_heat_map(())
            self._legend.show_map(None)
            return
        result, analysis = self._live.result, self._live.analysis
        if kind is HeatKind.POLICY:
            heat = policy_map(position, result, analysis, self._source.policy)
        else:
            heat = visit_map(position, result, analysis)
        self._board.set_heat_map(heat.cells())
        self._legend.show_map(heat, self._note(heat))

    @property
    def _kind(self) -> HeatKind | None:
        checked = (kind for kind, act in self._actions.items() if act.isChecked())
        return next(checked, None)

    def _switch(self, kind: HeatKind, is_on: bool) -> None:
        for other, action in self._actions.items():
            if is_on and other is not kind:
                action.setChecked(False)
        self._source.set_on(self._kind is HeatKind.POLICY)
        self.refresh()

    def _note(self, heat: HeatMap) -> str:
        """Return the reason why a heat map is empty, one sentence, or an empty text."""
        if heat.is_complete:
            return ""
        if heat.values:
            return tr("HeatMap", "The record has only the best candidates.")
        if heat.kind is HeatKind.VISITS:
            return tr("HeatMap", "No analysis for this position.")
        if not self._source.has_network:
            return tr("HeatMap", "No network plays on this board.")
        if self._source.policy is not None:
            return tr("HeatMap", "The network has no policy for this position.")
        return tr("HeatMap", "The network evaluates the position…")
