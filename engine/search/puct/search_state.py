"""State of one PUCT search: its root position, tree and buffers."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.game import GameSetup, Position
from engine.core.kernels.rng import new_rng
from engine.core.types import Move
from engine.search.evaluation import NO_LAST_MOVE, Evaluator
from engine.search.kernels.search_tree import ROOT
from engine.search.puct.kernels import edge_tree as edges
from engine.search.puct.kernels import simulation as kernels
from engine.search.puct.kernels.edge_tree import EdgeTree
from engine.search.puct.kernels.root import expand_root
from engine.search.puct.kernels.scores import NO_DEPTH, new_puct_workspace
from engine.search.puct.kernels.simulation import SearchBuffers
from engine.search.puct.puct_settings import PuctSettings
from engine.search.puct.root import Root
from engine.search.puct.tree_view import PuctTreeView
from engine.search.puct.workspace import LeafBatches, back_up, new_search_buffers


class SearchState:
    """Root position, tree and buffers of one search.

    Args:
        position: The root.
        tree: Tree of the root; grown in place.
        settings: Settings of the search.
        seed: Random seed of this search.
        evaluator: Evaluator of the children of a node, with ``evaluates_children``.
        buffers: Buffers of an earlier search on such a board.
        moves: Moves from the root of that search to the position; ``None`` copies the
            position to the buffers.
    """

    def __init__(
        self,
        position: Position,
        tree: EdgeTree,
        settings: PuctSettings,
        seed: int,
        *,
        evaluator: Evaluator | None = None,
        buffers: SearchBuffers | None = None,
        moves: Sequence[Move] | None = None,
    ) -> None:
        buffers = buffers or new_search_buffers(position, settings)
        if moves is None:
            kernels.set_state(buffers.root_state, position.kernel_state())
        for move in moves or ():
            kernels.play_move(buffers.root_state, move)
        buffers.rng[:] = new_rng(seed)
        buffers.choice_rng[:] = new_rng(seed + 2)
        if settings.uses_playouts:
            buffers.playout_rng[:] = new_rng(seed + 1)
        self.position = position
        """The root."""

        self.tree = tree
        """Tree of the root."""

        self.buffers = buffers
        """Buffers of the search."""

        self.settings = settings
        """Settings of the search."""

        self.root = Root(position, tree, buffers, settings)
        """Statistics and choice of the root's moves."""

        self.children: ChildrenEvaluation | None = None
        """Evaluation of all children of a node, with ``evaluates_children``."""

        if settings.evaluates_children and evaluator is not None:
            self.children = ChildrenEvaluation(position.setup, tree, buffers, evaluator)

    @property
    def view(self) -> PuctTreeView:
        """The tree for inspection."""
        buffers = self.buffers
        return PuctTreeView(self.position, self.tree, buffers.work, buffers.params)

    @property
    def last_path(self) -> list[int]:
        """Edges of the last simulation from the root on; the rest is older."""
        path: list[int] = self.buffers.work.path.tolist()
        return path

    def try_to_expand_root(self) -> bool:
        """Expand the edges of the root; return false if it has no evaluation yet."""
        work, last = self.buffers.work, self.position.last_move
        is_cell = last is not None and last < self.position.setup.cell_count
        work.last_move[0] = last if is_cell else NO_LAST_MOVE
        if not expand_root(self.tree, work, self.buffers.root_state):
            return False
        if self.children is not None:
            self.children.evaluate_root()
        self.root.add_noise()
        return True


class ChildrenEvaluation:
    """Evaluation of the positions after all moves of a node.

    Args:
        setup: Setup of the positions.
        tree: Tree of the search; its nodes get the values.
        buffers: Buffers of the search.
        evaluator: Evaluator of the positions.
    """

    def __init__(
        self,
        setup: GameSetup,
        tree: EdgeTree,
        buffers: SearchBuffers,
        evaluator: Evaluator,
    ) -> None:
        self.evaluated = 0
        """Positions evaluated so far."""

        self._tree = tree
        self._buffers = buffers
        self._evaluator = evaluator
        moves, cells = buffers.work.scores.size, setup.cell_count
        self._children = new_puct_workspace(moves, cells, moves)
        self._positions = LeafBatches(setup, self._children)

    def evaluate_root(self) -> None:
        """Evaluate the children of the expanded root, unless they have values."""
        node = int(self._tree.edges["node"][ROOT])
        first = int(self._tree.nodes["first_edge"][node])
        if self._tree.edges["node"][first] == edges.NO_NODE:
            self._buffers.work.path[0] = ROOT
            self._evaluate(0)

    def evaluate_blocking(self) -> bool:
        """Evaluate the children of the node that blocked the last selection, if any.

        Returns:
            Whether there was such a node. The selected batch may be backed up before or
            after this.
        """
        depth = int(self._buffers.work.info["blocked_depth"][0])
        if depth == NO_DEPTH:
            return False
        self._evaluate(depth)
        return True

    def _evaluate(self, depth: int) -> None:
        """Evaluate the children of the node at ``depth`` of the current path."""
        buffers, children = self._buffers, self._children
        kernels.write_children(
            self._tree,
            buffers.root_state,
            buffers.state,
            buffers.work.path,
            depth,
            children,
        )
        count = int(children.info["leaf_count"][0])
        self.evaluated += count
        if count > 0:
            found = self._evaluator.evaluate(self._positions.first(count))
            back_up(self._tree, children, buffers.params, found)
