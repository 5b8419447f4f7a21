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

WINDOW = np.array([(-1, 0), (-1, 1), (0, -1), (0, 0), (0, 1), (1, -1), (1, 0)])
"""``[7, 2]``: row and column steps to the cells that a layer looks at."""

PLANE_COUNT = 6
CHANNELS = 32

LEAST_CURRENT = 1e-3
"""Share of the current that the weakest moves are taken to have."""

HOPELESS = -1e3
"""What a cell promises that is filled in."""

CURRENT_UNIT = 1.0 / 3.0
"""Sums over the cells that a current flows through are taken times this."""


class Net(NamedTuple):
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


class Sight(NamedTuple):
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


def new_sight(cell_count: int, feature_count: int) -> Sight:
    """Return room for boards of ``cell_count`` cells, of whatever shape."""
    places = 3 * cell_count + 6
    return Sight(
        np.zeros((places, PLANE_COUNT), np.float32),
        np.zeros((3, places, CHANNELS), np.float32),
        np.zeros(3 * CHANNELS + feature_count, np.float32),
    )


@njit()
def place_of(cell, width, stride, player):
    """Return where a cell lies on the framed board, turned for ``player``."""
    row, column = cell // width, cell % width
    if player == 1:
        return (row + 1) * stride + column + 1
    return (column + 1) * stride + row + 1


@njit()
def write_circuit(planes, plane, side, width, stride, player):
    """Write the planes of one side's current and voltage."""
    roots, currents, voltages, rows = side
    count = roots.size - 2
    for cell in range(count):
        here = place_of(cell, width, stride, player)
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
        planes: see ``Sight``.
        cells: ``[N + 3]`` int8, the board, filled in.
        own: of ``player`` the ``root`` of its links, and of its circuit ``current``,
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
        here = place_of(cell, width, stride, player)
        if cells[cell] != 0:
            planes[here, 0 if cells[cell] == player else 1] = 1.0
    write_circuit(planes, 2, own, width, stride, player)
    write_circuit(planes, 3, other, width, stride, player)


@njit()
def add_weighted(out, seen, weights):
    """Add to ``out`` what a layer makes of one cell, ``[I]``, by ``[I, C]`` weights."""
    # Two at a time: ``out`` is read and written less, and many pairs are still zeros.
    for i in range(0, seen.size, 2):
        x, y = seen[i], seen[i + 1]
        if x != 0.0 or y != 0.0:
            for c in range(CHANNELS):
                out[c] += x * weights[i, c] + y * weights[i + 1, c]


@njit()
def apply_layer(out, seen, weights, bias, rows, columns):
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
                add_weighted(out[here], seen[there], weights[k])
            for c in range(CHANNELS):
                out[here, c] = max(out[here, c], np.float32(0.0))


@njit()
def add_layer(out, seen, rows, columns):
    """Add to a layer what it has seen."""
    stride = columns + 2
    for place in range(stride, (rows + 1) * stride):
        for c in range(CHANNELS):
            out[place, c] += seen[place, c]


@njit()
def look(sight, net, rows, columns):
    """Apply the layers to the planes."""
    layers = sight.layers
    apply_layer(layers[0], sight.planes, net.first, net.bias[0], rows, columns)
    for k in range(2):
        seen, out = layers[k], layers[k + 1]
        apply_layer(out, seen, net.deeper[k], net.bias[k + 1], rows, columns)
        add_layer(out, seen, rows, columns)


@njit()
def rate_promise(score, cells, own, other, sight, net, width, player):
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
    last, sums, weights = sight.layers[2], sight.sums, net.currents
    columns = width if player == 1 else score.size // width
    sums[: 3 * CHANNELS] = 0.0
    for cell in range(score.size):
        score[cell] = HOPELESS
        if cells[cell] != 0:
            continue
        here = last[place_of(cell, width, columns + 2, player)]
        mine, theirs = own[cell], other[cell]
        promise = (
            weights[0] * np.log(mine + LEAST_CURRENT)
            + weights[1] * np.log(theirs + LEAST_CURRENT)
            + weights[2] * np.log(mine + theirs + LEAST_CURRENT)
        )
        flows = np.float32(mine * CURRENT_UNIT), np.float32(theirs * CURRENT_UNIT)
        share = np.float32(1.0 / score.size)
        for c in range(CHANNELS):
            promise += here[c] * net.chance[c]
            sums[c] += here[c] * share
            sums[CHANNELS + c] += here[c] * flows[0]
            sums[2 * CHANNELS + c] += here[c] * flows[1]
        score[cell] = promise


@njit()
def worth_of_sums(sight, net, features):
    """Return what a board is worth by the sums over it and its features."""
    sums, start = sight.sums, 3 * CHANNELS
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
