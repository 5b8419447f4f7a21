"""Result of a playout search from the statistics of its root, in one or more trees."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.core.game import Position
from engine.core.kernels.game_api import move_space
from engine.core.search_values import UNANIMOUS
from engine.core.types import Candidate, Move
from engine.search.api import LINES_REPORTED, SearchResult
from engine.search.kernels.search_tree import write_best_line
from engine.search.uct.kernels.node_pool import Tree


@dataclass(frozen=True, slots=True, kw_only=True)
class RootChild:
    """A move of the root."""

    move: Move
    """The move."""

    visits: int
    """Simulations through it."""

    value: float
    """Sum of their results for the opponent; infinite if proven."""

    tree: Tree
    """Tree with the line after the move."""

    entry: int
    """The move in this tree."""

    @property
    def is_lost(self) -> bool:
        """Whether the move is proven to lose."""
        return self.value == math.inf

    @property
    def rank(self) -> tuple[float, int, float]:
        """Sort key, as in ``search_tree.is_better``."""
        value = -self.value
        return value if math.isinf(value) else 0.0, self.visits, value


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeRootStatistics:
    """Statistics of the root of one of the trees of a search."""

    children: tuple[RootChild, ...]
    """The visited moves, and an untried one if all of them lose.

    Together the trees of a search have one at least.
    """

    wanted: Collection[Move]
    """Moves to which the root is restricted; empty if it is not."""

    nodes: int
    """Simulations of the search."""

    deepest: int
    """Plies of the longest simulation."""

    is_lost: bool
    """Whether the solver has found the root lost."""


def summarise(
    position: Position, roots: Sequence[TreeRootStatistics], seconds: float
) -> SearchResult:
    """Return the result of a search by the sums over its trees.

    Args:
        position: The root.
        roots: Statistics of each tree, all restricted to the same moves.
        seconds: Seconds of the search.

    Source: Chaslot et al. 2008, "Parallel Monte-Carlo tree search", section 3.2, root
    parallelisation.
    """
    merged = _merge(roots)
    # A root that was proven before the solver ran may have visited no wanted move.
    wanted = [child for child in merged if child.move in roots[0].wanted]
    children = sorted(wanted or merged, key=lambda child: child.rank, reverse=True)
    is_lost = any(root.is_lost for root in roots)
    return SearchResult.of_candidates(
        tuple(
            Candidate(
                move=child.move,
                value=-1.0 if is_lost else _value(position, child),
                visits=child.visits,
                pv=_line(position, child) if rank < LINES_REPORTED else (child.move,),
            )
            for rank, child in enumerate(children)
        ),
        nodes=sum(root.nodes for root in roots),
        seconds=seconds,
        depth=max(root.deepest for root in roots),
    )


def _merge(roots: Sequence[TreeRootStatistics]) -> list[RootChild]:
    """Return each move once, with the line of the tree that has visited it most."""
    merged: dict[Move, RootChild] = {}
    most: dict[Move, int] = {}
    for root in roots:
        for child in root.children:
            known = merged.get(child.move)
            if known is None:
                merged[child.move], most[child.move] = child, child.visits
                continue
            source = child if child.visits > most[child.move] else known
            most[child.move] = max(child.visits, most[child.move])
            merged[child.move] = replace(
                source,
                visits=known.visits + child.visits,
                value=known.value + child.value,
            )
    return list(merged.values())


def _line(position: Position, child: RootChild) -> tuple[Move, ...]:
    """Return the best line that begins with a move of the root."""
    moves = np.zeros(move_space(position.kernel_state()), np.int16)
    length = write_best_line(child.tree, child.entry, moves)
    return child.move, *(Move(int(step)) for step in moves[:length])


def _value(position: Position, child: RootChild) -> float:
    """Return the mean result of a move for the root's side to move.

    It is -1 or 1 only if it is proven, by the solver or the end of the game.
    """
    mean = -child.value / max(child.visits, 1)
    if math.isinf(mean):
        return math.copysign(1.0, mean)
    if abs(mean) >= 1 and position.play(child.move).outcome is not None:
        return math.copysign(1.0, mean)
    return min(max(mean, -UNANIMOUS), UNANIMOUS)
