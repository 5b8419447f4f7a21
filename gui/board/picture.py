"""Pictures of a record as files: PNG, SVG and animated GIF.

The board is that of the window, in any theme and size, without a widget.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PyQt5.QtCore import QBuffer, QByteArray, QRect
from PyQt5.QtGui import QFont, QImage, QPainter
from PyQt5.QtSvg import QSvgGenerator

from engine.games import get_game
from engine.records.model.positions import start_position
from engine.records.model.record import GameRecord
from engine.records.picture import Form, PictureRequest
from engine.records.sgf.markup import read_marks
from gui.board.board_options import (
    COORDINATES,
    NUMBERS,
    ORIENTATION,
    BoardOptions,
    rotate_layout,
)
from gui.board.board_painter import BoardPainter
from gui.board.scene import MARGIN, Canvas, Scene
from gui.style.theme import DARK, LIGHT, Theme
from gui.style.theme import font as make_font

if TYPE_CHECKING:
    from gui.board.gif import Pixels

USUAL_SIDE = 640
"""Pixels of a picture in which margins and coordinates have their size at 100 %."""

SVG_RESOLUTION = 96
"""Units of a drawing in an inch, as in style sheets."""

LAST_LASTS = 3
"""How many times longer the last picture of a film stays than the others."""


THEMES = {theme.name: theme for theme in (LIGHT, DARK)}
"""Themes by the names of requests."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureStyle:
    """How pictures look."""

    theme: Theme
    """Colours."""

    font: QFont
    """Font of numbers and coordinates."""

    side: int
    """Pixels of the longer side."""


def draw_record(record: GameRecord, request: PictureRequest) -> bytes:
    """Return a picture of the main line of a record as a file.

    Raises:
        UsageError: The record has not the moves that are wanted.
    """
    options = BoardOptions(
        {NUMBERS: request.has_numbers, COORDINATES: request.has_coordinates}
    )
    plies = request.plies(record)
    path = [0, *record.main_line()]
    scenes = make_scenes(record, path[: plies.stop], options, first=plies.start)
    theme = THEMES[request.theme]
    style = PictureStyle(theme=theme, font=make_font(), side=request.side)
    if request.form != "gif":
        return draw_still(scenes[-1], style, request.form)
    film = Film(scenes, style)
    return encode_film(film.paint, len(scenes), seconds=request.delay)


def make_scenes(
    record: GameRecord, path: Sequence[int], options: BoardOptions, *, first: int = 0
) -> list[Scene]:
    """Return the scenes of positions on a line, with the marks of the record.

    Args:
        record: The game.
        path: Nodes from the start on.
        options: Display options of the board.
        first: Number of moves before the first scene.
    """
    setup, game = record.setup, get_game(record.setup.game)
    layout = rotate_layout(game.layout(setup), options[ORIENTATION])
    position = start_position(record)
    scenes = []
    for ply, index in enumerate(path):
        node = record.nodes[index]
        if node.move is not None:
            position = position.play(node.move)
        if ply >= first:
            marks = read_marks(setup, node.properties)
            scene = Scene(
                position=position,
                layout=layout,
                sides=game.sides,
                options=options,
                fouls=frozenset(position.fouls()),
                markup=tuple(marks.items()),
            )
            scenes.append(scene)
    return scenes


def draw_still(scene: Scene, style: PictureStyle, form: Form) -> bytes:
    """Return a picture of one scene as a PNG or SVG file."""
    return (draw_svg if form == "svg" else draw_png)(scene, style)


def draw_png(scene: Scene, style: PictureStyle) -> bytes:
    """Return a picture of a scene as a PNG file."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QBuffer.WriteOnly)
    painter = BoardPainter(style.theme, style.font)
    painter.image(scene, fit_canvas(scene, style.side)).save(buffer, "PNG")
    return bytes(data)


def draw_svg(scene: Scene, style: PictureStyle) -> bytes:
    """Return a drawing of a scene as an SVG file: shapes and texts alone."""
    canvas = fit_canvas(scene, style.side)
    data = QByteArray()
    buffer = QBuffer(data)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setResolution(SVG_RESOLUTION)
    generator.setSize(QRect(0, 0, canvas.width, canvas.height).size())
    generator.setViewBox(QRect(0, 0, canvas.width, canvas.height))
    painter = QPainter(generator)
    BoardPainter(style.theme, style.font).paint_plain(painter, scene, canvas)
    painter.end()
    return bytes(data)


class Film:
    """Pictures of scenes of one board, painted one by one in the window's thread.

    Args:
        scenes: A scene for each picture.
        style: How they look.
    """

    def __init__(self, scenes: Sequence[Scene], style: PictureStyle) -> None:
        self._scenes = scenes
        self._canvas = fit_canvas(scenes[0], style.side)
        self._painter = BoardPainter(style.theme, style.font)

    def paint(self, number: int) -> Pixels:
        """Return a picture."""
        import numpy as np  # noqa: PLC0415 - costs the start of the window

        height, width = self._canvas.height, self._canvas.width
        image = self._painter.image(self._scenes[number], self._canvas)
        image = image.convertToFormat(QImage.Format_RGB888)
        data = image.constBits().asstring(image.sizeInBytes())
        rows = np.frombuffer(data, np.uint8).reshape(height, -1)
        return rows[:, : 3 * width].reshape(height, width, 3)


def encode_film(paint: Callable[[int], Pixels], count: int, *, seconds: float) -> bytes:
    """Return pictures as an animated GIF file.

    Args:
        paint: Returns a picture by its number.
        count: Number of pictures.
        seconds: Time of each but the last one, which stays longer.
    """
    from gui.board.gif import encode_gif  # noqa: PLC0415 - loads NumPy

    return encode_gif(paint, [seconds] * (count - 1) + [LAST_LASTS * seconds])


def fit_canvas(scene: Scene, side: int) -> Canvas:
    """Return the canvas of a whole board whose longer side has ``side`` pixels."""
    square = Canvas(width=side, height=side, scale=side / USUAL_SIDE)
    body = scene.viewport(square).body
    margin = 2 * MARGIN * square.scale
    return replace(
        square,
        width=min(side, math.floor(body.width() + margin) + 1),
        height=min(side, math.floor(body.height() + margin) + 1),
    )
