"""List of moves; the variations at the current move, and the name of the opening."""

from __future__ import annotations

from PyQt5.QtCore import QEvent, QModelIndex, QPoint, QSize, Qt, pyqtSignal
from PyQt5.QtGui import QResizeEvent
from PyQt5.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QStackedLayout,
    QTableView,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.match.view import MatchView
from gui.game.game_controller import GameController
from gui.game.status_messages import no_moves_message
from gui.panels.moves_model import MovesModel
from gui.style.theme import SPACE_L, SPACE_S, SPACE_XS
from gui.text.i18n import tr
from gui.text.labels import move_label, opening_title
from gui.text.plain_text import PlainLabel
from gui.widgets.elided_label import ElidedLabel

NUMBER_WIDTH = 48
"""Width of the column that counts, in pixels at 100 %."""

LEAST_ROWS = 4
"""Rows whose height is always reserved."""

SHOWN_VARIATIONS = 5
"""Variations offered as buttons; more are reached with the arrow keys."""


class MovesPanel(QFrame):
    """A card with the line on the board."""

    node_chosen = pyqtSignal(int)  # index in the record
    menu_requested = pyqtSignal(int, QPoint)  # index in the record; place on the screen

    def __init__(
        self, controller: GameController, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._model = MovesModel(self)
        self.setObjectName("panel_moves")
        self.setProperty("card", True)
        self._empty = PlainLabel()
        self._empty.setProperty("role", "muted")
        self._empty.setAlignment(Qt.AlignCenter)
        self._empty.setWordWrap(True)
        self._view = self._new_view()
        self._variations = QWidget()
        self._variations.setObjectName("variations")
        self._variation_row = QHBoxLayout(self._variations)
        self._variation_row.setContentsMargins(0, 0, 0, 0)
        self._variation_row.setSpacing(SPACE_XS)
        self._opening = ElidedLabel()
        self._opening.setObjectName("label_opening")
        self._opening.setProperty("role", "caption")
        self._opening.setAlignment(Qt.AlignRight | Qt.AlignVCenter)
        self._footer = QWidget()
        self._footer.setObjectName("moves_footer")
        footer = QHBoxLayout(self._footer)
        footer.setContentsMargins(SPACE_L, 0, SPACE_L, 0)
        footer.setSpacing(SPACE_S)
        footer.addWidget(self._variations)
        footer.addWidget(self._opening, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, SPACE_S, 1, SPACE_S)
        column.setSpacing(SPACE_S)
        self._pages = QStackedLayout()
        column.addLayout(self._pages, 1)
        self._pages.addWidget(self._empty)
        self._pages.addWidget(self._view)
        column.addWidget(self._footer)
        self._reserve_height()
        controller.match_changed.connect(self._on_match_changed)
        self._retranslate()

    def _retranslate(self) -> None:
        self._show_empty()
        self._show_moves()

    def _show_empty(self) -> None:
        self._empty.setText(no_moves_message(self._controller.view))

    def _new_view(self) -> QTableView:
        view = QTableView()
        view.setObjectName("list_moves")
        view.setModel(self._model)
        view.setFrameShape(QFrame.NoFrame)
        view.setShowGrid(False)
        view.setSelectionMode(QAbstractItemView.SingleSelection)
        view.setSelectionBehavior(QAbstractItemView.SelectItems)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarAlwaysOff)
        view.setFocusPolicy(Qt.NoFocus)
        view.setProperty("plain", True)
        rows = view.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.Fixed)
        rows.setDefaultSectionSize(view.fontMetrics().height() + SPACE_XS)
        columns = view.horizontalHeader()
        columns.setHighlightSections(False)
        columns.setSectionsClickable(False)
        columns.setMinimumSectionSize(NUMBER_WIDTH)
        columns.setSectionResizeMode(QHeaderView.Stretch)
        columns.setSectionResizeMode(0, QHeaderView.Fixed)
        columns.resizeSection(0, NUMBER_WIDTH)
        view.clicked.connect(self._on_clicked)
        view.setContextMenuPolicy(Qt.CustomContextMenu)
        view.customContextMenuRequested.connect(self._on_menu_requested)
        return view

    def _on_clicked(self, index: QModelIndex) -> None:
        node = self._model.node_at(index)
        if node is not None:
            self.node_chosen.emit(node)
        self._show_cursor()

    def _on_menu_requested(self, place: QPoint) -> None:
        node = self._model.node_at(self._view.indexAt(place))
        if node is not None:
            there = self._view.viewport().mapToGlobal(place)
            self._show_cursor()
            self.menu_requested.emit(node, there)

    def _on_match_changed(self, view: MatchView) -> None:
        self._show_empty()
        if view.has_new_position:
            self._show_moves()

    def _show_moves(self) -> None:
        game = self._controller.game
        self._model.show(game.session, game.hinted)
        has_moves = self._model.rowCount() > 0
        self._pages.setCurrentWidget(self._view if has_moves else self._empty)
        self._show_cursor()
        self._show_footer()

    def _show_cursor(self) -> None:
        index = self._model.index_of(self._controller.session.cursor)
        self._view.setCurrentIndex(index)
        if index.isValid():
            self._view.scrollTo(index)
        elif self._model.rowCount():
            self._view.scrollToTop()
        self._view.viewport().update()  # Qt misses pixels at a scale such as 125 %

    def _show_footer(self) -> None:
        self._opening.setText(opening_title(self._controller.session.position))
        self._show_variations()
        has_variations = not self._variations.isHidden()
        self._footer.setVisible(has_variations or bool(self._opening.text()))

    def _show_variations(self) -> None:
        while self._variation_row.count():
            widget: QWidget | None = self._variation_row.takeAt(0).widget()
            if widget is not None:
                widget.deleteLater()
        session = self._controller.session
        nodes = session.record.nodes
        parent = nodes[session.cursor].parent
        siblings = () if parent is None else nodes[parent].children
        self._variations.setVisible(len(siblings) > 1)
        if len(siblings) <= 1:
            return
        caption = PlainLabel(tr("Moves", "Variations"))
        caption.setProperty("role", "caption")
        self._variation_row.addWidget(caption)
        for sibling in siblings[:SHOWN_VARIATIONS]:
            self._variation_row.addWidget(self._variation_button(sibling))

    def _variation_button(self, node: int) -> QToolButton:
        session = self._controller.session
        move = session.record.nodes[node].move
        button = QToolButton()
        button.setText("" if move is None else move_label(session.position, move))
        button.setCheckable(True)
        button.setChecked(node == session.cursor)
        button.clicked.connect(lambda: self.node_chosen.emit(node))
        button.setContextMenuPolicy(Qt.CustomContextMenu)
        button.customContextMenuRequested.connect(
            lambda place: self.menu_requested.emit(node, button.mapToGlobal(place))
        )
        return button

    def _reserve_height(self) -> None:
        """Reserve the same height with and without moves."""
        rows = LEAST_ROWS * self._view.verticalHeader().defaultSectionSize()
        height = rows + self._view.horizontalHeader().sizeHint().height()
        for part in (self._view, self._empty):
            part.setMinimumHeight(height)
        sample = QToolButton(self._variations)
        sample.setText("a1")
        self._footer.setFixedHeight(sample.sizeHint().height())
        sample.deleteLater()

    def minimumSizeHint(self) -> QSize:
        """See ``QWidget.minimumSizeHint``; the same with and without variations."""
        least = super().minimumSizeHint()
        if self._footer.isHidden():
            least += QSize(0, self._footer.minimumHeight() + SPACE_S)
        return least

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language and the size of texts and paddings."""
        super().changeEvent(event)
        if event.type() == QEvent.LanguageChange:
            self._retranslate()
        if event.type() in (QEvent.StyleChange, QEvent.FontChange):
            self._reserve_height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the move on the board in sight."""
        super().resizeEvent(event)
        self._show_cursor()
