"""Futility pruning by static values, with one to three plies left."""

from __future__ import annotations

from engine.games.hex.evaluation.board_evaluator import Node

REVERSE_FUTILITY_MARGINS = (400, 500, 700)
"""Margins above beta at which a node is cut off, with one to three plies left.

Of 100 such searches one to three would have ended otherwise.
"""

FUTILITY_MARGINS = (300, 500, 700)
"""Margins below alpha at which a node is cut off, likewise."""

MOVE_FUTILITY_MARGINS = (100, 0, 0)
"""Margins over the best result at which a move is pruned, with one to three plies left.

A search seldom confirms high static values.
"""

NO_FUTILITY = len(FUTILITY_MARGINS) + 1
"""Plies left at which nothing is pruned."""


def is_futile_node(node: Node, plies: int, alpha: int, beta: int) -> bool:
    """Return whether the static value of an open node is far outside the window.

    Args:
        node: The node.
        plies: Plies left after this one, 1 or more.
        alpha: Lower bound of the window.
        beta: Upper bound of the window.
    """
    return plies < NO_FUTILITY and not (
        alpha - FUTILITY_MARGINS[plies - 1]
        < node.static_value
        < beta + REVERSE_FUTILITY_MARGINS[plies - 1]
    )


def is_futile_move(node: Node, move: int, plies: int, least: int) -> bool:
    """Return whether an evaluated move is unlikely to exceed ``least``.

    Args:
        node: The node, with ``plies`` left after this one.
        move: A move of the node.
        plies: See ``is_futile_node``.
        least: Value to exceed.
    """
    value = node.values.get(move)
    return (
        plies < NO_FUTILITY
        and value is not None
        and value <= least + MOVE_FUTILITY_MARGINS[plies - 1]
    )
