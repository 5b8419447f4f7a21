"""The small network for Hex boards, against slow sums, and its symmetries."""

import math
import random

import numpy as np
import pytest

from engine.core.types import Player
from engine.games.hex.connections.kernels.virtual_connections import (
    find_chains,
    new_connections,
)
from engine.games.hex.evaluation.board_evaluator import OPEN, Board, BoardEvaluator
from engine.games.hex.evaluation.fitted_network import load_network_weights
from engine.games.hex.evaluation.kernels import network as kernels
from engine.games.hex.evaluation.kernels.resistance import new_resistance_network
from engine.games.hex.evaluation.kernels.value_features import (
    FEATURE_COUNT,
    new_features,
    write_features,
)
from engine.games.hex.rules.kernels.state import empty_state
from tests.games import position_of

STEPS = [(0, 0), (-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1)]

BOARDS = pytest.mark.parametrize(
    ("height", "width", "stones"), [(5, 8, 9), (9, 9, 16), (10, 6, 14)]
)
SIDES = pytest.mark.parametrize("player", list(Player))


def random_rows(height, width, stones, seed=3):
    """Return a random board of ``stones`` stones, as rows of digits."""
    rng = random.Random(seed)
    cells = [1, 2] * (stones // 2) + [0] * (height * width - stones // 2 * 2)
    rng.shuffle(cells)
    return [cells[r * width : (r + 1) * width] for r in range(height)]


def mirrored(rows):
    """Return the board mirrored at the diagonal, with the colours exchanged."""
    return [
        [(0, 2, 1)[stone] for stone in column] for column in zip(*rows, strict=True)
    ]


def padded(rows):
    cells = [stone for row in rows for stone in row]
    return np.array([*cells, 1, 2, 3], np.int8)


def electric(rows, colour, flow, level):
    """Return the network inputs of a colour with such currents and voltages."""
    height, width = len(rows), len(rows[0])
    connections, circuit = (
        new_connections(height * width),
        new_resistance_network(height * width),
    )
    connections.info["cell_count"] = height * width
    neighbours = empty_state(height, width).neighbours
    find_chains(connections, padded(rows), neighbours, width, int(colour))
    circuit.place[:-2] = np.arange(height * width)
    circuit.current[:-2], circuit.voltage[:-2] = flow.ravel(), level.ravel()
    circuit.current[-2:] = 0.25
    return connections.root, circuit.current, circuit.voltage, circuit.place


def input_planes(rows, player, flows, levels):
    """Return the planes of a framed board, ``[H + 2, W + 2, P]``, turned for Blue."""
    colours = (player, player.opponent)
    sides = [electric(rows, *side) for side in zip(colours, flows, levels, strict=True)]
    width = len(rows[0])
    activations = kernels.new_activations(len(rows) * width, FEATURE_COUNT)
    kernels.write_planes(activations, padded(rows), *sides, width, int(player))
    shape = (len(rows), width) if player is Player.FIRST else (width, len(rows))
    framed = shape[0] + 2, shape[1] + 2
    count = framed[0] * framed[1]
    return activations.planes[:count].reshape(*framed, kernels.PLANE_COUNT)


def random_net(seed=1):
    """Return random weights of about the size of the shipped ones."""
    rng = np.random.default_rng(seed)
    likeness = load_network_weights()
    return kernels.NetworkWeights(
        *(
            rng.normal(scale=0.1, size=weights.shape).astype(weights.dtype)
            for weights in likeness
        )
    )


def random_activations(rows, columns, seed=2):
    activations = kernels.new_activations(rows * columns, FEATURE_COUNT)
    framed = (rows + 2) * (columns + 2)
    noise = np.random.default_rng(seed).normal(size=activations.planes[:framed].shape)
    activations.planes[:framed] = noise
    return activations


def slow_layer(inputs, weights, bias):
    """Return a layer of a framed board, ``[H + 2, W + 2, C]``, cell by cell."""
    by_step = {tuple(step): k for k, step in enumerate(kernels.WINDOW.tolist())}
    out = np.zeros((*inputs.shape[:2], bias.size))
    for row in range(1, inputs.shape[0] - 1):
        for column in range(1, inputs.shape[1] - 1):
            total = bias.astype(float)
            for step in STEPS:
                there = inputs[row + step[0], column + step[1]]
                total = total + there @ weights[by_step[step]]
            out[row, column] = np.maximum(total, 0)
    return out


def slow_layers(planes, net):
    layers = [slow_layer(planes, net.first, net.bias[0])]
    for k in range(2):
        found = slow_layer(layers[-1], net.deeper[k], net.bias[k + 1])
        layers.append(found + layers[-1])
    return layers


@SIDES
def test_the_mover_sees_its_edges_above_and_below(player):
    rows = random_rows(5, 8, 10)
    zeros = np.zeros((2, 5, 8))

    planes = input_planes(rows, player, zeros, zeros)

    assert (planes[[0, -1], 1:-1, 0] == 1).all()
    assert (planes[1:-1, [0, -1], 1] == 1).all()
    assert (planes[0, 1:-1, 4] == 0.5).all()
    assert (planes[-1, 1:-1, 4] == -0.5).all()
    assert (planes[1:-1, 0, 5] == 0.5).all()
    assert (planes[1:-1, -1, 5] == -0.5).all()


def test_red_sees_stones_currents_and_voltages_where_they_are():
    rows = [[0, 1, 0], [2, 0, 0], [0, 2, 1]]
    flows = np.arange(18).reshape(2, 3, 3) / 18
    levels = flows[::-1]

    planes = input_planes(rows, Player.FIRST, flows, levels)

    board = planes[1:-1, 1:-1]
    assert (board[..., 0] == (np.array(rows) == 1)).all()
    assert (board[..., 1] == (np.array(rows) == 2)).all()
    assert board[1, 1, 2] == pytest.approx(math.sqrt(flows[0, 1, 1]))
    assert board[1, 1, 5] == pytest.approx(levels[1, 1, 1] - 0.5)
    # A stone at the edge has what the edge has; one of the other side has nothing.
    assert board[0, 1, [2, 4]] == pytest.approx([0.5, 0.5])
    assert board[2, 2, [2, 4]] == pytest.approx([0.5, -0.5])
    assert board[1, 0, [2, 4]] == pytest.approx([0, 0])


@BOARDS
def test_blue_sees_the_mirror_image(height, width, stones):
    rows = random_rows(height, width, stones)
    flows, levels = np.random.default_rng(4).random((2, 2, height, width))
    turned = flows.transpose(0, 2, 1), levels.transpose(0, 2, 1)

    red = input_planes(rows, Player.FIRST, flows, levels)
    blue = input_planes(mirrored(rows), Player.SECOND, *turned)

    chains = red[..., 2:] != blue[..., 2:]
    assert (red[..., :2] == blue[..., :2]).all()
    # The cell that represents an inner chain may differ.
    assert not chains[red[..., :2].sum(axis=-1) == 0].any()


@pytest.mark.parametrize("shape", [(5, 8), (9, 9)])
def test_layers_are_sums_over_a_cell_and_its_neighbours(shape):
    net, activations = random_net(), random_activations(*shape)
    framed = shape[0] + 2, shape[1] + 2
    count = framed[0] * framed[1]
    planes = activations.planes[:count].reshape(*framed, -1)

    kernels.forward(activations, net, *shape)

    for layer, slow in zip(activations.layers, slow_layers(planes, net), strict=True):
        assert layer[:count].reshape(slow.shape) == pytest.approx(slow, abs=1e-4)


@BOARDS
@SIDES
def test_log_priors_and_sums_are_those_of_the_empty_cells(
    height, width, stones, player
):
    rows = random_rows(height, width, stones)
    own, other = np.random.default_rng(7).random((2, height * width + 2)) / 10
    shape = (height, width) if player is Player.FIRST else (width, height)
    net, activations = random_net(), random_activations(*shape)
    kernels.forward(activations, net, *shape)
    score = np.zeros(height * width)

    kernels.score_moves(
        score, padded(rows), own, other, activations, net, width, int(player)
    )

    sums = np.zeros((3, kernels.CHANNELS))
    stride = shape[1] + 2
    for cell, stone in enumerate(padded(rows)[:-3].tolist()):
        row, column = divmod(cell, width)
        if player is Player.SECOND:
            row, column = column, row
        if stone != 0:
            assert score[cell] == kernels.FILLED_SCORE
            continue
        inputs = activations.layers[2][(row + 1) * stride + column + 1]
        flows = own[cell], other[cell], own[cell] + other[cell]
        logs = [math.log(flow + kernels.MIN_CURRENT) for flow in flows]
        assert score[cell] == pytest.approx(
            float(inputs @ net.chance) + float(logs @ net.currents), abs=1e-4
        )
        sums[0] += inputs / (height * width)
        sums[1] += inputs * flows[0] / 3
        sums[2] += inputs * flows[1] / 3
    assert activations.sums[: sums.size] == pytest.approx(sums.ravel(), abs=1e-4)


def test_the_static_value_is_computed_from_sums_and_features():
    net, activations = random_net(), random_activations(3, 3)
    rng = np.random.default_rng(8)
    activations.sums[:] = rng.random(activations.sums.size)
    features = rng.random(FEATURE_COUNT).astype(np.float32)

    worth = kernels.evaluate_sums(activations, net, features)

    inputs = np.concatenate([activations.sums[: 3 * kernels.CHANNELS], features])
    units = np.maximum(inputs @ net.hidden + net.hidden_bias, 0)
    expected = float(units @ net.value + features @ net.direct)
    assert worth == pytest.approx(expected, abs=1e-4)


def analysed(position):
    return BoardEvaluator(position.setup.cell_count, {}).analyse_root(Board(position))


def test_features_are_what_they_are_called():
    cells = padded([[1, 0, 2], [0, 0, 0]])
    features = new_features()

    write_features(features, cells, (math.e, 1.0), (2, 40), 3, 1)

    threat = math.log(2)
    expected = [1, 1, 1, 1, 1, 13, 17, 1 / 3, 1 / 3, 0.5, threat, threat]
    assert features.tolist()[0] == pytest.approx(expected)


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

    node = analysed(position_of("hex", drawing, to_move))

    assert node.status == OPEN
    assert (node.static_value > 0) == (to_move is Player.FIRST)
