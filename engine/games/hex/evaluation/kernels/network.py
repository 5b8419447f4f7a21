"""A small network that rates the moves and the value of an analysed Hex board.

Input planes are the stones after fill-in and the currents and voltages of both
resistance networks, which carry distant connections; three layers over a cell and its
six neighbours add shapes. The training targets are results of searches with a larger
network (``docs/engines.md``). Weights: ``resources/values/hex.safetensors``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.core.kernels.jit import njit_inlined
from engine.core.kernels.jit import njit_lean as njit
from engine.core.kernels.records import as_records
from engine.games.hex.rules.constants import EMPTY, RED

WINDOW = np.array([(-1, 0), (-1, 1), (0, -1), (0, 0), (0, 1), (1, -1), (1, 0)])
"""``[7, 2]``: row and column steps to the input cells of a layer."""

CHANNELS = 32

OWN = 0
OTHER = 1
"""Sides of a place: the side to move and the other one."""

PLACE = np.dtype(
    [
        ("stones", np.float32, 2),
        ("currents", np.float32, 2),
        ("voltages", np.float32, 2),
    ],
    align=True,
)
"""The input planes at one place, ``OWN`` and ``OTHER`` each.

stones: 1 for a stone.
currents: square root of the current of the side's resistance network.
voltages: its voltage minus a half.
"""

PLANE_COUNT = PLACE.itemsize // np.dtype(np.float32).itemsize

MIN_CURRENT = 1e-3
"""Lower bound of a move's share of the current."""

FILLED_SCORE = -1e3
"""Score of a filled cell."""

CURRENT_UNIT = 1.0 / 3.0
"""Factor of the sums over cells that are weighted by currents."""


class NetworkWeights(NamedTuple):
    """The weights; ``C`` channels, ``P`` planes, ``F`` features, ``U`` hidden units.

    first: ``[7, P, C]`` float32, by ``WINDOW``.
    deeper: ``[2, 7, C, C]`` float32; the output of a layer is added to its input.
    bias: ``[3, C]`` float32.
    chance: ``[C]`` float32, of the log-prior of a move.
    currents: ``[3]`` float64, of the log-prior, for the logarithms of the own current,
        the opponent's and their sum.
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

    places: ``[R]`` records of the type ``PLACE``; the board is turned so that the mover
        joins the rows.
    planes: ``[R, P]`` float32, the same memory as numbers.
    layers: ``[3, R, C]`` float32, the output of each layer; 0 in the frame.
    sums: ``[3 C + F]`` float32, sums of the last layer over the empty cells, then the
        features.
    """

    places: np.ndarray
    planes: np.ndarray
    layers: np.ndarray
    sums: np.ndarray


def new_activations(cell_count: int, feature_count: int) -> Activations:
    """Return buffers for boards of ``cell_count`` cells of any shape."""
    places = 3 * cell_count + 6
    planes = np.zeros((places, PLANE_COUNT), np.float32)
    return Activations(
        as_records(planes.view(PLACE)[:, 0]),
        planes,
        np.zeros((3, places, CHANNELS), np.float32),
        np.zeros(3 * CHANNELS + feature_count, np.float32),
    )


@njit()
def locate_cell(cell, width, stride, player):
    """Return the index of a cell on the framed board, turned for ``player``."""
    row, column = cell // width, cell % width
    if player == RED:
        return (row + 1) * stride + column + 1
    return (column + 1) * stride + row + 1


@njit()
def write_circuit(places, side, circuit, width, stride, player):
    """Write the planes of one side's current and voltage."""
    roots, currents, voltages, rows = circuit
    count = roots.size - 2
    for cell in range(count):
        place = places[locate_cell(cell, width, stride, player)]
        root = np.int64(roots[cell])
        place.currents[side] = 0.0
        place.voltages[side] = 0.0
        if root >= 0:
            place.currents[side] = np.sqrt(currents[root])
            if root >= count:
                place.voltages[side] = 0.5 if root == count else -0.5
            elif rows[root] >= 0:
                place.voltages[side] = voltages[rows[root]] - 0.5


@njit_inlined()
def write_edges(places, rows, columns):
    """Write the frame: each side has stones at its edges, which have its voltages."""
    stride = columns + 2
    for column in range(1, columns + 1):
        first, last = places[column], places[(rows + 1) * stride + column]
        first.stones[OWN] = 1.0
        last.stones[OWN] = 1.0
        first.voltages[OWN] = 0.5
        last.voltages[OWN] = -0.5
    for row in range(1, rows + 1):
        first, last = places[row * stride], places[row * stride + columns + 1]
        first.stones[OTHER] = 1.0
        last.stones[OTHER] = 1.0
        first.voltages[OTHER] = 0.5
        last.voltages[OTHER] = -0.5


@njit()
def write_planes(activations, cells, own, other, width, player):
    """Write the input planes of the network.

    Args:
        activations: ``places`` is written.
        cells: ``[N + 3]`` int8, the board after fill-in.
        own: ``root`` of the connections of ``player``, and ``current``, ``voltage`` and
            ``place`` of its resistance network; a tuple of whole networks is slow to
            pass.
        other: The same of the other side.
        width: Columns of the board.
        player: The side to move.
    """
    places = activations.places
    count = cells.size - 3
    height = count // width
    rows, columns = (height, width) if player == RED else (width, height)
    stride = columns + 2
    activations.planes[: (rows + 2) * stride] = 0.0
    write_edges(places, rows, columns)
    for cell in range(count):
        if cells[cell] != EMPTY:
            side = OWN if cells[cell] == player else OTHER
            here = locate_cell(cell, width, stride, player)
            places[here].stones[side] = 1.0
    write_circuit(places, OWN, own, width, stride, player)
    write_circuit(places, OTHER, other, width, stride, player)


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
def split_sums(activations):
    """Return the mean of the last layer, and its sums by own and other currents."""
    sums = activations.sums
    return (
        sums[:CHANNELS],
        sums[CHANNELS : 2 * CHANNELS],
        sums[2 * CHANNELS : 3 * CHANNELS],
    )


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
    last = activations.layers[2]
    mean, own_sums, other_sums = split_sums(activations)
    weights = net.currents
    own_weight, other_weight, sum_weight = weights[0], weights[1], weights[2]
    columns = width if player == RED else score.size // width
    activations.sums[: 3 * CHANNELS] = 0.0
    for cell in range(score.size):
        score[cell] = FILLED_SCORE
        if cells[cell] != EMPTY:
            continue
        here = last[locate_cell(cell, width, columns + 2, player)]
        mine, theirs = own[cell], other[cell]
        log_prior = (
            own_weight * np.log(mine + MIN_CURRENT)
            + other_weight * np.log(theirs + MIN_CURRENT)
            + sum_weight * np.log(mine + theirs + MIN_CURRENT)
        )
        own_flow = np.float32(mine * CURRENT_UNIT)
        other_flow = np.float32(theirs * CURRENT_UNIT)
        share = np.float32(1.0 / score.size)
        for c in range(CHANNELS):
            log_prior += here[c] * net.chance[c]
            mean[c] += here[c] * share
            own_sums[c] += here[c] * own_flow
            other_sums[c] += here[c] * other_flow
        score[cell] = log_prior


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
