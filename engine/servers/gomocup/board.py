"""Board of the commands BOARD: stones without colours, in any order, as a game.

A game that continues the last one keeps tree and table of the engine. Where no order of
moves leads to the stones, they are set up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from engine.core.errors import IllegalMoveError, ProtocolError
from engine.core.game import GameSetup, Position
from engine.core.types import EMPTY, Move, Player
from engine.games import get_game
from engine.games.gomoku.rules.constants import RENJU
from engine.games.gomoku.rules.gomocup_notation import MARK, OPPONENT, OWN, format_point
from engine.records.model.record import GameRecord
from engine.servers.gomocup.command import Stone


def make_record(
    stones: Sequence[Stone], setup: GameSetup, current: Position | None
) -> GameRecord:
    """Return the game whose last position has these stones; the engine is to move.

    Args:
        stones: Lines of the board; in renju in the order of the moves.
        setup: Board and rules.
        current: Position of the game so far.

    Raises:
        ProtocolError: A cell has two stones, or a mark stands where none is allowed.
    """
    placed = _check(stones, setup)
    own = [stone.move for stone in placed if stone.field == OWN]
    others = [stone.move for stone in placed if stone.field == OPPONENT]
    is_first = len(own) == len(others)
    black, white = (own, others) if is_first else (others, own)
    if len(black) - len(white) in (0, 1):
        given = [stone.move for stone in placed]
        for moves in _orders(given, black, white, current):
            if _is_game(moves, black, white, setup):
                return record_of(moves, setup)
    return _set_up(black, white, setup, Player.FIRST if is_first else Player.SECOND)


def _check(stones: Sequence[Stone], setup: GameSetup) -> list[Stone]:
    """Return the stones without marks."""
    placed: dict[Move, Stone] = {}
    for stone in stones:
        if stone.field == MARK and setup.option("rule") == RENJU:
            continue  # a forbidden point
        if stone.field == MARK:
            cell = format_point(setup, stone.move)
            raise ProtocolError(f"Expected an own or other stone on {cell}, got 3.")
        if stone.move in placed:
            cell = format_point(setup, stone.move)
            raise ProtocolError(f"Expected one stone on {cell}, got two.")
        placed[stone.move] = stone
    return list(placed.values())


def _orders(
    given: list[Move],
    black: list[Move],
    white: list[Move],
    current: Position | None,
) -> Iterator[list[Move]]:
    """Yield orders of the moves, the likeliest first."""
    if current is not None:
        played = list(current.history)
        rest_black = [move for move in black if move not in played]
        rest_white = [move for move in white if move not in played]
        is_white = len(played) % 2 == 1
        first, second = (
            (rest_white, rest_black) if is_white else (rest_black, rest_white)
        )
        yield played + _alternate(first, second)
    yield given
    yield _alternate(black, white)


def _alternate(first: Iterable[Move], second: Iterable[Move]) -> list[Move]:
    pairs = zip_longest(first, second)
    return [move for pair in pairs for move in pair if move is not None]


def _is_game(
    moves: Sequence[Move],
    black: Iterable[Move],
    white: Iterable[Move],
    setup: GameSetup,
) -> bool:
    """Return whether the moves are a legal game with these stones of each side."""
    if set(moves[::2]) != set(black) or set(moves[1::2]) != set(white):
        return False
    position = get_game(setup.game).new_position(setup)
    try:
        for move in moves:
            position = position.play(move)
    except IllegalMoveError:
        return False
    return True


def record_of(moves: Iterable[Move], setup: GameSetup) -> GameRecord:
    """Return the game with these moves."""
    record = GameRecord(setup=setup)
    index = 0
    for move in moves:
        record, index = record.with_move(index, move)
    return record


def _set_up(
    black: Iterable[Move], white: Iterable[Move], setup: GameSetup, to_move: Player
) -> GameRecord:
    stones = bytearray([EMPTY] * setup.cell_count)
    for player, moves in ((Player.FIRST, black), (Player.SECOND, white)):
        for move in moves:
            stones[move] = player
    return GameRecord(setup=setup, start_stones=bytes(stones), start_player=to_move)
