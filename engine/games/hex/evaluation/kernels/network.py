"""A small network that rates the moves and the value of an analysed Hex board.

Input planes are the stones after fill-in and the currents and voltages of both
resistance networks, which carry distant connections; three layers over a cell and its
six neighbours add shapes. The training targets are results of searches with a larger
network (``docs/engines.md``). Weights: ``resources/values/hex.safetensors``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.core.kernels.jit import njit_lean as njit
from engine.games.hex.connections.kernels.two_distance import two_distance
from engine.games.hex.evaluation.kernels.resistance import TOTAL

WINDOW = np.array([(-1, 0), (-1, 1), (0, -1), (0, 0), (0, 1), (1, -1), (1, 0)])
"""``[7, 2]``: row and column steps to the input cells of a layer."""

PLANE_COUNT = 6
CHANNELS = 32

MIN_CURRENT = 1e-3
"""Lower bound of a move's share of the current."""

FILLED_SCORE = -1e3
"""Score of a filled cell."""

CURRENT_UNIT = 1.0 / 3.0
"""Factor of the sums over cells that are weighted by currents."""

FEATURE_COUNT = 12
"""Number of features that ``write_features`` writes."""

MIN_CONDUCTANCE = 1e-3
"""Conductance of a side that is cut off."""

MAX_TWO_DISTANCE = 15
"""Two-distances beyond it count the same."""


class NetworkWeights(NamedTuple):
    """The weights; ``C`` channels, ``P`` planes, ``F`` features, ``U`` hidden units.

    first: ``[7, P, C]`` float32, by ``WINDOW``.
    deeper: ``[2, 7, C, C]`` float32; the output of a layer is added to its input.
    bias: ``[3, C]`` float32.
    chance: ``[C]`` float32, of the log-prior of a move.
    currents: ``[3]`` float64, of the log-prior, for the logarithms of the own current,
        the
        opponent's and their sum.
    hidden: ``[3 C + F, U]`` float32, from the sums over the board and its features.
    hidden_bias: ``[U]`` float32.
    value: ``[U]`` float32, of the static value.
    direct: ``[F]`` float32, of the static value, from the features.
    """

    first: np.ndarray
    deeper: np.ndarray
    bias: np.ndarray
    chance: np.ndarray
    currents: np.ndarray
    hidden: np.ndarray
    hidden_bias: np.ndarray
    value: np.ndarray
    direct: np.ndarray


class Activations(NamedTuple):
    """Activations of the network; ``R`` places on a board with a frame.

    planes: ``[R, P]`` float32, the board turned so that the mover joins the rows: own
        stones, opposing stones, square roots of both currents, both voltages minus a
        half.
    layers: ``[3, R, C]`` float32, the output of each layer; 0 in the frame.
    sums: ``[3 C + F]`` float32, sums of the last layer over the empty cells, then the
        features.
    """

    planes: np.ndarray
    layers: np.ndarray
    sums: np.ndarray


def new_activations(cell_count: int, feature_count: int) -> Activations:
    """Return buffers for boards of ``cell_count`` cells of any shape."""
    places = 3 * cell_count + 6
    return Activations(
        np.zeros((places, PLANE_COUNT), np.float32),
        np.zeros((3, places, CHANNELS), np.float32),
        np.zeros(3 * CHANNELS + feature_count, np.float32),
    )


@njit()
def locate_cell(cell, width, stride, player):
    """Return the index of a cell on the framed board, turned for ``player``."""
    row, column = cell // width, cell % width
    if player == 1:
        return (row + 1) * stride + column + 1
    return (column + 1) * stride + row + 1


@njit()
def write_circuit_planes(planes, plane, side, width, stride, player):
    """Write the planes of one side's current and voltage."""
    roots, currents, voltages, rows = side
    count = roots.size - 2
    for cell in range(count):
        here = locate_cell(cell, width, stride, player)
        root = np.int64(roots[cell])
        planes[here, plane] = 0.0
        planes[here, plane + 2] = 0.0
        if root >= 0:
            planes[here, plane] = np.sqrt(currents[root])
            if root >= count:
                planes[here, plane + 2] = 0.5 if root == count else -0.5
            elif rows[root] >= 0:
                planes[here, plane + 2] = voltages[rows[root]] - 0.5


@njit()
def write_planes(planes, cells, own, other, width, player):
    """Write the input planes of the network.

    Args:
        planes: See ``Activations``.
        cells: ``[N + 3]`` int8, the board after fill-in.
        own: ``root`` of the connections of ``player``, and ``current``, ``voltage`` and
            ``place`` of its resistance network; a tuple of whole networks is slow to
            pass.
        other: The same of the other side.
        width: Columns of the board.
        player: The side to move.
    """
    count = cells.size - 3
    height = count // width
    rows, columns = (height, width) if player == 1 else (width, height)
    stride = columns + 2
    planes[: (rows + 2) * stride] = 0.0
    for column in range(1, columns + 1):
        last = (rows + 1) * stride + column
        planes[column, 0] = planes[last, 0] = 1.0
        planes[column, 4] = 0.5
        planes[last, 4] = -0.5
    for row in range(1, rows + 1):
        first, last = row * stride, row * stride + columns + 1
        planes[first, 1] = planes[last, 1] = 1.0
        planes[first, 5] = 0.5
        planes[last, 5] = -0.5
    for cell in range(count):
        here = locate_cell(cell, width, stride, player)
        if cells[cell] != 0:
            planes[here, 0 if cells[cell] == player else 1] = 1.0
    write_circuit_planes(planes, 2, own, width, stride, player)
    write_circuit_planes(planes, 3, other, width, stride, player)


@njit()
def add_weighted(out, inputs, weights):
    """Add the ``[I]`` inputs of one cell times ``[I, C]`` weights to ``out``."""
    # Two at a time: ``out`` is read and written less, and many pairs are still zeros.
    for i in range(0, inputs.size, 2):
        x, y = inputs[i], inputs[i + 1]
        if x != 0.0 or y != 0.0:
            for c in range(CHANNELS):
                out[c] += x * weights[i, c] + y * weights[i + 1, c]


@njit()
def apply_layer(out, inputs, weights, bias, rows, columns):
    """Write ``max(0, bias + weighted sum)`` of each cell, see ``WINDOW``."""
    stride = columns + 2
    out[: (rows + 2) * stride] = 0.0
    for row in range(1, rows + 1):
        for column in range(1, columns + 1):
            here = row * stride + column
            for c in range(CHANNELS):
                out[here, c] = bias[c]
            for k in range(WINDOW.shape[0]):
                there = here + WINDOW[k, 0] * stride + WINDOW[k, 1]
                add_weighted(out[here], inputs[there], weights[k])
            for c in range(CHANNELS):
                out[here, c] = max(out[here, c], np.float32(0.0))


@njit()
def add_residual(out, inputs, rows, columns):
    """Add the input of a layer to its output."""
    stride = columns + 2
    for place in range(stride, (rows + 1) * stride):
        for c in range(CHANNELS):
            out[place, c] += inputs[place, c]


@njit()
def forward(activations, net, rows, columns):
    """Compute the layers from the planes."""
    layers = activations.layers
    apply_layer(layers[0], activations.planes, net.first, net.bias[0], rows, columns)
    for k in range(2):
        inputs, out = layers[k], layers[k + 1]
        apply_layer(out, inputs, net.deeper[k], net.bias[k + 1], rows, columns)
        add_residual(out, inputs, rows, columns)


@njit()
def score_moves(score, cells, own, other, activations, net, width, player):
    """Write the log-prior of each empty cell, up to a constant, and the sums.

    Args:
        score: ``[N]`` float64, written.
        cells: ``[N + 3]`` int8, the board after fill-in.
        own: ``[N + 2]`` current of ``player`` through each cell.
        other: Current of the other side.
        activations: The activations after ``forward``; the sums are written.
        net: The weights.
        width: Columns of the board.
        player: The side to move.
    """
    last, sums, weights = activations.layers[2], activations.sums, net.currents
    columns = width if player == 1 else score.size // width
    sums[: 3 * CHANNELS] = 0.0
    for cell in range(score.size):
        score[cell] = FILLED_SCORE
        if cells[cell] != 0:
            continue
        here = last[locate_cell(cell, width, columns + 2, player)]
        mine, theirs = own[cell], other[cell]
        log_prior = (
            weights[0] * np.log(mine + MIN_CURRENT)
            + weights[1] * np.log(theirs + MIN_CURRENT)
            + weights[2] * np.log(mine + theirs + MIN_CURRENT)
        )
        flows = np.float32(mine * CURRENT_UNIT), np.float32(theirs * CURRENT_UNIT)
        share = np.float32(1.0 / score.size)
        for c in range(CHANNELS):
            log_prior += here[c] * net.chance[c]
            sums[c] += here[c] * share
            sums[CHANNELS + c] += here[c] * flows[0]
            sums[2 * CHANNELS + c] += here[c] * flows[1]
        score[cell] = log_prior


@njit()
def write_features(features, cells, totals, steps, found, threats):
    """Write the features of the static value that the planes do not have.

    Args:
        features: ``[FEATURE_COUNT]`` float64, written.
        cells: ``[N + 3]`` int8, the board after fill-in.
        totals: ``[2]`` conductances of the side to move and of the other.
        steps: ``[2]`` two-distances of both.
        found: Number of moves to try.
        threats: Number of semi connections between the edges of the other side.
    """
    count = cells.size - 3
    filled = 0
    for cell in range(count):
        if cells[cell] != 0:
            filled += 1
    own = np.log(max(totals[0], MIN_CONDUCTANCE))
    other = np.log(max(totals[1], MIN_CONDUCTANCE))
    ahead, both = own - other, own + other
    near, far = min(steps[0], MAX_TWO_DISTANCE), min(steps[1], MAX_TWO_DISTANCE)
    threat = np.log(1.0 + threats)
    features[0] = 1.0
    features[1] = ahead
    features[2] = ahead * abs(ahead)
    features[3] = ahead * both
    features[4] = both
    features[5] = far - near
    features[6] = far + near
    features[7] = filled / count
    features[8] = ahead * filled / count
    features[9] = found / count
    features[10] = threat
    features[11] = threat * ahead


@njit()
def measure_features(features, work, cells, own, other, found, number, width, player):
    """Measure the two-distances and write the features, see ``write_features``."""
    height = (cells.size - 3) // width
    near = two_distance(work, cells, height, width, player)
    far = two_distance(work, cells, height, width, 3 - player)
    ends = number.shape[1]
    threats = number[1, ends - 2, ends - 1]
    totals, steps = (own[TOTAL], other[TOTAL]), (near, far)
    write_features(features, cells, totals, steps, found, threats)


@njit()
def evaluate_sums(activations, net, features):
    """Return the static value from the sums over the board and its features."""
    sums, start = activations.sums, 3 * CHANNELS
    for k in range(features.size):
        sums[start + k] = features[k]
    total = 0.0
    for u in range(net.value.size):
        unit = net.hidden_bias[u]
        for k in range(sums.size):
            unit += sums[k] * net.hidden[k, u]
        total += max(unit, np.float32(0.0)) * net.value[u]
    for k in range(features.size):
        total += features[k] * net.direct[k]
    return total
