"""Annotations as they are painted: each kind where it belongs, in every look."""

from dataclasses import replace

import pytest
from PyQt5.QtGui import QFont

from engine.core.offers.annotations import BoardAnnotations, CellMarks, Sign
from engine.core.types import Player
from engine.games import GAMES
from engine.games.hex.annotations import Bridge, Connection, HexReading
from engine.games.hex.annotator import to_annotations
from gui.board import accessibility
from gui.board.board_options import (
    ORIENTATION,
    BoardOptions,
    Orientation,
    SideMarkStyle,
    rotate_layout,
)
from gui.board.board_painter import BoardPainter
from gui.board.scene import Canvas, Scene
from gui.style.theme import DARK, LIGHT
from tests.games import cell, position_of
from tests.gui.board import pixels
from tests.gui.board.options import make_options

pytestmark = pytest.mark.usefixtures("qapp")

HEX = GAMES["hex"]
SIDE = 600

POSITION = position_of(
    "hex",
    """
    . . . . . . .
    . . X . . O .
    . . . . . . .
    . X . . . . .
    . . . . . . .
    """,
    to_move=Player.FIRST,
)
NOTHING = HexReading(bridges=(), dead=frozenset(), captured={})


def at(name):
    return cell(POSITION, name)


MARKS = {
    "bridge": (
        replace(
            NOTHING,
            bridges=(
                Bridge(
                    owner=Player.FIRST,
                    ends=(at("c2"), at("b4")),
                    cells=(at("b3"), at("c3")),
                ),
            ),
        ),
        {"b3", "c3"},
    ),
    "captured": (replace(NOTHING, captured={at("e3"): Player.SECOND}), {"e3"}),
    "dead": (replace(NOTHING, dead=frozenset({at("g5")})), {"g5"}),
    "connection": (
        replace(
            NOTHING,
            connections={
                Player.FIRST: Connection(
                    cells=(at("d3"),), support=frozenset({at("d4")})
                )
            },
        ),
        {"d3", "d4"},
    ),
    "region": (
        replace(NOTHING, must_play={Player.FIRST: frozenset({at("f4")})}),
        {"f4"},
    ),
}


def scene_of(annotations, options):
    """Return the scene of a position with a reading."""
    return Scene(
        position=POSITION,
        layout=rotate_layout(HEX.layout(POSITION.setup), options[ORIENTATION]),
        sides=HEX.sides,
        options=options,
        annotations=annotations and to_annotations(annotations),
    )


def picture(annotations, theme, options):
    """Return the picture, and the pixels of each cell, of a position with a reading."""
    scene, canvas = scene_of(annotations, options), Canvas(width=SIDE, height=SIDE)
    image = BoardPainter(theme, QFont()).image(scene, canvas)
    view = scene.viewport(canvas)
    return image, list(map(view.to_pixels, scene.layout.centers)), view.unit


def changed_cells(annotations, theme, options):
    """Return the names of the cells whose tiles look different with a reading."""
    painter, canvas = BoardPainter(theme, QFont()), Canvas(width=SIDE, height=SIDE)
    bare, read = (scene_of(one, options) for one in (None, annotations))
    before, after = (painter.image(scene, canvas) for scene in (bare, read))
    return pixels.changed_cells(before, after, bare, share=0.44)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("orientation", Orientation)
@pytest.mark.parametrize("kind", MARKS)
def test_every_mark_lies_on_its_cells(kind, orientation, theme):
    annotations, cells = MARKS[kind]

    changed = changed_cells(annotations, theme, make_options(orientation=orientation))

    assert cells <= changed
    assert changed <= cells | {"c2", "b4"} | around(cells if kind == "region" else ())


def around(names):
    """Return the names of the neighbours of cells; a line may touch them."""
    found = set()
    for name in names:
        row, column = divmod(at(name), POSITION.setup.width)
        for r, c in ((-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1)):
            place = (row + r) * POSITION.setup.width + column + c
            found.add(POSITION.cell_name(place))
    return found


@pytest.mark.parametrize("marks", [SideMarkStyle.LETTERS, SideMarkStyle.PATTERNS])
def test_captured_cells_carry_what_the_stones_of_the_side_carry(marks):
    annotations, _ = MARKS["captured"]

    plain, centers, unit = picture(annotations, LIGHT, BoardOptions())
    marked, _, _ = picture(annotations, LIGHT, make_options(side_marks=marks))

    center, reach = centers[at("e3")], int(unit * 0.25)
    assert any(
        plain.pixel(int(center.x()) + dx, int(center.y()) + dy)
        != marked.pixel(int(center.x()) + dx, int(center.y()) + dy)
        for dx in range(-reach, reach)
        for dy in range(-reach, reach)
    )


def test_rings_of_both_sides_on_one_cell_can_both_be_seen():
    way = Connection(cells=(at("d3"),), support=frozenset({at("d4")}))
    one = replace(NOTHING, connections={Player.FIRST: way})
    both = replace(NOTHING, connections=dict.fromkeys(Player, way))

    image, centers, _ = picture(both, LIGHT, BoardOptions())
    single, _, _ = picture(one, LIGHT, BoardOptions())

    for player in Player:
        wanted = LIGHT.side(HEX.sides[player - 1], player).fill
        for name in ("d3", "d4"):
            center = centers[at(name)]
            seen = {
                image.pixelColor(int(center.x()) + dx, int(center.y())).name()
                for dx in range(-30, 31)
            }
            assert wanted in seen, (player, name)
    assert image != single


def test_screen_readers_get_what_is_drawn():
    annotations = replace(
        NOTHING,
        dead=frozenset({at("g5")}),
        captured={at("e3"): Player.SECOND},
        connections={Player.FIRST: Connection(cells=(at("d3"),), support=frozenset())},
        must_play={Player.FIRST: frozenset({at("d3")})},
    )
    scene = Scene(
        position=POSITION,
        layout=HEX.layout(POSITION.setup),
        sides=HEX.sides,
        annotations=annotations and to_annotations(annotations),
    )

    def said(name):
        return accessibility.cell_description(scene, at(name))

    assert said("g5") == "g5, empty, dead"
    assert said("e3") == "e3, empty, captured by Blue"
    assert said("a1") == "a1, empty"
    assert said("d3") == (
        "d3, empty, on the shortest connection of Red, in the must-play region"
    )


@pytest.mark.parametrize("sign", Sign)
def test_a_board_without_tiles_has_the_same_marks(sign):
    game = GAMES["gomoku"]
    position = game.new_position(game.setup(height=5))
    owner = None if sign is Sign.DASH else Player.FIRST
    marked = cell(position, "c3")
    marks = CellMarks(sign=sign, cells=frozenset({marked}), owner=owner)
    scene = Scene(
        position=position, layout=game.layout(position.setup), sides=game.sides
    )
    canvas = Canvas(width=SIDE, height=SIDE)
    painter = BoardPainter(LIGHT, QFont())

    plain = painter.image(scene, canvas)
    image = painter.image(
        replace(scene, annotations=BoardAnnotations(marks=(marks,))), canvas
    )

    view = scene.viewport(canvas)
    center = view.to_pixels(scene.layout.centers[marked])
    x, y, reach = int(center.x()), int(center.y()), int(view.unit * 0.6)
    around = {
        (x + dx, y + dy) for dx in range(-reach, reach) for dy in range(-reach, reach)
    }
    changed = {place for place in around if plain.pixel(*place) != image.pixel(*place)}
    assert changed
    corner = view.to_pixels(scene.layout.centers[0])
    at_corner = int(corner.x()), int(corner.y())
    assert plain.pixel(*at_corner) == image.pixel(*at_corner)


def test_a_mark_without_its_owner_is_refused():
    with pytest.raises(ValueError, match="an owner for all signs but DASH"):
        CellMarks(sign=Sign.RING, cells=frozenset())
