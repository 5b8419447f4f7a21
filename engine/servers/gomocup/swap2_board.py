"""Swap2 opening by SWAP2BOARD: three stones, a choice of colour, or another choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.core.errors import ProtocolError
from engine.core.game import GameSetup, Position
from engine.core.types import Move
from engine.games import get_game
from engine.games.gomoku.rules.openings import choices, swap2


def make_swap2_position(setup: GameSetup, stones: Sequence[Move]) -> Position:
    """Return the position of the opening after the stones placed so far.

    Args:
        setup: Board and rules.
        stones: No, three or five stones in the order of placing.

    Raises:
        ProtocolError: The number of stones is another one, or two are on one cell.
    """
    if len(set(stones)) < len(stones):
        raise ProtocolError("Expected each stone on a cell of its own.")
    if len(stones) not in (0, swap2.PLACED, swap2.PLACED + swap2.ADDED):
        raise ProtocolError(f"Expected 0, 3 or 5 stones, got {len(stones)}.")
    options = {**dict(setup.options), choices.OPTION: choices.SWAP2}
    position = get_game(setup.game).new_position(
        replace(setup, options=tuple(options.items()))
    )
    moves = list(stones)
    if len(moves) > swap2.PLACED:
        moves.insert(swap2.PLACED, choices.add_two(setup))
    for move in moves:
        position = position.play(move)
    return position


def is_placing(position: Position) -> bool:
    """Return whether the beginner still places stones."""
    return swap2.find_stage(position) is swap2.Swap2Stage.PLACING
