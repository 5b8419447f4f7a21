"""Table of the claims of a paper beside our numbers, as high as its rows."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt5.QtCore import Qt
from PyQt5.QtGui import QResizeEvent
from PyQt5.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from engine.experiments.experiment import Claim
from gui.lab.experiments.experiment_labels import claim_row, claim_titles
from gui.lab.text_table import TextTable

WIDTHS = (5, 3, 4, 2, 4)
"""Shares of the columns in the width."""

PADDING = 24
"""Pixels by which the style sheet narrows a cell; Qt wraps texts without them."""


class ClaimTable(QTableView):
    """View of claims whose long texts have several lines."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("experiment_claims")
        self._claims: tuple[Claim, ...] = ()
        self._model = TextTable(self, left=range(len(WIDTHS)))
        self.setModel(self._model)
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.setWordWrap(True)
        self.setSelectionBehavior(QAbstractItemView.SelectRows)
        self.setSelectionMode(QAbstractItemView.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.Fixed)
        self.retranslate()

    def show_claims(self, claims: Sequence[Claim]) -> None:
        """Show other claims."""
        if tuple(claims) != self._claims:
            self._claims = tuple(claims)
            self._show_rows()

    def retranslate(self) -> None:
        """Show titles and claims in the language of the window."""
        self._model.show_titles(*claim_titles())
        self._show_rows()

    def _show_rows(self) -> None:
        self._model.show_rows([claim_row(claim) for claim in self._claims])
        self._fit()

    def _fit(self) -> None:
        """Share the width among the columns, and take the height of all rows."""
        width = self.viewport().width()
        widths = [width * share // sum(WIDTHS) for share in WIDTHS]
        self._set_widths([width - PADDING for width in widths])
        self.resizeRowsToContents()
        self._set_widths(widths)
        header = self.horizontalHeader().sizeHint().height()
        rows = self.verticalHeader().length()
        self.setFixedHeight(header + rows + 2 * self.frameWidth())

    def _set_widths(self, widths: Sequence[int]) -> None:
        for column, width in enumerate(widths):
            self.setColumnWidth(column, width)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap the texts again."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()
