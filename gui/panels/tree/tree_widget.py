"""Scrolled widget of a tree of moves; it paints the visible part alone."""

from __future__ import annotations

from collections.abc import Callable

from PyQt5.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, pyqtSignal
from PyQt5.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PyQt5.QtWidgets import QAbstractScrollArea, QFrame, QToolTip

from engine.review.game_review import Thresholds
from gui.panels.tree.record_tree import RecordTree
from gui.panels.tree.tree_painter import TreePainter, TreeView
from gui.style.theme import current_theme
from gui.text.i18n import tr
from gui.text.plain_text import tip_text

CELL_HEIGHT = 1.7
"""Side of a cell in heights of a line of text."""

MARGIN = 0.75
"""Distance of the outer nodes from the edge, in cells."""

REVEALED = 2.5
"""Cells around the current node that are scrolled into view with it."""

LEAST_ROWS, USUAL_ROWS = 4, 10
"""Rows of the smallest and of the usual height."""


class TreeWidget(QAbstractScrollArea):
    """Tree of moves.

    Args:
        describe: Returns the description of a node, for tips and screen readers.
    """

    node_chosen = pyqtSignal(int)  # index in the record
    menu_requested = pyqtSignal(int, QPoint)  # index in the record; place on the screen

    def __init__(self, describe: Callable[[int], str]) -> None:
        super().__init__()
        self._describe = describe
        self._thresholds = Thresholds()
        self._tree: RecordTree | None = None
        self._cursor = 0
        self.setObjectName("view_tree")
        self.setFrameShape(QFrame.NoFrame)
        self.setFocusPolicy(Qt.TabFocus)
        self.viewport().setAutoFillBackground(False)
        self.viewport().setMouseTracking(True)

    def set_thresholds(self, thresholds: Thresholds) -> None:
        """Set the losses from which a move is marked as a mistake."""
        self._thresholds = thresholds
        self.viewport().update()

    def show_tree(self, tree: RecordTree, cursor: int) -> None:
        """Show a tree with the current node; keep that in view if it is another one."""
        before, self._tree = self._tree, tree
        has_other_layout = before is None or before.layout is not tree.layout
        has_moved = has_other_layout or cursor != self._cursor
        self._cursor = cursor
        if has_other_layout:
            self._fit_scroll_bars()
        if has_moved:
            self._reveal_cursor()
        self.viewport().update()
        self.describe_cursor()

    def describe_cursor(self) -> None:
        """Update the texts for screen readers."""
        self.setAccessibleName(tr("Tree", "Tree of moves"))
        if self._tree is not None:
            self.setAccessibleDescription(self._describe(self._cursor))

    def node_at(self, pixel: QPoint) -> int | None:
        """Return the node at a pixel of the viewport, if there is one."""
        view = self._view()
        if view is None:
            return None
        return view.tree.layout.node_at(*view.place_at(QPointF(pixel)))

    def center_of(self, node: int) -> QPoint:
        """Return the pixel of the viewport in the middle of a node."""
        view = self._view()
        return QPoint() if view is None else view.node_center(node).toPoint()

    @property
    def _cell(self) -> float:
        """Side of a cell in pixels."""
        return self.fontMetrics().height() * CELL_HEIGHT

    def _view(self) -> TreeView | None:
        if self._tree is None:
            return None
        cell = self._cell
        scrolled = QPointF(
            self.horizontalScrollBar().value(), self.verticalScrollBar().value()
        )
        return TreeView(
            tree=self._tree,
            cursor=self._cursor,
            cell=cell,
            origin=QPointF(MARGIN * cell, MARGIN * cell) - scrolled,
            thresholds=self._thresholds,
            has_focus=self.hasFocus(),
        )

    def _fit_scroll_bars(self) -> None:
        if self._tree is None:
            return
        layout, cell, room = self._tree.layout, self._cell, self.viewport().size()
        for bar, count, size in (
            (self.horizontalScrollBar(), layout.column_count, room.width()),
            (self.verticalScrollBar(), layout.row_count, room.height()),
        ):
            bar.setRange(0, max(0, round((count - 1 + 2 * MARGIN) * cell) - size))
            bar.setPageStep(size)
            bar.setSingleStep(round(cell))

    def _reveal_cursor(self) -> None:
        """Scroll so that the current node has some nodes around it."""
        center, room = self.center_of(self._cursor), self.viewport().size()
        for bar, at, size in (
            (self.horizontalScrollBar(), center.x(), room.width()),
            (self.verticalScrollBar(), center.y(), room.height()),
        ):
            margin = min(round(REVEALED * self._cell), size // 2)
            beyond = min(0, at - margin) + max(0, at + margin - size)
            bar.setValue(bar.value() + beyond)

    # Qt

    def sizeHint(self) -> QSize:
        """See ``QWidget.sizeHint``."""
        return QSize(round(8 * self._cell), round(USUAL_ROWS * self._cell))

    def minimumSizeHint(self) -> QSize:
        """See ``QWidget.minimumSizeHint``."""
        return QSize(round(4 * self._cell), round(LEAST_ROWS * self._cell))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the nodes in the region of the event."""
        view = self._view()
        if view is not None:
            painter = QPainter(self.viewport())
            painter.setFont(self.font())
            TreePainter(painter, view, current_theme()).paint(QRectF(event.rect()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the current node in view."""
        super().resizeEvent(event)
        self._fit_scroll_bars()
        self._reveal_cursor()

    def scrollContentsBy(self, _dx: int, _dy: int) -> None:
        """Paint the part that is scrolled to."""
        self.viewport().update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the node under the mouse."""
        node = self.node_at(event.pos())
        if event.button() == Qt.LeftButton and node is not None:
            self.node_chosen.emit(node)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show that a node can be clicked."""
        is_node = self.node_at(event.pos()) is not None
        self.viewport().setCursor(Qt.PointingHandCursor if is_node else Qt.ArrowCursor)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Request the menu of the node under the mouse, or of the current one."""
        by_keyboard = event.reason() == QContextMenuEvent.Keyboard
        node = self._cursor if by_keyboard else self.node_at(event.pos())
        if node is not None:
            place = self.center_of(node) if by_keyboard else event.pos()
            self.menu_requested.emit(node, self.viewport().mapToGlobal(place))

    def viewportEvent(self, event: QEvent) -> bool:
        """Show the description of the node under the mouse as a tip."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.ToolTip:
            node = self.node_at(event.pos())
            text = "" if node is None else tip_text(self._describe(node))
            QToolTip.showText(event.globalPos(), text, self.viewport())
            return True
        return super().viewportEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show that the tree has the keyboard focus."""
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """See ``focusInEvent``."""
        super().focusOutEvent(event)
        self.viewport().update()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of texts."""
        super().changeEvent(event)
        if event.type() in (QEvent.FontChange, QEvent.StyleChange):
            self._fit_scroll_bars()
            self._reveal_cursor()
            self.viewport().update()
