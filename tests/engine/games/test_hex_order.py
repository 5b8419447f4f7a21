"""How promising Hex moves are, against look-ups made cell by cell; and symmetries."""

import math
import random

import numpy as np
import pytest

from engine.core.paths import resources
from engine.core.types import Player
from engine.games.hex import kernels_order as kernels

AROUND = "-1,0 -1,1 0,1 1,0 1,-1 0,-1 -2,1 -1,2 1,1 2,-1 1,-2 -1,-1"
STEPS = [tuple(map(int, step.split(","))) for step in AROUND.split()]

BOARDS = pytest.mark.parametrize(
    ("height", "width", "stones"), [(5, 8, 9), (9, 9, 16), (10, 6, 14)]
)
SIDES = pytest.mark.parametrize("player", list(Player))


def random_rows(height, width, stones, seed=3):
    """Return a board with as many stones of either side, as rows of digits."""
    rng = random.Random(seed)
    cells = [1, 2] * (stones // 2) + [0] * (height * width - stones // 2 * 2)
    rng.shuffle(cells)
    return [cells[r * width : (r + 1) * width] for r in range(height)]


def mirrored(rows):
    """Return the board at the other side of the diagonal, the colours exchanged."""
    return [
        [(0, 2, 1)[stone] for stone in column] for column in zip(*rows, strict=True)
    ]


def padded(rows):
    cells = [stone for row in rows for stone in row]
    return np.array([*cells, 1, 2, 3], np.int8)


def fitted():
    """Read the file of worths into dictionaries, another way than the engine does."""
    text = (resources() / "values" / "hex.txt").read_text(encoding="ascii")
    worths = {"current": {}, "near": {}, "pattern": {}}
    for line in text.splitlines():
        kind, *numbers = line.split()
        if kind == "current":
            worths[kind] = dict(enumerate(map(int, numbers)))
        elif kind in worths:
            worths[kind][int(numbers[0])] = int(numbers[1])
    return worths


def around(rows, row, column):
    """Return what Red sees around a cell: 0 empty, 1 its own, 2 the other's."""
    seen = []
    for row_step, column_step in STEPS:
        r, c = row + row_step, column + column_step
        if not 0 <= r < len(rows):
            seen.append(1)
        elif not 0 <= c < len(rows[0]):
            seen.append(2)
        else:
            seen.append(rows[r][c])
    return seen


def slow_code(seen):
    return sum(stone * 3**place for place, stone in enumerate(seen))


def slow_worth(rows, row, column, worths):
    """Look the pattern up as Red sees it, as it is and turned by half."""
    seen = around(rows, row, column)
    turned = [seen[(k + 3) % 6 + k // 6 * 6] for k in range(12)]
    near = {slow_code(seen[:6]), slow_code(turned[:6])}
    whole = {slow_code(seen), slow_code(turned)}
    return sum(worths["near"].get(code, 0) for code in near) + sum(
        worths["pattern"].get(code, 0) for code in whole
    )


def promises(rows, own, other, player):
    fit = kernels.current_weights(), kernels.pattern_worths()
    score = np.zeros(own.size)
    cells, width = padded(rows), len(rows[0])
    kernels.rate_promise(score, cells, own, other, *fit, width, int(player))
    return score


@BOARDS
def test_red_sees_a_pattern_as_it_lies_and_blue_its_mirror_image(height, width, stones):
    rows = random_rows(height, width, stones)
    reflected = mirrored(rows)

    for row in range(height):
        for column in range(width):
            red = kernels.pattern_of(padded(rows), width, 1, row * width + column)
            blue = kernels.pattern_of(
                padded(reflected), height, 2, column * height + row
            )
            assert red == blue == slow_code(around(rows, row, column))


def test_a_pattern_turned_twice_is_itself():
    codes = np.arange(kernels.PATTERN_COUNT)

    turned = kernels.turned(codes)

    assert (kernels.turned(turned) == codes).all()
    assert (turned != codes).any()


@BOARDS
@SIDES
def test_a_promise_is_the_sum_of_currents_and_pattern(height, width, stones, player):
    rows = random_rows(height, width, stones)
    rng = np.random.default_rng(7)
    own, other = rng.random((2, height * width)) / 10
    seen_rows = rows if player == Player.FIRST else mirrored(rows)

    score = promises(rows, own, other, player)

    worths = fitted()
    weights = worths["current"]
    for cell in np.flatnonzero(padded(rows)[:-3] == 0).tolist():
        row, column = divmod(cell, width)
        place = (row, column) if player == Player.FIRST else (column, row)
        expected = slow_worth(seen_rows, *place, worths) / 100
        shares = own[cell], other[cell], own[cell] + other[cell]
        for k, share in enumerate(shares):
            expected += weights[k] / 100 * math.log(share + kernels.LEAST_CURRENT)
        assert score[cell] == pytest.approx(expected)


@BOARDS
def test_filled_cells_promise_nothing(height, width, stones):
    rows = random_rows(height, width, stones)
    currents = np.full((2, height * width), 0.1)

    score = promises(rows, *currents, Player.FIRST)

    is_empty = padded(rows)[:-3] == 0
    assert score[~is_empty].max() < score[is_empty].min()


@BOARDS
@SIDES
def test_a_board_turned_by_half_promises_the_same(height, width, stones, player):
    rows = random_rows(height, width, stones)
    own, other = np.random.default_rng(5).random((2, height * width))

    there = promises(rows, own, other, player)
    turned = [row[::-1] for row in rows[::-1]]
    back = promises(turned, own[::-1], other[::-1], player)

    assert (there == back[::-1]).all()


@BOARDS
def test_the_mirror_image_promises_the_other_side_the_same(height, width, stones):
    rows = random_rows(height, width, stones)
    own, other = np.random.default_rng(6).random((2, height, width))

    red = promises(rows, own.ravel(), other.ravel(), Player.FIRST)
    blue = promises(mirrored(rows), own.T.ravel(), other.T.ravel(), Player.SECOND)

    assert (red.reshape(height, width) == blue.reshape(width, height).T).all()


def test_the_file_holds_each_pattern_once():
    worths = fitted()

    codes = np.array([*worths["pattern"]])

    assert len(codes) > 1000
    assert (codes <= kernels.turned(codes)).all()
    assert all(code < kernels.NEAR_COUNT for code in worths["near"])
