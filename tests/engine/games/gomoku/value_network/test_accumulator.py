"""The value network, kept up to date stone by stone, against sums made from nothing."""

import random

import numpy as np
import pytest

from engine.core.kernels.jit import njit_lean
from engine.games import GAMES
from engine.games.gomoku.value_network import layers
from engine.games.gomoku.value_network.kernels import accumulator
from engine.games.gomoku.value_network.line_rows import line_contents
from engine.games.gomoku.value_network.network_weights import load_value_network
from engine.games.gomoku.value_network.new_accumulator import (
    fits_value_network,
    new_accumulator,
)
from tests.games import random_game
from tests.nonempty import nonempty

SIZES = [(15, 15), (5, 9), (22, 7), (12, 17)]
every_size = pytest.mark.parametrize(("height", "width"), SIZES)
WAYS = ((0, 1), (1, 0), (1, 1), (-1, 1))


@njit_lean()
def add(network, strides, ply, cell, colour):
    accumulator.add_stone(network, strides, ply, cell, colour)


@njit_lean()
def remove(network, strides, cell, colour):
    accumulator.remove_stone(network, strides, cell, colour)


@njit_lean()
def value_at(network, ply, turn):
    return accumulator.infer_value(network, ply, turn)


def positions_of_a_game(height, width, seed):
    game = GAMES["gomoku"]
    start = game.new_position(game.setup(height=height, width=width))
    return random_game(start, seed)


def accumulator_of(position):
    setup = position.setup
    network = new_accumulator(
        setup.height, setup.width, load_value_network(), plies=setup.cell_count + 1
    )
    state = position.kernel_state()
    accumulator.set_up_accumulator(network, state.cells, state.stride)
    return network


def slow_totals(position):
    """Return the sums over the board, by lines read cell by cell."""
    rows = load_value_network().rows
    numbers = {cells.tobytes(): row for row, cells in enumerate(line_contents())}
    setup, totals = position.setup, np.zeros(layers.WIDTH, int)
    for row, column in np.ndindex(setup.height, setup.width):
        sums = np.zeros(layers.WIDTH, int)
        for down, right in WAYS:
            line = bytearray()
            for step in range(-4, 5):
                r, c = row + step * down, column + step * right
                is_there = 0 <= r < setup.height and 0 <= c < setup.width
                line.append(position.stones[r * setup.width + c] if is_there else 3)
            sums += rows[numbers[bytes(line)]]
        totals += np.clip(sums, 0, layers.LARGEST * layers.UNIT)
    return totals


def slow_value(totals, turn):
    """Return the value of the head, with NumPy's products."""
    head = load_value_network().head
    views = np.split(totals / (layers.UNIT * layers.AREA), 2)
    inputs = np.concatenate(views if turn == 1 else views[::-1])
    first = np.maximum(inputs @ head["first"][0] + head["first_bias"][0], 0)
    second = np.maximum(first @ head["second"][0] + head["second_bias"][0], 0)
    return second @ head["last"][0] + head["last_bias"][0]


@every_size
def test_sums_and_values_are_those_of_lines_read_by_hand(height, width):
    positions = positions_of_a_game(height, width, seed=3)

    for position in (positions[0], positions[len(positions) // 2], positions[-1]):
        network, turn = accumulator_of(position), int(position.to_move)

        totals = slow_totals(position)
        assert np.array_equal(network.totals[0], totals)
        assert value_at(network, 0, turn) == pytest.approx(
            slow_value(totals, turn), abs=1e-3
        )


@every_size
def test_stones_that_come_and_go_leave_the_sums_of_the_position(height, width):
    rng = random.Random(height)
    positions = positions_of_a_game(height, width, seed=5)
    strides = positions[0].kernel_state().stride
    network, ply = accumulator_of(positions[0]), 0

    for _ in range(200):
        if ply + 1 < len(positions) and (ply == 0 or rng.random() < 0.6):
            colour, ply = int(positions[ply].to_move), ply + 1
            add(network, strides, ply, int(positions[ply].last_cell), colour)
        else:
            colour = int(positions[ply - 1].to_move)
            remove(network, strides, int(positions[ply].last_cell), colour)
            ply -= 1
        anew = accumulator_of(positions[ply])
        assert np.array_equal(network.numbers, anew.numbers)
        assert np.array_equal(network.sums, anew.sums)
        assert np.array_equal(network.totals[ply], anew.totals[0])


def test_a_stone_changes_the_totals_by_what_fits_in_their_change():
    most = 4 * (2 * layers.REACH + 1) * layers.LARGEST * layers.UNIT

    assert most <= np.iinfo(np.int16).max
    assert np.abs(load_value_network().rows).max() <= layers.LARGEST * layers.UNIT


@every_size
def test_the_value_is_the_same_for_symmetries_and_for_swapped_colours(height, width):
    game = GAMES["gomoku"]
    position = positions_of_a_game(height, width, seed=8)[9]
    turn, stones = int(position.to_move), np.frombuffer(position.stones, np.int8)
    strides = position.kernel_state().stride

    def value_of(cells, turn):
        network = new_accumulator(height, width, load_value_network(), plies=1)
        accumulator.set_up_accumulator(network, cells, strides)
        return value_at(network, 0, turn)

    expected = value_of(stones, turn)
    for way in nonempty(game.symmetries(position.setup)):
        turned = np.empty_like(stones)
        turned[list(way.cells)] = stones
        assert value_of(turned, turn) == expected
    swapped = np.array([0, 2, 1], np.int8)[stones]
    assert value_of(swapped, 3 - turn) == expected


def test_the_value_depends_on_the_side_to_move():
    for position in positions_of_a_game(15, 15, seed=2)[20:40:5]:
        network = accumulator_of(position)
        assert value_at(network, 0, 1) != value_at(network, 0, 2)


@pytest.mark.parametrize(
    ("rule", "length", "expected"),
    [
        ("freestyle", 5, True),
        ("freestyle", 6, False),
        ("freestyle", 4, False),
        ("exact", 5, True),
        ("exact", 6, False),
        ("renju", 5, True),
    ],
)
def test_it_is_for_five_in_a_row(rule, length, expected):
    options = {"rule": rule, "line_length": str(length)}
    setup = GAMES["gomoku"].setup(height=12, width=9, options=options)

    assert fits_value_network(setup) is expected
