"""Judgements of single Hex positions, for searches that work on other nodes."""

from __future__ import annotations

from engine.core.game import Position
from engine.core.types import Judgement, Move, Player
from engine.games.hex.judge import OPEN, WON, Board, Judge


class HexKnowledge:
    """Judges positions of one setup; implements ``Knowledge``.

    Args:
        position: Any position of the setup.
    """

    def __init__(self, position: Position) -> None:
        self._judge = Judge(position.setup.cell_count, {})

    def judge(self, position: Position) -> Judgement | None:
        """Return what is known of ``position``; nothing while a swap is possible."""
        if position.special_moves():
            return None
        board = Board(position)
        node = self._judge.judge(board)
        moves = node.moves
        if node.verdict == WON and not moves:
            moves = self._judge.last_resort(board)
        winner = None
        if node.verdict != OPEN:
            is_own = node.verdict == WON
            winner = Player(board.to_move if is_own else 3 - board.to_move)
        return Judgement(winner=winner, moves=tuple(Move(move) for move in moves))
