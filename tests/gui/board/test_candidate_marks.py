"""Candidates and lines as they are painted: where they belong, and to be read."""

from itertools import pairwise

import numpy as np
import pytest
from PyQt5.QtGui import QColor, QFont

from engine.core.types import Player
from engine.games import GAMES
from gui.board import accessibility
from gui.board.board_options import (
    ORIENTATION,
    BoardOptions,
    Orientation,
    SideMarkStyle,
    rotate_layout,
)
from gui.board.board_painter import BoardPainter
from gui.board.candidate_marks import CandidateMark, LineStone
from gui.board.scene import Canvas, HintMark, Scene
from gui.style.theme import DARK, LIGHT
from tests.games import ALL_GAMES, cell
from tests.gui.board import pixels
from tests.gui.board.options import make_options
from tests.gui.board.pixels import contrast, luminance, luminances, points_on_cell

pytestmark = pytest.mark.usefixtures("qapp")

themes = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
games = pytest.mark.parametrize("game", ALL_GAMES.values(), ids=ALL_GAMES)

SIDE = 600


def scene_of(game, options=None, **more):
    options = options or BoardOptions()
    position = game.new_position(game.setup(height=5, width=6))
    position = position.play(cell(position, "b2")).play(cell(position, "c4"))
    layout = rotate_layout(game.layout(position.setup), options[ORIENTATION])
    return Scene(
        position=position, layout=layout, sides=game.sides, options=options, **more
    )


def mark(name, scene, **more):
    return CandidateMark(cell=cell(scene.position, name), rate="57", **more)


def with_marks(game, *marks, options=None, **more):
    bare = scene_of(game, options)
    made = tuple(mark(name, bare, **fields) for name, fields in marks)
    return scene_of(game, options, candidates=made, **more)


def paint(scene, theme=LIGHT, side=SIDE, scale=1.0):
    canvas = Canvas(width=side, height=side, scale=scale)
    return BoardPainter(theme, QFont()).image(scene, canvas)


def changed_cells(before, after, theme):
    """Return the names of the cells that look different in two scenes."""
    painter, canvas = BoardPainter(theme, QFont()), Canvas(width=SIDE, height=SIDE)
    old, new = (painter.image(scene, canvas) for scene in (before, after))
    return pixels.changed_cells(old, new, before)


@themes
@games
@pytest.mark.parametrize("orientation", Orientation)
def test_a_mark_lies_on_its_cell_alone(game, theme, orientation):
    options = make_options(orientation=orientation)
    marked = with_marks(
        game, ("d3", {"visits": "12k", "is_best": True}), ("a1", {}), options=options
    )

    assert changed_cells(scene_of(game, options), marked, theme) == {"d3", "a1"}


@themes
@games
@pytest.mark.parametrize("weight", [0.02, 0.5, 1.0])
@pytest.mark.parametrize("is_best", [False, True])
def test_a_mark_can_be_read_however_few_visits_it_has(game, theme, weight, is_best):
    fields = {"weight": weight, "is_best": is_best, "visits": "88k"}
    scene = with_marks(game, ("d3", fields))
    image = paint(scene, theme)

    found = luminances(points_on_cell(image, scene, cell(scene.position, "d3")))

    plate = found[len(found) // 2]
    text = found[0] if luminance_of_text(theme, is_best) < plate else found[-1]
    assert contrast(plate, text) > 4.5


def luminance_of_text(theme, is_best):
    return luminance(QColor(theme.hint_text if is_best else theme.text))


@themes
@games
def test_the_best_differs_from_the_others(game, theme):
    best = with_marks(game, ("d3", {"is_best": True}))
    other = with_marks(game, ("d3", {}))

    assert changed_cells(best, other, theme) == {"d3"}


@games
def test_fewer_visits_look_fainter(game):
    pictures = [paint(with_marks(game, ("d3", {"weight": w}))) for w in (0.02, 0.5, 1)]

    assert all(one != two for one, two in pairwise(pictures))


@games
def test_visits_are_left_out_where_they_could_not_be_read(game):
    without, with_visits = (
        with_marks(game, ("d3", {"visits": visits})) for visits in ("", "12k")
    )

    assert paint(without, side=600) != paint(with_visits, side=600)
    assert paint(without, side=170) == paint(with_visits, side=170)


@games
def test_small_is_measured_in_the_units_of_the_screen(game):
    without, with_visits = (
        with_marks(game, ("d3", {"visits": visits})) for visits in ("", "12k")
    )

    assert paint(without, side=420, scale=2.0) == paint(with_visits, side=420, scale=2)
    assert paint(without, side=420) != paint(with_visits, side=420)


@themes
@games
def test_a_hint_hides_the_mark_beneath_it(game, theme):
    hint = HintMark(cell=cell(scene_of(game).position, "d3"), text="57")

    hinted = scene_of(game, hint=hint)
    both = with_marks(game, ("d3", {"is_best": True}), hint=hint)

    assert paint(hinted, theme) == paint(both, theme)


@themes
@games
def test_a_line_is_seen_alone(game, theme):
    bare = scene_of(game)
    line = tuple(
        LineStone(cell=cell(bare.position, name), player=player, number=number)
        for number, (name, player) in enumerate(
            [("d3", Player.FIRST), ("e3", Player.SECOND)], start=1
        )
    )

    marked = with_marks(game, ("a1", {}), line=line)

    assert changed_cells(bare, marked, theme) == {"d3", "e3"}


@themes
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_stones_of_a_line_carry_no_letters_under_their_numbers(game, theme):
    letters = make_options(side_marks=SideMarkStyle.LETTERS)
    position = scene_of(game).position
    stone = LineStone(cell=cell(position, "d3"), player=Player.FIRST, number=1)

    plain = paint(scene_of(game, line=(stone,)), theme)
    lettered = paint(scene_of(game, letters, line=(stone,)), theme)

    one, other = (
        points_on_cell(image, scene_of(game), stone.cell) for image in (plain, lettered)
    )
    assert one.size
    assert np.array_equal(one, other)


@games
def test_only_what_has_changed_is_painted_again(game):
    before = with_marks(game, ("d3", {"visits": "10"}), ("e3", {}))
    after = with_marks(game, ("d3", {"visits": "20"}), ("e3", {}))

    assert after.find_changed_cells(before) == {cell(before.position, "d3")}


@games
def test_a_line_that_goes_away_is_painted_over(game):
    position = scene_of(game).position
    stone = LineStone(cell=cell(position, "e3"), player=Player.FIRST, number=1)
    before = with_marks(game, ("d3", {}), line=(stone,))
    after = with_marks(game, ("d3", {}))

    assert after.find_changed_cells(before) == {cell(position, n) for n in ("d3", "e3")}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_screen_readers_get_the_win_rate(game):
    scene = with_marks(game, ("d3", {}))

    told = accessibility.cell_description(scene, cell(scene.position, "d3"))

    assert told == "d3, empty, 57 % to win"
