"""Letters and patterns that tell the sides apart without their colours."""

import numpy as np
import pytest
from PyQt5.QtCore import QEvent
from PyQt5.QtGui import QColor
from PyQt5.QtWidgets import QApplication

from engine.core.types import Move, Player
from engine.games import GAMES
from gui.board import side_marks
from gui.board.background import place_edge_letters
from gui.board.board_options import (
    ORIENTATION,
    Orientation,
    SideMarkStyle,
    rotate_layout,
)
from gui.board.board_painter import BoardPainter
from gui.board.scene import Canvas, Scene
from gui.board.side_marks import Pattern, SideMark, edge_ink, make_side_mark
from gui.style.colour_blind import COLOUR_BLIND_DARK, COLOUR_BLIND_LIGHT
from gui.style.theme import DARK, LIGHT, font
from tests.gui.board.options import make_options
from tests.gui.board.pixels import parts_of, points_of
from tests.gui.eyes import difference
from tests.nonempty import nonempty

pytestmark = pytest.mark.usefixtures("qapp")

MARKED = [SideMarkStyle.LETTERS, SideMarkStyle.PATTERNS]
THEMES = {
    "light": LIGHT, "dark": DARK,
    "light-safe": COLOUR_BLIND_LIGHT, "dark-safe": COLOUR_BLIND_DARK,
}  # fmt: skip

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
every_marking = pytest.mark.parametrize("marks", MARKED)


def scene_of(game, moves, **options):
    position = game.new_position(game.setup(height=9, width=9))
    for move in moves:
        position = position.play(Move(move))
    chosen = make_options(**options)
    layout = rotate_layout(game.layout(position.setup), chosen[ORIENTATION])
    return Scene(position=position, layout=layout, sides=game.sides, options=chosen)


def painted(scene, theme=LIGHT, side=500):
    canvas = Canvas(width=side, height=side)
    view = scene.viewport(canvas)
    return BoardPainter(theme, font()).image(scene, canvas), view


def stone(picture, scene, move):
    """Return the pixels around a stone's centre, well within the stone."""
    image, view = picture
    center = view.to_pixels(scene.layout.centers[move]).toPoint()
    half = round(view.unit * 0.33)
    return image.copy(center.x() - half, center.y() - half, 2 * half, 2 * half)


def grey(image):
    return image.convertToFormat(image.Format_Grayscale8)


def ink_share(image, ground, reach=60):
    """Return the share of pixels that differ clearly from ``ground``."""
    _, *colours = parts_of(points_of(image))
    lightness = (np.max(colours, axis=0).astype(int) + np.min(colours, axis=0)) / 2
    return np.mean(abs(lightness - QColor(ground).lightness()) > reach)


@every_game
def test_each_side_has_a_letter_and_a_pattern_of_its_own(game):
    letters = [
        make_side_mark(SideMarkStyle.LETTERS, game.name, player) for player in Player
    ]
    patterns = [
        make_side_mark(SideMarkStyle.PATTERNS, game.name, player) for player in Player
    ]

    assert letters[0].letter != letters[1].letter
    assert all(len(side_mark.letter) == 1 for side_mark in letters)
    assert [e.pattern for e in patterns] == [Pattern.STRIPES, Pattern.DOTS]
    assert make_side_mark(SideMarkStyle.NONE, game.name, Player.FIRST) == SideMark()


@every_game
@every_marking
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_marked_stones_can_be_told_apart_in_shades_of_grey(game, marks, theme):
    marked, plain = (
        scene_of(game, (20, 60, 0), side_marks=kind)
        for kind in (marks, SideMarkStyle.NONE)
    )

    with_marks, without = painted(marked, theme), painted(plain, theme)

    for move in (20, 60):
        before, after = stone(without, plain, move), stone(with_marks, marked, move)
        fill = theme.side(game.sides[0 if move == 20 else 1], Player.FIRST).fill
        assert ink_share(after, fill, 40) > ink_share(before, fill, 40) + 0.04
    first, second = (stone(with_marks, marked, move) for move in (20, 60))
    assert grey(first) != grey(second)


@every_marking
@pytest.mark.parametrize("orientation", Orientation)
def test_edges_carry_what_the_stones_of_their_owners_carry(marks, orientation):
    hex_game = GAMES["hex"]
    marked = scene_of(hex_game, (), side_marks=marks, orientation=orientation)
    plain = scene_of(hex_game, (), orientation=orientation)

    (after, view), (before, _) = painted(marked), painted(plain)

    assert [edge.owner for edge in marked.layout.edges] == [1, 2, 1, 2]
    for edge in marked.layout.edges:
        places = [view.to_pixels(place).toPoint() for place in place_edge_letters(edge)]
        half = round(view.unit * 0.15)
        changed = [
            before.copy(at.x() - half, at.y() - half, 2 * half, 2 * half)
            != after.copy(at.x() - half, at.y() - half, 2 * half, 2 * half)
            for at in places
        ]
        assert len(places) >= 3
        assert all(changed)


@pytest.mark.parametrize("size", [(3, 3), (5, 9), (19, 19)])
def test_letters_on_edges_lie_on_the_bands_and_not_on_tiles(size):
    height, width = size
    game = GAMES["hex"]
    layout = game.layout(game.setup(height=height, width=width))

    for edge in nonempty(layout.edges):
        places = place_edge_letters(edge)
        assert places
        assert all(layout.cell_at(place) is None for place in places)


@every_game
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_a_number_stands_in_the_clear_middle_of_a_pattern(game, theme):
    scene = scene_of(game, (20, 60, 0), side_marks=SideMarkStyle.PATTERNS)
    image, view = painted(scene, theme)

    for move in (20, 60):
        center = view.to_pixels(scene.layout.centers[move]).toPoint()
        reach = round(view.unit * 0.18)
        middle = image.copy(
            center.x() - reach, center.y() - reach, 2 * reach, 2 * reach
        )
        fill = theme.side(game.sides[0 if move == 20 else 1], Player.FIRST).fill
        assert ink_share(middle, fill, 70) < 0.02


@every_game
def test_a_letter_and_a_number_share_a_large_stone(game):
    both = scene_of(game, (20,), side_marks=SideMarkStyle.LETTERS, numbers=True)
    number = scene_of(game, (20,), numbers=True)
    letter = scene_of(game, (20,), side_marks=SideMarkStyle.LETTERS)

    pictures = [stone(painted(scene), scene, 20) for scene in (both, number, letter)]

    assert pictures[0] != pictures[1]
    assert pictures[0] != pictures[2]


@every_game
def test_on_a_small_stone_the_number_has_the_place_alone(game):
    both = scene_of(game, (20,), side_marks=SideMarkStyle.LETTERS, numbers=True)
    number = scene_of(game, (20,), numbers=True)

    pictures = [stone(painted(scene, side=200), scene, 20) for scene in (both, number)]

    assert pictures[0] == pictures[1]


def test_letters_follow_the_language(make_board, monkeypatch):
    board = make_board("gomoku", side_marks=SideMarkStyle.LETTERS)
    board.play(40)
    english = board.picture()

    monkeypatch.setattr(side_marks, "side_title", lambda game, player: "黑方")
    QApplication.sendEvent(board.view, QEvent(QEvent.LanguageChange))

    assert board.picture() != english


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_what_edges_carry_can_be_seen_on_them(theme):
    for side in (theme.red, theme.blue):
        assert difference(edge_ink(side), side.edge) > 20
