"""Recording of an alpha-beta search: the nodes of its iterations, up to a limit.

The search reports its nodes to the recorder, which is the observer of a run that goes
node by node. Nodes of searches for a forced win are not part of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.core.game import Position
from engine.core.search_values import PROVEN
from engine.core.types import Move
from engine.search.alphabeta.root_results import show_value
from engine.search.inspection import Closing, WindowEvent, WindowNode

MOST_NODES = 50_000
"""Largest number of recorded nodes; then the search continues unrecorded."""

NO_RECORD = -1
"""Entry of an open node that is not recorded."""


class RecordedTree:
    """Nodes of a search in the order in which they were opened; a ``WindowTree``.

    Args:
        position: The root.
        nodes: The nodes by entry.
        children: Entries of the children, by entry.
        iterations: Entries of the iterations.
        scale: Value at which the side wins about three games of four.
        is_complete: Whether no node is missing for lack of space.
    """

    def __init__(
        self,
        position: Position,
        nodes: Sequence[WindowNode],
        children: Sequence[Sequence[int]],
        iterations: Sequence[int],
        *,
        scale: float,
        is_complete: bool,
    ) -> None:
        self.position = position
        self.is_complete = is_complete
        self._nodes = nodes
        self._children = children
        self._iterations = iterations
        self._scale = scale

    @property
    def iterations(self) -> tuple[WindowNode, ...]:
        """See ``WindowTree.iterations``."""
        return tuple(self.node_at(entry) for entry in self._iterations)

    def children(self, node: WindowNode) -> tuple[WindowNode, ...]:
        """See ``WindowTree.children``."""
        known = len(self._nodes)
        entries = self._children[node.entry]
        return tuple(self.node_at(entry) for entry in entries if entry < known)

    def value_of(self, value: int) -> float:
        """See ``WindowTree.value_of``."""
        return show_value(value, self._scale)

    def copied(self) -> RecordedTree:
        """See ``WindowTree.copied``; lists of children only grow."""
        return RecordedTree(
            self.position,
            list(self._nodes),
            list(self._children),
            list(self._iterations),
            scale=self._scale,
            is_complete=self.is_complete,
        )

    def node_at(self, entry: int) -> WindowNode:
        """Return the node with a number."""
        node = self._nodes[entry]
        return replace(node, child_count=len(self._children[entry]))


class SearchRecorder:
    """Recorder of a run; a ``SearchObserver``.

    Args:
        position: The root.
        scale: See ``RecordedTree``.
        most_nodes: Nodes that are recorded; ``None`` for ``MOST_NODES``.
    """

    def __init__(
        self, position: Position, scale: float, *, most_nodes: int | None = None
    ) -> None:
        self._position = position
        self._scale = scale
        self._most_nodes = MOST_NODES if most_nodes is None else most_nodes
        self._nodes: list[WindowNode] = []
        self._children: list[list[int]] = []
        self._iterations: list[int] = []
        self._path: list[int] = []
        self._events: list[WindowEvent] = []
        self._is_complete = True

    @property
    def tree(self) -> RecordedTree:
        """The recording so far."""
        return RecordedTree(
            self._position,
            self._nodes,
            self._children,
            self._iterations,
            scale=self._scale,
            is_complete=self._is_complete,
        )

    @property
    def is_full(self) -> bool:
        """Whether a node found no space."""
        return not self._is_complete

    def take_events(self) -> tuple[WindowEvent, ...]:
        """Return the events since the last call."""
        events, self._events = tuple(self._events), []
        return events

    def began(self, *, alpha: int, beta: int, depth: int) -> None:
        """See ``SearchObserver.began``."""
        entry = self._add(None, alpha=alpha, beta=beta, depth=depth)
        self._path = [entry]
        if entry != NO_RECORD:
            self._iterations.append(entry)
            self._note(is_open=True)

    def opened(
        self, ply: int, move: Move, *, alpha: int, beta: int, depth: float
    ) -> None:
        """See ``SearchObserver.opened``."""
        parent = self._path[ply - 1]
        del self._path[ply:]
        entry = NO_RECORD
        if parent != NO_RECORD:
            entry = self._find_last_child(parent, move)
            if entry != NO_RECORD:
                self._nodes[entry] = replace(
                    self._nodes[entry],
                    alpha=alpha,
                    beta=beta,
                    depth=depth,
                    value=None,
                    closing="open",
                    searches=self._nodes[entry].searches + 1,
                )
                self._children[entry] = []  # those of the search before are replaced
            else:
                entry = self._add(move, alpha=alpha, beta=beta, depth=depth)
                if entry != NO_RECORD:
                    self._children[parent].append(entry)
        self._path.append(entry)
        if entry != NO_RECORD:
            self._note(is_open=True)

    def closed(self, ply: int, value: int) -> None:
        """See ``SearchObserver.closed``."""
        del self._path[ply + 1 :]
        entry = self._path[ply]
        if entry == NO_RECORD:
            return
        node = self._nodes[entry]
        children = self._children[entry]
        self._nodes[entry] = replace(
            node,
            value=value,
            closing=find_closing(node, value, has_children=bool(children)),
            nodes=1 + sum(self._nodes[child].nodes for child in children),
        )
        self._note(is_open=False)

    def _add(self, move: Move | None, *, alpha: int, beta: int, depth: float) -> int:
        """Return the entry of a new node, or ``NO_RECORD`` without space."""
        entry = len(self._nodes)
        if entry >= self._most_nodes:
            self._is_complete = False
            return NO_RECORD
        self._nodes.append(
            WindowNode(
                entry=entry, move=move, alpha=alpha, beta=beta, depth=depth, nodes=1
            )
        )
        self._children.append([])
        return entry

    def _find_last_child(self, parent: int, move: Move) -> int:
        """Return the last child if ``move`` led to it: it is searched again."""
        children = self._children[parent]
        if children and self._nodes[children[-1]].move == move:
            return children[-1]
        return NO_RECORD

    def _note(self, *, is_open: bool) -> None:
        line = [self._nodes[entry].move for entry in self._path[1:]]
        self._events.append(
            WindowEvent(
                line=tuple(move for move in line if move is not None),
                node=self.tree.node_at(self._path[-1]),
                is_open=is_open,
            )
        )


def find_closing(node: WindowNode, value: int, *, has_children: bool) -> Closing:
    """Return the reason for which a node was left with a value."""
    if has_children:
        return "cutoff" if value >= node.beta else "searched"
    if abs(value) > PROVEN:
        return "proven"
    return "evaluated" if node.depth <= 0 else "pruned"
