"""Position of a record that is analysed, found again when the record has changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from engine.core.game import Position
from engine.core.types import Move
from gui.game.open_game import OpenGame


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysisTarget:
    """Position of an open game; indices of nodes may change, its moves do not."""

    game: OpenGame
    """The game."""

    position: Position
    """The position."""

    moves: tuple[Move, ...]
    """The moves from the start of the record to the position."""

    @classmethod
    def on_board(cls, game: OpenGame) -> Self:
        """Return the position on the board of a game."""
        session = game.session
        path = session.record.path_to(session.cursor)
        moves = tuple(session.record.moves_of(path))
        return cls(game=game, position=session.position, moves=moves)

    def find_node(self) -> int | None:
        """Return the node of the position; ``None`` if it was deleted."""
        record = self.game.session.record
        node: int | None = 0
        for move in self.moves:
            if node is None:
                return None
            node = record.child_by_move(node, move)
        return node
