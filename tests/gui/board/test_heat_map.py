"""Heat maps as they are painted: where they belong, and to be read."""

from dataclasses import replace

import pytest
from PyQt5.QtCore import QPointF, Qt
from PyQt5.QtGui import QImage, QPainter

from engine.core.types import Move, Player
from gui.board import accessibility
from gui.board.candidate_marks import CandidateMark, LineStone
from gui.board.heat_map import HeatCell, heat_colour, paint_heat_value
from tests.games import cell
from tests.gui.board.pixels import contrast, luminance, luminances, points_on_cell
from tests.gui.board.test_candidate_marks import (
    changed_cells,
    games,
    paint,
    scene_of,
    themes,
)

pytestmark = pytest.mark.usefixtures("qapp")

LEAST_CONTRAST = 3.0
"""Contrast of large text. Source: WCAG 2.1, success criterion 1.4.3."""


def heated(game, **shares):
    """Return a scene with tiles that show a value, by the names of their cells."""
    scene = scene_of(game)
    tiles = tuple(
        HeatCell(cell=cell(scene.position, name), share=share, text="88")
        for name, share in shares.items()
    )
    return replace(scene, heat=tiles)


@themes
@games
def test_a_tile_lies_on_its_cell_alone(game, theme):
    assert changed_cells(scene_of(game), heated(game, d3=1.0, a1=0.1), theme) == {
        "d3",
        "a1",
    }


@themes
@games
@pytest.mark.parametrize("share", [0.0, 0.2, 0.4, 0.49, 0.5, 0.6, 0.8, 1.0])
def test_a_value_can_be_read_on_every_colour(game, theme, share):
    scene = heated(game, d3=share)
    image = paint(scene, theme)

    found = luminances(points_on_cell(image, scene, cell(scene.position, "d3")))

    tile = found[len(found) // 2]
    text = found[0] if share >= 0.5 else found[-1]
    assert contrast(tile, text) >= LEAST_CONTRAST


def test_values_are_shown_on_the_smallest_screen(qapp):
    unit = 26.0  # of 15 lines at 1366 x 768, above a legend
    images = []
    for text in ("88", ""):
        image = QImage(60, 60, QImage.Format_RGB32)
        image.fill(Qt.white)
        with QPainter(image) as painter:
            heat = HeatCell(cell=Move(0), share=1.0, text=text)
            paint_heat_value(painter, QPointF(30, 30), unit, heat, scale=1.0)
        images.append(image)

    assert images[0] != images[1]


def test_higher_values_are_brighter():
    steps = [luminance(heat_colour(share / 20)) for share in range(21)]

    assert steps == sorted(steps)
    assert len(set(steps)) == len(steps)


@games
def test_a_heat_map_hides_the_candidates_and_tells_its_values(game):
    scene = heated(game, d3=1.0)
    mark = CandidateMark(cell=cell(scene.position, "a1"), rate="50")
    scene = replace(scene, candidates=(mark,), excluded=frozenset({mark.cell}))

    assert scene.marked_candidates == ()
    assert "88" in accessibility.cell_description(scene, cell(scene.position, "d3"))
    told = accessibility.cell_description(scene, mark.cell)
    assert "excluded from the analysis" in told


@games
def test_a_proven_win_leaves_other_candidates_and_gives_way_to_a_line(game):
    scene = scene_of(game)
    names = ("a1", "d3")
    marks = tuple(
        CandidateMark(cell=cell(scene.position, name), rate="50") for name in names
    )
    won, other = (
        LineStone(cell=mark.cell, player=Player.FIRST, number=1) for mark in marks
    )
    scene = replace(scene, candidates=marks, proof=(won,))

    assert scene.marked_candidates == marks[1:]
    assert scene.visible_line == (won,)
    assert replace(scene, line=(other,)).visible_line == (other,)
