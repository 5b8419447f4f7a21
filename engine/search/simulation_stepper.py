"""A tree search, one simulation at a time."""

from __future__ import annotations

from typing import Protocol

from engine.search.api import StopFlag
from engine.search.inspection import Evaluation, SearchTree, SimulationTrace
from engine.search.simulation_trace import trace_simulation


class SteppedRun(Protocol):
    """A run of simulations, with its tree."""

    @property
    def nodes(self) -> int:
        """Simulations so far."""
        ...

    @property
    def tree(self) -> SearchTree:
        """The tree so far."""
        ...

    def advance(self, count: int, stop: StopFlag) -> bool:
        """Run up to ``count`` simulations; return whether the search can continue."""
        ...

    @property
    def last_path(self) -> list[int]:
        """Entries of the last simulation from the root on; the rest is older."""
        ...


class SimulationStepper:
    """Run of the engine itself, in slices of one simulation; a ``Stepper``.

    Args:
        run: The run, without simulations.
        evaluation: Source of the values of leaves.
    """

    def __init__(self, run: SteppedRun, evaluation: Evaluation) -> None:
        self._run = run
        self.evaluation = evaluation

    @property
    def tree(self) -> SearchTree:
        """See ``Stepper.tree``."""
        return self._run.tree

    def step(self) -> SimulationTrace | None:
        """See ``Stepper.step``."""
        before = self.tree.copied()
        if self.skip(1) == 0:
            return None
        run = self._run
        return trace_simulation(before, run.tree, run.last_path, run.nodes)

    def skip(self, count: int, stop: StopFlag | None = None) -> int:
        """See ``Stepper.skip``."""
        run, flag = self._run, StopFlag() if stop is None else stop
        first = run.nodes
        while run.nodes < first + count:
            if not run.advance(first + count - run.nodes, flag):
                break
        return run.nodes - first
