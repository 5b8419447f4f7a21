"""Pictures of records as files."""

import pytest
from PyQt5.QtCore import QBuffer, QByteArray
from PyQt5.QtGui import QColor, QImage, QImageReader, QPainter
from PyQt5.QtSvg import QSvgRenderer

from engine.core.types import Player
from engine.games import GAMES
from engine.records import files
from engine.records.picture import PictureRequest
from gui.board.board_options import DEFAULT_BOARD_OPTIONS
from gui.board.picture import draw_record, fit_canvas, make_scenes
from gui.style.theme import DARK, LIGHT

pytestmark = pytest.mark.usefixtures("qapp")

RECORDS = {
    "gomoku": "(;GM[4]FF[4]SZ[12:7];B[ff];W[gf];B[fe]TR[ff];W[fd];B[hg])",
    "hex": "(;GM[11]FF[4]SZ[9:5];B[a2];W[e4];B[d3];W[f2];B[c5];W[e1])",
}
"""Games on boards with more columns than rows."""

TALL = {
    "gomoku": "(;GM[4]FF[4]SZ[6:14];B[ce];W[dc])",
    "hex": "(;GM[11]FF[4]SZ[4:12];B[a2];W[b4])",
}


@pytest.fixture(params=RECORDS)
def record(request):
    return files.parse(RECORDS[request.param])


def draw(record, **choice):
    return draw_record(record, PictureRequest(**{"form": "png", **choice}))


def read_png(data):
    image = QImage.fromData(data, "PNG")
    assert not image.isNull()
    return image


def read_svg(data):
    """Return a drawing as pixels, in the size of its view box."""
    renderer = QSvgRenderer(QByteArray(data))
    assert renderer.isValid()
    image = QImage(renderer.viewBox().size(), QImage.Format_RGB32)
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    return image


def read_gif(data):
    store = QByteArray(data)
    buffer = QBuffer(store)
    buffer.open(QBuffer.ReadOnly)
    reader = QImageReader(buffer, b"gif")
    pictures = []
    while reader.canRead():
        pictures.append(reader.read())
    return pictures


def scenes_of(record):
    """Return the scenes of all positions of the main line."""
    return make_scenes(record, [0, *record.main_line()], DEFAULT_BOARD_OPTIONS)


def middles(record, ply, side=800):
    """Return scene and pixel of the middle of each cell of a picture."""
    scene = scenes_of(record)[ply]
    view = scene.viewport(fit_canvas(scene, side))
    return scene, [view.to_pixels(center) for center in scene.layout.centers]


def colour_beside(image, center, reach):
    """Return the colour a little beside the middle, where a stone has no mark."""
    return image.pixelColor(int(center.x() + reach), int(center.y()))


def distance(first, second):
    pairs = zip(first.getRgb()[:3], second.getRgb()[:3], strict=True)
    return max(abs(a - b) for a, b in pairs)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
@pytest.mark.parametrize(("form", "read"), [("png", read_png), ("svg", read_svg)])
def test_stones_of_the_position_are_in_the_picture(record, form, read, theme):
    empty, image = (
        read(draw(record, form=form, move=move, theme=theme.name)) for move in (0, 4)
    )

    scene, centers = middles(record, 4)
    unit = scene.viewport(fit_canvas(scene, 800)).unit
    position, game = scene.position, GAMES[record.setup.game]
    for cell, stone in enumerate(position.stones):
        before, now = (
            colour_beside(one, centers[cell], 0.33 * unit) for one in (empty, image)
        )
        assert (distance(before, now) > 30) == (stone != 0)
        if stone:
            fills = [
                QColor(theme.side(name, Player(number)).fill)
                for number, name in enumerate(game.sides, start=1)
            ]
            own, other = fills[stone - 1], fills[2 - stone]
            assert distance(now, own) < distance(now, other)
    assert image.pixelColor(1, 1) == QColor(theme.window)


@pytest.mark.parametrize("side", [100, 801])
@pytest.mark.parametrize("texts", [RECORDS, TALL], ids=["wide", "tall"])
@pytest.mark.parametrize("game", GAMES)
def test_the_picture_has_the_shape_of_the_board(texts, game, side):
    scene = scenes_of(files.parse(texts[game]))[0]
    left, top, right, bottom = scene.layout.bounds_with_labels

    canvas = fit_canvas(scene, side)

    sides = canvas.width, canvas.height
    assert side * 0.85 - 22 <= max(sides) <= side
    assert (canvas.width > canvas.height) == (right - left > bottom - top)
    body = scene.viewport(canvas).body
    assert body.left() >= 0
    assert body.top() >= 0
    assert body.right() <= canvas.width
    assert body.bottom() <= canvas.height


def test_every_form_has_the_same_size(record):
    pictures = [
        read_png(draw(record)),
        read_svg(draw(record, form="svg")),
        read_gif(draw(record, form="gif"))[0],
    ]

    assert len({(one.width(), one.height()) for one in pictures}) == 1


def test_a_film_has_a_picture_for_each_position(record):
    moves = len(record.main_moves())

    film = read_gif(draw(record, form="gif", side=300))

    assert len(film) == moves + 1
    for ply, shown in enumerate(film):
        still = read_png(draw(record, move=ply, side=300))
        _, centers = middles(record, ply, side=300)
        for center in centers:
            at = int(center.x()), int(center.y())
            assert distance(shown.pixelColor(*at), still.pixelColor(*at)) < 25


def test_numbers_and_coordinates_are_texts_of_a_drawing(record):
    plain = draw(record, form="svg", has_coordinates=False).decode()
    usual = draw(record, form="svg").decode()
    numbered = draw(record, form="svg", has_numbers=True).decode()

    setup, moves = record.setup, len(record.main_moves())
    assert plain.count("<text") == 0
    assert usual.count("<text") == 2 * (setup.height + setup.width)
    assert numbered.count("<text") == usual.count("<text") + moves


def test_a_drawing_has_no_pixels(record):
    assert b"<image" not in draw(record, form="svg", has_numbers=True)


def test_marks_of_the_record_are_shown_at_their_move():
    record = files.parse(RECORDS["gomoku"])

    scenes = scenes_of(record)

    assert [len(scene.markup) for scene in scenes] == [0, 0, 0, 1, 0, 0]


def test_a_set_up_position_is_shown_without_a_move():
    record = files.parse("(;GM[4]FF[4]SZ[9]AB[ee]AW[cc];B[ed])")

    scenes = scenes_of(record)

    counts = [sum(map(bool, scene.position.stones)) for scene in scenes]
    assert counts == [2, 3]


def test_fouls_are_crossed_out_in_renju():
    text = (
        "(;GM[4]FF[4]SZ[15]RU[renju];B[hh];W[aa];B[hg];W[oo];B[gf];W[ao];B[ff];W[oa])"
    )
    scene = scenes_of(files.parse(text))[8]

    assert scene.fouls == frozenset(scene.position.fouls())
    assert scene.fouls
