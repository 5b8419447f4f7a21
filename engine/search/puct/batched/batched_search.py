"""Many PUCT searches in lock-step that share evaluation batches; for training.

A single search needs several simultaneous simulations with virtual losses to fill a
batch. With many games at once each search adds one leaf, and no virtual loss distorts
its selection.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise
from typing import TypeVar

import numpy as np

from engine.core.game import Position
from engine.core.kernels.records import new_records
from engine.core.kernels.tuple_table import TupleTable
from engine.search.api import StopFlag, make_search_seed
from engine.search.evaluation import Evaluator, LeafBatch, Policy, Values
from engine.search.puct.batched.kernels import lockstep as kernels
from engine.search.puct.batched.pipeline import EvaluationBatch, PipelineStage
from engine.search.puct.batched.slot_search import SlotSearch, Task
from engine.search.puct.batched.slot_trees import SlotTrees
from engine.search.puct.gumbel import SequentialHalving
from engine.search.puct.puct_settings import PuctSettings
from engine.search.puct.search_state import SearchState

NO_EVALUATOR = -1
"""Evaluator index of a free slot."""

STAGES = 3
"""Pipeline stages with threads: one selects leaves, one encodes its positions, and one
waits for the network."""

Result = TypeVar("Result")


class BatchedSearch:
    """Up to ``size`` simultaneous searches of one setup, in slots.

    Args:
        position: Any position of the setup.
        evaluators: Evaluators; each search uses one of them.
        settings: Settings of the searches. ``batch`` is the largest number of leaves
            that one search adds to a batch.
        size: Number of slots.
        threads: Threads of the trees. With more than one, evaluation and tree steps of
            different slots overlap.
        seed: Random seed.
    """

    def __init__(
        self,
        position: Position,
        evaluators: Sequence[Evaluator],
        settings: PuctSettings,
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
        stages = STAGES if threads > 1 else 1
        self._memory = SlotTrees(position, settings, size)
        states = [position.kernel_state() for _ in range(threads)]
        params = settings.params()
        self._scratch = TupleTable(
            [kernels.ThreadScratch(state, params) for state in states]
        )
        self._running: dict[int, SlotSearch] = {}
        self._progress = new_records(size, kernels.PROGRESS)
        self._evaluators_used = np.full(size, NO_EVALUATOR, np.int64)
        self._never = StopFlag()
        self._workers = ThreadPoolExecutor(threads) if threads > 1 else None
        self._stages = [
            PipelineStage(
                range(size * k // stages, size * (k + 1) // stages),
                [
                    settings.wrap_evaluator(evaluator, setup, seed)
                    for evaluator in evaluators
                ],
                is_apart=threads > 1,
            )
            for k in range(stages)
        ]
        self._stage_of = [s for s in self._stages for _ in range(size)[s.slots]]
        self._next_stage = 0
        self.leaves = 0
        """Number of positions evaluated so far."""

    def close(self) -> None:
        """End the threads."""
        for stage in self._stages:
            stage.close()
        if self._workers is not None:
            self._workers.shutdown()

    def start(self, slot: int, task: Task) -> None:
        """Start a search in a slot; it replaces the search there.

        The subtree of the previous search is reused if it contains the position; see
        ``SlotTrees.prepare``.
        """
        memory = self._memory
        moves = memory.prepare(slot, task)
        settings = self._settings if task.has_noise else self._quiet
        state = SearchState(
            task.position,
            memory.trees[slot],
            settings,
            make_search_seed(self._seed ^ task.seed, task.position),
            evaluator=self._stage_of[slot].evaluator(task.evaluator),
            buffers=memory.buffers[slot],
            moves=moves,
        )
        self._running[slot] = running = SlotSearch(task, state)
        self._stage_of[slot].needs_batches |= bool(
            self._evaluators_used[slot] != task.evaluator
        )
        self._evaluators_used[slot] = task.evaluator
        self._progress["is_blocked"][slot] = False
        self._progress["simulations_begun"][slot] = 0
        self._expand(slot, running)

    def get_search(self, slot: int) -> SlotSearch:
        """Return the search in a slot."""
        return self._running[slot]

    def clear(self, slot: int) -> None:
        """Free a slot."""
        self._running.pop(slot, None)
        self._memory.forget(slot)
        self._evaluators_used[slot] = NO_EVALUATOR
        self._stage_of[slot].needs_batches = True

    def _expand(self, slot: int, running: SlotSearch) -> None:
        state, root = running.state, running.root
        running.is_expanded = state.try_to_expand_root()
        if state.children is not None:
            self.leaves += state.children.evaluated
        if running.is_expanded and running.task.considered:
            running.halving = SequentialHalving(
                root.statistics(),
                considered=running.task.considered,
                simulations=running.task.simulations,
                rng=np.random.default_rng([self._seed & 0xFFFFFFFF, running.task.seed]),
            )
            root.restrict_edges(running.halving.left)
            root.visit_evenly()
        elif running.is_expanded:
            root.order_moves()
        left = running.simulations_left()
        self._progress["simulations_left"][slot] = left
        self._stage_of[slot].may_be_done |= left <= 0

    def advance(self) -> list[int]:
        """Run the next pipeline stage; return the slots whose searches are done.

        With threads one stage is evaluated while the others select. Slots stay done
        until a new search starts there or they are cleared.
        """
        stage = self._stages[self._next_stage]
        for evaluation, policies, values in stage.collect_evaluations():
            self._back_up(evaluation, policies, values)
        if stage.may_be_done and (done := self._done(stage)):
            return done
        stage.may_be_done = False
        if stage.needs_batches:
            stage.assign_batches(
                self._evaluators_used, self._setup, self._settings.batch
            )
        for evaluation in stage.evaluations:
            leaves = self._select_leaves(stage, evaluation)
            if leaves is not None:
                stage.start_evaluation(evaluation, leaves)
        self._next_stage = (self._next_stage + 1) % len(self._stages)
        return []

    def _done(self, stage: PipelineStage) -> list[int]:
        """Return the slots of a stage whose searches are done."""
        own = stage.slots
        progress = self._progress[own]
        paused = progress["is_blocked"] | (progress["simulations_left"] <= 0)
        paused &= self._evaluators_used[own] != NO_EVALUATOR
        slots = np.flatnonzero(paused) + own.start
        return [slot for slot in slots.tolist() if self._is_done(slot)]

    def _is_done(self, slot: int) -> bool:
        """Return whether a search without simulations left is done."""
        running = self._running[slot]
        root, halving = running.root, running.halving
        if not running.is_expanded:
            return False
        running.nodes = int(self._progress["simulations_begun"][slot])
        # A proven root and a full tree begin no more simulations.
        is_blocked = bool(self._progress["is_blocked"][slot])
        is_over = is_blocked or running.nodes >= running.task.simulations
        if is_over or halving is None:
            return True
        while halving.simulations_left(running.nodes) == 0:
            halving.end_phase(root.statistics(halving.left))
            root.restrict_edges(halving.left)
        self._progress["simulations_left"][slot] = running.simulations_left()
        return False

    def _select_leaves(
        self, stage: PipelineStage, evaluation: EvaluationBatch
    ) -> LeafBatch | None:
        """Begin simulations; return their leaves, or ``None`` without any."""

        def select(thread: int, first: int, last: int) -> tuple[int, int]:
            found: tuple[int, int] = kernels.select_in_slots(
                self._memory.table,
                self._scratch,
                thread,
                self._progress,
                evaluation.rows,
                first,
                last,
                self._never.array,
            )
            return found

        totals, paused = zip(*self._share(select, evaluation), strict=True)
        stage.may_be_done |= any(paused)
        self.leaves += sum(totals)
        if self._settings.evaluates_children:
            self._evaluate_children(evaluation)
        return evaluation.leaves(sum(totals))

    def _evaluate_children(self, evaluation: EvaluationBatch) -> None:
        """Evaluate the children of nodes that block searches of a batch.

        A node has about as many moves as a batch has positions, so merging the children
        of several searches gains nothing.
        """
        for slot in evaluation.slots.tolist():
            children = self._running[slot].state.children
            if children is None:
                continue
            before = children.evaluated
            if children.evaluate_blocking():
                self.leaves += children.evaluated - before
                self._progress["is_blocked"][slot] = False

    def _back_up(
        self, evaluation: EvaluationBatch, policies: Policy, values: Values
    ) -> None:
        """Back up the evaluations of a batch, and expand the roots in it."""
        evaluations = kernels.BatchEvaluations(
            evaluation.slots, evaluation.starts, policies, values
        )

        def answer(thread: int, first: int, last: int) -> int:
            unexpanded: int = kernels.back_up_slots(
                self._memory.table, self._scratch, thread, evaluations, first, last
            )
            return unexpanded

        if not any(self._share(answer, evaluation)):
            return
        for slot in evaluation.slots.tolist():
            running = self._running.get(slot)
            if running is not None and not running.is_expanded:
                running.nodes = int(self._progress["simulations_begun"][slot])
                self._expand(slot, running)

    def _share(
        self, work: Callable[[int, int, int], Result], evaluation: EvaluationBatch
    ) -> list[Result]:
        """Run a kernel on a batch's slots by all threads; return their results."""
        count = len(evaluation.slots)
        if self._workers is None:
            return [work(0, 0, count)]
        bounds = np.linspace(0, count, self._threads + 1).astype(int).tolist()
        futures = [
            self._workers.submit(work, thread, first, last)
            for thread, (first, last) in enumerate(pairwise(bounds))
            if first < last
        ]
        return [future.result() for future in futures]
