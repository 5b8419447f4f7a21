"""Board display: painting, zoom and cell geometry.

It draws any game from its ``BoardLayout`` and ``Position`` and changes neither.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from PyQt5.QtCore import (
    QEvent,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    pyqtSignal,
)
from PyQt5.QtGui import QPainter, QPaintEvent
from PyQt5.QtWidgets import QSizePolicy, QWidget

from engine.core.board.geometry import BoardLayout
from engine.core.game import Position
from engine.core.offers.annotations import BoardAnnotations
from engine.core.types import Move
from engine.records.sgf.markup import Mark
from gui.board import accessibility
from gui.board.board_options import BoardOptions
from gui.board.board_painter import BoardPainter
from gui.board.candidate_marks import CandidateMark, LineStone
from gui.board.cell_geometry_log import CellGeometryLog, Cells
from gui.board.continuation_marks import Continuation
from gui.board.heat_map import HeatCell
from gui.board.scene import (
    BoardViewModel,
    Canvas,
    HintMark,
    Scene,
    pan_by,
    zoom_at,
    zoom_to_cell,
)
from gui.board.stones import find_sprite_box
from gui.board.viewport import WHOLE, Zoom
from gui.style.theme import current_theme
from gui.text.i18n import tr

SMALLEST_SIDE, USUAL_SIDE = 96, 680
"""Sides of the widget in pixels at 100 %."""

REPAINTING = (QEvent.StyleChange, QEvent.FontChange, QEvent.LanguageChange)
"""Changes after which no painted part can be used again; each theme has its sheet."""


class BoardDisplay(QWidget):
    """Widget that shows a board with stones; ``BoardView`` adds input."""

    zoom_changed = pyqtSignal(int)  # percent of the whole board's size

    def __init__(self) -> None:
        super().__init__()
        self._is_on_panel = False
        self._painter = self._new_painter()
        self._view_model = BoardViewModel()
        self._shown: Scene | None = None
        self._reported_percent = WHOLE.percent
        self._geometry_log = CellGeometryLog(self, self._named_centers)
        self.setSizePolicy(QSizePolicy.Expanding, QSizePolicy.Expanding)
        self._describe()

    def set_on_panel(self) -> None:
        """Take the ground of a dialog instead of that of the main window."""
        self._is_on_panel = True
        self._painter = self._new_painter()
        self.update()

    def _new_painter(self) -> BoardPainter:
        theme = current_theme()
        ground = theme.panel if self._is_on_panel else theme.window
        return BoardPainter(replace(theme, window=ground), self.font())

    def show_position(
        self, position: Position, layout: BoardLayout, sides: tuple[str, str]
    ) -> None:
        """Show ``position``; ``sides`` are the colour names of both players."""
        self._board_changed(is_new=self._view_model.show(position, layout, sides))

    def set_hint(self, move: Move | None, text: str = "") -> None:
        """Show a hint until the position changes; ``None`` hides it."""
        self._view_model.hint = None if move is None else HintMark(cell=move, text=text)
        self._refresh()

    def set_annotations(
        self,
        annotations: BoardAnnotations | None,
        proof: tuple[LineStone, ...] = (),
    ) -> None:
        """Show annotations until the position changes; ``None`` hides them.

        Args:
            annotations: Marks of the board.
            proof: Stones of their proven win.
        """
        self._view_model.annotations, self._view_model.proof = annotations, proof
        self._refresh()

    def set_candidates(self, marks: tuple[CandidateMark, ...]) -> None:
        """Mark candidates until the position changes."""
        self._view_model.candidates = marks
        self._refresh()

    def set_line(self, stones: tuple[LineStone, ...]) -> None:
        """Show an expected continuation until the position changes."""
        self._view_model.line = stones
        self._refresh()

    def set_heat_map(self, cells: tuple[HeatCell, ...]) -> None:
        """Show a heat map until the position changes; nothing hides it."""
        if cells != self._view_model.heat:
            self._view_model.heat = cells
            self._refresh()

    def set_root_cells(
        self, *, excluded: frozenset[Move], focused: frozenset[Move]
    ) -> None:
        """Mark the cells that analysis excludes or is restricted to."""
        self._view_model.excluded = excluded
        self._view_model.focused = focused
        self._refresh()

    def set_markup(self, marks: Mapping[Move, Mark]) -> None:
        """Show the marks and labels of the record."""
        self._view_model.markup = tuple(marks.items())
        self._refresh()

    def set_continuations(self, continuations: tuple[Continuation, ...]) -> None:
        """Mark continuations of the record until the position changes."""
        if continuations != self._view_model.continuations:
            self._view_model.continuations = continuations
            self._refresh()

    def set_preview(self, cell: Move | None) -> None:
        """Preview a stone on an empty cell until the position changes."""
        self._view_model.preview = cell
        self._refresh()

    def set_options(self, options: BoardOptions) -> None:
        """Apply display options."""
        self._view_model.options = options
        self._geometry_log.note_change()
        self._refresh()

    @property
    def zoom_percent(self) -> int:
        """Size of the board compared with the whole one that fits."""
        return self._view_model.zoom.percent

    def zoom_by(self, steps: float, *, at: QPointF | None = None) -> None:
        """Enlarge the board by ``steps`` around ``at``, or around the middle."""
        scene, canvas = self._view_model.scene, self._canvas()
        place = QPointF(self.rect().center()) if at is None else at
        if scene is not None:
            self._set_zoom(zoom_at(scene, canvas, steps, self._to_device(place)))

    def show_whole(self) -> None:
        """Show the whole board again."""
        self._set_zoom(WHOLE)

    def cell_center(self, move: Move) -> QPoint:
        """Return the pixel of this widget that holds the middle of a cell."""
        scene = self._view_model.scene
        if scene is None:
            return self.rect().center()
        center = scene.viewport(self._canvas()).to_pixels(scene.layout.centers[move])
        scale = self.devicePixelRatioF()
        return QPoint(int(center.x() / scale), int(center.y() / scale))

    @property
    def board_rect(self) -> QRect:
        """The pixels of this widget that the board covers, coordinates included."""
        scene = self._view_model.scene
        if scene is None:
            return self.rect()
        body = scene.viewport(self._canvas()).body
        return _scaled(body, 1 / self.devicePixelRatioF()).toAlignedRect()

    def _board_changed(self, *, is_new: bool) -> None:
        """Follow the position, or another board altogether."""
        if is_new:
            self._geometry_log.note_change()
        self._refresh()

    def _pan_by(self, shift: QPointF) -> None:
        scene = self._view_model.scene
        if scene is not None and not scene.zoom.is_whole:
            shift = self._to_device(shift)
            self._set_zoom(pan_by(scene, self._canvas(), shift))

    def _reveal(self, cell: Move) -> None:
        scene = self._view_model.scene
        if scene is not None:
            self._set_zoom(zoom_to_cell(scene, self._canvas(), cell))

    def _set_zoom(self, zoom: Zoom) -> None:
        if zoom != self._view_model.zoom:
            self._view_model.zoom = zoom
            self._geometry_log.note_change()
            self._refresh()

    def _canvas(self) -> Canvas:
        scale = self.devicePixelRatioF()
        return Canvas(
            width=math.ceil(self.width() * scale),
            height=math.ceil(self.height() * scale),
            scale=scale,
        )

    def _to_device(self, pixels: QPointF) -> QPointF:
        return pixels * self.devicePixelRatioF()

    def _named_centers(self) -> Cells:
        scene = self._view_model.scene
        if scene is None:
            return []
        return [
            (scene.position.cell_name(Move(cell)), self.cell_center(Move(cell)))
            for cell in range(len(scene.layout.centers))
        ]

    def _cell_at(self, pixels: QPointF) -> Move | None:
        scene = self._view_model.scene
        if scene is None:
            return None
        view = scene.viewport(self._canvas())
        return scene.layout.cell_at(view.to_board(self._to_device(pixels)))

    def _refresh(self) -> None:
        """Describe the board anew and schedule a repaint of the changed parts."""
        before, after = self._shown, self._view_model.scene
        if after == before:
            return
        self._shown = after
        self._describe()
        if self._reported_percent != self.zoom_percent:
            self._reported_percent = self.zoom_percent
            self.zoom_changed.emit(self.zoom_percent)
        if after is None:
            return
        changes = None if before is None else after.find_changed_cells(before)
        if changes is None:
            self.update()
            return
        view, scale = after.viewport(self._canvas()), self.devicePixelRatioF()
        for cell in changes:
            box = find_sprite_box(view.to_pixels(after.layout.centers[cell]), view.unit)
            self.update(_scaled(box, 1 / scale).toAlignedRect())

    def _describe(self) -> None:
        """Update the accessible name: the cell under the cursor, or the board."""
        scene = self._view_model.scene
        name, description = tr("BoardView", "Board"), ""
        if scene is not None:
            description = accessibility.board_description(scene)
            if scene.cursor is not None:
                name = accessibility.cell_description(scene, scene.cursor)
        if name != self.accessibleName():
            self.setAccessibleName(name)
        if description != self.accessibleDescription():
            self.setAccessibleDescription(description)

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
        scene = self._view_model.scene
        if scene is None:
            painter.fillRect(self.rect(), self.palette().window())
            return
        scale = self.devicePixelRatioF()
        painter.scale(1 / scale, 1 / scale)
        region = _scaled(QRectF(event.rect()), scale)
        self._painter.paint(painter, scene, self._canvas(), region)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the theme, the font and the language of the window."""
        super().changeEvent(event)
        if event.type() == QEvent.LanguageChange:
            self._describe()
        if event.type() in REPAINTING:
            self._painter = self._new_painter()
            self.update()


def _scaled(box: QRectF, factor: float) -> QRectF:
    return QRectF(
        box.x() * factor, box.y() * factor, box.width() * factor, box.height() * factor
    )
