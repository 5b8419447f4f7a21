"""Marks and labels as they are painted: on their cells, readable, never colliding."""

import pytest

from engine.games import GAMES
from engine.records.sgf.markup import Mark, Shape
from gui.board import accessibility
from gui.board.board_options import NUMBERS, SIDE_MARKS, BoardOptions, SideMarkStyle
from gui.board.candidate_marks import LineStone
from gui.board.scene import HintMark
from gui.style.theme import DARK, LIGHT
from tests.games import ALL_GAMES, cell
from tests.gui.board.pixels import contrast, luminances, points_on_cell
from tests.gui.board.test_candidate_marks import changed_cells, mark, paint, scene_of

pytestmark = pytest.mark.usefixtures("qapp")

themes = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
games = pytest.mark.parametrize("game", ALL_GAMES.values(), ids=ALL_GAMES)

MARKS = [
    *(Mark(shape=shape) for shape in Shape),
    *(Mark(label=label) for label in ("A", "abc")),
]
every_mark = pytest.mark.parametrize(
    "made", MARKS, ids=lambda made: made.label or made.shape.name
)

STONES = ("b2", "c4")
"""The stone of each side; the second was placed last."""

EMPTY = "d3"

LEAST_CONTRAST = 3.0
"""Of graphics and large texts. Source: WCAG 2.1, 1.4.3 and 1.4.11."""


def marked(game, made, names, options=None, **more):
    """Return a scene with the same mark on several cells."""
    position = scene_of(game, options).position
    markup = tuple((cell(position, name), made) for name in names)
    return scene_of(game, options, markup=markup, **more)


@themes
@games
@every_mark
def test_a_mark_is_on_its_cells_alone(game, theme, made):
    names = {*STONES, EMPTY, "a1"}

    assert changed_cells(scene_of(game), marked(game, made, names), theme) == names


@themes
@games
@every_mark
def test_a_mark_is_readable_on_stones_and_empty_cells(game, theme, made):
    names = (*STONES, EMPTY)
    scene = marked(game, made, names)
    image = paint(scene, theme)

    for name in names:
        move = cell(scene.position, name)
        found = luminances(points_on_cell(image, scene, move))
        ground = found[len(found) // 2]
        lighter, darker = contrast(found[-1], ground), contrast(found[0], ground)
        assert max(lighter, darker) > LEAST_CONTRAST


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_mark_replaces_the_number_and_the_letter_of_its_stone(game):
    made = MARKS[0]
    plain = marked(game, made, STONES)
    letters = BoardOptions({SIDE_MARKS: SideMarkStyle.LETTERS})
    numbers = BoardOptions({NUMBERS: True})

    for options in (letters, numbers):
        other = marked(game, made, STONES, options)
        assert set(STONES).isdisjoint(changed_cells(plain, other, LIGHT))


@games
def test_nothing_is_marked_under_a_candidate_a_line_or_a_hint(game):
    position = scene_of(game).position
    place = cell(position, EMPTY)
    covers = (
        {"candidates": (mark(EMPTY, scene_of(game)),)},
        {"line": (LineStone(cell=place, player=position.to_move, number=1),)},
        {"hint": HintMark(cell=place, text="57")},
    )

    for cover in covers:
        without = scene_of(game, **cover)
        assert paint(marked(game, MARKS[-1], [EMPTY], **cover)) == paint(without)


@games
def test_only_cells_with_other_marks_are_painted_again(game):
    before, after = marked(game, MARKS[0], [EMPTY]), marked(game, MARKS[1], [EMPTY])
    position = before.position

    assert after.find_changed_cells(before) == {cell(position, EMPTY)}
    assert after.find_changed_cells(after) == set()


def test_a_screen_reader_gets_the_marks():
    game = ALL_GAMES["gomoku"]
    scene = marked(game, Mark(label="A"), [EMPTY, STONES[0]])
    position = scene.position

    texts = [
        accessibility.cell_description(scene, cell(position, name))
        for name in (EMPTY, STONES[0])
    ]

    assert texts == ["d3, empty, label A", "b2, Black, label A"]
