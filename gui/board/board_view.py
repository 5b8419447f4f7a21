"""The board on the screen: shows a position and tells which cell was chosen.

It draws any game from its ``BoardLayout`` and ``Position`` and changes neither.
"""

from __future__ import annotations

import math
from dataclasses import replace

from PyQt5.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, pyqtSignal
from PyQt5.QtGui import (
    QCursor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PyQt5.QtWidgets import QSizePolicy, QWidget

from engine.core.game import Position
from engine.core.geometry import BoardLayout, Point
from engine.core.types import EMPTY, Move
from gui.board.board_painter import BoardPainter
from gui.board.geometry_log import Cells, GeometryLog
from gui.board.keyboard import KeyboardCursor
from gui.board.scene import Canvas, Hint, Scene
from gui.board.stones import sprite_box
from gui.i18n import tr
from gui.theme import Theme

SMALLEST_SIDE, USUAL_SIDE = 240, 680
"""Sides of the widget in pixels at 100 %."""

ARROWS: dict[int, Point] = {
    Qt.Key_Left: (-1.0, 0.0),
    Qt.Key_Right: (1.0, 0.0),
    Qt.Key_Up: (0.0, -1.0),
    Qt.Key_Down: (0.0, 1.0),
}

PLAY_KEYS = (Qt.Key_Return, Qt.Key_Enter, Qt.Key_Space)

KEYBOARD_REASONS = (Qt.TabFocusReason, Qt.BacktabFocusReason, Qt.ShortcutFocusReason)
"""Ways to reach the board without the mouse; the keyboard's cell appears at once."""


class BoardView(QWidget):
    """A board with stones; the user points at cells with mouse or keyboard."""

    cell_clicked = pyqtSignal(int)  # Move, whether legal or not
    cell_hovered = pyqtSignal(object)  # Move | None

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._painter = BoardPainter(theme, self.font())
        self._scene: Scene | None = None
        self._shown: Scene | None = None
        self._with_coordinates = True
        self._with_numbers = False
        self._is_locked = False
        self._hovered: Move | None = None
        self._pressed: Move | None = None
        self._hint: Hint | None = None
        self._cursor = KeyboardCursor()
        self._geometry_log = GeometryLog(self, self._named_centers)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.StrongFocus)
        self.setSizePolicy(QSizePolicy.Expanding, QSizePolicy.Expanding)
        self._describe()

    def show_position(
        self, position: Position, layout: BoardLayout, sides: tuple[str, str]
    ) -> None:
        """Show ``position``; ``sides`` are the colour names of both players."""
        old = self._scene
        is_new_board = old is None or old.layout != layout
        if old is not None and old.position == position:
            fouls = old.fouls
        else:
            self._hint = None
            fouls = frozenset(position.fouls())
        self._scene = Scene(position=position, layout=layout, sides=sides, fouls=fouls)
        if is_new_board:
            self._pressed = None
            self._cursor.hide()
            self._geometry_log.note_change()
        self._find_hovered()
        self._refresh()
        self._describe()

    def set_hint(self, move: Move | None, text: str = "") -> None:
        """Recommend a move until the position changes; ``None`` takes it back."""
        self._hint = None if move is None else Hint(cell=move, text=text)
        self._refresh()

    def set_locked(self, is_locked: bool) -> None:
        """Say whether cells can be chosen; a locked board only shows."""
        self._is_locked = is_locked
        self._pressed = None
        self._find_hovered()
        self._refresh()

    def set_coordinates_visible(self, is_visible: bool) -> None:
        """Show or hide the coordinates around the board."""
        self._with_coordinates = is_visible
        self._geometry_log.note_change()
        self._refresh()

    def set_numbers_visible(self, is_visible: bool) -> None:
        """Show or hide the number of each move on its stone."""
        self._with_numbers = is_visible
        self._refresh()

    def set_theme(self, theme: Theme) -> None:
        """Change all colours."""
        self._painter.set_theme(theme)
        self.update()

    def cell_center(self, move: Move) -> QPoint:
        """Return the pixel of this widget that holds the middle of a cell."""
        scene = self._current_scene()
        if scene is None:
            return self.rect().center()
        center = scene.viewport(self._canvas()).to_pixels(scene.layout.centers[move])
        scale = self.devicePixelRatioF()
        return QPoint(int(center.x() / scale), int(center.y() / scale))

    def _canvas(self) -> Canvas:
        scale = self.devicePixelRatioF()
        return Canvas(
            width=math.ceil(self.width() * scale),
            height=math.ceil(self.height() * scale),
            scale=scale,
        )

    def _current_scene(self) -> Scene | None:
        """Return the position with everything that this view adds to it."""
        if self._scene is None:
            return None
        cursor = self._cursor.cell
        pointed = self._hovered if cursor is None else cursor
        return replace(
            self._scene,
            with_coordinates=self._with_coordinates,
            with_numbers=self._with_numbers,
            hovered=pointed if self._is_playable(pointed) else None,
            cursor=cursor,
            hint=self._hint,
        )

    def _is_playable(self, cell: Move | None) -> bool:
        return (
            cell is not None
            and self._scene is not None
            and not self._is_locked
            and cell not in self._scene.fouls
            and self._scene.position.is_legal(cell)
        )

    def _named_centers(self) -> Cells:
        if self._scene is None:
            return []
        position = self._scene.position
        return [
            (position.cell_name(Move(cell)), self.cell_center(Move(cell)))
            for cell in range(len(self._scene.layout.centers))
        ]

    def _cell_at(self, pixels: QPointF) -> Move | None:
        scene = self._current_scene()
        if scene is None:
            return None
        view = scene.viewport(self._canvas())
        return scene.layout.cell_at(view.to_board(pixels * self.devicePixelRatioF()))

    def _find_hovered(self) -> None:
        """Look under a mouse that did not move while the board changed."""
        if self.underMouse():
            self._set_hovered(self._cell_at(QPointF(self.mapFromGlobal(QCursor.pos()))))
        else:
            self._set_hovered(None)

    def _set_hovered(self, cell: Move | None) -> None:
        cell = None if self._is_locked else cell
        if cell != self._hovered:
            self._hovered = cell
            self._refresh()
            self.cell_hovered.emit(cell)

    def _choose(self, cell: Move) -> None:
        if not self._is_locked:
            self.cell_clicked.emit(cell)

    def _refresh(self) -> None:
        """Have painted again what looks different now."""
        before, after = self._shown, self._current_scene()
        self._shown = after
        shape = Qt.ArrowCursor
        if self._is_locked:
            shape = Qt.ForbiddenCursor
        elif self._is_playable(self._hovered):
            shape = Qt.PointingHandCursor
        if self.cursor().shape() != shape:
            self.setCursor(shape)
        if after is None:
            return
        changes = None if before is None else after.changes_from(before)
        if changes is None:
            self.update()
            return
        view, scale = after.viewport(self._canvas()), self.devicePixelRatioF()
        for cell in changes:
            box = sprite_box(view.to_pixels(after.layout.centers[cell]), view.unit)
            self.update(_scaled(box, 1 / scale).toAlignedRect())

    def _describe(self) -> None:
        self.setAccessibleName(tr("BoardView", "Board"))
        self.setAccessibleDescription(
            "" if self._scene is None else description_of(self._scene)
        )

    # Qt

    def sizeHint(self) -> QSize:
        """See ``QWidget.sizeHint``."""
        return QSize(USUAL_SIDE, USUAL_SIDE)

    def minimumSizeHint(self) -> QSize:
        """See ``QWidget.minimumSizeHint``."""
        return QSize(SMALLEST_SIDE, SMALLEST_SIDE)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint in device pixels, so that everything is crisp at every scale."""
        painter = QPainter(self)
        scene = self._current_scene()
        if scene is None:
            painter.fillRect(self.rect(), self.palette().window())
            return
        scale = self.devicePixelRatioF()
        painter.scale(1 / scale, 1 / scale)
        region = _scaled(QRectF(event.rect()), scale)
        self._painter.paint(painter, scene, self._canvas(), region)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the font and the language of the window."""
        super().changeEvent(event)
        if event.type() == QEvent.FontChange:
            self._painter.set_font(self.font())
            self.update()
        elif event.type() == QEvent.LanguageChange:
            self._describe()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show the stone to come under the mouse."""
        self._set_hovered(self._cell_at(event.localPos()))

    def leaveEvent(self, event: QEvent) -> None:
        """Forget the cell under the mouse."""
        super().leaveEvent(event)
        self._set_hovered(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where a click begins."""
        if event.button() != Qt.LeftButton:
            event.ignore()
            return
        self._cursor.hide()
        self._refresh()
        self._pressed = self._cell_at(event.localPos())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose the cell if the click began on it."""
        if event.button() != Qt.LeftButton:
            event.ignore()
            return
        pressed, self._pressed = self._pressed, None
        cell = self._cell_at(event.localPos())
        if cell is not None and cell == pressed:
            self._choose(cell)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Keep the second press of a double click from choosing again."""
        self._pressed = None

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the keyboard's cell to whoever came without a mouse."""
        super().focusInEvent(event)
        if event.reason() in KEYBOARD_REASONS and self._scene is not None:
            self._cursor.show(self._scene.layout, self._scene.last_stone)
        self._refresh()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the keyboard's cell."""
        super().focusOutEvent(event)
        self._cursor.hide()
        self._refresh()

    def event(self, event: QEvent) -> bool:
        """Take keys before shortcuts do while the keyboard has chosen a cell."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.ShortcutOverride
            and self._cursor.cell is not None
            and int(event.modifiers()) in (Qt.NoModifier, Qt.KeypadModifier)
            and (event.key() in ARROWS or event.key() in (*PLAY_KEYS, Qt.Key_Escape))
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the keyboard's cell and choose it."""
        key, cell = event.key(), self._cursor.cell
        if key in ARROWS and self._scene is not None:
            if cell is None:
                self._cursor.show(self._scene.layout, self._scene.last_stone)
            else:
                self._cursor.move(self._scene.layout, ARROWS[key])
        elif key in PLAY_KEYS and cell is not None:
            if not event.isAutoRepeat():
                self._choose(cell)
        elif key == Qt.Key_Escape and cell is not None:
            self._cursor.hide()
        else:
            super().keyPressEvent(event)
        self._refresh()


def description_of(scene: Scene) -> str:
    """Return what a screen reader says about the board."""
    position = scene.position
    text = tr(
        "BoardView",
        "{rows} rows, {columns} columns, {stones} stones, last move {last}. "
        "Arrow keys choose a cell, Enter plays.",
    )
    return text.format(
        rows=position.setup.height,
        columns=position.setup.width,
        stones=len(position.stones) - position.stones.count(EMPTY),
        last="-" if scene.last_stone is None else position.cell_name(scene.last_stone),
    )


def _scaled(box: QRectF, factor: float) -> QRectF:
    return QRectF(
        box.x() * factor, box.y() * factor, box.width() * factor, box.height() * factor
    )
