"""A search in a slot of a batched search, and the request for it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.game import Position
from engine.search.puct.gumbel import SequentialHalving
from engine.search.puct.root import Root
from engine.search.puct.search_state import SearchState


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Request for one search."""

    position: Position
    """Unfinished position to search."""

    simulations: int
    """Number of simulations."""

    evaluator: int = 0
    """Index of the evaluator."""

    has_noise: bool = False
    """Whether the settings' noise is mixed into the root's priors."""

    considered: int = 0
    """Number of moves that sequential halving starts with; 0 for no halving."""

    seed: int = 0
    """Additional random seed: games that reach the same position differ."""


@dataclass(slots=True)
class SlotSearch:
    """A search in a slot."""

    task: Task
    """The request."""

    state: SearchState
    """Tree and buffers of the search."""

    nodes: int = 0
    """Simulations so far, when the search is done or at the end of a phase."""

    is_expanded: bool = False
    """Whether the root has its edges."""

    halving: SequentialHalving | None = None
    """Sequential halving of the root's moves, if the task requests it."""

    @property
    def root(self) -> Root:
        """Statistics and choice of the root's moves."""
        return self.state.root

    def simulations_left(self) -> int:
        """Return the number of simulations before the next decision at the root."""
        if not self.is_expanded:
            return 1
        simulations_left = self.task.simulations - self.nodes
        if self.halving is not None:
            return min(simulations_left, self.halving.simulations_left(self.nodes))
        return 0 if self.root.has_one_move else simulations_left
