"""Settings of the playout tree search (UCT); importing them compiles nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from engine.core.formats.settings_reader import Count, CountOrNone, NotNegative, Range

if TYPE_CHECKING:
    from engine.search.uct.kernels.node_pool import Tree
    from engine.search.uct.kernels.tree import UctParams

LEAST_ENTRIES = 1 << 10
"""Smallest number of nodes in memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UctSettings:
    """Settings of the playout tree search; ``resources/presets`` has named ones."""

    exploration: NotNegative = 0.35
    """C of the upper confidence bound (UCB1), for win rates in [0, 1].

    ZHANG-HEX leaves it open. The theory requires sqrt(1/2); ``docs/engines.md`` has
    matches of smaller values.
    """

    rave_equivalence: NotNegative = 0.0
    """Simulations after which a move's own results weigh as much as its RAVE results.

    0 turns RAVE off, as in plain UCT.
    """

    informed_playouts: bool = False
    """Whether playouts answer immediate threats; else they are uniformly random."""

    proves: bool = False
    """Whether to back up proven wins and losses (MCTS solver)."""

    solver_visits: CountOrNone = 0
    """Visits after which the game's solver runs on a node; 0 for no solver.

    The solver runs on the root first. Only a search with RAVE runs it: RAVE adds all
    children of a node at once.
    """

    solver_weight: CountOrNone = 300
    """Number of RAVE results that the move order of the solver counts for."""

    nodes: Count | None = None
    """Largest number of simulations for a move, whatever the limits; for levels."""

    pool_entries: Annotated[int, Range(least=LEAST_ENTRIES, most=1 << 30)] = 1 << 22
    """Largest number of nodes in memory, 16 bytes each, 25 with RAVE."""

    @property
    def uses_solver(self) -> bool:
        """Whether the search runs the game's solver."""
        return self.solver_visits > 0 and self.rave_equivalence > 0

    def params(self) -> UctParams:
        """Return the settings as kernels take them."""
        from engine.search.uct.kernels.tree import UctParams  # noqa: PLC0415

        return UctParams(
            exploration=float(self.exploration),
            rave_equivalence=float(self.rave_equivalence),
            informed=int(self.informed_playouts),
            proves=int(self.proves),
            solver_visits=self.solver_visits if self.uses_solver else 0,
        )

    def new_tree(self) -> Tree:
        """Return an empty tree, with RAVE statistics if the settings use them."""
        from engine.search.uct.kernels.node_pool import new_tree  # noqa: PLC0415

        return new_tree(self.pool_entries, with_rave=self.rave_equivalence > 0)
