"""The board with the cards that float over it."""

from __future__ import annotations

from itertools import pairwise

from PyQt5.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, pyqtSignal
from PyQt5.QtGui import QResizeEvent
from PyQt5.QtWidgets import QVBoxLayout, QWidget

from engine.core.types import Move
from gui.board.board_view import BoardView
from gui.board.viewport import WHOLE
from gui.board.zoom_button import ZoomBadge
from gui.style.theme import SPACE_S, SPACE_XL, SPACE_XS
from gui.widgets.card import Card
from gui.widgets.win_rate_bar import WinRateBar


class BoardArea(QWidget):
    """Board view with one overlay card at a time; the board stays usable."""

    card_shown = pyqtSignal()

    def __init__(self, board: BoardView) -> None:
        super().__init__()
        self._board = board
        self._card: Card | None = None
        self._wanted_cells: tuple[Move, ...] | None = None
        self.setObjectName("area_board")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(board)
        self.bar = WinRateBar(self, is_upright=True)
        """Win rate of the position, at the left edge of the board."""

        self.bar.setObjectName("board_bar")
        self.bar.hide()
        self._badge = ZoomBadge(self)
        self._badge.clicked.connect(board.show_whole)
        board.zoom_changed.connect(self._on_zoom_changed)

    @property
    def card(self) -> Card | None:
        """The card over the board, if there is one."""
        return self._card

    def show_card(self, card: Card, *, beside: tuple[Move, ...] | None = None) -> None:
        """Show ``card`` over the board.

        Args:
            card: The card; it replaces an older one.
            beside: Cells that should stay visible; ``None`` centres the card.
        """
        self.close_card()
        self._card = card
        self._wanted_cells = beside
        card.closed.connect(self._on_card_closed)
        card.installEventFilter(self)
        self._board.set_tab_leaves(is_wanted=True)
        card.show()
        card.raise_()
        self._lead_to(card)
        self._place_card()
        self.card_shown.emit()

    def close_card(self) -> None:
        """Close the card, if there is one."""
        if self._card is not None:
            self._card.close_card()

    def reserve_bar(self, *, is_wanted: bool) -> None:
        """Reserve room for the bar beside the widest board."""
        room = self.bar.width() + SPACE_S if is_wanted else 0
        self._column.setContentsMargins(room, 0, 0, 0)

    def place_bar(self) -> None:
        """Move the bar to the left edge of the board."""
        board = self._board.board_rect.intersected(self._board.rect())
        board.translate(self._board.pos())
        left = max(board.left() - SPACE_S - self.bar.width(), 0)
        self.bar.setGeometry(left, board.top(), self.bar.width(), board.height())

    def _lead_to(self, card: Card) -> None:
        """Make the tab key go from the board to the card, ahead of all else."""
        stops: list[QWidget] = [self._board]
        part = card.nextInFocusChain()
        while card.isAncestorOf(part):
            if part.focusPolicy() & Qt.TabFocus:
                stops.append(part)
            part = part.nextInFocusChain()
        for before, after in pairwise(stops):
            self.setTabOrder(before, after)

    def _on_card_closed(self) -> None:
        card, self._card = self._card, None
        self._board.set_tab_leaves(is_wanted=False)
        if card is not None:
            card.removeEventFilter(self)
            card.deleteLater()
        self._board.setFocus()

    def _on_zoom_changed(self, percent: int) -> None:
        if percent == WHOLE.percent and self._badge.hasFocus():
            self._board.setFocus()
        self._badge.show_percent(percent)
        self._place_badge()
        self.place_bar()

    def _place_badge(self) -> None:
        left = self.width() - self._badge.width() - SPACE_S
        self._badge.move(max(left, 0), SPACE_S)

    def _place_card(self) -> None:
        card = self._card
        if card is None:
            return
        card.fit_into(self.size())
        room = self.size() - card.size()
        left = max(room.width() // 2, 0)
        if self._wanted_cells is None:
            card.move(left, max(room.height() // 2, 0))
            return
        cells = [self._board.cell_center(cell) for cell in self._wanted_cells]
        low, high = max(room.height() - SPACE_XS, 0), SPACE_XL

        def hidden_at(top: int) -> int:
            place = QRect(QPoint(left, top), card.size())
            return sum(place.contains(cell) for cell in cells)

        card.move(left, min((low, high), key=hidden_at))

    def sizeHint(self) -> QSize:
        """See ``QWidget.sizeHint``."""
        return QSize(720, 720)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Place the card again after its size has changed."""
        if watched is self._card and event.type() == QEvent.LayoutRequest:
            self._place_card()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """See ``QWidget.resizeEvent``."""
        super().resizeEvent(event)
        self._place_badge()
        self.place_bar()
        self._place_card()
