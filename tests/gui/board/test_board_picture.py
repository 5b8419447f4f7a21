"""What is painted: stones, marks, themes; a move repaints a few cells."""

from dataclasses import replace

import pytest
from PyQt5.QtGui import QFont

from engine.core.types import Move, Player
from engine.games import GAMES
from gui.board import wood
from gui.board.board_painter import BoardPainter
from gui.board.marks import HINT_RING
from gui.board.scene import Canvas, HintMark, Scene
from gui.style.theme import DARK, LIGHT
from tests.games import ALL_GAMES
from tests.gui.board.options import make_options

pytestmark = pytest.mark.usefixtures("qapp")

THEMES = [pytest.param(LIGHT, id="light"), pytest.param(DARK, id="dark")]
SIZES = [(5, 9), (11, 11), (19, 19)]
PORES = wood.PORES


@pytest.fixture(autouse=True)
def whole_grain(light_window, monkeypatch):
    """Paint as much of the grain of the wood as the program does."""
    monkeypatch.setattr(wood, "PORES", PORES)


def scene_of(game, height, width, moves=(), **more):
    position = game.new_position(game.setup(height=height, width=width))
    for move in moves:
        position = position.play(Move(move))
    layout = game.layout(position.setup)
    return Scene(position=position, layout=layout, sides=game.sides, **more)


def paint(scene, theme=LIGHT, side=420, scale=1.0, painter=None):
    canvas = Canvas(width=round(side * scale), height=round(side * scale), scale=scale)
    painter = painter or BoardPainter(theme, QFont())
    return painter.image(scene, canvas), scene.viewport(canvas)


def colour_at(picture, move, scene, offset=(0.0, 0.0)):
    image, view = picture
    x, y = scene.layout.centers[move]
    at = view.to_pixels((x + offset[0], y + offset[1]))
    return image.pixelColor(int(at.x()), int(at.y()))


def distance(first, second):
    return max(
        abs(first.red() - second.red()),
        abs(first.green() - second.green()),
        abs(first.blue() - second.blue()),
    )


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("height", "width"), SIZES)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("scale", [1.0, 1.25, 2.0])
def test_stones_change_the_picture_at_their_centres(game, height, width, theme, scale):
    moves = (3, width + 2, 2 * width + 4)
    empty = scene_of(game, height, width)
    played = scene_of(game, height, width, moves)

    painter = BoardPainter(theme, QFont())
    before = paint(empty, theme, scale=scale, painter=painter)
    after = paint(played, theme, scale=scale, painter=painter)

    for move in moves[:2]:
        side = theme.side(
            game.sides[played.position.stones[move] - 1],
            Player(played.position.stones[move]),
        )
        change = distance(
            colour_at(before, move, empty, (0.2, 0.2)),
            colour_at(after, move, played, (0.2, 0.2)),
        )
        assert change > 25, side


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_both_sides_are_told_apart_by_brightness_too(game, theme):
    scene = scene_of(game, 9, 9, (10, 30, 70))
    picture = paint(scene, theme)

    first = colour_at(picture, 10, scene, (0.2, 0.2))
    second = colour_at(picture, 30, scene, (0.2, 0.2))

    assert distance(first, second) > 60


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_last_move_carries_a_mark_and_the_one_before_does_not(game):
    scene = scene_of(game, 9, 9, (10, 30, 12))

    picture = paint(scene)

    ring = (0.21, 0.0)
    marked = distance(
        colour_at(picture, 12, scene), colour_at(picture, 12, scene, ring)
    )
    plain = distance(colour_at(picture, 10, scene), colour_at(picture, 10, scene, ring))
    assert marked > 60 > plain


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_numbers_take_the_place_of_the_mark(game):
    plain = scene_of(game, 9, 9, (10, 30, 12))
    numbered = scene_of(game, 9, 9, (10, 30, 12), options=make_options(numbers=True))

    assert paint(plain)[0] != paint(numbered)[0]


def test_a_winning_line_is_highlighted():
    moves = (0, 9, 1, 10, 2, 11, 3, 12)
    going_on = scene_of(GAMES["gomoku"], 9, 9, moves)
    won = scene_of(GAMES["gomoku"], 9, 9, (*moves, 4))

    before, after = paint(going_on), paint(won)

    between = (0.5, 0.0)
    assert won.position.winning_cells == (0, 1, 2, 3, 4)
    assert (
        distance(
            colour_at(before, 1, going_on, between), colour_at(after, 1, won, between)
        )
        > 40
    )


def test_a_winning_chain_of_tiles_stands_out_from_the_rest():
    moves = (2, 0, 7, 1, 12, 3, 17, 4)
    going_on = scene_of(GAMES["hex"], 5, 5, moves)
    won = scene_of(GAMES["hex"], 5, 5, (*moves, 22))

    before, after = paint(going_on), paint(won)

    assert set(won.position.winning_cells) == {2, 7, 12, 17, 22}
    faded = distance(colour_at(before, 0, going_on), colour_at(after, 0, won))
    kept = distance(colour_at(before, 2, going_on), colour_at(after, 2, won))
    assert faded > 20 > kept


def test_after_a_swap_the_mark_is_on_the_stone_in_its_new_place():
    setup = GAMES["hex"].setup(height=5, options={"swap": "on"})
    position = GAMES["hex"].new_position(setup).play(Move(3))
    position = position.play(Move(setup.cell_count))
    layout = GAMES["hex"].layout(setup)

    swapped = Scene(position=position, layout=layout, sides=GAMES["hex"].sides)

    assert swapped.last_stone == 15
    assert not paint(swapped)[0].isNull()


def test_a_board_without_coordinates_has_larger_cells():
    shown = scene_of(GAMES["hex"], 11, 11)
    hidden = scene_of(GAMES["hex"], 11, 11, options=make_options(coordinates=False))

    assert paint(hidden)[1].unit > paint(shown)[1].unit


@pytest.mark.parametrize("scale", [1.0, 1.25, 1.5, 2.0])
def test_lines_of_crossings_fall_on_whole_pixels(scale):
    scene = scene_of(GAMES["gomoku"], 15, 15)
    image, view = paint(scene, scale=scale)
    at = view.to_pixels((3.5, 6.0))

    around = [
        image.pixelColor(int(at.x()), int(at.y()) + step).lightness()
        for step in range(-5, 6)
    ]

    dark = [value for value in around if value < min(around) + 12]
    assert len(dark) == view.line_width
    assert all(value > min(around) + 40 for value in around if value not in dark)


def test_a_side_of_an_unknown_colour_is_drawn_all_the_same():
    known = scene_of(GAMES["gomoku"], 9, 9, (10, 30))
    unknown = Scene(
        position=known.position, layout=known.layout, sides=("violet", "amber")
    )

    picture = paint(unknown)

    first, second = (colour_at(picture, move, unknown, (0.2, 0)) for move in (10, 30))
    assert distance(first, second) > 60


def test_only_the_cells_of_a_move_are_painted_again():
    before = scene_of(GAMES["gomoku"], 9, 9, (10, 30))
    after = scene_of(GAMES["gomoku"], 9, 9, (10, 30, 60))

    assert after.find_changed_cells(before) == {30, 60}


def test_an_equal_board_made_anew_is_not_painted_again():
    before = scene_of(GAMES["hex"], 9, 9, (10,))
    after = scene_of(GAMES["hex"], 9, 9, (10, 30))

    before = replace(before, layout=before.layout.rotated(30))
    after = replace(after, layout=after.layout.rotated(30))

    assert after.find_changed_cells(before) == {10, 30}


def test_everything_is_painted_again_after_a_win():
    moves = (0, 9, 1, 10, 2, 11, 3, 12)
    before = scene_of(GAMES["gomoku"], 9, 9, moves)
    after = scene_of(GAMES["gomoku"], 9, 9, (*moves, 4))

    assert after.find_changed_cells(before) is None


@pytest.mark.parametrize("game", ALL_GAMES)
def test_painting_a_few_cells_gives_the_same_picture_as_painting_all(make_board, game):
    board = make_board(game, 8, 8)
    board.play(10, 11, 12)
    piecewise = board.picture()

    fresh = make_board(game, 8, 8)
    fresh.play(10, 11, 12)
    fresh.view.update()

    assert piecewise == fresh.picture()


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("text", ["", "63"])
def test_a_hint_stands_out_on_its_cell_and_on_no_other(game, theme, text):
    plain = scene_of(game, 9, 9, (10, 30))
    hinted = replace(plain, hint=HintMark(cell=Move(40), text=text))

    before, after = paint(plain, theme), paint(hinted, theme)

    ring = (HINT_RING * 0.707, HINT_RING * 0.707)
    for cell, has_changed in ((40, True), (41, False)):
        change = distance(
            colour_at(before, cell, plain, ring), colour_at(after, cell, hinted, ring)
        )
        assert (change > 60) is has_changed
    assert hinted.find_changed_cells(plain) == {40}
    assert plain.find_changed_cells(hinted) == {40}
