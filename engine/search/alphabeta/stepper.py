"""An alpha-beta search, one node at a time."""

from __future__ import annotations

from engine.core.offers.alpha_beta import ResumableSearch
from engine.search.alphabeta.iterative_deepening import DeepeningRun
from engine.search.alphabeta.recording import RecordedTree, SearchRecorder
from engine.search.api import StopFlag
from engine.search.inspection import Evaluation, WindowTrace

SLICE = 1000
"""Nodes between two checks of the space of the recording."""


class AlphaBetaStepper:
    """Run of the engine itself, in slices of one node; a ``Stepper``.

    Args:
        run: The run.
        search: Its search, which reports to ``recorder``.
        recorder: Recorder of the nodes.
    """

    evaluation: Evaluation = "static"

    def __init__(
        self, run: DeepeningRun, search: ResumableSearch, recorder: SearchRecorder
    ) -> None:
        self._run = run
        self._search = search
        self._recorder = recorder

    @property
    def tree(self) -> RecordedTree:
        """See ``Stepper.tree``."""
        return self._recorder.tree

    def step(self) -> WindowTrace | None:
        """See ``Stepper.step``."""
        done = self._advance(1, StopFlag())
        events = self._recorder.take_events()
        if done == 0 and not events:
            return None
        return WindowTrace(
            number=self._run.nodes, tree=self.tree.copied(), events=events
        )

    def skip(self, count: int, stop: StopFlag | None = None) -> int:
        """See ``Stepper.skip``."""
        done = self._advance(count, StopFlag() if stop is None else stop)
        self._recorder.take_events()
        return done

    def _advance(self, count: int, stop: StopFlag) -> int:
        """Search up to ``count`` nodes and return how many were searched."""
        run = self._run
        first = run.nodes
        while run.nodes < first + count and not stop:
            if self._recorder.is_full:
                self._search.observe(None)
            if not run.advance(min(first + count - run.nodes, SLICE), stop):
                break
        return run.nodes - first
