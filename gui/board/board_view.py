"""Board view with mouse and keyboard input, zoom and scrolling."""

from __future__ import annotations

from PyQt5.QtCore import QEvent, QPoint, QPointF, Qt, pyqtSignal
from PyQt5.QtGui import (
    QContextMenuEvent,
    QCursor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QWheelEvent,
)
from PyQt5.QtWidgets import QApplication

from engine.core.board.geometry import Point
from engine.core.types import Move
from gui.board.board_display import BoardDisplay

ARROWS: dict[int, Point] = {
    Qt.Key_Left: (-1.0, 0.0),
    Qt.Key_Right: (1.0, 0.0),
    Qt.Key_Up: (0.0, -1.0),
    Qt.Key_Down: (0.0, 1.0),
}

PLAY_KEYS = (Qt.Key_Return, Qt.Key_Enter, Qt.Key_Space)

KEYBOARD_REASONS = (Qt.TabFocusReason, Qt.BacktabFocusReason, Qt.ShortcutFocusReason)
"""Ways to reach the board without the mouse; the keyboard's cell appears at once."""

PASSING_REASONS = (Qt.ActiveWindowFocusReason, Qt.PopupFocusReason)
"""Ways to lose the keyboard after which it comes back by itself."""

SCROLLING_BUTTONS = (Qt.MiddleButton, Qt.RightButton)
"""Held down, they move an enlarged board."""

WHEEL_NOTCH = 120
"""Qt's angle of one notch of a mouse wheel."""

SCROLL_PER_NOTCH = 60
"""Pixels at 100 % that an enlarged board moves with one notch."""


class BoardView(BoardDisplay):
    """Board view that accepts input from mouse and keyboard."""

    cell_clicked = pyqtSignal(int)  # Move, whether legal or not
    cell_picked = pyqtSignal(int)  # Move, in place of a click while cells are picked
    picking_ended = pyqtSignal()  # Esc: the tool is put away
    locked_clicked = pyqtSignal()  # a cell that cannot be chosen now
    cell_pointed = pyqtSignal(object)  # Move | None: under the mouse or the keyboard
    keyboard_entered = pyqtSignal()  # the arrow keys now choose cells
    menu_requested = pyqtSignal(object, QPoint)  # Move | None; place on the screen

    def __init__(self) -> None:
        super().__init__()
        self._pressed: Move | None = None
        self._drag_position: QPointF | None = None
        self._drag_start = QPointF()
        self._under_mouse: Move | None = None
        self._reported_pointed: Move | None = None
        self._tab_leaves = False
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.StrongFocus)

    @property
    def pointed_cell(self) -> Move | None:
        """The cell under the mouse or the keyboard; see ``cell_pointed``."""
        return self._reported_pointed

    def set_locked(self, is_locked: bool) -> None:
        """Lock or unlock the board; a locked board is read-only."""
        self._view_model.is_locked = is_locked
        self._pressed = None
        self._find_hovered()
        self._refresh()

    def set_picking(self, *, is_wanted: bool) -> None:
        """Set whether a click picks a cell, also on a locked board, or plays."""
        self._view_model.is_picking = is_wanted
        self._pressed = None
        self._refresh()

    def set_tab_leaves(self, *, is_wanted: bool) -> None:
        """Set whether the tab key leaves the board in spite of the window's shortcut.

        It always leaves while the keyboard chooses cells.
        """
        self._tab_leaves = is_wanted

    def enter_keyboard(self) -> None:
        """Show the keyboard cursor, moved by the arrow keys."""
        self.setFocus(Qt.ShortcutFocusReason)
        self._show_cursor()
        self._refresh()

    def _board_changed(self, *, is_new: bool) -> None:
        """See ``BoardDisplay._board_changed``."""
        super()._board_changed(is_new=is_new)
        if is_new:
            self._pressed = None
        self._find_hovered()

    def _find_hovered(self) -> None:
        """Update the hovered cell after the board changed under a still mouse."""
        if self.underMouse():
            self._set_hovered(self._cell_at(QPointF(self.mapFromGlobal(QCursor.pos()))))
        else:
            self._set_hovered(None)

    def _set_hovered(self, cell: Move | None) -> None:
        self._under_mouse = cell
        self._view_model.hovered = None if self._view_model.is_locked else cell
        self._refresh()

    def _choose(self, cell: Move) -> None:
        if self._view_model.is_picking:
            self.cell_picked.emit(cell)
        elif self._view_model.is_locked:
            self.locked_clicked.emit()
        else:
            self.cell_clicked.emit(cell)

    def _is_own_key(self, key: int) -> bool:
        has_cursor = self._view_model.cursor.cell is not None
        if key == Qt.Key_Tab:
            return has_cursor or self._tab_leaves
        if key == Qt.Key_Escape and self._view_model.is_picking:
            return True
        return has_cursor and (key in ARROWS or key in (*PLAY_KEYS, Qt.Key_Escape))

    def _request_menu(self, place: QPointF) -> None:
        there = self.mapToGlobal(place.toPoint())
        self.menu_requested.emit(self._cell_at(place), there)

    def _show_cursor(self) -> None:
        scene, cursor = self._view_model.scene, self._view_model.cursor
        if scene is not None and cursor.cell is None:
            self._reveal(cursor.show(scene.layout, scene.last_stone))
            self.keyboard_entered.emit()

    def _hide_cursor(self) -> None:
        self._view_model.cursor.hide()
        self._refresh()

    def _refresh(self) -> None:
        """Update the view and emit the cell under mouse or keyboard."""
        super()._refresh()
        view_model, shape = self._view_model, Qt.ArrowCursor
        if self._drag_position is not None:
            shape = Qt.ClosedHandCursor
        elif view_model.is_picking:
            shape = Qt.CrossCursor
        elif view_model.is_locked:
            shape = Qt.ForbiddenCursor
        elif view_model.is_playable(view_model.hovered):
            shape = Qt.PointingHandCursor
        if self.cursor().shape() != shape:
            self.setCursor(shape)
        cell = view_model.cursor.cell
        pointed = self._under_mouse if cell is None else cell
        if pointed != self._reported_pointed:
            self._reported_pointed = pointed
            self.cell_pointed.emit(pointed)

    # Qt

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show the stone to come under the mouse, or move the board with it."""
        if self._drag_position is not None:
            shift, self._drag_position = (
                event.localPos() - self._drag_position,
                event.localPos(),
            )
            self._pan_by(shift)
        else:
            self._set_hovered(self._cell_at(event.localPos()))

    def leaveEvent(self, event: QEvent) -> None:
        """Forget the cell under the mouse."""
        super().leaveEvent(event)
        self._set_hovered(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Start a click, or start dragging an enlarged board."""
        if event.button() in SCROLLING_BUTTONS and not self._view_model.zoom.is_whole:
            self._drag_position = self._drag_start = event.localPos()
            self._set_hovered(None)
            return
        if event.button() != Qt.LeftButton:
            event.ignore()
            return
        self._hide_cursor()
        self._pressed = self._cell_at(event.localPos())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose the cell if the click started on it."""
        if event.button() in SCROLLING_BUTTONS and self._drag_position is not None:
            self._drag_position = None
            self._set_hovered(self._cell_at(event.localPos()))
            way = event.localPos() - self._drag_start
            is_click = way.manhattanLength() < QApplication.startDragDistance()
            if event.button() == Qt.RightButton and is_click:
                self._request_menu(event.localPos())
            return
        if event.button() != Qt.LeftButton:
            event.ignore()
            return
        pressed, self._pressed = self._pressed, None
        cell = self._cell_at(event.localPos())
        if cell is not None and cell == pressed:
            self._choose(cell)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Request the context menu unless the right button may move the board."""
        if event.reason() == QContextMenuEvent.Keyboard:
            cell = self._view_model.cursor.cell
            place = self.rect().center() if cell is None else self.cell_center(cell)
            self.menu_requested.emit(cell, self.mapToGlobal(place))
        elif self._view_model.zoom.is_whole:
            self._request_menu(QPointF(event.pos()))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Keep the second press of a double click from choosing again."""
        self._pressed = None

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom around the mouse with Ctrl; without it, scroll an enlarged board."""
        if event.modifiers() & Qt.ControlModifier:
            notches = event.angleDelta().y() / WHEEL_NOTCH
            self.zoom_by(notches, at=event.position())
        elif self._view_model.zoom.is_whole:
            event.ignore()
            return
        else:
            shift = QPointF(event.pixelDelta())
            if shift.isNull():
                notches_across = QPointF(event.angleDelta()) / WHEEL_NOTCH
                shift = notches_across * SCROLL_PER_NOTCH
            self._pan_by(shift.transposed() if _is_sideways(event) else shift)
        self._set_hovered(self._cell_at(event.position()))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the keyboard cursor after a focus change by keyboard."""
        super().focusInEvent(event)
        if event.reason() in KEYBOARD_REASONS:
            self._show_cursor()
        self._refresh()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the keyboard cursor unless a menu or another window has the focus."""
        super().focusOutEvent(event)
        if event.reason() not in PASSING_REASONS:
            self._hide_cursor()

    def event(self, event: QEvent) -> bool:
        """Take keys before shortcuts while the keyboard cursor is visible."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.ShortcutOverride
            and int(event.modifiers()) in (Qt.NoModifier, Qt.KeypadModifier)
            and self._is_own_key(event.key())
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the keyboard cursor or choose its cell."""
        key, cursor, scene = (
            event.key(),
            self._view_model.cursor,
            self._view_model.scene,
        )
        if key in ARROWS and scene is not None and cursor.cell is not None:
            cursor.move(scene.layout, ARROWS[key])
            self._reveal(cursor.cell)
        elif key in PLAY_KEYS and cursor.cell is not None:
            if not event.isAutoRepeat():
                self._choose(cursor.cell)
        elif key == Qt.Key_Escape and self._view_model.is_picking:
            self.picking_ended.emit()
        elif key == Qt.Key_Escape and cursor.cell is not None:
            self._hide_cursor()
        else:
            super().keyPressEvent(event)
        self._refresh()


def _is_sideways(event: QWheelEvent) -> bool:
    """Return whether a vertical wheel should scroll horizontally."""
    return bool(event.modifiers() & Qt.ShiftModifier) and not event.angleDelta().x()
