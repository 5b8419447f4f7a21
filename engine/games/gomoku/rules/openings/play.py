"""Play of an engine in the openings of Gomoku, around any search."""

from __future__ import annotations

from dataclasses import replace

from engine.core.game import GameSetup, Position
from engine.core.types import EMPTY, Move, Player
from engine.games.gomoku.rules.openings.choices import (
    NONE,
    OPTION,
    RIF,
    SWAP2,
    TARAGUCHI,
    YAMAGUCHI,
)
from engine.games.gomoku.rules.openings.fifth_move_offers import symmetrical_cells
from engine.games.gomoku.rules.openings.fifth_moves_play import FifthMoveOpeningMoves
from engine.games.gomoku.rules.openings.opening_moves import OpeningMoves
from engine.games.gomoku.rules.openings.rules import find_state
from engine.games.gomoku.rules.openings.swap2_play import Swap2Moves
from engine.games.gomoku.rules.openings.taraguchi_play import TaraguchiMoves

MOVES: dict[str, OpeningMoves] = {
    NONE: OpeningMoves(),
    SWAP2: Swap2Moves(),
    RIF: FifthMoveOpeningMoves(),
    YAMAGUCHI: FifthMoveOpeningMoves(),
    TARAGUCHI: TaraguchiMoves(),
}
"""The moves of an engine in each opening."""

LEAST_KEPT = -0.05
"""Least value of a colour that the engine keeps; an equal one is kept."""


class GomokuOpeningPlay:
    """Play in the openings; implements ``OpeningPlay``."""

    def is_over(self, position: Position) -> bool:
        """See ``OpeningPlay.is_over``."""
        return find_state(position).is_complete

    def fixed_moves(self, position: Position, *, seed: int) -> tuple[Move, ...]:
        """See ``OpeningPlay.fixed_moves``."""
        return _moves_of(position).fixed_moves(position, seed=seed)

    def even_cells(self, position: Position, *, seed: int) -> tuple[Move, ...]:
        """See ``OpeningPlay.even_cells``."""
        return _moves_of(position).even_cells(position, seed=seed)

    def choice(self, position: Position, value: float) -> Move | None:
        """See ``OpeningPlay.choice``; a colour is kept unless it is worse."""
        is_worse = value < LEAST_KEPT
        return _moves_of(position).choose_colour(position, is_worse=is_worse)

    def count_offers(self, position: Position) -> int:
        """See ``OpeningPlay.count_offers``; the number of fifth moves."""
        return _moves_of(position).count_offers(position)

    def offers_left(self, position: Position) -> int:
        """See ``OpeningPlay.offers_left``; the fifth moves that Black still offers."""
        return find_state(position).offers_left

    def set_up(self, position: Position) -> Position:
        """See ``OpeningPlay.set_up``; stones without a history are a set-up position.

        Without any stone it is White's turn.
        """
        count = len(position.stones) - position.stones.count(EMPTY)
        last = () if position.last_cell is None else (position.last_cell,)
        return replace(
            position,
            history=last if count > 1 else (),
            to_move=position.to_move if count else Player.SECOND,
        )

    def without_opening(self, setup: GameSetup) -> GameSetup:
        """See ``OpeningPlay.without_opening``."""
        options = {**dict(setup.options), OPTION: NONE}
        return replace(setup, options=tuple(options.items()))

    def equal_cells(self, position: Position, cell: Move) -> frozenset[Move]:
        """See ``OpeningPlay.equal_cells``; cells that a symmetry maps to each other."""
        return symmetrical_cells(position, cell)


def _moves_of(position: Position) -> OpeningMoves:
    return MOVES[position.setup.option(OPTION)]
