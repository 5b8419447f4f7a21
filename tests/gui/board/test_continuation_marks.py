"""Continuations of the record on the board: visible, distinct, never in the way."""

import pytest

from engine.records.sgf.markup import Mark
from gui.board import accessibility
from gui.board.board_options import CONTINUATIONS, BoardOptions
from gui.board.candidate_marks import LineStone
from gui.board.continuation_marks import Continuation
from gui.board.scene import HintMark
from gui.style.theme import DARK, LIGHT
from tests.games import ALL_GAMES, cell
from tests.gui.board.pixels import contrast, luminances, points_on_cell
from tests.gui.board.test_candidate_marks import changed_cells, mark, paint, scene_of

pytestmark = pytest.mark.usefixtures("qapp")

themes = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
games = pytest.mark.parametrize("game", ALL_GAMES.values(), ids=ALL_GAMES)

MAIN, OTHER = "d3", "a1"


def continued(game, options=None, **more):
    """Return a scene with a main continuation and another one."""
    position = scene_of(game, options).position
    found = (
        Continuation(cell=cell(position, MAIN), is_main=True),
        Continuation(cell=cell(position, OTHER), is_main=False),
    )
    return scene_of(game, options, continuations=found, **more)


@themes
@games
def test_they_are_marked_on_their_cells_alone(game, theme):
    changed = changed_cells(scene_of(game), continued(game), theme)

    assert changed == {MAIN, OTHER}


@themes
@games
def test_they_are_seen_on_the_board(game, theme):
    scene = continued(game)
    image, before = paint(scene, theme), paint(scene_of(game), theme)

    for name in (MAIN, OTHER):
        move = cell(scene.position, name)
        found = luminances(points_on_cell(image, scene, move))
        ground = luminances(points_on_cell(before, scene, move))
        middle = ground[len(ground) // 2]
        assert max(contrast(found[-1], middle), contrast(found[0], middle)) > 1.2


@games
def test_the_main_one_looks_different(game):
    position = scene_of(game).position
    scenes = [
        scene_of(
            game,
            continuations=(Continuation(cell=cell(position, MAIN), is_main=is_main),),
        )
        for is_main in (True, False)
    ]

    assert changed_cells(*scenes, LIGHT) == {MAIN}


@games
def test_a_label_of_its_cell_stays_visible(game):
    position = scene_of(game).position
    labels = ((cell(position, OTHER), Mark(label="A")),)

    both = continued(game, markup=labels)

    assert changed_cells(scene_of(game, markup=labels), both, LIGHT) == {MAIN, OTHER}
    assert OTHER in changed_cells(continued(game), both, LIGHT)


@games
def test_nothing_is_marked_under_a_candidate_a_line_or_a_hint(game):
    position = scene_of(game).position
    places = [cell(position, name) for name in (MAIN, OTHER)]
    covers = (
        {"candidates": tuple(mark(name, scene_of(game)) for name in (MAIN, OTHER))},
        {"line": (LineStone(cell=places[0], player=position.to_move, number=1),)},
    )

    for cover in covers:
        assert paint(continued(game, **cover)) == paint(scene_of(game, **cover))
    hint = HintMark(cell=places[0], text="57")
    changed = changed_cells(
        scene_of(game, hint=hint), continued(game, hint=hint), LIGHT
    )
    assert changed == {OTHER}


@games
def test_an_option_hides_them(game):
    hidden = BoardOptions({CONTINUATIONS: False})

    assert paint(continued(game, hidden)) == paint(scene_of(game, hidden))


@games
def test_only_their_cells_are_painted_again(game):
    before, after = scene_of(game), continued(game)

    changed = after.find_changed_cells(before)

    assert changed == {cell(before.position, name) for name in (MAIN, OTHER)}
    assert after.find_changed_cells(after) == set()


def test_a_screen_reader_gets_them():
    scene = continued(ALL_GAMES["gomoku"])
    position = scene.position

    texts = [
        accessibility.cell_description(scene, cell(position, name))
        for name in (MAIN, OTHER)
    ]

    assert texts == ["d3, empty, next move", "a1, empty, variation"]
