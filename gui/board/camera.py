"""Where zooming, scrolling and looking at a cell lead from the picture of a scene."""

from __future__ import annotations

from dataclasses import replace

from PyQt5.QtCore import QPointF, QRectF

from engine.core.types import Move
from gui.board.scene import Canvas, Scene
from gui.board.zoom import Zoom, step_zoom

REVEAL_MARGIN = 1.5
"""A cell nearer to the rim of the picture than this, in board units, is scrolled in."""


def zoom_at(scene: Scene, canvas: Canvas, steps: float, at: QPointF) -> Zoom:
    """Return the zoom after ``steps`` that keep the place at the pixel ``at``."""
    place = scene.viewport(canvas).to_board(at)
    zoom = Zoom(factor=step_zoom(scene.zoom.factor, steps), middle=place)
    view = replace(scene, zoom=zoom).viewport(canvas)
    away = (_middle(canvas) - at) / view.unit
    return replace(zoom, middle=(place[0] + away.x(), place[1] + away.y()))


def pan_by(scene: Scene, canvas: Canvas, shift: QPointF) -> Zoom:
    """Return the zoom that shows the board ``shift`` pixels from where it lies."""
    view = scene.viewport(canvas)
    return replace(scene.zoom, middle=view.to_board(_middle(canvas) - shift))


def zoom_to_cell(scene: Scene, canvas: Canvas, cell: Move) -> Zoom:
    """Return the zoom that shows ``cell`` with the cells around it."""
    view = scene.viewport(canvas)
    at = view.to_pixels(scene.layout.centers[cell])
    margin = min(REVEAL_MARGIN * view.unit, canvas.width / 2, canvas.height / 2)
    room = QRectF(0, 0, canvas.width, canvas.height)
    room.adjust(margin, margin, -margin, -margin)
    if scene.zoom.is_whole or room.contains(at):
        return scene.zoom
    nearest = QPointF(
        min(max(at.x(), room.left()), room.right()),
        min(max(at.y(), room.top()), room.bottom()),
    )
    return pan_by(scene, canvas, nearest - at)


def _middle(canvas: Canvas) -> QPointF:
    return QPointF(canvas.width / 2, canvas.height / 2)
