"""Depth-first proof-number search: the winner, without any estimate.

An unanalysed position counts one. Only the best moves of a node are open to the search,
more as they fail.

Sources: Nagai 2002, "Df-pn algorithm for searching AND/OR trees"; Henderson 2010,
"Playing and solving the game of Hex", for the narrowed width.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.hex.evaluation.board_evaluator import (
    INFINITE_PROOF,
    LOST,
    OPEN,
    WON,
    Board,
    BoardEvaluator,
    Node,
)

FIRST_WIDTH = 2
"""Moves that are always open, besides a share of those that have not failed."""

WIDTH_SHARE = 4
"""Divisor: one in so many of the moves not yet failed is open, too."""


def update_proof_numbers(node: Node) -> tuple[int, int]:
    """Update a node's proof numbers from its children.

    Returns:
        The index of the open move with the smallest disproof number, and the disproof
        number of the second smallest.
    """
    table = [child.status for child in node.children if child is not None]
    if LOST in table:
        node.set_proven(WON)
        return 0, INFINITE_PROOF
    left = len(node.moves) - table.count(WON)
    if left == 0:
        node.set_proven(LOST)
        return 0, INFINITE_PROOF
    width = FIRST_WIDTH + left // WIDTH_SHARE
    best, first, second, total = 0, INFINITE_PROOF, INFINITE_PROOF, 0
    for k, child in enumerate(node.children):
        proof, disproof = (child.proof, child.disproof) if child else (1, 1)
        if proof == 0:
            continue
        total += proof
        if disproof < first:
            best, first, second = k, disproof, first
        else:
            second = min(second, disproof)
        width -= 1
        if width == 0:
            break
    node.proof, node.disproof = first, total
    return best, second


def prove(evaluator: BoardEvaluator, board: Board, root: Node) -> Iterator[None]:
    """Search until ``root``, the node of ``board``, is proven.

    Each step of the iterator analyses one position. It works on a board of its own, so
    that another search may run between two steps.
    """
    path: list[tuple[Node, int, int, int]] = []
    node, proof_limit, disproof_limit = root, INFINITE_PROOF, INFINITE_PROOF
    while root.status == OPEN:
        best, second = (
            update_proof_numbers(node) if node.status == OPEN else (0, INFINITE_PROOF)
        )
        is_left = (
            node.status != OPEN
            or node.proof >= proof_limit
            or node.disproof >= disproof_limit
        )
        if is_left and path:
            node, proof_limit, disproof_limit, move = path.pop()
            board.undo(move)
            continue
        child = node.children[best]
        move = node.moves[best]
        table = 1 if child is None else child.proof
        path.append((node, proof_limit, disproof_limit, move))
        proof_limit, disproof_limit = (
            min(disproof_limit - (node.disproof - table), INFINITE_PROOF),
            min(proof_limit, second + second // 4 + 1),
        )
        if child is None:
            child, is_new = evaluator.expand(node, best, board)
            if is_new:
                yield
        else:
            board.play(move)
        node = child
