"""Heat map on the board: a value of all moves, while switched on."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PyQt5.QtCore import QObject, pyqtSignal
from PyQt5.QtWidgets import QAction

from engine.core.types import Move
from engine.review.move_values import most_even_moves
from gui.actions.actions import Commands
from gui.analysis.heat_maps import (
    HeatKind,
    HeatMap,
    policy_map,
    visit_map,
    win_rate_map,
)
from gui.analysis.policy_source import PolicySource
from gui.analysis.win_rate_source import WinRateSource
from gui.board.board_view import BoardView
from gui.game.live_analysis import LiveAnalysis
from gui.panels.heat_map_legend import HeatMapLegend
from gui.text.i18n import fill, join_list, tr
from gui.text.percent import percent_text, percent_unit

EVEN_MOVES = 3
"""Number of the most even moves that are named."""

EVEN_RANGE = 0.15
"""Largest distance of the win rate of an even move from one half."""


class HeatMapOverlay(QObject):
    """Controller that keeps the heat map on the board up to date.

    Args:
        actions: Checkable action of each kind; one at a time is checked.
        live: Results of the searches.
        policy: Policy of positions without a search.
        win_rates: Win rates by a search after each move.
        board: The board that shows it.
        legend: Its legend.
    """

    changed = pyqtSignal()  # see ``value_of``
    status_reported = pyqtSignal(str)  # one sentence

    def __init__(
        self,
        *,
        actions: dict[HeatKind, QAction],
        live: LiveAnalysis,
        policy: PolicySource,
        win_rates: WinRateSource,
        board: BoardView,
        legend: HeatMapLegend,
    ) -> None:
        super().__init__(board)
        self._actions = actions
        self._live = live
        self._policy = policy
        self._win_rates = win_rates
        self._board = board
        self._legend = legend
        self._heat: HeatMap | None = None
        live.progressed.connect(self.refresh)
        policy.changed.connect(self.refresh)
        win_rates.changed.connect(self.refresh)
        win_rates.problem_reported.connect(self.status_reported)

    def commands(self) -> Commands:
        """Return the commands of the heat maps, by action name."""
        return {
            "policy_map": partial(self._switch, HeatKind.POLICY),
            "visit_map": partial(self._switch, HeatKind.VISITS),
            "win_rate_map": partial(self._switch, HeatKind.WIN_RATES),
        }

    def stop(self) -> bool:
        """Switch off a map that is still searching; return whether there was one."""
        is_searching = self._win_rates.is_searching
        if is_searching:
            self._actions[HeatKind.WIN_RATES].setChecked(False)
            self._switch(HeatKind.WIN_RATES, False)
        return is_searching

    def refresh(self) -> None:
        """Show the heat map of the position on the board, or hide it."""
        position = self._live.position
        is_shown = position.outcome is None and not self._live.is_hidden
        kind = self._kind if is_shown else None
        self._heat = heat = None if kind is None else self._make_map(kind)
        self._board.set_heat_map(() if heat is None else heat.cells())
        self._legend.show_map(heat, "" if heat is None else self._note(heat))
        self.changed.emit()

    def value_of(self, cell: Move | None) -> str:
        """Return the value of a cell for people; empty without one.

        The board leaves it out where cells are small.
        """
        if cell is None or self._heat is None or cell not in self._heat.values:
            return ""
        text = self._heat.value_text(self._heat.values[cell])
        return text if self._heat.kind is HeatKind.VISITS else text + percent_unit()

    @property
    def _kind(self) -> HeatKind | None:
        checked = (kind for kind, act in self._actions.items() if act.isChecked())
        return next(checked, None)

    def _switch(self, kind: HeatKind, is_on: bool) -> None:
        for other, action in self._actions.items():
            if is_on and other is not kind:
                action.setChecked(False)
        self._policy.set_on(self._kind is HeatKind.POLICY)
        self._win_rates.set_on(self._kind is HeatKind.WIN_RATES)
        self.refresh()

    def _make_map(self, kind: HeatKind) -> HeatMap:
        result, analysis = self._live.result, self._live.analysis
        if kind is HeatKind.WIN_RATES:
            values = self._win_rates.values
            return win_rate_map({} if values is None else values.win_rates)
        if kind is HeatKind.POLICY:
            policy = self._policy.policy
            return policy_map(self._live.position, result, analysis, policy)
        return visit_map(self._live.position, result, analysis)

    def _note(self, heat: HeatMap) -> str:
        """Return what there is to say about a heat map, or an empty text."""
        if heat.kind is HeatKind.WIN_RATES:
            return self._win_rate_note()
        if heat.is_complete:
            return ""
        if heat.values:
            return tr("HeatMap", "The record has only the best candidates.")
        if heat.kind is HeatKind.POLICY:
            return self._missing_policy_note()
        return tr("HeatMap", "No analysis for this position.")

    def _missing_policy_note(self) -> str:
        """Return why there is no policy, or not yet."""
        if not self._policy.has_network:
            return tr("HeatMap", "No network plays on this board.")
        if self._policy.policy is not None:
            return tr("HeatMap", "The network has no policy for this position.")
        return tr("HeatMap", "The network evaluates the position…")

    def _win_rate_note(self) -> str:
        """Return how long the moves are searched, or which are the most even ones."""
        values = self._win_rates.values
        if self._win_rates.is_preparing:
            return tr("HeatMap", "Preparing the engine…")
        if values is None:
            if self._win_rates.has_engine:
                return tr("HeatMap", "Each move is searched in turn…")
            return tr("HeatMap", "No engine plays on this board.")
        if values.next_search is not None:
            return fill(
                tr("HeatMap", "{seconds} s per move: {done} of {total}"),
                seconds=f"{self._win_rates.seconds * values.share:g}",
                done=values.searched_moves,
                total=values.moves_to_search,
            )
        if values.lacks_values and not values.win_rates:
            return tr("HeatMap", "The engine plays on without a search here.")
        return self._found_note(values.distinct_win_rates)

    def _found_note(self, win_rates: Mapping[Move, float]) -> str:
        """Return the best move, and the most even ones: an opening for a fair game."""
        if not win_rates:
            return tr("HeatMap", "There is no move to search.")
        best = max(win_rates, key=win_rates.__getitem__)
        found = fill(tr("HeatMap", "Best: {move}"), move=self._name(best, win_rates))
        even = [
            move
            for move in most_even_moves(win_rates, EVEN_MOVES)
            if abs(win_rates[move] - 0.5) <= EVEN_RANGE
        ]
        if not even:
            return found
        closest = fill(
            tr("HeatMap", "closest to {half}: {moves}"),
            half=percent_text(50),
            moves=join_list(self._name(move, win_rates) for move in even),
        )
        return fill(tr("HeatMap", "{best}; {even}"), best=found, even=closest)

    def _name(self, move: Move, win_rates: Mapping[Move, float]) -> str:
        name = self._live.position.cell_name(move)
        return f"{name} {percent_text(100 * win_rates[move])}"
