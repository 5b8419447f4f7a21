"""Painter of a board and a position in device pixels, independent of widgets.

The empty board is painted once for each size and theme. Stones are copied from
sprites, so that the picture after a move costs little.
"""

from __future__ import annotations

from dataclasses import dataclass

from PyQt5.QtCore import QRect, QRectF
from PyQt5.QtGui import QColor, QFont, QImage, QPainter, QPixmap, QRegion

from engine.core.types import Player
from gui.board.background import BoardBackground
from gui.board.board_options import COORDINATES, NUMBERS
from gui.board.scene import Canvas, Scene
from gui.board.scene_painter import ScenePainter, get_side_colours
from gui.board.side_marks import SideMark
from gui.board.stones import (
    PlainStones,
    Shape,
    StoneSprites,
    get_relative_shapes,
)
from gui.board.viewport import Viewport
from gui.style.theme import SideColours, Theme


class BoardPainter:
    """Painter of scenes in one theme and font; the size may change."""

    def __init__(self, theme: Theme, font: QFont) -> None:
        self._theme = theme
        self._font = QFont(font)
        self._ready: _BoardCache | None = None

    def paint(
        self,
        painter: QPainter,
        scene: Scene,
        canvas: Canvas,
        region: QRectF | None = None,
    ) -> None:
        """Paint a scene in device pixels; cells far from ``region`` are left out."""
        ready = self._ready
        if ready is None or not ready.serves(scene, canvas):
            ready = self._ready = self._prepare(scene, canvas)
        painter.drawPixmap(0, 0, ready.background)
        self._paint_scene(painter, scene, canvas, ready.stones, region)

    def paint_plain(self, painter: QPainter, scene: Scene, canvas: Canvas) -> None:
        """Paint a scene by shapes and texts alone, without shadows and grain.

        In a vector format they are sharp at every size.
        """
        area = QRect(0, 0, canvas.width, canvas.height)
        painter.setFont(self._font)
        painter.fillRect(area, QColor(self._theme.window))
        board = self._make_background(scene, canvas, is_plain=True)
        board.paint(painter, area, with_labels=scene.options[COORDINATES])
        stones = self._make_stones(scene, board.view, PlainStones)
        self._paint_scene(painter, scene, canvas, stones)

    def image(self, scene: Scene, canvas: Canvas) -> QImage:
        """Return the scene as a picture of its own, to save or to copy."""
        made = QImage(canvas.width, canvas.height, QImage.Format_RGB32)
        painter = QPainter(made)
        self.paint(painter, scene, canvas)
        painter.end()
        return made

    def _paint_scene(
        self,
        painter: QPainter,
        scene: Scene,
        canvas: Canvas,
        stones: _Stones,
        region: QRectF | None = None,
    ) -> None:
        """Paint everything that is on the board."""
        painter.setRenderHint(QPainter.Antialiasing)
        painter.setFont(self._font)
        ScenePainter(
            painter=painter,
            scene=scene,
            view=scene.viewport(canvas),
            sprites=stones.usual,
            line_sprites=stones.of_lines,
            shapes=stones.shapes,
            theme=self._theme,
            scale=canvas.scale,
            region=region,
            markup=scene.visible_markup,
        ).paint()

    def _prepare(self, scene: Scene, canvas: Canvas) -> _BoardCache:
        board = self._make_background(scene, canvas)
        view = board.view
        background = QPixmap(canvas.width, canvas.height)
        painter = QPainter(background)
        painter.setFont(self._font)
        before, kept, rest = self._ready, None, [background.rect()]
        if before is not None and before.shows_same_board(scene, canvas):
            kept = before if view.unit == before.view.unit else None
            rest = before.paint_into(painter, view)
        for area in rest:
            painter.setClipRect(area)
            painter.fillRect(area, QColor(self._theme.window))
            board.paint(painter, area, with_labels=scene.options[COORDINATES])
        painter.end()
        return _BoardCache(
            scene=scene,
            canvas=canvas,
            view=view,
            background=background,
            stones=kept.stones if kept else self._make_stones(scene, view),
        )

    def _make_background(
        self, scene: Scene, canvas: Canvas, *, is_plain: bool = False
    ) -> BoardBackground:
        return BoardBackground(
            layout=scene.layout,
            view=scene.viewport(canvas),
            theme=self._theme,
            sides=get_side_colours(scene, self._theme),
            side_marks=_make_side_marks(scene),
            scale=canvas.scale,
            is_plain=is_plain,
        )

    def _make_stones(
        self, scene: Scene, view: Viewport, kind: type[StoneSprites] = StoneSprites
    ) -> _Stones:
        sides = get_side_colours(scene, self._theme)
        marks = dict(zip(sides, _make_side_marks(scene), strict=True))

        def make(side_marks: dict[SideColours, SideMark]) -> StoneSprites:
            return kind(
                unit=view.unit,
                shadow=self._theme.shadow,
                font=self._font,
                side_marks=side_marks,
                with_numbers=scene.options[NUMBERS],
            )

        return _Stones(
            usual=make(marks),
            of_lines=make(dict.fromkeys(sides, SideMark())),
            shapes=get_relative_shapes(scene.layout),
        )


def _make_side_marks(scene: Scene) -> tuple[SideMark, SideMark]:
    return scene.side_mark(Player.FIRST), scene.side_mark(Player.SECOND)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stones:
    """Stones of a board at one size."""

    usual: StoneSprites
    of_lines: StoneSprites
    """Stones without letters or patterns, under the numbers of a line."""
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _BoardCache:
    """Cached background and sprites, valid from move to move."""

    scene: Scene
    canvas: Canvas
    view: Viewport
    background: QPixmap
    stones: _Stones

    def serves(self, scene: Scene, canvas: Canvas) -> bool:
        """Return whether the empty board of ``scene`` looks the same."""
        return self.canvas == canvas and self.scene.shows_same_view(scene)

    def shows_same_board(self, scene: Scene, canvas: Canvas) -> bool:
        """Return whether ``scene`` shows a part of the same board."""
        return self.canvas == canvas and self.scene.shows_same_board(scene)

    def paint_into(self, painter: QPainter, view: Viewport) -> list[QRect]:
        """Paint the part that remains after scrolling and return the gaps."""
        area, shift = self.background.rect(), view.shift_from(self.view)
        if shift is None:
            return [area]
        painter.drawPixmap(shift, self.background)
        kept = QRegion(area.translated(shift))
        return QRegion(area).subtracted(kept).rects()
