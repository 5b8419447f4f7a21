"""Offered stones as they are painted: on their cells alone, and fainter than stones."""

import numpy as np
import pytest
from PyQt5.QtGui import QFont

from engine.core.types import Move
from engine.games import GAMES
from gui.board import accessibility
from gui.board.board_options import BoardOptions
from gui.board.board_painter import BoardPainter
from gui.board.candidate_marks import CandidateMark
from gui.board.scene import BoardViewModel, Canvas, Scene
from gui.style.theme import DARK, LIGHT
from tests.games import cell
from tests.gui.board import pixels

pytestmark = pytest.mark.usefixtures("qapp")

GOMOKU = GAMES["gomoku"]
OFFERING = "e4 e5 f6 fifth-moves-2 d3"
SIDE = 600


def after(moves):
    setup = GOMOKU.setup(height=7, width=9, options={"opening": "yamaguchi"})
    position = GOMOKU.new_position(setup)
    for name in moves.split():
        position = position.play(cell(position, name))
    return position


def scene_of(moves, **more):
    position = after(moves)
    layout = GOMOKU.layout(position.setup)
    return Scene(position=position, layout=layout, sides=GOMOKU.sides, **more)


def image_of(scene, theme):
    canvas = Canvas(width=SIDE, height=SIDE)
    return BoardPainter(theme, QFont()).image(scene, canvas)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_an_offer_is_a_faint_stone_on_its_cell_alone(theme):
    before = scene_of(OFFERING)
    offered = scene_of(f"{OFFERING} offer-g6 offer-b2")
    played = scene_of(f"{OFFERING} offer-g6 offer-b2 g6")
    images = [image_of(scene, theme) for scene in (before, offered, played)]
    names = {"g6", "b2"}

    assert pixels.changed_cells(images[0], images[1], before) == names
    g6 = cell(before.position, "g6")
    empty, faint = (
        np.mean(pixels.luminances(pixels.points_on_cell(image, before, g6, 0.2)))
        for image in images[:2]
    )
    assert faint < empty
    assert names <= pixels.changed_cells(images[1], images[2], before)


def test_the_value_of_an_offer_is_painted_over_its_stone():
    position = after(f"{OFFERING} offer-g6")
    mark = CandidateMark(cell=cell(position, "g6"), rate="56")
    images = [
        image_of(scene_of(moves, candidates=(mark,)), LIGHT)
        for moves in (OFFERING, f"{OFFERING} offer-g6")
    ]

    bright = [
        np.max(
            pixels.luminances(
                pixels.points_on_cell(image, scene_of(OFFERING), mark.cell, 0.2)
            )
        )
        for image in images
    ]
    assert bright[0] == bright[1]


def test_an_offer_is_told_to_a_screen_reader():
    scene = scene_of(f"{OFFERING} offer-g6")

    assert [
        accessibility.cell_description(scene, cell(scene.position, name))
        for name in ("g6", "b2")
    ] == ["g6, empty, offered", "b2, empty"]


def test_the_cells_of_new_offers_are_painted_again():
    before, offered = scene_of(OFFERING), scene_of(f"{OFFERING} offer-g6")

    assert cell(before.position, "g6") in offered.find_changed_cells(before)


def test_a_stone_is_previewed_where_a_fifth_move_may_be_offered_or_chosen():
    model = BoardViewModel()

    def playable(moves):
        position = after(moves)
        model.show(position, GOMOKU.layout(position.setup), GOMOKU.sides)
        cells = range(position.setup.cell_count)
        found = (Move(cell) for cell in cells if model.is_playable(Move(cell)))
        return {position.cell_name(move) for move in found}

    model.options = BoardOptions()
    assert playable("") == {"e4"}
    assert "g6" in playable(OFFERING)
    assert "e4" not in playable(OFFERING)
    assert "g6" not in playable(f"{OFFERING} offer-g6")
    assert playable(f"{OFFERING} offer-g6 offer-b2") == {"g6", "b2"}
