"""Play of an engine in the openings of Gomoku, around any search."""

from __future__ import annotations

from dataclasses import replace

from engine.core.game import GameSetup, Position
from engine.core.types import EMPTY, Move, Player
from engine.games.gomoku.rules.openings import (
    fifth_moves,
    fifth_moves_play,
    swap2_play,
)
from engine.games.gomoku.rules.openings.choices import (
    NONE,
    OPTION,
    SWAP2,
    take_black,
)
from engine.games.gomoku.rules.openings.rules import find_state

WHITE_IS_WORSE = -0.05
"""White's value below which the engine takes Black; an equal White is kept."""


class GomokuOpeningPlay:
    """Play in the openings; implements ``OpeningPlay``."""

    def is_over(self, position: Position) -> bool:
        """See ``OpeningPlay.is_over``."""
        return find_state(position).is_complete

    def fixed_moves(self, position: Position, *, seed: int) -> tuple[Move, ...]:
        """See ``OpeningPlay.fixed_moves``; stones in a pattern, and a declaration."""
        if position.setup.option(OPTION) == SWAP2:
            return swap2_play.stones_to_place(position, seed=seed)
        return fifth_moves_play.fixed_moves(position, seed=seed)

    def choice(self, position: Position, value: float) -> Move | None:
        """See ``OpeningPlay.choice``; White is kept unless it is worse."""
        return None if value >= WHITE_IS_WORSE else take_black(position.setup)

    def count_offers(self, position: Position) -> int:
        """See ``OpeningPlay.count_offers``; the number of fifth moves."""
        if position.setup.option(OPTION) == SWAP2:
            return 1
        return fifth_moves.count_offers(position)

    def offers_left(self, position: Position) -> int:
        """See ``OpeningPlay.offers_left``; the fifth moves that Black still offers."""
        if find_state(position).offers_cells:
            return fifth_moves.count_offers_left(position)
        return 0

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
        return fifth_moves.symmetrical_cells(position, cell)
