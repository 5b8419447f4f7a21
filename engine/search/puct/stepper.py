"""A PUCT search, one simulation at a time."""

from __future__ import annotations

from engine.search.api import StopFlag
from engine.search.inspection import Evaluation, SimulationTrace
from engine.search.puct.budgeted_run import BudgetedRun
from engine.search.puct.search_run import PuctRun
from engine.search.puct.tree_view import PuctTreeView
from engine.search.simulation_trace import trace_simulation


class PuctStepper:
    """Run of the engine itself, in batches of one position; a ``Stepper``.

    Args:
        run: The run, with the solver between two simulations.
        simulations: The run inside, for its tree.
        evaluation: Source of the values of leaves.
    """

    def __init__(
        self, run: BudgetedRun, simulations: PuctRun, evaluation: Evaluation
    ) -> None:
        self._run = run
        self._simulations = simulations
        self.evaluation = evaluation

    @property
    def tree(self) -> PuctTreeView:
        """See ``Stepper.tree``."""
        return self._simulations.tree

    def step(self) -> SimulationTrace | None:
        """See ``Stepper.step``."""
        before = self.tree.copied()
        if self.skip(1) == 0:
            return None
        run = self._simulations
        return trace_simulation(before, run.tree, run.last_path, run.nodes)

    def skip(self, count: int, stop: StopFlag | None = None) -> int:
        """See ``Stepper.skip``."""
        run, flag = self._run, StopFlag() if stop is None else stop
        first = run.nodes
        while run.nodes < first + count:
            if not run.advance(first + count - run.nodes, flag):
                break
        return run.nodes - first
