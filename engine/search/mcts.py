"""Monte Carlo tree search: the driver around the compiled tree.

The kernels run in slices of about ten milliseconds; between them the driver looks
at the limits and reports progress. The tree is kept from move to move.
"""

from __future__ import annotations

import math
import threading
import time
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.core.errors import BusyError, IllegalMoveError
from engine.core.game import Position
from engine.core.kernel_api import move_space
from engine.core.kernels_rng import RandomState, new_rng
from engine.core.sentence import Sentence
from engine.core.types import Candidate, Move
from engine.search import kernels_pool as pool
from engine.search import kernels_tree as kernels
from engine.search.api import Limits, ProgressCallback, SearchResult, StopFlag
from engine.search.budget import Budget
from engine.search.knowledge import Knowledge, knowledge_of

PROGRESS_SECONDS = 0.1
"""Shortest time between two progress reports."""

PREPARING_NODES = 600
"""Enough for every kernel to run once."""

LINES_REPORTED = 12
"""Candidates that come with their best line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeSearchSettings:
    """How a tree search chooses; see ``resources/presets`` for the named ones."""

    exploration: float = 0.35
    """C of the upper confidence bound, for win rates in [0, 1].

    ZHANG-HEX leaves it open. The theory asks for sqrt(1/2); smaller values play
    stronger, see ``docs/benchmarks.md``.
    """

    rave_equivalence: float = 0.0
    """Simulations after which a move's own results weigh as much as its RAVE results.

    0 turns RAVE off, as plain UCT wants it.
    """

    informed_playouts: bool = False
    """Whether playouts answer what a novice would answer, or move at random."""

    proves: bool = False
    """Whether wins and losses that are certain are backed up as such."""

    knowledge_visits: int = 0
    """Visits after which a node is judged by what is known of its game without search.

    The root is judged at once. 0 judges nothing; it asks for RAVE, which gives a node
    all its children, and for proofs.
    """

    nodes: int | None = None
    """Most simulations for a move, whatever the limits allow; the level."""

    pool_entries: int = 1 << 22
    """Most nodes kept in memory, 16 bytes each, 24 with RAVE."""

    def policy(self) -> kernels.Policy:
        """Return the settings as kernels take them."""
        return kernels.Policy(
            exploration=float(self.exploration),
            rave_equivalence=float(self.rave_equivalence),
            informed=int(self.informed_playouts),
            proves=int(self.proves),
            ripe_visits=self.knowledge_visits,
        )

    def new_tree(self) -> pool.Tree:
        """Return an empty tree of the size and kind the settings ask for."""
        return pool.new_tree(self.pool_entries, with_rave=self.rave_equivalence > 0)


class TreeSearch:
    """UCT for any game with kernels; implements ``Searcher``.

    Args:
        settings: How to choose.
        seed: Random seed; with a node limit the same seed gives the same move.
        now: Source of seconds that never runs backwards.
    """

    def __init__(
        self,
        settings: TreeSearchSettings | None = None,
        *,
        seed: int = 0,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._settings = settings or TreeSearchSettings()
        self._seed = seed
        self._now = now
        self._busy = threading.Lock()
        self._position: Position | None = None
        self._tree: pool.Tree | None = None
        self._spare_tree: pool.Tree | None = None
        self._knowledge: Knowledge | None = None

    def prepare(self, position: Position) -> None:
        """See ``Searcher.prepare``."""
        if position.outcome is not None:
            return
        trial = TreeSearch(replace(self._settings, pool_entries=1 << 12))
        few = Limits(nodes=PREPARING_NODES)
        result = trial.search(position, few)
        position = position.play(result.move)
        if position.outcome is None:
            trial.search(position, few)

    def search(
        self,
        position: Position,
        limits: Limits,
        *,
        stop: StopFlag | None = None,
        on_progress: ProgressCallback | None = None,
    ) -> SearchResult:
        """See ``Searcher.search``."""
        if position.outcome is not None:
            raise IllegalMoveError(
                Sentence("Expected a game that goes on, got a finished one.")
            )
        if not self._busy.acquire(blocking=False):
            raise BusyError(
                Sentence("Expected an idle engine, got one that is still searching.")
            )
        try:
            never = StopFlag()
            return self._search(
                position, limits, never if stop is None else stop, on_progress
            )
        finally:
            self._busy.release()

    def _search(
        self,
        position: Position,
        limits: Limits,
        stop: StopFlag,
        on_progress: ProgressCallback | None,
    ) -> SearchResult:
        if self._settings.nodes is not None:
            nodes = min(limits.nodes or self._settings.nodes, self._settings.nodes)
            limits = replace(limits, nodes=nodes)
        run = self._start_run(position)
        run.judge_root()
        # Even a search stopped at once has an answer, and the time to compile
        # kernels is not taken from the move.
        run.advance(1, StopFlag())
        budget = Budget(limits, now=self._now)
        next_report = PROGRESS_SECONDS
        while (count := budget.next_slice(run.nodes)) > 0:
            if run.advance(count, stop) < count:
                break
            if on_progress is not None and budget.seconds_used >= next_report:
                on_progress(run.summary(budget.seconds_used))
                next_report = budget.seconds_used + PROGRESS_SECONDS
        return run.summary(budget.seconds_used)

    def _start_run(self, position: Position) -> _Run:
        """Return a run from ``position``, on what an earlier search left of it."""
        if self._tree is None:
            self._tree = self._settings.new_tree()
        node = self._known_node(position)
        if self._settings.knowledge_visits > 0 and node is not None:
            # What looks proven may only have been left out as not worth a try.
            node = None if math.isinf(self._tree.value[node]) else node
        if node is None:
            pool.clear_tree(self._tree)
        elif node != pool.ROOT:
            spare = self._spare_tree or self._settings.new_tree()
            pool.copy_subtree(spare, self._tree, node)
            self._tree, self._spare_tree = spare, self._tree
        self._position = position
        seed = hash_of(self._seed, position)
        if self._settings.knowledge_visits > 0 and self._knowledge is None:
            self._knowledge = knowledge_of(position)
        rng = new_rng(seed)
        return _Run(position, self._tree, self._settings, rng, self._knowledge)

    def _known_node(self, position: Position) -> int | None:
        """Return the node of the last tree that stands for ``position``."""
        known = self._position
        if known is None or self._tree is None:
            return None
        ahead = len(known.history)
        if position.setup != known.setup or position.history[:ahead] != known.history:
            return None
        node = pool.ROOT
        for move in position.history[ahead:]:
            node = pool.find_child(self._tree, node, move)
            if node == pool.NO_NODE:
                return None
            known = known.play(move)
        return node if known == position else None


class _Run:
    """One search at work on a tree whose root is its position."""

    def __init__(
        self,
        position: Position,
        tree: pool.Tree,
        settings: TreeSearchSettings,
        rng: RandomState,
        knowledge: Knowledge | None,
    ) -> None:
        self.nodes = 0
        self._position = position
        self._knowledge = knowledge
        self._is_lost = False
        self._wanted: tuple[Move, ...] = ()
        self._tree = tree
        self._policy = settings.policy()
        self._rng = rng
        self._root_state = position.kernel_state()
        self._state = position.kernel_state()
        self._work = kernels.new_workspace(move_space(self._root_state))
        self._line = np.zeros(self._work.scores.size, np.int16)

    def advance(self, count: int, stop: StopFlag) -> int:
        """Run up to ``count`` simulations and return how many were done."""
        done = 0
        while done < count:
            self._work.ripe[0] = pool.NO_NODE
            done += kernels.simulate(
                self._tree,
                self._root_state,
                self._state,
                self._work,
                self._rng,
                self._policy,
                count - done,
                stop.array,
            )
            depth = int(self._work.ripe[0])
            if depth == pool.NO_NODE:
                break
            self._judge_node(depth)
        self.nodes += done
        return done

    def judge_root(self) -> None:
        """Use what is known of the root, so that its best move is searched or found."""
        if self._knowledge is None:
            return
        judgement = self._knowledge.judge(self._position)
        if judgement is None:
            return
        tree = self._tree
        if tree.child_count[pool.ROOT] == 0:
            kernels.add_all_children(tree, pool.ROOT, self._root_state)
        if judgement.winner is None:
            self._narrow(pool.ROOT, judgement.moves)
            self._wanted = judgement.moves
        elif judgement.winner is self._position.to_move:
            child = int(pool.find_child(tree, pool.ROOT, judgement.moves[0]))
            tree.visits[child] = max(int(tree.visits[child]), 1)
            tree.value[child] = -math.inf
            tree.value[pool.ROOT] = math.inf
        else:
            self._is_lost = True

    def _judge_node(self, depth: int) -> None:
        """Use what is known of the node at ``depth`` of the last simulation's path."""
        if self._knowledge is None:
            return
        path = self._work.path
        position = self._position
        for d in range(1, depth + 1):
            position = position.play(Move(int(self._tree.move[path[d]])))
        judgement = self._knowledge.judge(position)
        if judgement is None:
            return
        if judgement.winner is None:
            self._narrow(int(path[depth]), judgement.moves)
        else:
            kernels.back_up_proof(
                self._tree,
                self._work,
                depth,
                int(judgement.winner),
                int(self._position.to_move),
            )

    def _narrow(self, node: int, moves: Sequence[Move]) -> None:
        wanted = np.zeros(self._work.scores.size, np.bool_)
        wanted[list(moves)] = True
        kernels.narrow_node(self._tree, node, wanted)

    def summary(self, seconds: float) -> SearchResult:
        """Return what the tree says about its root."""
        tree = self._tree
        start = int(tree.first_child[pool.ROOT])
        children = range(start, start + int(tree.child_count[pool.ROOT]))
        visited = [child for child in children if tree.visits[child] > 0]
        # A root that was proven before it was judged may have visited none of these.
        wanted = [child for child in visited if tree.move[child] in self._wanted]
        visited = wanted or visited
        ranked = sorted(visited, key=self._rank, reverse=True)
        candidates = tuple(
            self._candidate(child, with_line=rank < LINES_REPORTED)
            for rank, child in enumerate(ranked)
        )
        best = candidates[0]
        return SearchResult(
            move=best.move,
            value=best.value,
            pv=best.pv,
            nodes=self.nodes,
            seconds=seconds,
            depth=int(tree.header[pool.DEEPEST]),
            candidates=candidates,
        )

    def _rank(self, child: int) -> tuple[float, int, float]:
        """Return what ``pool.is_better`` compares: proof, visits, value."""
        value = -float(self._tree.value[child])
        proof = value if math.isinf(value) else 0.0
        return proof, int(self._tree.visits[child]), value

    def _candidate(self, child: int, *, with_line: bool) -> Candidate:
        tree = self._tree
        visits = int(tree.visits[child])
        move = Move(int(tree.move[child]))
        line: tuple[Move, ...] = (move,)
        if with_line:
            length = pool.best_line(tree, child, self._line)
            line += tuple(Move(int(step)) for step in self._line[:length])
        return Candidate(
            move=move,
            value=-1.0 if self._is_lost else self._value_of(child),
            visits=visits,
            pv=line,
        )

    def _value_of(self, child: int) -> float:
        """Return what a visited child is worth to the side to move at the root."""
        tree = self._tree
        mean = -float(tree.value[child]) / int(tree.visits[child])
        return min(max(mean, -1.0), 1.0)


def hash_of(seed: int, position: Position) -> int:
    """Return a seed for one search, the same in every process."""
    digest = zlib.crc32(bytes(position.stones), seed & 0xFFFFFFFF)
    return (seed << 32) ^ digest
