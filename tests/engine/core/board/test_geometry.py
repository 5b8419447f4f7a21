"""Layouts as pure mathematics, over every game and many sizes."""

import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.board.geometry import (
    BoardLayout,
    Surface,
    compute_bounds,
    polygon_contains,
)
from engine.core.types import Player
from engine.games import GAMES
from tests.nonempty import nonempty

SIZES = [(5, 5), (5, 9), (7, 12), (12, 7), (11, 11), (15, 15), (19, 19)]
TURNS = [0, 30, 90, 150, 210, 330]

BOARDS = [
    pytest.param(game, height, width, turn, id=f"{name}-{height}x{width}-{turn}")
    for name, game in GAMES.items()
    for height, width in SIZES
    for turn in TURNS
]


def layout_of(game, height, width, turn=0):
    layout = game.layout(game.setup(height=height, width=width))
    return layout.rotated(turn) if turn else layout


def cells_holding(layout, point):
    """Return the cells that hold ``point`` by a look at each: the slow twin."""
    if layout.polygons:
        held = [
            cell
            for cell, polygon in enumerate(layout.polygons)
            if polygon_contains(polygon, point)
        ]
    else:
        held = [
            cell
            for cell, center in enumerate(layout.centers)
            if math.dist(center, point) <= 0.5
        ]
    return held


def is_inside(bounds, point):
    left, top, right, bottom = bounds
    return left <= point[0] <= right and top <= point[1] <= bottom


@pytest.mark.parametrize(("game", "height", "width", "turn"), BOARDS)
def test_every_cell_has_a_centre_in_the_order_of_moves(game, height, width, turn):
    layout = layout_of(game, height, width, turn)

    found = [layout.cell_at(center) for center in layout.centers]

    assert found == list(range(height * width))


@pytest.mark.parametrize(("game", "height", "width", "turn"), BOARDS)
def test_neighbours_lie_one_unit_apart(game, height, width, turn):
    layout = layout_of(game, height, width, turn)

    nearest = min(math.dist(layout.centers[0], center) for center in layout.centers[1:])

    assert nearest == pytest.approx(1)


@pytest.mark.parametrize(("game", "height", "width", "turn"), BOARDS)
def test_everything_drawn_lies_within_the_bounds(game, height, width, turn):
    layout = layout_of(game, height, width, turn)
    drawn = [*layout.centers, *layout.dots, *layout.frame]
    drawn += [corner for polygon in layout.polygons for corner in polygon]
    drawn += [end for line in layout.lines for end in line]
    for edge in layout.edges:
        drawn += [*edge.points, *edge.band]

    assert all(is_inside(layout.bounds, point) for point in drawn)


@pytest.mark.parametrize(("game", "height", "width", "turn"), BOARDS)
def test_bounds_with_labels_hold_labels_and_board(game, height, width, turn):
    layout = layout_of(game, height, width, turn)
    left, top, right, bottom = layout.bounds

    assert all(
        is_inside(layout.bounds_with_labels, label.at) for label in layout.labels
    )
    assert is_inside(layout.bounds_with_labels, (left + 0.2, top + 0.2))
    assert is_inside(layout.bounds_with_labels, (right - 0.2, bottom - 0.2))


@pytest.mark.parametrize(("game", "height", "width", "turn"), BOARDS)
def test_labels_keep_clear_of_the_cells(game, height, width, turn):
    layout = layout_of(game, height, width, turn)

    for label in nonempty(layout.labels):
        assert min(math.dist(label.at, center) for center in layout.centers) > 0.85


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_row_and_column_has_a_label_on_both_sides(game):
    layout = layout_of(game, 7, 12)

    assert len(layout.labels) == 2 * (7 + 12)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_labels_spell_the_names_of_the_cells_they_stand_beside(game):
    setup = game.setup(height=7, width=12)
    layout = game.layout(setup)

    for label in nonempty(layout.labels):
        named = [
            center
            for cell, center in enumerate(layout.centers)
            if label.text in re.findall(r"[a-z]+|\d+", game.cell_name(setup, cell))
        ]
        others = set(layout.centers) - set(named)
        if label.text.isdigit():
            assert {y for _, y in named} == {label.at[1]}
        else:
            ours = min(math.dist(label.at, center) for center in named)
            assert ours < min(math.dist(label.at, center) for center in others)


@given(
    game=st.sampled_from(list(GAMES.values())),
    size=st.tuples(st.integers(5, 12), st.integers(5, 12)),
    turn=st.sampled_from(TURNS),
    place=st.tuples(st.floats(-0.1, 1.1), st.floats(-0.1, 1.1)),
)
def test_the_cell_at_a_point_is_the_one_that_holds_it(game, size, turn, place):
    layout = layout_of(game, *size, turn)
    left, top, right, bottom = layout.bounds
    point = (left + place[0] * (right - left), top + place[1] * (bottom - top))

    found = layout.cell_at(point)

    held = cells_holding(layout, point)
    assert found in held if held else found is None


def test_a_full_turn_changes_nothing():
    layout = layout_of(GAMES["hex"], 5, 9)

    turned = layout.rotated(360)

    assert turned.bounds == pytest.approx(layout.bounds)
    assert turned.bounds_with_labels == pytest.approx(layout.bounds_with_labels)
    for after, before in zip(turned.centers, layout.centers, strict=True):
        assert after == pytest.approx(before)


def test_a_quarter_turn_swaps_width_and_height():
    layout = layout_of(GAMES["gomoku"], 7, 12)
    left, top, right, bottom = layout.bounds

    turned = layout.rotated(90).bounds

    assert turned[2] - turned[0] == pytest.approx(bottom - top)
    assert turned[3] - turned[1] == pytest.approx(right - left)


@pytest.mark.parametrize("turn", TURNS)
def test_hex_edges_close_a_ring_of_alternating_owners(turn):
    edges = layout_of(GAMES["hex"], 5, 9, turn).edges

    assert [edge.owner for edge in edges] == [Player.FIRST, Player.SECOND] * 2
    for edge, following in zip(edges, (*edges[1:], edges[0]), strict=True):
        assert edge.points[-1] == pytest.approx(following.points[0])


@pytest.mark.parametrize(("height", "width"), SIZES)
def test_the_first_owner_of_hex_has_the_top_and_the_bottom(height, width):
    layout = layout_of(GAMES["hex"], height, width)
    middle = compute_bounds(layout.centers)
    top, right, bottom, left = layout.edges

    assert all(y < middle[1] for _, y in top.points)
    assert all(y > middle[3] for _, y in bottom.points)
    assert top.owner is bottom.owner is Player.FIRST
    assert left.owner is right.owner is Player.SECOND


@pytest.mark.parametrize(("height", "width"), SIZES)
def test_the_bands_of_hex_cover_no_cell(height, width):
    layout = layout_of(GAMES["hex"], height, width)

    for edge in nonempty(layout.edges):
        on_border = set(edge.points)
        assert on_border <= set(edge.band)
        assert set(edge.band) - on_border <= set(layout.frame)


def test_an_empty_layout_of_crossings_needs_no_polygons():
    layout = BoardLayout(surface=Surface.CROSSINGS, centers=((0.0, 0.0), (1.0, 0.0)))

    assert layout.cell_at((0.9, 0.1)) == 1
    assert layout.cell_at((0.5, 0.4)) is None
