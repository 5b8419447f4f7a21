"""Searches in lock-step: many trees grow together, and one batch judges for all.

A single search has to begin several simulations at once, half blind, to fill a batch.
Where many games are played at a time, each gives one position to it instead, and none
of them has to guess.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeVar

import numpy as np

from engine.core.game import Position
from engine.core.kernels.tuple_table import TupleTable
from engine.core.types import Move
from engine.search.api import StopFlag
from engine.search.evaluation import Evaluator, LeafBatch, Policy, Values
from engine.search.puct.batched.kernels import lockstep as kernels
from engine.search.puct.batched.pipeline import Group, Shift
from engine.search.puct.gumbel import Halving
from engine.search.puct.kernels import edge_tree as edges
from engine.search.puct.kernels.subtree import copy_subtree
from engine.search.puct.puct_settings import GuidedSettings
from engine.search.puct.root import edge_to
from engine.search.puct.search_run import GuidedRun
from engine.search.puct.workspace import Room, new_room

NOBODY = -1
"""Judges in a place where no search is at work."""

SHIFTS = 3
"""Parts of a forest with threads: one steps, planes are made of another's positions,
and a third is with the network."""

Answer = TypeVar("Answer")


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


class Forest:
    """Room for ``size`` searches of one setup that grow together.

    Args:
        position: Any of the setup.
        evaluators: What judges; each search names one of them.
        settings: How to search. ``batch`` is the number of positions that one search
            gives to a batch at most.
        size: Searches at a time.
        threads: Threads of the trees. With more than one, some of the searches are
            judged while the others go on.
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
        self._seed = seed
        self._threads = threads
        shifts = SHIFTS if threads > 1 else 1
        self._rooms: list[Room] = [new_room(position, settings) for _ in range(size)]
        *self._trees, self._spare_tree = settings.new_trees(position, size + 1)
        self._places = TupleTable([self._place(number) for number in range(size)])
        states = [position.kernel_state() for _ in range(threads)]
        rules = settings.rules()
        self._tools = TupleTable([kernels.Tools(state, rules) for state in states])
        self._growths: list[_Growth | None] = [None] * size
        self._is_stuck = np.zeros(size, np.bool_)
        self._left = np.zeros(size, np.int64)
        self._begun = np.zeros(size, np.int64)
        self._judges = np.full(size, NOBODY, np.int64)
        self._never = StopFlag()
        self._last: list[Task | None] = [None] * size
        self._workers = ThreadPoolExecutor(threads) if threads > 1 else None
        self._shifts = [
            Shift(
                range(size * k // shifts, size * (k + 1) // shifts),
                [settings.wrapped(evaluator, setup, seed) for evaluator in evaluators],
                is_apart=threads > 1,
            )
            for k in range(shifts)
        ]
        self._shift_at = [s for s in self._shifts for _ in range(size)[s.places]]
        self._turn = 0
        self.leaves = 0
        """Positions that were judged so far."""

    def close(self) -> None:
        """End the threads."""
        for shift in self._shifts:
            shift.close()
        if self._workers is not None:
            self._workers.shutdown()

    def plant(self, place: int, task: Task) -> None:
        """Begin a search in a place; what was there before is forgotten.

        The tree of the search before it is kept where it leads to the position and
        the same evaluator judges, unless sequential halving is to see even visits.
        """
        moves = self._prepare_tree(place, task)
        settings = self._settings if task.has_noise else self._quiet
        run = GuidedRun(
            task.position,
            self._trees[place],
            self._shift_at[place].evaluator(task.evaluator),
            settings,
            self._seed ^ task.seed,
            room=self._rooms[place],
            moves=moves,
        )
        growth = _Growth(task, run)
        self._growths[place], self._last[place] = growth, task
        self._shift_at[place].is_stale |= bool(self._judges[place] != task.evaluator)
        self._judges[place] = task.evaluator
        self._is_stuck[place], self._begun[place] = False, 0
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
        self._judges[place] = NOBODY
        self._shift_at[place].is_stale = True

    def _place(self, place: int) -> kernels.Place:
        room = self._rooms[place]
        return kernels.Place(self._trees[place], room.root_state, room.work, room.rng)

    def _prepare_tree(self, place: int, task: Task) -> Sequence[Move] | None:
        """Keep what is known of a position, or nothing.

        Returns:
            The moves that lead to it from the last one of the place, if it is kept.
        """
        tree, before = self._trees[place], self._last[place]
        edge = None
        if before is not None and before.evaluator == task.evaluator:
            edge = edge_to(tree, before.position, task.position)
        keeps = self._settings.keeps_tree and not task.considered
        if edge is None or not keeps or np.isinf(tree.edges["value"][edge]):
            edges.clear_tree(tree)
            return None
        copy_subtree(self._spare_tree, tree, edge)
        self._trees[place], self._spare_tree = self._spare_tree, tree
        self._places[place] = self._place(place)
        assert before is not None, "an edge leads on from a position"
        return task.position.history[len(before.position.history) :]

    def _open(self, place: int, growth: _Growth) -> None:
        growth.is_open = growth.run.try_to_open_root()
        self.leaves += growth.run.moves_judged
        if growth.is_open and growth.task.considered:
            growth.halving = Halving(
                growth.run.root.figures(),
                considered=growth.task.considered,
                simulations=growth.task.simulations,
                rng=np.random.default_rng([self._seed & 0xFFFFFFFF, growth.task.seed]),
            )
            growth.run.root.narrow(growth.halving.moves)
            growth.run.root.visit_evenly()
        elif growth.is_open:
            growth.run.root.arrange()
        self._left[place] = growth.left()
        self._shift_at[place].may_be_done |= bool(self._left[place] <= 0)

    def advance(self, stop: StopFlag | None = None) -> list[int]:
        """Let the next shift take a step; return the places of those that are done.

        With threads a shift is judged while the others have their turn. The places of
        a shift stay done until they are planted anew or cleared.
        """
        shift = self._shifts[self._turn]
        for group, policies, values in shift.answers():
            self._answer(group, policies, values)
        if shift.may_be_done and (done := self._done(shift)):
            return done
        shift.may_be_done = False
        if shift.is_stale:
            shift.regroup(self._judges, self._setup, self._settings.batch)
        for group in shift.groups:
            leaves = self._select(shift, group, stop or self._never)
            if leaves is not None:
                shift.ask(group, leaves)
        self._turn = (self._turn + 1) % len(self._shifts)
        return []

    def _done(self, shift: Shift) -> list[int]:
        """Return the searches of a shift that are done."""
        own = shift.places
        paused = self._is_stuck[own] | (self._left[own] <= 0)
        paused &= self._judges[own] != NOBODY
        places = np.flatnonzero(paused) + own.start
        return [place for place in places.tolist() if self._is_done(place)]

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

    def _select(self, shift: Shift, group: Group, stop: StopFlag) -> LeafBatch | None:
        """Begin simulations; return what is to be judged for them, if anything is."""

        def select(thread: int, first: int, last: int) -> tuple[int, int]:
            found: tuple[int, int] = kernels.select_in_forest(
                *(self._places, self._tools, thread, group.places, first, last),
                *(self._settings.batch, self._left, self._begun, self._is_stuck),
                *(group.counts, group.columns, stop.array),
            )
            return found

        totals, paused = zip(*self._share(select, group), strict=True)
        shift.may_be_done |= any(paused)
        self.leaves += sum(totals)
        if self._settings.judges_moves:
            self._judge_moves(group)
        return group.leaves(sum(totals))

    def _judge_moves(self, group: Group) -> None:
        """Evaluate the moves of the nodes at which searches of a group stopped.

        A node has about as many moves as a batch has positions, so that nothing would
        be gained by putting the moves of several searches together.
        """
        for place in group.places.tolist():
            run = self.run_at(place)
            before = run.moves_judged
            if run.judge_asked_moves():
                self.leaves += run.moves_judged - before
                self._is_stuck[place] = False

    def _answer(self, group: Group, policies: Policy, values: Values) -> None:
        """End the simulations of a batch, and open the roots it has judged."""

        def answer(thread: int, first: int, last: int) -> int:
            closed: int = kernels.answer_forest(
                *(self._places, self._tools, thread, group.places, first, last),
                *(group.starts, policies, values),
            )
            return closed

        if not any(self._share(answer, group)):
            return
        for place in group.places.tolist():
            growth = self._growths[place]
            if growth is not None and not growth.is_open:
                growth.run.nodes = int(self._begun[place])
                self._open(place, growth)

    def _share(
        self, work: Callable[[int, int, int], Answer], group: Group
    ) -> list[Answer]:
        """Do a kernel's work on a group, by all threads; return their answers."""
        count = len(group.places)
        if self._workers is None:
            return [work(0, 0, count)]
        bounds = np.linspace(0, count, self._threads + 1).astype(int).tolist()
        futures = [
            self._workers.submit(work, thread, first, last)
            for thread, (first, last) in enumerate(pairwise(bounds))
            if first < last
        ]
        return [future.result() for future in futures]
