"""The tree of a PUCT search for inspection: nodes with their numbers and formulas."""

from __future__ import annotations

import math

from engine.core.game import Position
from engine.core.types import Move
from engine.search.formulas import Puct, Zhang
from engine.search.inspection import TreeNode
from engine.search.kernels.search_tree import ROOT
from engine.search.puct.kernels.edge_tree import (
    FIRST_EDGES,
    NO_NODE,
    NOT_IN_BATCH,
    PRIOR_ONE,
    EdgeTree,
)
from engine.search.puct.kernels.scores import ZHANG, PuctParams, PuctWorkspace


class PuctTreeView:
    """Tree of a PUCT search; a ``SearchTree``. Its entries are the edges.

    Args:
        position: The root.
        tree: Read, never changed.
        work: Buffers of the search, with the priors of the root's moves.
        params: Parameters of the search.
    """

    def __init__(
        self,
        position: Position,
        tree: EdgeTree,
        work: PuctWorkspace,
        params: PuctParams,
    ) -> None:
        self._position = position
        self._tree = tree
        self._work = work
        self._params = params

    @property
    def position(self) -> Position:
        """See ``SearchTree.position``."""
        return self._position

    @property
    def root(self) -> TreeNode:
        """See ``SearchTree.root``."""
        edge = self._tree.edges[ROOT]
        value = self._network_value(ROOT)
        return TreeNode(
            entry=ROOT,
            move=None,
            visits=int(edge["visits"]),
            value_sum=-float(edge["value"]),
            network_value=None if value is None else -value,
            child_count=self._count_children(ROOT),
        )

    def children(self, node: TreeNode) -> tuple[TreeNode, ...]:
        """See ``SearchTree.children``.

        Below the root only the visited moves and the next one by prior are stored.
        """
        entries = [self._edge_at(node.entry, k) for k in range(node.child_count)]
        total = sum(int(self._tree.edges["visits"][entry]) for entry in entries)
        priors = [self._prior(node, k, entry) for k, entry in enumerate(entries)]
        untried = self._first_play_urgency(node, entries, priors)
        if self._params.counts_node:
            total = node.visits
        return tuple(
            self._child(node, entry, prior, untried, total)
            for entry, prior in zip(entries, priors, strict=True)
        )

    def copied(self) -> PuctTreeView:
        """See ``SearchTree.copied``; policies of later moves are left out."""
        tree, work, info = self._tree, self._work, self._tree.info[0]
        copy = tree._replace(
            edges=tree.edges[: info["edges_used"]].copy(),
            nodes=tree.nodes[: info["nodes_used"]].copy(),
            info=tree.info.copy(),
        )
        kept = work._replace(root_priors=work.root_priors.copy())
        return PuctTreeView(self._position, copy, kept, self._params)

    def _count_children(self, entry: int) -> int:
        node = int(self._tree.edges["node"][entry])
        return 0 if node == NO_NODE else int(self._tree.nodes["expanded_count"][node])

    def _edge_at(self, entry: int, k: int) -> int:
        """Return the ``k``-th edge after an edge, as ``edge_tree.edge_at``."""
        node = self._tree.nodes[self._tree.edges["node"][entry]]
        if k < FIRST_EDGES:
            return int(node["first_edge"]) + k
        return int(node["more_edges"]) + k - FIRST_EDGES

    def _prior(self, node: TreeNode, k: int, entry: int) -> float:
        """Return the prior of a move; negative if the root excludes it."""
        if node.entry == ROOT:
            return float(self._work.root_priors[k])
        return int(self._tree.edges["prior"][entry]) / PRIOR_ONE

    def _network_value(self, entry: int) -> float | None:
        """Return the evaluator's value for the side that moved, if there is one."""
        node = int(self._tree.edges["node"][entry])
        if node == NO_NODE or self._tree.nodes["batch_row"][node] != NOT_IN_BATCH:
            return None
        return -float(self._tree.nodes["network_value"][node])

    def _first_play_urgency(
        self, node: TreeNode, entries: list[int], priors: list[float]
    ) -> float:
        """Return the value of an unvisited move, as ``scores.first_play_urgency``."""
        params = self._params
        if not params.is_relative:
            return params.first_play
        visits = self._tree.edges["visits"]
        tried = sum(
            max(prior, 0.0)
            for entry, prior in zip(entries, priors, strict=True)
            if visits[entry] > 0
        )
        # W of the root is for its side to move, that of another node for the opponent.
        value = node.value_sum if node.entry == ROOT else -node.value_sum
        index = int(self._tree.edges["node"][node.entry])
        in_flight = int(self._tree.nodes["in_flight"][index])
        mean = (value - params.virtual_loss * in_flight) / max(
            node.visits - in_flight, 1
        )
        return float(mean - params.first_play * math.sqrt(tried))

    def _child(
        self, node: TreeNode, entry: int, prior: float, untried: float, total: int
    ) -> TreeNode:
        edge = self._tree.edges[entry]
        visits, value_sum = int(edge["visits"]), float(edge["value"])
        is_excluded = prior < 0
        formula = None
        if not is_excluded:
            formula = self._formula(node, entry, prior, untried, total)
        return TreeNode(
            entry=entry,
            move=Move(int(edge["move"])),
            visits=visits,
            value_sum=value_sum,
            prior=max(prior, 0.0),
            network_value=self._network_value(entry),
            formula=formula,
            is_excluded=is_excluded,
            child_count=self._count_children(entry),
        )

    def _formula(
        self, node: TreeNode, entry: int, prior: float, untried: float, total: int
    ) -> Puct | Zhang:
        """Return the formula of a move, as ``scores.score_edges`` computes it."""
        edge, params = self._tree.edges[entry], self._params
        visits, value = int(edge["visits"]), float(edge["value"])
        is_known = visits > 0 or value == -math.inf
        mean = value / max(visits, 1)
        if params.formula != ZHANG:
            return Puct(
                mean=mean if is_known else untried,
                is_first_play=not is_known,
                visits=visits,
                total=total,
                prior=prior,
                exploration=params.exploration,
            )
        network_value = self._network_value(entry)
        own = untried if network_value is None else network_value
        return Zhang(
            mean=mean if is_known else own,
            network_value=own,
            visits=visits,
            counted=node.visits if params.counts_node else visits,
            prior=prior,
            mix=params.mix,
            result_weight=params.result_weight,
            exploration=params.exploration,
        )
