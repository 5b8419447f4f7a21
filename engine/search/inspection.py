"""Contract for the inspection of a search: its tree, one simulation at a time.

A tree is read lazily, the children of one node at a time, while its search does not
run. Values of a move are in [-1, 1] for the side that makes it, as in ``Candidate``;
those of the root are for its side to move.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, Protocol, runtime_checkable

from engine.core.game import Position
from engine.core.types import Move
from engine.search.api import Searcher, StopFlag
from engine.search.formulas import Formula

Proof = Literal[-1, 0, 1]
"""Proven result of the side that makes the move; 0 if it is open."""

Evaluation = Literal["network", "playout", "static"]
"""Source of the value of a leaf: a network, a random game, the game's evaluation."""

Ending = Literal["evaluated", "known", "proven", "finished"]
"""End of a simulation: a new position is evaluated, or an evaluated one again because
it was reached by another way or memory is full; a proven result; a finished game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeNode:
    """Node of a tree search: a move with the position after it."""

    entry: int
    """Number of the node in its tree; valid until the next simulation."""

    move: Move | None
    """The move; ``None`` at the root."""

    visits: int
    """N, simulations through the node."""

    value_sum: float
    """W, sum of their results; infinite once the result is proven."""

    prior: float | None = None
    """P, probability of the move by the evaluator."""

    network_value: float | None = None
    """V, value of the evaluator for the position, for the side that makes the move."""

    formula: Formula | None = None
    """Formula that selects among the moves of the parent.

    ``None`` at the root and for excluded moves.
    """

    is_excluded: bool = False
    """Whether the search never selects the move."""

    child_count: int = 0
    """Number of children in the tree."""

    @property
    def proof(self) -> Proof:
        """The proven result."""
        if math.isfinite(self.value_sum):
            return 0
        return 1 if self.value_sum > 0 else -1

    @property
    def mean(self) -> float | None:
        """Q, the mean result in [-1, 1]; ``None`` without visits and without proof."""
        if self.proof:
            return float(self.proof)
        if self.visits == 0:
            return None
        return min(max(self.value_sum / self.visits, -1.0), 1.0)


class SearchTree(Protocol):
    """Tree of a search; its arrays change with the next simulation."""

    @property
    def position(self) -> Position:
        """Position of the root."""
        ...

    @property
    def root(self) -> TreeNode:
        """The root."""
        ...

    def children(self, node: TreeNode) -> tuple[TreeNode, ...]:
        """Return the children of a node, in the order of the tree."""
        ...

    def copied(self) -> SearchTree:
        """Return a copy that later simulations do not change."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Selection of one move in a simulation."""

    node: TreeNode
    """Node whose moves are compared."""

    children: tuple[TreeNode, ...]
    """Its children before the simulation."""

    move: Move
    """The selected move."""

    is_new: bool
    """Whether the tree did not have the move yet; such moves precede all formulas."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BackUp:
    """Back-up of the result at one node of the path."""

    before: TreeNode | None
    """The node before the simulation; ``None`` if it is new."""

    after: TreeNode
    """The node after it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulationTrace:
    """One simulation: select, expand, evaluate, back up."""

    number: int
    """Number of the simulation, from 1."""

    tree: SearchTree
    """The tree before the simulation."""

    selections: tuple[Selection, ...]
    """Selections from the root to the leaf."""

    ending: Ending
    """Kind of the leaf."""

    value: float
    """Result in [-1, 1] for the side to move at the leaf."""

    back_ups: tuple[BackUp, ...]
    """Back-ups from the root to the leaf."""

    def __post_init__(self) -> None:
        if len(self.back_ups) != len(self.selections) + 1:
            raise ValueError(
                f"Expected a back-up of the root and one for each of the "
                f"{len(self.selections)} selections, got {len(self.back_ups)}."
            )

    @property
    def line(self) -> tuple[Move, ...]:
        """The moves from the root to the leaf."""
        return tuple(selection.move for selection in self.selections)


Bound = Literal["exact", "lower", "upper", "open"]
"""Meaning of a value in alpha-beta: it is exact, or the true one is at least or at most
that; an open node has none yet."""

Closing = Literal["cutoff", "searched", "proven", "evaluated", "pruned", "open"]
"""Reason for which alpha-beta left a node: its value reached beta; all moves that count
were searched; a win is proven; a leaf was evaluated; table or margins decided it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowNode:
    """Node of an alpha-beta search; at the root of a tree, a whole iteration.

    Values and the window are in units of the game's search, for the side to move of the
    node; at the root, too.
    """

    entry: int
    """Number of the node in its tree."""

    move: Move | None
    """The move; ``None`` for an iteration."""

    alpha: int
    """Lower end of the window."""

    beta: int
    """Upper end of the window."""

    depth: float
    """Plies left."""

    value: int | None = None
    """Value; ``None`` as long as the node is open."""

    closing: Closing = "open"
    """Reason for which the node was left."""

    searches: int = 1
    """Number of searches of the move, with wider windows or more depth."""

    nodes: int = 0
    """Nodes below and including this one."""

    child_count: int = 0
    """Number of children in the recording."""

    @property
    def bound(self) -> Bound:
        """Meaning of the value, by the window."""
        if self.value is None:
            return "open"
        if self.value >= self.beta:
            return "lower"
        return "upper" if self.value <= self.alpha else "exact"


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowEvent:
    """Event of an alpha-beta search: a node was opened or closed."""

    line: tuple[Move, ...]
    """The moves from the root to the node."""

    node: WindowNode
    """The node after the event."""

    is_open: bool
    """Whether the node was opened."""


@runtime_checkable
class WindowTree(Protocol):
    """Recording of an alpha-beta search: iterations with their nodes."""

    @property
    def position(self) -> Position:
        """Position of the root."""
        ...

    @property
    def iterations(self) -> tuple[WindowNode, ...]:
        """The iterations, the first one first; one may be repeated."""
        ...

    @property
    def is_complete(self) -> bool:
        """Whether no node is missing for lack of space."""
        ...

    def children(self, node: WindowNode) -> tuple[WindowNode, ...]:
        """Return the children of a node, in the order of the search."""
        ...

    def value_of(self, value: int) -> float:
        """Return a value as an expected result in [-1, 1]."""
        ...

    def copied(self) -> WindowTree:
        """Return a copy that later nodes do not change."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowTrace:
    """One node of an alpha-beta search."""

    number: int
    """Number of the node, from 1."""

    tree: WindowTree
    """The recording after it."""

    events: tuple[WindowEvent, ...]
    """Nodes opened and closed; empty for a node of the search for a forced win."""


class Stepper(Protocol):
    """Search that runs one simulation or node at a time; the engine's own, slowly."""

    @property
    def tree(self) -> SearchTree | WindowTree:
        """The tree so far."""
        ...

    @property
    def evaluation(self) -> Evaluation:
        """Source of the values of leaves."""
        ...

    def step(self) -> SimulationTrace | WindowTrace | None:
        """Run one simulation or node; ``None`` if the search is over."""
        ...

    def skip(self, count: int, stop: StopFlag | None = None) -> int:
        """Run up to ``count`` of them without a trace; return how many were run."""
        ...


@runtime_checkable
class InspectableSearcher(Searcher, Protocol):
    """Searcher whose tree can be read."""

    @property
    def keeps_tree(self) -> bool:
        """Whether a search at full speed leaves a tree."""
        ...

    def last_tree(self) -> SearchTree | None:
        """Return the tree of the last search; it changes with the next search.

        ``None`` without one, and for alpha-beta, of which only a stepper has a tree.
        """
        ...

    def new_stepper(self, position: Position) -> Stepper:
        """Return a search of a position that runs one simulation or node at a time.

        Raises:
            IllegalMoveError: The game is over.
        """
        ...


@runtime_checkable
class _Wrapper(Searcher, Protocol):
    """Searcher around another one."""

    @property
    def inner(self) -> Searcher | None: ...


def find_inspectable(searcher: Searcher | None) -> InspectableSearcher | None:
    """Return the searcher inside all wrappers; ``None`` if it has no tree."""
    while isinstance(searcher, _Wrapper):
        searcher = searcher.inner
    return searcher if isinstance(searcher, InspectableSearcher) else None
