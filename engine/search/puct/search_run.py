"""One network-guided search at work on a tree whose root is its position."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np

from engine.core.game import Position
from engine.core.kernels.rng import new_rng
from engine.core.types import Move
from engine.search.api import SearchResult, StopFlag
from engine.search.evaluation import (
    NO_LAST_MOVE,
    Evaluator,
    LeafBatch,
    Policy,
    Values,
)
from engine.search.puct.kernels import edge_tree as edges
from engine.search.puct.kernels import simulation as kernels
from engine.search.puct.kernels.root_edges import open_root
from engine.search.puct.kernels.scores import Workspace, new_workspace
from engine.search.puct.puct_settings import GuidedSettings
from engine.search.puct.root import Root
from engine.search.puct.solver_driver import Insight
from engine.search.puct.workspace import Room, new_room
from engine.search.solvers import Knowledge

WALKS_PER_LEAF = 8
"""Simulations begun for each place in a batch at most, with those that end at once."""

PLAYOUTS_AT_ONCE = 200
"""Simulations between two looks at the limits where no evaluator is asked; a few
milliseconds."""


class GuidedRun:
    """A search from one position.

    Args:
        position: The root.
        tree: What is known of it; grown in place.
        evaluator: Judges positions; ``None`` for equal priors and playouts.
        settings: How to search.
        seed: Random seed.
        room: What an earlier search on such a board worked with.
        moves: What leads to the position from where the room's search stood; without
            them the room is told anew where it stands.
    """

    def __init__(
        self,
        position: Position,
        tree: edges.EdgeTree,
        evaluator: Evaluator | None,
        settings: GuidedSettings,
        seed: int,
        *,
        room: Room | None = None,
        moves: Sequence[Move] | None = None,
    ) -> None:
        self.nodes = 0
        self._position = position
        self._tree = tree
        self._evaluator = evaluator
        self._settings = settings
        room = room or new_room(position, settings)
        if moves is None:
            kernels.set_state(room.root_state, position.kernel_state())
        for move in moves or ():
            kernels.play_move(room.root_state, move)
        own_seed = seed_for(seed, position)
        room.rng[:] = new_rng(own_seed)
        room.choice_rng[:] = new_rng(own_seed + 2)
        if settings.plays_out:
            room.playout_rng[:] = new_rng(own_seed + 1)
        self._root_state, self._state = room.root_state, room.state
        self._rng, self._playout_rng = room.rng, room.playout_rng
        self._work, self._rules = room.work, room.rules
        self.root = Root(position, tree, room, settings)
        """What is known of the root."""

        self.moves_judged = 0
        """Positions evaluated as moves of a node, by ``judges_moves``."""

        self._batches: dict[int, LeafBatch] = {}

    @cached_property
    def _policies(self) -> Policy:
        """What is said of the places of a batch where no evaluator is asked."""
        return np.zeros(self._work.cells.shape, np.float32)

    @cached_property
    def _moves_work(self) -> Workspace:
        """Room for the position after each move of a node."""
        moves, cells = self._work.scores.size, self._work.cells.shape[1]
        return new_workspace(moves, cells, moves)

    @property
    def most_at_once(self) -> int:
        """Simulations to ask for between two looks at the limits."""
        if self._evaluator is None:
            return PLAYOUTS_AT_ONCE
        return WALKS_PER_LEAF * self._settings.batch

    def open_root(self) -> None:
        """Have the root judged if it was not yet, and give it its moves."""
        while not self.try_to_open_root():
            self.advance(1, StopFlag())

    def try_to_open_root(self) -> bool:
        """Give the root its moves if it is judged; say whether it was."""
        tree = self._tree
        last = self._position.last_move
        is_cell = last is not None and last < self._position.setup.cell_count
        self._work.last_move[0] = last if is_cell else NO_LAST_MOVE
        if not open_root(tree, self._work, self._root_state):
            return False
        node = int(tree.edges["node"][edges.ROOT])
        first = int(tree.nodes["first_edge"][node])
        if self._settings.judges_moves and tree.edges["node"][first] == edges.NO_NODE:
            self._work.path[0] = edges.ROOT
            self._judge_moves(0)
        self.root.add_noise()
        return True

    def insight(self, source: Knowledge, now: Callable[[], float]) -> Insight:
        """Return what puts the judgements of ``source`` into the tree."""
        return Insight(
            source, self._position, self._tree, self._work, self._rng, now=now
        )

    def advance(self, count: int, stop: StopFlag) -> int:
        """Run up to ``count`` simulations and return how many were done."""
        if self._evaluator is None:
            done = self._advance_alone(count, stop)
        else:
            done = self._advance_batch(self._evaluator, count, stop)
        self.nodes += done
        return done

    def _advance_alone(self, count: int, stop: StopFlag) -> int:
        done: int = kernels.simulate_alone(
            self._tree,
            self._root_state,
            self._state,
            self._work,
            self._rules,
            self._rng,
            self._playout_rng,
            self._policies,
            count,
            stop.array,
        )
        return done

    def _advance_batch(self, evaluator: Evaluator, count: int, stop: StopFlag) -> int:
        work = self._work
        while True:
            done: int = kernels.select_leaves(
                self._tree,
                self._root_state,
                self._state,
                work,
                self._rules,
                self._rng,
                self._playout_rng,
                self._settings.batch,
                count,
                stop.array,
            )
            self._judge(evaluator, work)
            if not self.judge_asked_moves() or done > 0:
                return done

    def judge_asked_moves(self) -> bool:
        """Evaluate the moves of the node that stopped the last selection, if one did.

        Returns:
            Whether a node did. The answers of the selected batch may come before or
            after this.
        """
        asked = int(self._work.info[kernels.ASKED])
        if asked == kernels.NOBODY:
            return False
        self._judge_moves(asked)
        return True

    def _judge(self, evaluator: Evaluator, work: Workspace) -> None:
        """Have the positions in ``work`` judged, and end what waits for them."""
        leaves = int(work.info[kernels.LEAVES])
        if leaves == 0:
            return
        policies, values = self._answers(evaluator, work, leaves)
        kernels.back_up_leaves(
            self._tree,
            work,
            self._rules,
            policies.astype(np.float32, copy=False),
            values.astype(np.float32, copy=False),
        )

    def _answers(
        self, evaluator: Evaluator, work: Workspace, leaves: int
    ) -> tuple[Policy, Values]:
        """Return what the evaluator says of the first positions in ``work``."""
        if work is not self._work:
            self.moves_judged += leaves
            return evaluator.evaluate(self._leaves(work, slice(leaves)))
        if leaves not in self._batches:
            self._batches[leaves] = self._leaves(work, slice(leaves))
        return evaluator.evaluate(self._batches[leaves])

    def _leaves(self, work: Workspace, rows: slice) -> LeafBatch:
        """Return some positions in ``work``."""
        return LeafBatch(
            setup=self._position.setup,
            cells=work.cells[rows],
            to_move=work.to_move[rows],
            last_move=work.last_move[rows],
            legal=work.legal[rows],
        )

    def _judge_moves(self, depth: int) -> None:
        """Have the position after each move of a node on the path judged."""
        if self._evaluator is None:
            return
        kernels.write_moves(
            self._tree,
            self._root_state,
            self._state,
            self._work.path,
            depth,
            self._moves_work,
        )
        self._judge(self._evaluator, self._moves_work)

    def summary(self, seconds: float, *, chooses: bool = False) -> SearchResult:
        """Return what the tree says about its root.

        Args:
            seconds: Time spent.
            chooses: Whether chance may choose the move, where the settings say so.
        """
        return self.root.summary(self.nodes, seconds, chooses=chooses)


def seed_for(seed: int, position: Position) -> int:
    """Return a seed for one search, the same in every process."""
    digest = zlib.crc32(bytes(position.stones), seed & 0xFFFFFFFF)
    return (seed << 32) ^ digest
