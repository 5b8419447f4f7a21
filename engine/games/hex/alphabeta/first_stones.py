"""First stones that may be swapped: the root moves before a swap, and their values.

The opponent has the better side after the stone, so its value is 0 or less, and the
most even stone is the best.
"""

from __future__ import annotations

from collections.abc import Collection

from engine.core.game import Position
from engine.core.types import Move
from engine.games.hex.evaluation.board_evaluator import Board, BoardEvaluator, Node
from engine.games.hex.rules.swapping import list_even_stones


def list_first_stones(
    evaluator: BoardEvaluator,
    root: Node,
    position: Position,
    root_moves: Collection[Move] | None,
) -> dict[int, int]:
    """Restrict the root to first stones, most even first, and return their values.

    Args:
        evaluator: Evaluates the stones.
        root: Node of the empty board; a proof ignores the swap and is dropped.
        position: The empty board.
        root_moves: The only stones to consider; ``None`` for those close to even.
    """
    board = Board(position)
    ranked = [Move(move) for move in evaluator.rank_moves(board)]
    even = list_even_stones(position.setup)
    wanted = set(even if root_moves is None else root_moves)
    wanted = wanted.intersection(even) or wanted
    moves: list[int] = [move for move in ranked if move in wanted]
    root.restrict(list(moves))
    evaluator.evaluate_moves(root, board, len(moves))
    values = {
        move: -abs(root.values.get(move, 0) - root.prior_penalty(move))
        for move in moves
    }
    root.log_prior_deficits = {}  # an even stone is not a likely one
    root.reopen()
    root.restrict(sorted(moves, key=lambda move: -values[move]))
    return values


def swappable_window(low: int) -> tuple[int, int]:
    """Return the window of values without the swap for values above ``low`` with it."""
    far = min(low, -1)
    return far, -far
