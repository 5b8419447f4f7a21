"""The fast twin of the third game."""

from typing import NamedTuple

import numpy as np

from engine.core.kernels import game_api
from engine.core.kernels.game_api import implements
from engine.core.kernels.jit import njit_lean
from engine.core.kernels.rng import next_below


class SquaresState(NamedTuple):
    cells: np.ndarray
    info: np.ndarray


def make_state(position):
    shape = (position.setup.height, position.setup.width)
    cells = np.frombuffer(position.stones, np.int8).reshape(shape).copy()
    result = 0
    if position.outcome is not None:
        result = position.outcome.winner or game_api.DRAW
    empty = int((cells == 0).sum())
    info = np.array([position.to_move, result, empty], np.int32)
    return SquaresState(cells, info)


@njit_lean()
def is_square(cells, row, column):
    for top in (row - 1, row):
        for left in (column - 1, column):
            if 0 <= top < cells.shape[0] - 1 and 0 <= left < cells.shape[1] - 1:
                count = 0
                for r in (top, top + 1):
                    for c in (left, left + 1):
                        count += cells[r, c] == cells[row, column]
                if count == 4:
                    return True
    return False


@implements(game_api.copy_state, SquaresState)
def copy_state(target, source):
    height, width = source.cells.shape
    for row in range(height):
        for column in range(width):
            target.cells[row, column] = source.cells[row, column]
    for k in range(source.info.size):
        target.info[k] = source.info[k]


@implements(game_api.move_space, SquaresState)
def move_space(state):
    return state.cells.size


@implements(game_api.is_legal, SquaresState)
def is_legal(state, move):
    width = state.cells.shape[1]
    return state.cells[move // width, move % width] == 0


@implements(game_api.legal_count, SquaresState)
def legal_count(state):
    return state.info[2]


@implements(game_api.to_move, SquaresState)
def to_move(state):
    return state.info[0]


@implements(game_api.stone_on, SquaresState)
def stone_on(state, cell):
    width = state.cells.shape[1]
    return state.cells[cell // width, cell % width]


@implements(game_api.result, SquaresState)
def result(state):
    return state.info[1]


@implements(game_api.play, SquaresState)
def play(state, move):
    width = state.cells.shape[1]
    row, column = move // width, move % width
    state.cells[row, column] = state.info[0]
    state.info[2] -= 1
    if is_square(state.cells, row, column):
        state.info[1] = state.info[0]
    elif state.info[2] == 0:
        state.info[1] = game_api.DRAW
    state.info[0] = 3 - state.info[0]


@implements(game_api.informed_playout, SquaresState)
def informed_playout(state, rng):
    return game_api.playout(state, rng)


@implements(game_api.write_owners, SquaresState)
def write_owners(state, owners):
    for cell in range(state.cells.size):
        owners[cell] = game_api.stone_on(state, cell)


@implements(game_api.playout, SquaresState)
def playout(state, rng):
    while game_api.result(state) == 0:
        move = next_below(rng, state.cells.size)
        if game_api.is_legal(state, move):
            game_api.play(state, move)
    return state.info[1]
