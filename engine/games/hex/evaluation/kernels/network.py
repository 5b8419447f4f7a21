"""A small network that looks at a judged Hex board, so that nodes know good moves.

It sees the stones after fill-in and both circuits, which know what is connected far
away; three layers over a cell and its six neighbours add the shapes. It learned what
searches guided by a larger network chose and thought (``docs/engines.md``); the weights
stand in ``resources/values/hex.safetensors``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.core.kernels.jit import njit_lean as njit
from engine.games.hex.connections.kernels.two_distance import two_distance
from engine.games.hex.evaluation.kernels.resistance import TOTAL

WINDOW = np.array([(-1, 0), (-1, 1), (0, -1), (0, 0), (0, 1), (1, -1), (1, 0)])
"""``[7, 2]``: row and column steps to the cells that a layer looks at."""

PLANE_COUNT = 6
CHANNELS = 32

MIN_CURRENT = 1e-3
"""Share of the current that the weakest moves are taken to have."""

FILLED_SCORE = -1e3
"""What a cell promises that is filled in."""

CURRENT_UNIT = 1.0 / 3.0
"""Sums over the cells that a current flows through are taken times this."""

FEATURE_COUNT = 12
"""What ``write_features`` tells of a board."""

MIN_CONDUCTANCE = 1e-3
"""Conductance of a side that is cut off."""

MAX_TWO_DISTANCE = 15
"""Two-distances beyond it tell nothing more."""


class NetworkWeights(NamedTuple):
    """The weights; ``C`` channels, ``P`` planes, ``F`` features, ``U`` hidden units.

    first: ``[7, P, C]`` float32, by ``WINDOW``.
    deeper: ``[2, 7, C, C]`` float32; what a layer finds is added to what it sees.
    bias: ``[3, C]`` float32.
    chance: ``[C]`` float32, to the logarithm of a move's chance.
    currents: ``[3]`` float64, the same of the own, the other's and both currents' log.
    hidden: ``[3 C + F, U]`` float32, from the sums over the board and its features.
    hidden_bias: ``[U]`` float32.
    value: ``[U]`` float32, to what the board is worth.
    direct: ``[F]`` float32, the same from the features.
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
    """Room for what the network sees; ``R`` places on a board with a frame.

    planes: ``[R, P]`` float32, the board turned so that the mover joins the rows: own
        stones, the other's, square roots of both currents, both voltages less a half.
    layers: ``[3, R, C]`` float32, what each layer made of it; 0 in the frame.
    sums: ``[3 C + F]`` float32, the last layer's sums over the empty cells, then the
        features.
    """

    planes: np.ndarray
    layers: np.ndarray
    sums: np.ndarray


def new_activations(cell_count: int, feature_count: int) -> Activations:
    """Return room for boards of ``cell_count`` cells, of whatever shape."""
    places = 3 * cell_count + 6
    return Activations(
        np.zeros((places, PLANE_COUNT), np.float32),
        np.zeros((3, places, CHANNELS), np.float32),
        np.zeros(3 * CHANNELS + feature_count, np.float32),
    )


@njit()
def locate_cell(cell, width, stride, player):
    """Return where a cell lies on the framed board, turned for ``player``."""
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
    """Write what the network sees.

    Args:
        planes: see ``Activations``.
        cells: ``[N + 3]`` int8, the board, filled in.
        own: of ``player`` the ``root`` of its connections, and of its circuit ``current``,
            ``voltage`` and ``place``; a tuple of whole circuits takes long to pass.
        other: the same of the other side.
        width: columns of the board.
        player: the side to move.
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
    """Add to ``out`` what a layer makes of one cell, ``[I]``, by ``[I, C]`` weights."""
    # Two at a time: ``out`` is read and written less, and many pairs are still zeros.
    for i in range(0, inputs.size, 2):
        x, y = inputs[i], inputs[i + 1]
        if x != 0.0 or y != 0.0:
            for c in range(CHANNELS):
                out[c] += x * weights[i, c] + y * weights[i + 1, c]


@njit()
def apply_layer(out, inputs, weights, bias, rows, columns):
    """Write ``max(0, bias + sum of weights)`` of each cell, see ``WINDOW``."""
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
    """Add to a layer what it has seen."""
    stride = columns + 2
    for place in range(stride, (rows + 1) * stride):
        for c in range(CHANNELS):
            out[place, c] += inputs[place, c]


@njit()
def forward(activations, net, rows, columns):
    """Apply the layers to the planes."""
    layers = activations.layers
    apply_layer(layers[0], activations.planes, net.first, net.bias[0], rows, columns)
    for k in range(2):
        inputs, out = layers[k], layers[k + 1]
        apply_layer(out, inputs, net.deeper[k], net.bias[k + 1], rows, columns)
        add_residual(out, inputs, rows, columns)


@njit()
def score_moves(score, cells, own, other, activations, net, width, player):
    """Write the logarithm of each empty cell's chance to be the move, up to a constant.

    Also writes the sums over the empty cells.

    Args:
        score: ``[N]`` float64, written.
        cells: ``[N + 3]`` int8, the board, filled in.
        own: ``[N + 2]`` current of ``player`` through each cell.
        other: current of the other side.
        sight: what the network saw, see ``look``.
        net: its weights.
        width: columns of the board.
        player: the side to move.
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
    """Write what a board's worth is told from, besides what a network sees.

    Args:
        features: ``[FEATURE_COUNT]`` float64, written.
        cells: ``[N + 3]`` int8, the board, filled in.
        totals: ``[2]`` conductances of the side to move and of the other.
        steps: ``[2]`` two-distances of both.
        found: the moves worth a try.
        threats: semi connections between the edges of the other side.
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
    """Write the features of a board's worth, see ``write_features``."""
    height = (cells.size - 3) // width
    near = two_distance(work, cells, height, width, player)
    far = two_distance(work, cells, height, width, 3 - player)
    ends = number.shape[1]
    threats = number[1, ends - 2, ends - 1]
    totals, steps = (own[TOTAL], other[TOTAL]), (near, far)
    write_features(features, cells, totals, steps, found, threats)


@njit()
def evaluate_sums(activations, net, features):
    """Return what a board is worth by the sums over it and its features."""
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
