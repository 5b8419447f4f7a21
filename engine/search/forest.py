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
    is_forced: bool = False
    is_stuck: bool = False
    halving: Halving | None = None

    def most(self) -> int:
        """Return how many simulations may follow at once."""
        if not self.is_open:
            return 1
        left = self.task.simulations - self.run.nodes
        if self.halving is not None:
            left = min(left, self.halving.simulations_left(self.run.nodes))
        return max(left, 0)


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
        self._growths: list[_Growth | None] = [None] * size
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
        self._open(growth)

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

    def _prepare_tree(self, place: int, task: Task) -> None:
        tree, before = self._trees[self._tree_of[place]], self._last[place]
        edge = None
        if before is not None and before.evaluator == task.evaluator:
            edge = edge_to(tree, before.position, task.position)
        keeps = self._settings.keeps_tree and not task.considered
        if edge is None or not keeps or np.isinf(tree.edges[edge].value):
            edges.clear_tree(tree)
            return
        spare = self._tree_of[place] ^ 1
        edges.copy_subtree(self._trees[spare], tree, edge)
        self._tree_of[place] = spare

    def _open(self, growth: _Growth) -> None:
        growth.is_open = growth.run.try_to_open_root()
        growth.is_forced = growth.is_open and growth.run.root.has_one_move
        if not growth.is_open:
            return
        if growth.task.considered:
            growth.halving = Halving(
                growth.run.root.figures(),
                considered=growth.task.considered,
                simulations=growth.task.simulations,
                rng=growth.run.root.choice_rng,
            )
            growth.run.root.narrow(growth.halving.moves)
            growth.run.root.visit_evenly()
        else:
            growth.run.root.arrange()

    def advance(self, stop: StopFlag | None = None) -> list[int]:
        """Let every search take a step; return the places of those that are done."""
        flag = stop or StopFlag()
        done = [
            place
            for place, growth in enumerate(self._growths)
            if growth is not None and self._is_done(growth)
        ]
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

    def _is_done(self, growth: _Growth) -> bool:
        run = growth.run
        if not growth.is_open:
            return False
        # A proven root begins nothing more, as a full tree.
        if growth.is_stuck or run.nodes >= growth.task.simulations:
            return True
        halving = growth.halving
        if halving is None:
            return growth.is_forced
        while halving.simulations_left(run.nodes) == 0:
            halving.halve(run.root.figures())
            run.root.narrow(halving.moves)
        return False

    def _groups(self) -> list[tuple[int, list[int]]]:
        """Return the searches of each evaluator, in halves where threads overlap."""
        groups: list[tuple[int, list[int]]] = []
        for evaluator in range(len(self._evaluators)):
            places = [
                place
                for place, growth in enumerate(self._growths)
                if growth is not None and growth.task.evaluator == evaluator
            ]
            middle = len(places) // 2 if self._judge is not None else 0
            parts = (places[:middle], places[middle:])
            groups += [(evaluator, part) for part in parts if part]
        return groups

    def _select(
        self, places: Sequence[int], evaluator: int, stop: StopFlag
    ) -> tuple[LeafBatch, _Round] | None:
        """Begin simulations; return what is to be judged for them, if anything is."""
        growths = [growth for place in places if (growth := self._growths[place])]
        chosen = np.array(places, np.int64)
        most = np.array([growth.most() for growth in growths], np.int64)
        begun = np.zeros(len(places), np.int64)
        trees, roots, states, works, rngs = self._all
        rules, batch = self._settings.rules(), self._settings.batch

        def select(first: int, last: int) -> None:
            kernels.select_in_forest(
                *(trees, self._tree_of[chosen], roots, states, works, rngs),
                *(rules, chosen, first, last, batch, most, begun, stop.array),
            )

        self._share(select, len(places))
        for growth, count in zip(growths, begun.tolist(), strict=True):
            growth.run.nodes += count
            growth.is_stuck = count == 0
        starts = np.zeros(len(places) + 1, np.int64)
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
        rules = self._settings.rules()

        def answer(first: int, last: int) -> None:
            kernels.answer_forest(
                *(trees, self._tree_of[found.chosen], works, rules, found.chosen),
                *(first, last, found.starts, policies, values),
            )

        self._share(answer, found.chosen.size)
        for place in found.chosen.tolist():
            growth = self._growths[place]
            if growth is not None and not growth.is_open:
                self._open(growth)

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
