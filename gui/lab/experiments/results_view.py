"""Claims and figures of an experiment, both in sight, with a movable border."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt5.QtCore import Qt, pyqtSignal
from PyQt5.QtWidgets import QFrame, QScrollArea, QSplitter, QVBoxLayout, QWidget

from engine.experiments.experiment import Claim
from gui.lab.experiments.claim_table import ClaimTable
from gui.lab.experiments.experiment_watcher import ShownFigure
from gui.lab.experiments.figure_view import FigureList

WIDE = 2.0
"""Ratio of width to height from which a figure stands below the claims."""

BESIDE = (11, 10)
"""Shares of claims and figures in the width."""

BELOW = (9, 10)
"""Shares of claims and figures in the height."""


class ResultsView(QSplitter):
    """Claims, with the figures beside them; wide figures stand below."""

    open_requested = pyqtSignal(str)  # name of the file of a figure

    def __init__(self) -> None:
        super().__init__(Qt.Horizontal)
        self.setChildrenCollapsible(False)
        self._claims = ClaimTable()
        self._figures = FigureList()
        self._figures.open_requested.connect(self.open_requested)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._claims)
        column.addStretch(1)
        area = QScrollArea()
        area.setFrameShape(QFrame.NoFrame)
        area.setWidgetResizable(True)
        area.setWidget(inside)
        self.addWidget(area)
        self.addWidget(self._figures)
        self._share(BESIDE)

    def show_results(
        self, claims: Sequence[Claim], figures: Sequence[ShownFigure]
    ) -> None:
        """Show other claims and figures."""
        self._claims.show_claims(claims)
        self._figures.show_figures(figures)
        self._figures.setVisible(bool(figures))
        is_wide = self._figures.widest >= WIDE
        wanted = Qt.Vertical if is_wide else Qt.Horizontal
        if self.orientation() != wanted:
            self.setOrientation(wanted)
            self._share(BELOW if is_wide else BESIDE)

    def retranslate(self) -> None:
        """Show all texts in the language of the window."""
        self._claims.retranslate()
        self._figures.retranslate()

    def _share(self, shares: Sequence[int]) -> None:
        """Share the room among claims and figures."""
        whole = 10_000
        self.setSizes([whole * share // sum(shares) for share in shares])
        for place, share in enumerate(shares):
            self.setStretchFactor(place, share)
