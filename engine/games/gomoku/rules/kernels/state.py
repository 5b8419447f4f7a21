"""Compiled state of Gomoku: one bit mask for each line and colour.

Each cell is on four lines (row, column, two diagonals). A stone sets its bit in four
masks; shifts find a run of n set bits without a loop over cells.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engine.core.kernels import game_api
from engine.core.kernels.game_api import DRAW, ONGOING, implements
from engine.core.kernels.jit import njit_inlined
from engine.core.kernels.jit import njit_lean as njit
from engine.core.kernels.rng import next_below
from engine.games.gomoku.rules.constants import EXACT, FREESTYLE, RENJU
from engine.games.gomoku.rules.kernels.renju import (
    FIVE,
    NOTHING,
    classify_stone,
    is_quiet,
)

if TYPE_CHECKING:
    from engine.core.game import Position

BLACK = 1
WHITE = 2
"""The sides' numbers."""

INFO = np.dtype(
    [
        ("to_move", np.int32),
        ("result", np.int32),
        ("empty_count", np.int32),
        ("line_length", np.int32),
        ("rule", np.int32),
    ],
    align=True,
)
"""Scalars of a position.

to_move: the side to move.
result: see ``game_api.result``.
empty_count: number of empty cells.
line_length: stones in a row that win.
rule: one of ``RULE_NUMBERS``.
"""

FREESTYLE_RULE = 0
EXACT_RULE = 1
RENJU_RULE = 2
RULE_NUMBERS = {FREESTYLE: FREESTYLE_RULE, EXACT: EXACT_RULE, RENJU: RENJU_RULE}
"""Values of ``rule``."""


class GomokuState(NamedTuple):
    """A mutable position; ``N = H * W`` cells, ``L`` lines.

    memory: every array below down to ``info``, as bytes, so that one copy is enough.
    lines: ``[2, L]`` uint32, a bit for each stone of a colour on a line.
    cells: ``[N]`` int8, 0 empty, 1 first player, 2 second.
    empties: ``[N]`` int16, the empty cells first, in no particular order.
    place: ``[N]`` int16, index of an empty cell in ``empties``.
    info: ``[1]`` record of the type ``INFO``.
    line_of: ``[N, 4]`` int32, the lines through a cell.
    bit_of: ``[N, 4]`` uint32, the cell's bit on each of them.
    place_on: ``[N, 4]`` int32, the index of that bit.
    on_board: ``[L]`` uint32, the bits of a line that are cells.
    stride: ``[4]`` int32, cell index step from one bit of a line to the next.
    """

    memory: np.ndarray
    lines: np.ndarray
    cells: np.ndarray
    empties: np.ndarray
    place: np.ndarray
    info: np.ndarray
    line_of: np.ndarray
    bit_of: np.ndarray
    place_on: np.ndarray
    on_board: np.ndarray
    stride: np.ndarray


def empty_state(height: int, width: int, line_length: int, rule: int) -> GomokuState:
    """Return the state of an empty board; ``rule`` is one of ``RULE_NUMBERS``."""
    count = height * width
    line_count = height + width + 2 * (height + width - 1)
    memory, views = game_api.packed_arrays(
        ((2, line_count), np.uint32),
        ((1,), INFO),
        ((count,), np.int16),
        ((count,), np.int16),
        ((count,), np.int8),
    )
    lines, info, empties, place, cells = views
    empties[:] = np.arange(count)
    place[:] = np.arange(count)
    info[0] = (BLACK, ONGOING, count, line_length, rule)
    return GomokuState(
        memory, lines, cells, empties, place, info, *_make_line_tables(height, width)
    )


@functools.lru_cache(maxsize=16)
def _make_line_tables(height: int, width: int) -> tuple[np.ndarray, ...]:
    """Return the arrays from ``line_of`` on; all states of a board size share them."""
    line_count = height + width + 2 * (height + width - 1)
    row, column = np.divmod(np.arange(height * width), width)
    diagonals = height + width - 1
    line_of = np.stack(
        (
            row,
            height + column,
            height + width + row - column + width - 1,
            height + width + diagonals + row + column,
        ),
        axis=1,
    ).astype(np.int32)
    place_on = np.stack((column, row, column, column), axis=1).astype(np.int32)
    bit_of = np.left_shift(np.uint32(1), place_on.astype(np.uint32))
    on_board = np.zeros(line_count, np.uint32)
    np.bitwise_or.at(on_board, line_of, bit_of)
    stride = np.array((1, width, width + 1, 1 - width), np.int32)
    return line_of, bit_of, place_on, on_board, stride


def make_state(position: Position) -> GomokuState:
    """Return the kernel state of a ``GomokuPosition``."""
    setup = position.setup
    state = empty_state(
        setup.height,
        setup.width,
        int(setup.option("line_length")),
        RULE_NUMBERS[setup.option("rule")],
    )
    place_stones(state, np.frombuffer(position.stones, np.int8))
    state.info["to_move"] = position.to_move
    if position.outcome is not None:
        winner = position.outcome.winner
        state.info["result"] = DRAW if winner is None else winner
    return state


@njit()
def place_stones(state, stones):
    """Place the ``[N]`` stones on an empty board, without a result check."""
    for cell in range(stones.size):
        if stones[cell] != 0:
            put_stone(state, cell, stones[cell])


@njit()
def put_stone(state, cell, colour):
    """Place one stone on an empty cell."""
    state.cells[cell] = colour
    for k in range(4):
        state.lines[colour - 1, state.line_of[cell, k]] |= state.bit_of[cell, k]
    count = state.info[0].empty_count - 1
    state.info[0].empty_count = count
    last = state.empties[count]
    where = state.place[cell]
    state.empties[where] = last
    state.place[last] = where
    state.empties[count] = cell


@njit()
def has_line(mask, length, exact):
    """Return whether ``mask`` holds a run of ``length`` bits, or exactly ``length``.

    Two doublings find runs of four; five and six need one more test.
    """
    pairs = mask & (mask >> np.uint32(1))
    runs = pairs & (pairs >> np.uint32(2))
    if runs == 0:
        return False
    if length == 5:
        runs &= mask >> np.uint32(4)
    elif length == 6:
        runs &= pairs >> np.uint32(4)
    if exact:
        runs &= ~(mask << np.uint32(1)) & ~(mask >> np.uint32(length))
    return runs != 0


@njit()
def makes_line(state, cell, colour):
    """Return whether a line of ``colour`` through ``cell`` wins, renju excepted."""
    length = state.info[0].line_length
    exact = state.info[0].rule == EXACT_RULE
    for k in range(4):
        if has_line(state.lines[colour - 1, state.line_of[cell, k]], length, exact):
            return True
    return False


@njit_inlined()
def find_winner(state, cell, colour):
    """Return the winner by the stone of ``colour`` on ``cell``, or ``ONGOING``.

    A foul of Black in renju makes White the winner.
    """
    if colour == BLACK and state.info[0].rule == RENJU_RULE:
        found = classify_stone(state, cell)
        if found == NOTHING:
            return ONGOING
        return BLACK if found == FIVE else WHITE
    return colour if makes_line(state, cell, colour) else ONGOING


@implements(game_api.copy_state, GomokuState)
def copy_state(target, source):
    """See ``game_api.copy_state``."""
    for k in range(source.memory.size):
        target.memory[k] = source.memory[k]


@implements(game_api.move_space, GomokuState)
def move_space(state):
    """See ``game_api.move_space``."""
    return state.cells.size


@implements(game_api.is_legal, GomokuState)
def is_legal(state, move):
    """See ``game_api.is_legal``."""
    return state.cells[move] == 0


@implements(game_api.legal_count, GomokuState)
def legal_count(state):
    """See ``game_api.legal_count``."""
    return state.info[0].empty_count


@implements(game_api.to_move, GomokuState)
def to_move(state):
    """See ``game_api.to_move``."""
    return state.info[0].to_move


@implements(game_api.stone_on, GomokuState)
def stone_on(state, cell):
    """See ``game_api.stone_on``."""
    return state.cells[cell]


@implements(game_api.result, GomokuState)
def result(state):
    """See ``game_api.result``."""
    return state.info[0].result


@implements(game_api.play, GomokuState)
def play(state, move):
    """See ``game_api.play``."""
    colour = state.info[0].to_move
    put_stone(state, move, colour)
    winner = find_winner(state, move, colour)
    if winner != ONGOING:
        state.info[0].result = winner
    elif state.info[0].empty_count == 0:
        state.info[0].result = DRAW
    state.info[0].to_move = 3 - colour


@njit()
def renju_playout(state, rng):
    """Play a random game of renju; Black's random moves may be fouls."""
    colour = state.info[0].to_move
    for count in range(state.info[0].empty_count, 0, -1):
        k = next_below(rng, count)
        cell = state.empties[k]
        state.empties[k] = state.empties[count - 1]
        state.cells[cell] = colour
        has_five = False
        for direction in range(4):
            line = state.line_of[cell, direction]
            mask = state.lines[colour - 1, line] | state.bit_of[cell, direction]
            state.lines[colour - 1, line] = mask
            if colour == WHITE:
                has_five |= has_line(mask, 5, False)
        if has_five:
            return WHITE
        if colour == BLACK and not is_quiet(state, cell):
            found = classify_stone(state, cell)
            if found != NOTHING:
                return BLACK if found == FIVE else WHITE
        colour = 3 - colour
    return DRAW


@implements(game_api.playout, GomokuState)
def playout(state, rng):
    """See ``game_api.playout``; a Fisher-Yates shuffle that ends at the first line."""
    if state.info[0].rule == RENJU_RULE:
        return renju_playout(state, rng)
    colour = state.info[0].to_move
    length = state.info[0].line_length
    exact = state.info[0].rule == EXACT_RULE
    for count in range(state.info[0].empty_count, 0, -1):
        k = next_below(rng, count)
        cell = state.empties[k]
        state.empties[k] = state.empties[count - 1]
        state.cells[cell] = colour
        won = False
        for direction in range(4):
            line = state.line_of[cell, direction]
            mask = state.lines[colour - 1, line] | state.bit_of[cell, direction]
            state.lines[colour - 1, line] = mask
            won |= has_line(mask, length, exact)
        if won:
            return colour
        colour = 3 - colour
    return DRAW
