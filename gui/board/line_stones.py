"""Numbered stones of a line that might be played."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.errors import IllegalMoveError
from engine.core.game import Position
from engine.core.types import Move
from engine.games import get_game
from gui.board.candidate_marks import LineStone

LINE_MOVES = 12
"""Number of moves of a variation that are shown; more numbers are hard to read."""


def number_stones(
    position: Position, line: Sequence[Move], *, most: int = LINE_MOVES
) -> tuple[LineStone, ...]:
    """Return the numbered stones of a variation from ``position`` on.

    A choice of colours has no stone. The variation ends before a move that changes
    stones on the board, and before an illegal move, as in a damaged record.
    """
    game, setup = get_game(position.setup.game), position.setup
    stones = []
    for number, move in enumerate(line[:most], start=1):
        is_stone = move < setup.cell_count
        if not is_stone and not game.is_choice(setup, move):
            break
        if is_stone:
            player = position.to_move
            stones.append(LineStone(cell=move, player=player, number=number))
        try:
            position = position.play(move)
        except IllegalMoveError:
            return tuple(stones[:-1]) if is_stone else tuple(stones)
    return tuple(stones)
