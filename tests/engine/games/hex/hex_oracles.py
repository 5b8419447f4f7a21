"""Hex by exhaustive play, for boards with few empty cells."""

import functools

from engine.games.hex.rules.constants import NEIGHBOURS
from tests.oracles import hex_is_joined


def cells_around(cell, height, width):
    """Return the cells adjacent to ``cell``."""
    row, column = divmod(cell, width)
    around = ((row + r, column + c) for r, c in NEIGHBOURS)
    return [r * width + c for r, c in around if 0 <= r < height and 0 <= c < width]


def winner_of(stones, height, width, to_move):
    """Return the winner with best play; memory and time grow with 3 ** empty cells."""

    @functools.cache
    def wins(board, player):
        if 0 not in board:
            return hex_is_joined(board, height, width, player)
        return any(
            not wins(board[:cell] + bytes([player]) + board[cell + 1 :], 3 - player)
            for cell, stone in enumerate(board)
            if stone == 0
        )

    return to_move if wins(bytes(stones), int(to_move)) else 3 - to_move


def winning_moves(stones, height, width, to_move):
    """Return the moves after which the side to move wins."""
    return {
        cell
        for cell, stone in enumerate(stones)
        if stone == 0
        and winner_of(
            stones[:cell] + bytes([to_move]) + stones[cell + 1 :],
            height,
            width,
            3 - to_move,
        )
        == to_move
    }


def ends_of(end, stones, height, width, player):
    """Return the cells of an endpoint; for an edge, the cells along it."""
    count = height * width
    if end < count:
        chain, waiting = {end}, [end] if stones[end] == player else []
        while waiting:
            for cell in cells_around(waiting.pop(), height, width):
                if cell not in chain and stones[cell] == player:
                    chain.add(cell)
                    waiting.append(cell)
        return chain
    along = (lambda cell: cell // width) if player == 1 else lambda cell: cell % width
    last = (height if player == 1 else width) - 1
    return {c for c in range(count) if along(c) == (0 if end == count else last)}


def touches(a, b, stones, size, player):
    """Return whether the stones of ``player`` and two endpoints form one chain."""
    height, width = size
    count = height * width
    if b >= count:
        a, b = b, a
    own = {cell for cell in range(count) if stones[cell] == player}
    reached = ends_of(a, stones, height, width, player)
    goal = ends_of(b, stones, height, width, player)
    if a >= count:
        if b < count and reached & goal:
            return True
        # An edge is no stone: of the cells beside it only stones lead on.
        reached &= own
        goal = goal if b < count else goal & own
    waiting = list(reached)
    while waiting:
        here = waiting.pop()
        if here in goal:
            return True
        for cell in cells_around(here, height, width):
            if cell in goal or (cell in own and cell not in reached):
                reached.add(cell)
                waiting.append(cell)
    return False


def connection_holds(connection, stones, size, player, *, moves_first):
    """Return whether ``player`` joins the ends by playing in the carrier alone."""
    a, b, carrier = connection

    @functools.cache
    def holds(board, is_own_turn):
        left = [cell for cell in carrier if board[cell] == 0]
        if touches(a, b, board, size, player):
            return True
        if not left:
            return False
        mover = player if is_own_turn else 3 - player
        after = (
            holds(board[:c] + bytes([mover]) + board[c + 1 :], not is_own_turn)
            for c in left
        )
        return any(after) if is_own_turn else all(after)

    return holds(bytes(stones), moves_first)
