"""Compiled state of Hex: chains as a union-find forest, cells as bit rows.

Each stone is joined to the adjacent chains and edges; a side has won when its two edges
are in one chain.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.core.kernels import game_api
from engine.core.kernels.game_api import ONGOING, implements
from engine.core.kernels.jit import njit_lean as njit
from engine.games.hex.rules.constants import BEYOND, BLUE, EMPTY, NEIGHBOURS, RED

if TYPE_CHECKING:
    from engine.core.game import Position

NO_CELL = -1

INFO = np.dtype(
    [
        ("to_move", np.int32),
        ("result", np.int32),
        ("empty_count", np.int32),
        ("width", np.int32),
        ("cell_count", np.int32),
        ("last_cell", np.int32),
        ("ply", np.int32),
        ("has_swap", np.int32),
    ],
    align=True,
)
"""The numbers of a state.

to_move: the side to move, ``RED`` or ``BLUE``.
result: see ``game_api.result``.
empty_count: number of empty cells; 0 after a playout.
width: columns of the board.
cell_count: cells of the board; as a move, the swap.
last_cell: cell of the last stone, or ``NO_CELL``.
ply: number of moves played, a swap included.
has_swap: 1 if the rules allow a swap, else 0.
"""


class HexState(NamedTuple):
    """A mutable position; ``N = H * W`` cells.

    memory: every array below but the last three, as bytes, so that one copy is enough.
    red_rows: ``[H]`` uint32, bit c for a red stone in column c.
    empty_rows: ``[H]`` uint32, bit c for an empty cell in column c.
    info: ``[1]`` record of the type ``INFO``.
    parent: ``[N + 4]`` int16, union-find forest over the cells, then the edges top,
        bottom (Red's), left, right (Blue's).
    cells: ``[N + 3]`` int8, ``EMPTY``, ``RED`` or ``BLUE``; the last three are the
        places beyond Red's edges, Blue's edges and the corners.
    neighbours: ``[N, 6]`` int16, clockwise; indices from N on are beyond the board.
    deck: ``[N]`` int16, scratch of playouts.
    """

    memory: np.ndarray
    red_rows: np.ndarray
    empty_rows: np.ndarray
    info: np.ndarray
    parent: np.ndarray
    cells: np.ndarray
    neighbours: np.ndarray
    deck: np.ndarray


def empty_state(height: int, width: int, *, has_swap: bool = False) -> HexState:
    """Return the state of an empty board."""
    count = height * width
    memory, views = game_api.packed_arrays(
        ((height,), np.uint32),
        ((height,), np.uint32),
        ((1,), INFO),
        ((count + 4,), np.int16),
        ((count + 3,), np.int8),
    )
    red_rows, empty_rows, info, parent, cells = views
    empty_rows[:] = (1 << width) - 1
    info[0] = (RED, ONGOING, count, width, count, NO_CELL, 0, has_swap)
    parent[:] = np.arange(count + 4)
    cells[count:] = (RED, BLUE, BEYOND)
    deck = np.zeros(count, np.int16)
    around = make_neighbours(height, width)
    return HexState(memory, red_rows, empty_rows, info, parent, cells, around, deck)


@cache
def make_neighbours(height: int, width: int) -> npt.NDArray[np.int16]:
    """Return ``neighbours`` of a board; it is read-only and shared by states."""
    count = height * width
    neighbours = np.zeros((count, 6), np.int16)
    for cell in range(count):
        row, column = divmod(cell, width)
        for k, (row_step, column_step) in enumerate(NEIGHBOURS):
            r, c = row + row_step, column + column_step
            row_is_inside, column_is_inside = 0 <= r < height, 0 <= c < width
            if row_is_inside and column_is_inside:
                neighbours[cell, k] = r * width + c
            else:
                neighbours[cell, k] = (
                    count
                    + row_is_inside
                    + 2 * (not (row_is_inside or column_is_inside))
                )
    return neighbours


def make_state(position: Position) -> HexState:
    """Return the kernel state of a ``HexPosition``."""
    setup = position.setup
    state = empty_state(
        setup.height, setup.width, has_swap=setup.option("swap") == "on"
    )
    place_stones(state, np.frombuffer(position.stones, np.int8))
    info = state.info[0]
    info.to_move = position.to_move
    info.ply = len(position.history)
    if position.last_cell is not None:
        info.last_cell = position.last_cell
    return state


@njit()
def place_stones(state, stones):
    """Place the ``[N]`` stones on the empty board of ``state``."""
    for cell in range(stones.size):
        if stones[cell] != EMPTY:
            put_stone(state, cell, stones[cell])


@njit()
def find_root(parent, node):
    """Return the representative of a chain, halving the path to it."""
    while parent[node] != node:
        parent[node] = parent[parent[node]]
        node = parent[node]
    return node


@njit()
def join(parent, a, b):
    """Merge two chains."""
    parent[find_root(parent, a)] = find_root(parent, b)


@njit()
def put_stone(state, cell, colour):
    """Place one stone on an empty cell and set the result if its edges are joined."""
    info = state.info[0]
    width = info.width
    height = state.red_rows.size
    count = info.cell_count
    row = cell // width
    column = cell - row * width
    bit = np.uint32(1) << np.uint32(column)
    state.cells[cell] = colour
    state.empty_rows[row] &= ~bit
    info.empty_count -= 1
    for k in range(6):
        neighbour = state.neighbours[cell, k]
        if neighbour < count and state.cells[neighbour] == colour:
            join(state.parent, cell, neighbour)
    if colour == RED:
        state.red_rows[row] |= bit
        along, goal, first_edge = row, height - 1, count
    else:
        along, goal, first_edge = column, width - 1, count + 2
    if along == 0:
        join(state.parent, cell, first_edge)
    if along == goal:
        join(state.parent, cell, first_edge + 1)
    if find_root(state.parent, first_edge) == find_root(state.parent, first_edge + 1):
        info.result = colour


@njit()
def swap_is_open(state):
    """Return whether Blue may take over Red's first stone, the only one so far."""
    info = state.info[0]
    if info.has_swap == 0 or info.ply != 1:
        return False
    return info.to_move == BLUE and info.empty_count == info.cell_count - 1


@njit()
def swap_pieces(state):
    """Replace Red's only stone by Blue's at the mirrored cell of a square board."""
    info = state.info[0]
    width = info.width
    cell = info.last_cell
    row = cell // width
    column = cell - row * width
    state.cells[cell] = EMPTY
    state.red_rows[row] = 0
    state.empty_rows[row] |= np.uint32(1) << np.uint32(column)
    info.empty_count += 1
    for node in range(state.parent.size):
        state.parent[node] = node
    put_stone(state, column * width + row, BLUE)
    info.last_cell = column * width + row


@njit()
def count_bits(word):
    """Return the number of set bits of a uint32.

    Source: Warren, "Hacker's Delight", figure 5-2.
    """
    word = word - ((word >> np.uint32(1)) & np.uint32(0x55555555))
    word = (word & np.uint32(0x33333333)) + (
        (word >> np.uint32(2)) & np.uint32(0x33333333)
    )
    word = (word + (word >> np.uint32(4))) & np.uint32(0x0F0F0F0F)
    return np.int32(np.uint32(word * np.uint32(0x01010101)) >> np.uint32(24))


@implements(game_api.copy_state, HexState)
def copy_state(target, source):
    """See ``game_api.copy_state``."""
    for k in range(source.memory.size):
        target.memory[k] = source.memory[k]


@implements(game_api.move_space, HexState)
def move_space(state):
    """See ``game_api.move_space``; the last move is the swap."""
    info = state.info[0]
    return info.cell_count + info.has_swap


@implements(game_api.is_legal, HexState)
def is_legal(state, move):
    """See ``game_api.is_legal``."""
    if move == state.info[0].cell_count:
        return swap_is_open(state)
    return state.cells[move] == EMPTY


@implements(game_api.legal_count, HexState)
def legal_count(state):
    """See ``game_api.legal_count``."""
    return state.info[0].empty_count + swap_is_open(state)


@implements(game_api.to_move, HexState)
def to_move(state):
    """See ``game_api.to_move``."""
    return state.info[0].to_move


@implements(game_api.stone_on, HexState)
def stone_on(state, cell):
    """See ``game_api.stone_on``."""
    return state.cells[cell]


@implements(game_api.result, HexState)
def result(state):
    """See ``game_api.result``."""
    return state.info[0].result


@implements(game_api.play, HexState)
def play(state, move):
    """See ``game_api.play``."""
    info = state.info[0]
    if move == info.cell_count:
        swap_pieces(state)
    else:
        put_stone(state, move, info.to_move)
        info.last_cell = move
    info.to_move = 3 - info.to_move
    info.ply += 1
