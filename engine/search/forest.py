"""Searches in lock-step: many trees grow together, and one batch judges for all.

A single search has to begin several simulations at once, half blind, to fill a batch.
Where many games are played at a time, each gives one position to it instead, and none
of them has to guess.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.core.game import Position
from engine.search import kernels_edges as edges
from engine.search import kernels_forest as kernels
from engine.search.api import StopFlag
from engine.search.evaluation import Evaluator, LeafBatch, Policy, Values
from engine.search.guided_room import Room, new_room
from engine.search.guided_root import edge_to
from engine.search.guided_run import GuidedRun
from engine.search.guided_settings import GuidedSettings
from engine.search.gumbel import Halving
from engine.search.kernels_subtree import copy_subtree

Indices = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A search that is wanted."""

    position: Position
    """What is to be searched; it goes on."""

    simulations: int
    """How long."""

    evaluator: int = 0
    """Which of the evaluators judges."""

    has_noise: bool = False
    """Whether the settings' noise is mixed into the root's priors."""

    considered: int = 0
    """Moves that sequential halving considers at first; 0 for none of it."""

    seed: int = 0
    """Random seed, beside the forest's: games that pass the same position differ."""


@dataclass(slots=True)
class _Growth:
    """A search under way in a place."""

    task: Task
    run: GuidedRun
    is_open: bool = False
    halving: Halving | None = None

    def left(self) -> int:
        """Return how many simulations may follow before the next look at the root."""
        if not self.is_open:
            return 1
        left = self.task.simulations - self.run.nodes
        if self.halving is not None:
            return min(left, self.halving.simulations_left(self.run.nodes))
        return 0 if self.run.root.has_one_move else left


@dataclass(frozen=True, slots=True, kw_only=True)
class _Round:
    """Searches of one batch, and where its rows belong."""

    chosen: Indices
    starts: Indices
    evaluator: int


class Forest:
    """Room for ``size`` searches of one setup that grow together.

    Args:
        position: Any of the setup.
        evaluators: What judges; each search names one of them.
        settings: How to search. ``batch`` is the number of positions that one search
            gives to a batch at most.
        size: Searches at a time.
        threads: Threads of the trees. With more than one, half of the searches select
            while the others are judged.
        seed: Random seed.
    """

    def __init__(
        self,
        position: Position,
        evaluators: Sequence[Evaluator],
        settings: GuidedSettings,
        *,
        size: int,
        threads: int = 1,
        seed: int = 0,
    ) -> None:
        setup = self._setup = position.setup
        self._settings = settings
        self._quiet = replace(settings, noise_share=0.0)
        self._evaluators = [settings.wrapped(e, setup, seed) for e in evaluators]
        self._seed = seed
        self._threads = threads
        self._rooms: list[Room] = [new_room(position, settings) for _ in range(size)]
        trees = [settings.new_tree(position) for _ in range(2 * size)]
        self._trees = trees
        self._all = tuple(
            kernels.typed_list(part)
            for part in (
                trees,
                [room.root_state for room in self._rooms],
                [room.state for room in self._rooms],
                [room.work for room in self._rooms],
                [room.rng for room in self._rooms],
            )
        )
        self._tree_of = np.arange(size) * 2
        self._rules = settings.rules()
        self._growths: list[_Growth | None] = [None] * size
        self._is_planted = np.zeros(size, np.bool_)
        self._is_stuck = np.zeros(size, np.bool_)
        self._left = np.zeros(size, np.int64)
        self._begun = np.zeros(size, np.int64)
        self._judges = np.zeros(size, np.int64)
        self._last: list[Task | None] = [None] * size
        self._workers = ThreadPoolExecutor(threads) if threads > 1 else None
        self._judge = ThreadPoolExecutor(1) if threads > 1 else None
        self.leaves = 0
        """Positions that were judged so far."""

    def close(self) -> None:
        """End the threads."""
        for pool in (self._workers, self._judge):
            if pool is not None:
                pool.shutdown()

    def plant(self, place: int, task: Task) -> None:
        """Begin a search in a place; what was there before is forgotten.

        The tree of the search before it is kept where it leads to the position and
        the same evaluator judges, unless sequential halving is to see even visits.
        """
        self._prepare_tree(place, task)
        settings = self._settings if task.has_noise else self._quiet
        tree = self._trees[self._tree_of[place]]
        run = GuidedRun(
            task.position,
            tree,
            None,
            settings,
            self._seed ^ task.seed,
            room=self._rooms[place],
        )
        growth = _Growth(task, run)
        self._growths[place], self._last[place] = growth, task
        self._is_planted[place], self._is_stuck[place] = True, False
        self._begun[place], self._judges[place] = 0, task.evaluator
        self._open(place, growth)

    def run_at(self, place: int) -> GuidedRun:
        """Return the search in a place, to ask what it found."""
        growth = self._growths[place]
        assert growth is not None, "nothing was planted there"
        return growth.run

    def halving_at(self, place: int) -> Halving | None:
        """Return how the moves of the root in a place were halved, if they were."""
        growth = self._growths[place]
        assert growth is not None, "nothing was planted there"
        return growth.halving

    def clear(self, place: int) -> None:
        """Leave a place empty."""
        self._growths[place] = self._last[place] = None
        self._is_planted[place] = False

    def _prepare_tree(self, place: int, task: Task) -> None:
        tree, before = self._trees[self._tree_of[place]], self._last[place]
        edge = None
        if before is not None and before.evaluator == task.evaluator:
            edge = edge_to(tree, before.position, task.position)
        keeps = self._settings.keeps_tree and not task.considered
        if edge is None or not keeps or np.isinf(tree.edges["value"][edge]):
            edges.clear_tree(tree)
            return
        spare = self._tree_of[place] ^ 1
        copy_subtree(self._trees[spare], tree, edge)
        self._tree_of[place] = spare

    def _open(self, place: int, growth: _Growth) -> None:
        growth.is_open = growth.run.try_to_open_root()
        if growth.is_open and growth.task.considered:
            growth.halving = Halving(
                growth.run.root.figures(),
                considered=growth.task.considered,
                simulations=growth.task.simulations,
                rng=growth.run.root.choice_rng,
            )
            growth.run.root.narrow(growth.halving.moves)
            growth.run.root.visit_evenly()
        elif growth.is_open:
            growth.run.root.arrange()
        self._left[place] = growth.left()

    def advance(self, stop: StopFlag | None = None) -> list[int]:
        """Let every search take a step; return the places of those that are done."""
        flag = stop or StopFlag()
        paused = self._is_planted & (self._is_stuck | (self._left <= 0))
        done = [p for p in np.flatnonzero(paused).tolist() if self._is_done(p)]
        if done:
            return done
        waiting: tuple[_Round, Future[tuple[Policy, Values]]] | None = None
        for evaluator, places in self._groups():
            begun = self._select(places, evaluator, flag)
            if begun is None:
                continue
            batch, found = begun
            judge = self._evaluators[evaluator].evaluate
            if self._judge is None:
                self._answer(found, *judge(batch))
                continue
            future = self._judge.submit(judge, batch)
            if waiting is not None:
                self._answer(waiting[0], *waiting[1].result())
            waiting = found, future
        if waiting is not None:
            self._answer(waiting[0], *waiting[1].result())
        return []

    def _is_done(self, place: int) -> bool:
        """Say whether a search is done for which no simulations are left."""
        growth = self._growths[place]
        assert growth is not None, "nothing was planted there"
        run, halving = growth.run, growth.halving
        if not growth.is_open:
            return False
        run.nodes = int(self._begun[place])
        # A proven root begins nothing more, as a full tree.
        is_over = self._is_stuck[place] or run.nodes >= growth.task.simulations
        if is_over or halving is None:
            return True
        while halving.simulations_left(run.nodes) == 0:
            halving.halve(run.root.figures())
            run.root.narrow(halving.moves)
        self._left[place] = growth.left()
        return False

    def _groups(self) -> list[tuple[int, Indices]]:
        """Return the searches of each evaluator, in halves where threads overlap."""
        groups: list[tuple[int, Indices]] = []
        for evaluator in range(len(self._evaluators)):
            places = np.flatnonzero(self._is_planted & (self._judges == evaluator))
            middle = len(places) // 2 if self._judge is not None else 0
            parts = (places[:middle], places[middle:])
            groups += [(evaluator, part) for part in parts if part.size]
        return groups

    def _select(
        self, chosen: Indices, evaluator: int, stop: StopFlag
    ) -> tuple[LeafBatch, _Round] | None:
        """Begin simulations; return what is to be judged for them, if anything is."""
        most, begun = self._left[chosen], np.zeros(chosen.size, np.int64)
        trees, roots, states, works, rngs = self._all
        rules, batch = self._rules, self._settings.batch

        def select(first: int, last: int) -> None:
            kernels.select_in_forest(
                *(trees, self._tree_of[chosen], roots, states, works, rngs),
                *(rules, chosen, first, last, batch, most, begun, stop.array),
            )

        self._share(select, chosen.size)
        self._begun[chosen] += begun
        self._left[chosen] -= begun
        self._is_stuck[chosen] = begun == 0
        starts = np.zeros(chosen.size + 1, np.int64)
        total = int(kernels.count_leaves(works, chosen, starts))
        self.leaves += total
        found = _Round(chosen=chosen, starts=starts, evaluator=evaluator)
        return (self._gathered(found, total), found) if total > 0 else None

    def _gathered(self, found: _Round, total: int) -> LeafBatch:
        """Return the positions that searches have come to, as one batch."""
        cells, works = self._setup.cell_count, self._all[3]
        leaves = LeafBatch(
            setup=self._setup,
            cells=np.empty((total, cells), np.int8),
            to_move=np.empty(total, np.int8),
            last_move=np.empty(total, np.int16),
            legal=np.empty((total, cells), np.bool_),
        )
        columns = (leaves.cells, leaves.to_move, leaves.last_move, leaves.legal)
        chosen, starts = found.chosen, found.starts
        self._share(
            lambda first, last: kernels.gather_leaves(
                works, chosen, first, last, starts, *columns
            ),
            chosen.size,
        )
        return leaves

    def _answer(self, found: _Round, policies: Policy, values: Values) -> None:
        """End the simulations of a batch, and open the roots it has judged."""
        trees, _, _, works, _ = self._all
        rules = self._rules

        def answer(first: int, last: int) -> None:
            kernels.answer_forest(
                *(trees, self._tree_of[found.chosen], works, rules, found.chosen),
                *(first, last, found.starts, policies, values),
            )

        self._share(answer, found.chosen.size)
        for place in found.chosen.tolist():
            growth = self._growths[place]
            if growth is not None and not growth.is_open:
                growth.run.nodes = int(self._begun[place])
                self._open(place, growth)

    def _share(self, work: Callable[[int, int], Any], count: int) -> None:
        """Do a kernel's work on ``count`` searches, by all threads."""
        if self._workers is None:
            work(0, count)
            return
        bounds = np.linspace(0, count, self._threads + 1).astype(int).tolist()
        for future in [
            self._workers.submit(work, first, last)
            for first, last in pairwise(bounds)
            if first < last
        ]:
            future.result()
