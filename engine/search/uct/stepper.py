"""The playout tree search, one simulation at a time."""

from __future__ import annotations

from engine.search.api import StopFlag
from engine.search.inspection import (
    Evaluation,
    SimulationTrace,
)
from engine.search.simulation_trace import trace_simulation
from engine.search.uct.search_run import UctRun
from engine.search.uct.tree_view import UctTreeView


class UctStepper:
    """Run of the engine itself, in slices of one simulation; a ``Stepper``.

    Args:
        run: The run, without simulations.
    """

    evaluation: Evaluation = "playout"

    def __init__(self, run: UctRun) -> None:
        self._run = run

    @property
    def tree(self) -> UctTreeView:
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
