"""Simulations of one PUCT search: with playouts, or in batches for an evaluator.

With helpers several threads evaluate. The thread of the search selects leaves, backs
up, and evaluates every other batch. Each helper has two batches, so that one waits
while it evaluates the other. The virtual losses of batches in flight stay in the tree.
The order in which evaluations end changes it, so such a search cannot be repeated.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from typing import Protocol

import numpy as np

from engine.core.game import GameSetup
from engine.search.api import StopFlag
from engine.search.evaluation import Evaluations, Evaluator
from engine.search.kernels.search_tree import ROOT
from engine.search.puct.evaluation_threads import ThreadEvaluator
from engine.search.puct.kernels import simulation as kernels
from engine.search.puct.kernels.scores import PuctWorkspace, new_batch_workspace
from engine.search.puct.kernels.simulation import SearchBuffers
from engine.search.puct.search_state import SearchState
from engine.search.puct.workspace import LeafBatches, back_up

PLAYOUTS_AT_ONCE = 200
"""Playouts between two checks of the limits; a few milliseconds."""

DESCENTS_PER_LEAF = 8
"""Largest number of simulations per position of a batch, with those without a leaf."""

BATCHES_PER_HELPER = 2
"""Batches in flight of a thread: one is evaluated, the other one waits."""

VISITS_PER_LEAF = 128
"""Visits of the root for each leaf in flight, if these are more than a batch.

Virtual losses distort a small tree. Two threads against one in Gomoku, at equal
simulations: without this limit 4 wins and 2 draws in 20 games, with 32 visits 18 and 1
in 47, with 128 15 and 6 in 35.
"""

SMALLEST_SHARE = 4
"""Divisor of the batch size: the smallest batches, which cost more for each leaf."""


class Simulations(Protocol):
    """Way to run the simulations of one search."""

    @property
    def most_at_once(self) -> int:
        """Largest number of simulations between two checks of the limits."""
        ...

    @property
    def backed_up(self) -> Sequence[PuctWorkspace]:
        """Batches backed up by the last call, those whose paths are still known."""
        ...

    def advance(self, count: int, stop: StopFlag) -> int:
        """Begin up to ``count`` simulations and return how many.

        It returns 0 if the search cannot continue. Some simulations may be in flight
        afterwards; ``finish`` completes them.
        """
        ...

    def finish(self) -> bool:
        """Back up all batches in flight; return whether there were any."""
        ...


def make_simulations(
    state: SearchState,
    evaluator: Evaluator | None,
    helpers: Sequence[ThreadEvaluator] = (),
) -> Simulations:
    """Return the simulations of a search.

    Args:
        state: Tree and buffers of the search.
        evaluator: Evaluator of leaves; ``None`` for equal priors and playouts.
        helpers: Evaluators in other threads, for an expanded root.
    """
    if evaluator is None:
        return PlayoutSimulations(state)
    return BatchSimulations(state, evaluator, helpers)


def expand_root(state: SearchState, simulations: Simulations) -> int:
    """Evaluate the root if necessary, and expand it; return the simulations begun.

    Args:
        state: Tree and buffers of the search.
        simulations: Simulations without helpers.
    """
    begun = 0
    while not state.try_to_expand_root():
        begun += simulations.advance(1, StopFlag())
    return begun


class PlayoutSimulations:
    """Simulations with equal priors and random playouts, all in one kernel.

    Args:
        state: Tree and buffers of the search.
    """

    most_at_once = PLAYOUTS_AT_ONCE
    """See ``Simulations.most_at_once``."""

    def __init__(self, state: SearchState) -> None:
        self._tree = state.tree
        self._buffers = state.buffers
        self._policies = np.zeros(state.buffers.work.cells.shape, np.float32)
        self.backed_up = (state.buffers.work,)
        """See ``Simulations.backed_up``."""

    def advance(self, count: int, stop: StopFlag) -> int:
        """See ``Simulations.advance``."""
        done: int = kernels.simulate_with_playouts(
            self._tree, self._buffers, self._policies, count, stop.array
        )
        return done

    def finish(self) -> bool:
        """See ``Simulations.finish``; nothing is in flight."""
        return False


class _Batch:
    """Leaves of one batch, and their evaluation.

    Args:
        setup: Setup of the positions.
        buffers: Buffers of the search, with the workspace of this batch.
        helper: Thread that evaluates the batch; ``None`` for that of the search.
    """

    def __init__(
        self, setup: GameSetup, buffers: SearchBuffers, helper: ThreadEvaluator | None
    ) -> None:
        self.buffers = buffers
        self.evaluation: Future[Evaluations] | None = None
        """Evaluation in the helper, if it has begun or waits."""

        self._leaves = LeafBatches(setup, buffers.work)
        self._helper = helper

    @property
    def leaf_count(self) -> int:
        """Number of selected leaves."""
        return int(self.buffers.work.info["leaf_count"][0])

    def start(self) -> None:
        """Start to evaluate the selected leaves in the helper, if there is one."""
        if self._helper is not None and self.leaf_count > 0:
            self.evaluation = self._helper.start(self._leaves.first(self.leaf_count))

    @property
    def is_ready(self) -> bool:
        """Whether ``evaluate`` need not wait."""
        return self.evaluation is not None and self.evaluation.done()

    def evaluate(self, evaluator: Evaluator) -> Evaluations | None:
        """Return the evaluations of the leaves; ``None`` without any.

        Args:
            evaluator: Evaluator for leaves that no helper has begun to evaluate.
        """
        evaluation, self.evaluation = self.evaluation, None
        if evaluation is not None and not evaluation.cancel():
            return evaluation.result()
        count = self.leaf_count
        return evaluator.evaluate(self._leaves.first(count)) if count > 0 else None


class BatchSimulations:
    """Simulations in batches of leaves, evaluated here and by helpers.

    Args:
        state: Tree and buffers of the search; all batches share the buffers but for
            their leaves.
        evaluator: Evaluator of the thread of the search.
        helpers: Evaluators in other threads; they require an expanded root, and no
            ``evaluates_children``.
    """

    def __init__(
        self,
        state: SearchState,
        evaluator: Evaluator,
        helpers: Sequence[ThreadEvaluator] = (),
    ) -> None:
        setup, buffers = state.position.setup, state.buffers
        self._tree = state.tree
        self._children = state.children
        self._evaluator = evaluator
        self._most_leaves = self._leaves = state.settings.batch
        self._most_in_flight = 0
        self._own = _Batch(setup, buffers, None)
        self._idle = [
            _Batch(
                setup, buffers._replace(work=new_batch_workspace(buffers.work)), helper
            )
            for _ in range(BATCHES_PER_HELPER)
            for helper in helpers
        ]
        self._in_flight: list[_Batch] = []
        self._has_helpers = bool(helpers)
        self.backed_up: list[PuctWorkspace] = []
        """See ``Simulations.backed_up``."""

    @property
    def most_at_once(self) -> int:
        """See ``Simulations.most_at_once``."""
        return DESCENTS_PER_LEAF * self._most_leaves

    def advance(self, count: int, stop: StopFlag) -> int:
        """See ``Simulations.advance``.

        The helpers get new batches; then one batch is evaluated here.
        """
        while True:
            self.backed_up = []
            begun = self._start_helpers(count, stop) if self._has_helpers else 0
            begun += self._select(self._own, count - begun, stop)
            must_wait = self._own.leaf_count == 0 and bool(self._in_flight) and not stop
            if must_wait:
                # The last one probably still waits: then it is evaluated here.
                self._complete(self._in_flight[-1])
            self._back_up(self._own)
            for batch in [batch for batch in self._in_flight if batch.is_ready]:
                self._complete(batch)
            children = self._children
            was_blocked = children is not None and children.evaluate_blocking()
            if begun > 0 or not (must_wait or was_blocked):
                return begun

    def finish(self) -> bool:
        """See ``Simulations.finish``; no virtual loss remains in the tree."""
        self.backed_up = []
        while self._in_flight:
            self._complete(self._in_flight[-1])
        return bool(self.backed_up)

    def _start_helpers(self, count: int, stop: StopFlag) -> int:
        """Begin up to ``count`` simulations for the helpers; return how many."""
        self._share_leaves()
        begun = 0
        while self._idle and len(self._in_flight) < self._most_in_flight:
            batch = self._idle[-1]
            begun += self._select(batch, count - begun, stop)
            if batch.leaf_count == 0:
                self._back_up(batch)
                break
            batch.start()
            self._in_flight.append(self._idle.pop())
        return begun

    def _share_leaves(self) -> None:
        """Choose the number and size of batches in flight by the root's visits."""
        most = self._most_leaves
        visits = int(self._tree.edges["visits"][ROOT])
        allowed = max(most, visits // VISITS_PER_LEAF)
        share = allowed // (1 + len(self._idle) + len(self._in_flight))
        self._leaves = min(max(share, most // SMALLEST_SHARE, 1), most)
        self._most_in_flight = allowed // self._leaves - 1

    def _select(self, batch: _Batch, count: int, stop: StopFlag) -> int:
        begun: int = kernels.select_leaves(
            self._tree, batch.buffers, self._leaves, count, stop.array
        )
        return begun

    def _complete(self, batch: _Batch) -> None:
        """Back up a batch of a helper, which then gets another one."""
        self._back_up(batch)
        self._in_flight.remove(batch)
        self._idle.append(batch)

    def _back_up(self, batch: _Batch) -> None:
        """Evaluate a batch, or wait for its evaluation, and back it up."""
        evaluations = batch.evaluate(self._evaluator)
        work = batch.buffers.work
        back_up(self._tree, work, batch.buffers.params, evaluations)
        self.backed_up.append(work)
