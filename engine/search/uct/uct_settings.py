"""Settings of the tree search with playouts; loading them compiles nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from engine.core.settings_reader import Count, CountOrNone, NotNegative, Range

if TYPE_CHECKING:
    from engine.search.uct.kernels.node_pool import Tree
    from engine.search.uct.kernels.tree import UctParams


@dataclass(frozen=True, slots=True, kw_only=True)
class UctSettings:
    """How a tree search chooses; see ``resources/presets`` for the named ones."""

    exploration: NotNegative = 0.35
    """C of the upper confidence bound, for win rates in [0, 1].

    ZHANG-HEX leaves it open. The theory asks for sqrt(1/2); smaller values play
    stronger, see ``docs/benchmarks.md``.
    """

    rave_equivalence: NotNegative = 0.0
    """Simulations after which a move's own results weigh as much as its RAVE results.

    0 turns RAVE off, as plain UCT wants it.
    """

    informed_playouts: bool = False
    """Whether playouts answer what a novice would answer, or move at random."""

    proves: bool = False
    """Whether wins and losses that are certain are backed up as such."""

    solver_visits: CountOrNone = 0
    """Visits after which a node is judged by what is known of its game without search.

    The root is judged at once. 0 judges nothing; it asks for RAVE, which gives a node
    all its children, and for proofs.
    """

    solver_weight: CountOrNone = 300
    """RAVE results that the order of a judged node's moves counts for."""

    nodes: Count | None = None
    """Most simulations for a move, whatever the limits allow; the level."""

    pool_entries: Annotated[int, Range(least=1 << 10, most=1 << 30)] = 1 << 22
    """Most nodes kept in memory, 16 bytes each, 24 with RAVE."""

    def params(self) -> UctParams:
        """Return the settings as kernels take them."""
        from engine.search.uct.kernels.tree import UctParams  # noqa: PLC0415

        return UctParams(
            exploration=float(self.exploration),
            rave_equivalence=float(self.rave_equivalence),
            informed=int(self.informed_playouts),
            proves=int(self.proves),
            solver_visits=self.solver_visits,
        )

    def new_tree(self) -> Tree:
        """Return an empty tree of the size and kind the settings ask for."""
        from engine.search.uct.kernels.node_pool import new_tree  # noqa: PLC0415

        return new_tree(self.pool_entries, with_rave=self.rave_equivalence > 0)
