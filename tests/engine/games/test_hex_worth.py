"""What a judged Hex board is worth, against sums made cell by cell; and symmetries."""

import math

import numpy as np
import pytest

from engine.core.paths import resources
from engine.core.types import Player
from engine.games.hex import kernels_worth as kernels
from engine.games.hex.judge import OPEN, Board, Judge
from tests.engine.games.test_hex_order import (
    BOARDS,
    around,
    mirrored,
    padded,
    random_rows,
)
from tests.games import position_of


def judged(position):
    return Judge(position.setup.cell_count, {}).root(Board(position))


def listed_places():
    """Read the worths of places into a dictionary, another way than the engine does."""
    text = (resources() / "values" / "hex.txt").read_text(encoding="ascii")
    places = {}
    for line in text.splitlines():
        kind, *numbers = line.split()
        if kind == "place":
            code, flowing, any_way = map(int, numbers)
            places[code] = flowing, any_way / 100
    return places


def turned(near):
    return near[3:] + near[:3]


def code_of(digits):
    return sum(digit * 3**k for k, digit in enumerate(digits))


def places_by_cells(rows, own, other):
    """Return what the empty cells are worth to Red."""
    places = listed_places()
    total = 0.0
    for row, line in enumerate(rows):
        for column, stone in enumerate(line):
            if stone != 0:
                continue
            near = around(rows, row, column)[:6]
            code = code_of(near)
            if code not in places:
                code = code_of(turned(near))
            flowing, any_way = places.get(code, (0, 0.0))
            cell = row * len(line) + column
            total += flowing * math.sqrt(own[cell] * other[cell]) + any_way
    return total


def currents(count, seed=4):
    rng = np.random.default_rng(seed)
    return rng.random(count), rng.random(count)


def kernel_places(rows, own, other, player):
    cells, width, worths = padded(rows), len(rows[0]), kernels.place_worths()
    return kernels.worth_of_places(cells, own, other, worths, width, player)


@BOARDS
def test_places_are_worth_what_the_file_says(height, width, stones):
    rows = random_rows(height, width, stones)
    own, other = currents(height * width)

    total = kernel_places(rows, own, other, 1)

    assert total == pytest.approx(places_by_cells(rows, own, other))


@BOARDS
def test_places_are_worth_the_same_to_both_sides(height, width, stones):
    rows = random_rows(height, width, stones)
    own, other = currents(height * width)
    turned_own = own.reshape(height, width).T.ravel().copy()
    turned_other = other.reshape(height, width).T.ravel().copy()

    as_red = kernel_places(rows, own, other, 1)
    as_blue = kernel_places(mirrored(rows), turned_own, turned_other, 2)

    assert as_blue == pytest.approx(as_red)


def test_features_are_what_they_are_called():
    cells = padded([[1, 0, 2], [0, 0, 0]])
    features = np.zeros(kernels.FEATURE_COUNT)

    kernels.write_features(features, cells, (math.e, 1.0), (2, 40), 3, 1)

    threat = math.log(2)
    expected = [1, 1, 1, 1, 1, 13, 17, 1 / 3, 1 / 3, 0.5, threat, threat]
    assert features == pytest.approx(expected)


@pytest.mark.parametrize("to_move", list(Player))
def test_the_side_in_the_middle_is_ahead_of_the_one_in_a_corner(to_move):
    drawing = """
        O..........
        ...........
        ...........
        ...........
        ...........
        .....X.....
        ...........
        ...........
        ...........
        ...........
        ...........
        """

    node = judged(position_of("hex", drawing, to_move))

    assert node.verdict == OPEN
    assert (node.worth > 0) == (to_move is Player.FIRST)
