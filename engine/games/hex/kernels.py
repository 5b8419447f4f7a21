"""Hex on flat arrays: chains as a union-find forest, full boards as bit rows.

A random playout needs no order of moves: once the board is full exactly one side
is connected, and it was so from the move that joined its edges on. So it deals the
empty cells at random and floods Red's stones from the top.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.core import kernel_api
from engine.core.game import Position
from engine.core.jit import njit_lean as njit
from engine.core.kernel_api import ONGOING, implements
from engine.core.kernels_rng import next_below, next_word
from engine.games.hex.rules import NEIGHBOURS

RED = 1
BLUE = 2

TO_MOVE = 0
RESULT = 1
EMPTY_COUNT = 2
WIDTH = 3
CELL_COUNT = 4
LAST_CELL = 5
PLY = 6
HAS_SWAP = 7

NO_CELL = -1
BEYOND = 3
"""Content of the places beyond a corner, which belong to nobody."""


class HexState(NamedTuple):
    """A mutable position; ``N = H * W`` cells.

    memory: every array below but the last three, as bytes, so that one copy is
        enough.
    red_rows: ``[H]`` uint32, bit c for a red stone in column c.
    empty_rows: ``[H]`` uint32, bit c for an empty cell in column c.
    info: ``[8]`` int32, see ``TO_MOVE`` to ``HAS_SWAP``.
    parent: ``[N + 4]`` int16, union-find forest over the cells, then the edges
        top, bottom (Red's), left, right (Blue's).
    cells: ``[N + 3]`` int8, 0 empty, 1 red, 2 blue; the last three stand for the
        places beyond Red's edges, Blue's edges and the corners.
    neighbours: ``[N, 6]`` int16, clockwise; from N on they lie beyond the board.
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
    memory, views = kernel_api.packed_arrays(
        ((height,), np.uint32),
        ((height,), np.uint32),
        ((8,), np.int32),
        ((count + 4,), np.int16),
        ((count + 3,), np.int8),
    )
    red_rows, empty_rows, info, parent, cells = views
    empty_rows[:] = (1 << width) - 1
    info[:] = (1, ONGOING, count, width, count, NO_CELL, 0, has_swap)
    parent[:] = np.arange(count + 4)
    cells[count:] = (RED, BLUE, BEYOND)
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
    deck = np.zeros(count, np.int16)
    return HexState(memory, red_rows, empty_rows, info, parent, cells, neighbours, deck)


def state_of(position: Position) -> HexState:
    """Return the kernel state of a ``HexPosition``."""
    setup = position.setup
    state = empty_state(
        setup.height, setup.width, has_swap=setup.option("swap") == "on"
    )
    place_stones(state, np.frombuffer(position.stones, np.int8))
    state.info[TO_MOVE] = position.to_move
    state.info[PLY] = len(position.history)
    if position.last_cell is not None:
        state.info[LAST_CELL] = position.last_cell
    return state


@njit()
def place_stones(state, stones):
    """Put the ``[N]`` stones on the empty board of ``state``."""
    for cell in range(stones.size):
        if stones[cell] != 0:
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
    """Make two chains one."""
    parent[find_root(parent, a)] = find_root(parent, b)


@njit()
def put_stone(state, cell, colour):
    """Put one stone on an empty cell and note a finished connection."""
    width = state.info[WIDTH]
    height = state.red_rows.size
    count = state.info[CELL_COUNT]
    row = cell // width
    column = cell - row * width
    bit = np.uint32(1) << np.uint32(column)
    state.cells[cell] = colour
    state.empty_rows[row] &= ~bit
    state.info[EMPTY_COUNT] -= 1
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
        state.info[RESULT] = colour


@njit()
def swap_is_open(state):
    """Say whether the second player may take over the first stone."""
    return state.info[HAS_SWAP] != 0 and state.info[PLY] == 1


@njit()
def swap_pieces(state):
    """Turn Red's only stone into Blue's at the mirrored cell of a square board."""
    width = state.info[WIDTH]
    cell = state.info[LAST_CELL]
    row = cell // width
    column = cell - row * width
    state.cells[cell] = 0
    state.red_rows[row] = 0
    state.empty_rows[row] |= np.uint32(1) << np.uint32(column)
    state.info[EMPTY_COUNT] += 1
    for node in range(state.parent.size):
        state.parent[node] = node
    put_stone(state, column * width + row, BLUE)
    state.info[LAST_CELL] = column * width + row


@njit()
def spread_in_row(reached, row):
    """Return ``reached`` grown to the full runs of stones of ``row`` it lies in."""
    while True:
        wider = (reached | (reached << np.uint32(1)) | (reached >> np.uint32(1))) & row
        if wider == reached:
            return reached
        reached = wider


@njit()
def joins_top_and_bottom(rows, reached):
    """Say whether the stones in ``rows`` join the first row to the last.

    Args:
        rows: ``[H]`` uint32, a bit for each stone.
        reached: ``[H]`` uint32, scratch; the flood sweeps down and up until it rests.
    """
    last = rows.size - 1
    reached[0] = rows[0]
    reached[1:] = 0
    while True:
        for r in range(1, last + 1):
            above = reached[r - 1]
            touched = (above | (above >> np.uint32(1))) & rows[r]
            reached[r] = spread_in_row(reached[r] | touched, rows[r])
        if reached[last] != 0:
            return True
        grown = False
        for r in range(last - 1, 0, -1):
            below = reached[r + 1]
            touched = (below | (below << np.uint32(1))) & rows[r] & ~reached[r]
            if touched != 0:
                reached[r] = spread_in_row(reached[r] | touched, rows[r])
                grown = True
        if not grown:
            return False


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


@njit()
def deal_empty_cells(state, rng):
    """Give Red its share of the empty cells, every choice equally likely.

    A coin for each cell comes near the share; random cells then change hands until
    it is exact. Coins are fair and the corrections choose blindly, so every set of
    the right size has the same chance.
    """
    height = state.red_rows.size
    width = state.info[WIDTH]
    empty_count = state.info[EMPTY_COUNT]
    missing = (empty_count + (state.info[TO_MOVE] == RED)) // 2
    coins = np.uint64(0)
    for r in range(height):
        coins = next_word(rng) if r % 2 == 0 else coins >> np.uint64(32)
        dealt = np.uint32(coins) & state.empty_rows[r]
        state.red_rows[r] |= dealt
        missing -= count_bits(dealt)
    while missing != 0:
        r = next_below(rng, height)
        bit = np.uint32(1) << np.uint32(next_below(rng, width))
        if state.empty_rows[r] & bit == 0:
            continue
        is_red = state.red_rows[r] & bit != 0
        if missing > 0 and not is_red:
            state.red_rows[r] |= bit
            missing -= 1
        elif missing < 0 and is_red:
            state.red_rows[r] &= ~bit
            missing += 1


@implements(kernel_api.copy_state, HexState)
def copy_state(target, source):
    """See ``kernel_api.copy_state``."""
    for k in range(source.memory.size):
        target.memory[k] = source.memory[k]


@implements(kernel_api.move_space, HexState)
def move_space(state):
    """See ``kernel_api.move_space``; the last move is the swap."""
    return state.info[CELL_COUNT] + state.info[HAS_SWAP]


@implements(kernel_api.is_legal, HexState)
def is_legal(state, move):
    """See ``kernel_api.is_legal``."""
    if move == state.info[CELL_COUNT]:
        return swap_is_open(state)
    return state.cells[move] == 0


@implements(kernel_api.legal_count, HexState)
def legal_count(state):
    """See ``kernel_api.legal_count``."""
    return state.info[EMPTY_COUNT] + swap_is_open(state)


@implements(kernel_api.to_move, HexState)
def to_move(state):
    """See ``kernel_api.to_move``."""
    return state.info[TO_MOVE]


@implements(kernel_api.stone_on, HexState)
def stone_on(state, cell):
    """See ``kernel_api.stone_on``."""
    return state.cells[cell]


@implements(kernel_api.result, HexState)
def result(state):
    """See ``kernel_api.result``."""
    return state.info[RESULT]


@implements(kernel_api.play, HexState)
def play(state, move):
    """See ``kernel_api.play``."""
    if move == state.info[CELL_COUNT]:
        swap_pieces(state)
    else:
        put_stone(state, move, state.info[TO_MOVE])
        state.info[LAST_CELL] = move
    state.info[TO_MOVE] = 3 - state.info[TO_MOVE]
    state.info[PLY] += 1


@njit()
def maybe_swap(state, rng):
    """Begin a playout with the swap as often as with any other legal move."""
    if swap_is_open(state) and next_below(rng, kernel_api.legal_count(state)) == 0:
        kernel_api.play(state, state.info[CELL_COUNT])


@implements(kernel_api.playout, HexState)
def playout(state, rng):
    """See ``kernel_api.playout``."""
    if state.info[HAS_SWAP] != 0:
        maybe_swap(state, rng)
    deal_empty_cells(state, rng)
    state.info[EMPTY_COUNT] = 0
    return RED if joins_top_and_bottom(state.red_rows, state.empty_rows) else BLUE


@njit()
def bridge_reply(state, cell, colour, rng):
    """Return where ``colour`` saves a bridge that the stone on ``cell`` breaks into.

    A bridge joins two stones by two empty cells that touch both; when one of them is
    taken the other still joins. Seen from the taken cell, stone, empty cell and stone
    follow each other clockwise. Without such a bridge it is ``NO_CELL``.
    """
    own = 0
    empty = 0
    for k in range(6):
        content = state.cells[state.neighbours[cell, k]]
        own |= (content == colour) << k
        empty |= (content == 0) << k
    own |= own << 6
    empty |= empty << 6
    middles = (own << 1) & empty & (own >> 1)
    middles = (middles | (middles >> 6)) & 63
    if middles == 0:
        return NO_CELL
    k = next_below(rng, 6)
    while not (middles >> k) & 1:
        k = (k + 1) % 6
    return state.neighbours[cell, k]


@implements(kernel_api.informed_playout, HexState)
def informed_playout(state, rng):
    """See ``kernel_api.informed_playout``: random moves, but bridges are saved.

    Source: Huang, Arneson, Hayward, Mueller and Pawlewicz 2013, "MoHex 2.0: a
    pattern-based MCTS Hex player", section 3, the save-bridge pattern.
    """
    if state.info[HAS_SWAP] != 0:
        maybe_swap(state, rng)
    width = state.info[WIDTH]
    deck = state.deck
    left = 0
    for cell in range(state.info[CELL_COUNT]):
        if state.cells[cell] == 0:
            deck[left] = cell
            left += 1
    colour = state.info[TO_MOVE]
    last = state.info[LAST_CELL]
    for _ in range(state.info[EMPTY_COUNT]):
        cell = NO_CELL
        if last != NO_CELL:
            cell = bridge_reply(state, last, colour, rng)
        while cell == NO_CELL:
            k = next_below(rng, left)
            left -= 1
            if state.cells[deck[k]] == 0:
                cell = deck[k]
            deck[k] = deck[left]
        state.cells[cell] = colour
        if colour == RED:
            row = cell // width
            state.red_rows[row] |= np.uint32(1) << np.uint32(cell - row * width)
        last = cell
        colour = 3 - colour
    state.info[EMPTY_COUNT] = 0
    return RED if joins_top_and_bottom(state.red_rows, state.empty_rows) else BLUE


@implements(kernel_api.write_owners, HexState)
def write_owners(state, owners):
    """See ``kernel_api.write_owners``."""
    width = state.info[WIDTH]
    is_full = state.info[EMPTY_COUNT] == 0
    for cell in range(state.info[CELL_COUNT]):
        owners[cell] = state.cells[cell]
    if is_full:
        for r in range(state.red_rows.size):
            row = state.red_rows[r]
            for c in range(width):
                owners[r * width + c] = BLUE - ((row >> np.uint32(c)) & np.uint32(1))
