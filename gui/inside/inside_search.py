"""Searches whose tree is shown: in the engine thread, whole or step by step.

Every tree that leaves the thread is a copy, so that a view may read it at any time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PyQt5.QtCore import QObject, pyqtSignal

from engine.core.errors import EngineError
from engine.core.game import Position
from engine.core.message import Message
from engine.players.preset_player import PresetPlayer
from gui.game.engine_thread import EngineThread, EngineWork
from gui.game.lazy_searcher import LazySearcher, SearcherFactory
from gui.text.i18n import tr

if TYPE_CHECKING:
    from engine.search.api import Searcher, StopFlag
    from engine.search.inspection import (
        Evaluation,
        InspectableSearcher,
        SimulationTrace,
        Stepper,
        WindowTrace,
    )
    from gui.inside.tree_item import Tree


@dataclass(frozen=True, slots=True, kw_only=True)
class StepReport:
    """State of a search that runs step by step."""

    tree: Tree
    """Copy of the tree."""

    evaluation: Evaluation
    """Source of the values of leaves."""

    trace: SimulationTrace | WindowTrace | None = None
    """The last simulation or node, if a single one was run."""

    is_over: bool = False
    """Whether the search cannot go on."""


class InsideSearch(QObject):
    """Searches of one engine at a time for the window.

    Args:
        engine: Runs the searches, one at a time.
        make_searcher: Factory of searchers; called in the engine thread.
        parent: See ``QObject``.
    """

    tree_found = pyqtSignal(object)  # Tree of a finished search
    stepped = pyqtSignal(object)  # StepReport
    failed = pyqtSignal(str)  # one sentence
    busy_changed = pyqtSignal()  # see ``is_busy``

    def __init__(
        self,
        engine: EngineThread,
        make_searcher: SearcherFactory,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._engine = engine
        self._make_searcher = make_searcher
        self._key: tuple[PresetPlayer, str] | None = None
        self._searcher: LazySearcher | None = None
        self._stepper: Stepper | None = None
        self._position: Position | None = None
        self._is_busy = False

    @property
    def is_busy(self) -> bool:
        """Whether a search or a step is running."""
        return self._is_busy

    def search(self, config: PresetPlayer, position: Position, nodes: int) -> None:
        """Search a position with so many simulations or nodes; see ``tree_found``."""
        from engine.search.api import Limits  # noqa: PLC0415

        self._stepper = None

        def run(searcher: Searcher, stop: StopFlag) -> Tree:
            inspectable = _inspectable(searcher)
            tree: Tree | None = None
            if inspectable.keeps_tree:
                inspectable.search(position, Limits(nodes=nodes), stop=stop)
                tree = inspectable.last_tree()
            if tree is None:
                stepper = inspectable.new_stepper(position)
                stepper.skip(nodes, stop)
                tree = stepper.tree
            return tree.copied()

        self._run(config, position, run, self.tree_found.emit)

    def has_last(self, position: Position) -> bool:
        """Return whether the last search of an engine was that of a position."""
        from engine.search.inspection import find_inspectable  # noqa: PLC0415

        last = self._engine.last_search
        if last is None or last[1] != position:
            return False
        inspectable = find_inspectable(last[0].prepared)
        return inspectable is not None and inspectable.keeps_tree

    def show_last(self, position: Position) -> None:
        """Read the tree of the last search of an engine; see ``tree_found``."""
        last = self._engine.last_search
        if last is None:
            return
        self._stepper = None

        def read(searcher: Searcher, _stop: StopFlag) -> Tree:
            tree = _inspectable(searcher).last_tree()
            if tree is None or tree.position != position:
                raise EngineError(
                    Message("The last answer in this position needed no search.")
                )
            return tree.copied()

        self._submit(last[0], position, read, self.tree_found.emit)

    def start_steps(self, config: PresetPlayer, position: Position) -> None:
        """Begin a search that runs step by step; see ``stepped``."""
        self._stepper = None

        def run(searcher: Searcher, _stop: StopFlag) -> tuple[Stepper, StepReport]:
            stepper = _inspectable(searcher).new_stepper(position)
            return stepper, _report(stepper)

        def done(result: tuple[Stepper, StepReport]) -> None:
            self._stepper, report = result
            self.stepped.emit(report)

        self._run(config, position, run, done)

    def step(self) -> None:
        """Run one simulation; see ``stepped``."""

        def advance(stepper: Stepper) -> StepReport:
            trace = stepper.step()
            return _report(stepper, trace=trace, is_over=trace is None)

        self._advance(advance)

    def skip(self, count: int) -> None:
        """Run some simulations without a trace; see ``stepped``."""

        def advance(stepper: Stepper) -> StepReport:
            return _report(stepper, is_over=stepper.skip(count) < count)

        self._advance(advance)

    def stop(self) -> None:
        """End the running search early; its tree is shown."""
        if self._is_busy:
            self._engine.answer_now()

    def cancel(self) -> None:
        """Stop the running search without a result, and forget the searcher."""
        if self._is_busy:
            self._engine.cancel()
        self._searcher = self._stepper = self._key = None

    def _advance(self, advance: Callable[[Stepper], StepReport]) -> None:
        stepper = self._stepper
        if stepper is None or self._key is None or self._position is None:
            return
        config, _ = self._key
        self._run(
            config,
            self._position,
            lambda _searcher, _stop: advance(stepper),
            self.stepped.emit,
        )

    def _run(
        self,
        config: PresetPlayer,
        position: Position,
        run: Callable[[Searcher, StopFlag], Any],
        done: Callable[[Any], None],
    ) -> None:
        """Run work with the window's searcher of an engine in the engine thread."""
        self._position = position
        key = config, position.setup.game
        if self._searcher is None or key != self._key:
            self._key = key
            self._searcher = LazySearcher(lambda: self._make_searcher(*key))
        self._submit(self._searcher, position, run, done)

    def _submit(
        self,
        searcher: LazySearcher,
        position: Position,
        run: Callable[[Searcher, StopFlag], Any],
        done: Callable[[Any], None],
    ) -> None:
        """Run work with a searcher in the engine thread."""

        def finish(result: Any) -> None:  # noqa: ANN401
            self._set_busy(is_busy=False)
            done(result)

        def fail(message: str) -> None:
            self._searcher = self._stepper = None
            self._set_busy(is_busy=False)
            self.failed.emit(message)

        def drop() -> None:
            self._set_busy(is_busy=False)
            self.failed.emit(tr("Inside", "Another search took the engine's place."))

        work = EngineWork(run=run, done=finish, failed=fail, dropped=drop)
        self._engine.run(searcher, position, work)
        self._set_busy(is_busy=True)

    def _set_busy(self, *, is_busy: bool) -> None:
        self._is_busy = is_busy
        self.busy_changed.emit()


def _inspectable(searcher: Searcher) -> InspectableSearcher:
    """Return the searcher whose tree can be read.

    Raises:
        EngineError: There is none.
    """
    from engine.search.inspection import find_inspectable  # noqa: PLC0415

    found = find_inspectable(searcher)
    if found is None:
        raise EngineError(
            Message("Expected an engine with a search tree, got one that shows none.")
        )
    return found


def _report(
    stepper: Stepper,
    *,
    trace: SimulationTrace | WindowTrace | None = None,
    is_over: bool = False,
) -> StepReport:
    return StepReport(
        tree=stepper.tree.copied(),
        evaluation=stepper.evaluation,
        trace=trace,
        is_over=is_over,
    )
