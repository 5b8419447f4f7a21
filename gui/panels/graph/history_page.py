"""Charts of all quantities of searches, over time or over the moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QFrame, QGridLayout, QStackedLayout, QWidget

from gui.analysis.game_graph import BRIDGED
from gui.analysis.search_history import HistoryPoint, name_shares
from gui.panels.graph.history_chart import HistoryChart, HistoryLine
from gui.style.theme import SPACE_S
from gui.text.i18n import tr
from gui.text.labels import brief_count_text
from gui.text.plain_text import PlainLabel

PERCENT = 100.0
"""Upper end of the charts of win rates and shares."""

CHART_HEIGHT = 120
"""Least height of a chart, in pixels at 100 %; a lower window scrolls."""


class HistoryPage(QFrame):
    """Five charts: win rate, depth, nodes, speed, shares; or a sentence.

    Args:
        name: Object name.
        breaks: Whether the positions of two moves in a row that were not searched
            are a gap; against an engine, every second one is searched.
        beside: What stands beside the shares.
    """

    def __init__(
        self, name: str, *, breaks: bool, beside: QWidget | None = None
    ) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setProperty("card", True)
        self._breaks = breaks
        self._rates = self._new_chart("rates", "{:g}".format, PERCENT)
        self._depths = self._new_chart("depths", "{:g}".format)
        self._nodes = self._new_chart("nodes", brief_count_text)
        self._speeds = self._new_chart("speeds", brief_count_text)
        self._shares = self._new_chart("shares", "{:g}".format, PERCENT)
        self._empty = PlainLabel()
        self._empty.setObjectName(f"{name}_empty")
        self._empty.setProperty("role", "muted")
        self._empty.setAlignment(Qt.AlignCenter)
        self._empty.setWordWrap(True)
        self.picture = QWidget()
        """The charts together, for a picture."""

        grid = QGridLayout(self.picture)
        grid.setContentsMargins(SPACE_S, SPACE_S, SPACE_S, SPACE_S)
        grid.setSpacing(SPACE_S)
        for row in range(3):
            grid.setRowMinimumHeight(row, CHART_HEIGHT)
        grid.addWidget(self._rates, 0, 0)
        grid.addWidget(self._depths, 0, 1)
        grid.addWidget(self._nodes, 1, 0)
        grid.addWidget(self._speeds, 1, 1)
        grid.addWidget(self._shares, 2, 0, 1, 2 if beside is None else 1)
        if beside is not None:
            grid.addWidget(beside, 2, 1)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self.picture)
        self._pages.addWidget(self._empty)

    def _new_chart(
        self,
        quantity: str,
        write: Callable[[float], str],
        highest: float | None = None,
    ) -> HistoryChart:
        return HistoryChart(
            f"{self.objectName()}_{quantity}",
            write,
            highest,
            least_steps=(float(self._breaks), 1.0),
        )

    def retranslate(self, *, first_side: str, time: str, empty: str) -> None:
        """Name the charts.

        Args:
            first_side: Name of the first colour.
            time: Name of the level axes.
            empty: Sentence in place of the charts while nothing is known.
        """
        self._rates.set_labels(
            tr("History", "Win rate of {side}, %").format(side=first_side), time
        )
        self._depths.set_labels(tr("History", "Depth"), time)
        self._nodes.set_labels(tr("History", "Nodes"), time)
        self._speeds.set_labels(tr("History", "Nodes/s"), time)
        self._shares.set_labels(tr("History", "Share of visits, %"), time)
        self._empty.setText(empty)

    def show_points(
        self,
        points: Sequence[HistoryPoint],
        title: Callable[[str], str] = "{}".format,
    ) -> None:
        """Show the points of a search or of a game.

        Args:
            points: The points in order.
            title: Returns the title of a share's name.
        """
        self._pages.setCurrentIndex(0 if points else 1)
        self._show(self._rates, points, lambda point: _percent(point.win_rate))
        self._show(self._depths, points, lambda point: point.depth)
        self._show(self._nodes, points, lambda point: point.nodes)
        self._show(self._speeds, points, lambda point: point.speed)
        self._shares.show_lines(
            [
                self._line(
                    points,
                    lambda point, name=name: _percent(point.share_of(name)),  # type: ignore[misc]
                    title(name),
                )
                for name in name_shares(points)
            ]
        )

    def _show(
        self,
        chart: HistoryChart,
        points: Sequence[HistoryPoint],
        value: Callable[[HistoryPoint], float | None],
    ) -> None:
        chart.show_lines([self._line(points, value)] if points else [])

    def _line(
        self,
        points: Sequence[HistoryPoint],
        value: Callable[[HistoryPoint], float | None],
        name: str = "",
    ) -> HistoryLine:
        xs: list[float] = []
        ys: list[float | None] = []
        for point in points:
            if self._breaks and xs and point.at > xs[-1] + BRIDGED:
                xs.append(xs[-1] + 1)
                ys.append(None)
            xs.append(point.at)
            ys.append(value(point))
        return HistoryLine(xs=tuple(xs), ys=tuple(ys), name=name)


def _percent(share: float | None) -> float | None:
    return None if share is None else PERCENT * share
