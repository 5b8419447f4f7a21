"""Move chooser without compiled code: available immediately, one ply deep.

It replaces an engine whose kernels are still being compiled.
"""

from __future__ import annotations

from engine.core.game import Position
from engine.core.offers.game_offers import MoveScores
from engine.core.types import Move
from engine.games import get_game


class GreedySearch:
    """Move chooser that plays a win in one, or else the move with the best score.

    Args:
        move_scores: Function that scores the moves of a position.
    """

    def __init__(self, move_scores: MoveScores) -> None:
        self._move_scores = move_scores

    def best_move(self, position: Position) -> Move:
        """Return a move of an unfinished game; takes a few milliseconds."""
        scores = self._move_scores(position)
        ranked = sorted(scores, key=lambda move: (-scores[move], move))
        return next((move for move in ranked if _wins(position, move)), ranked[0])


def make_greedy_search(game: str) -> GreedySearch | None:
    """Return the move chooser of a game, or ``None`` if it has no move scores."""
    scores = get_game(game).move_scores()
    return None if scores is None else GreedySearch(scores)


def _wins(position: Position, move: Move) -> bool:
    after = position.play(move)
    return after.outcome is not None and after.outcome.winner is position.to_move
