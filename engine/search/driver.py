"""Driver of every search of this program.

It bounds the limits, advances a run slice by slice, reports progress, and detects
whether a game continues. An engine starts runs; a run searches one position.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from engine.core.compilation import expect
from engine.core.game import Position
from engine.core.kernel_loading import load_kernels
from engine.core.offers.game_offers import SearchKind
from engine.core.types import Move
from engine.games import get_game
from engine.search.api import (
    Limits,
    ProgressCallback,
    SearchResult,
    StopFlag,
    make_search_seed,
)
from engine.search.budget import CLOCKS, Bounds, Budget, Clocks
from engine.search.continuation import moves_between
from engine.search.inspection import SearchTree, Stepper
from engine.search.root_moves import RootMoves, find_root_moves
from engine.search.sampling import SampleLog
from engine.search.search_lock import SearchLock

PROGRESS_SECONDS = 0.1
"""Shortest time between two progress reports."""

MOST_STEPS = 1 << 30
"""Limit of a search that runs step by step; it is never reached."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchStart:
    """Start of a search, for the engine."""

    position: Position
    """Unfinished position to search."""

    moves: tuple[Move, ...] | None
    """Moves since the previous search of this game; ``None`` if there is none.

    An engine may then reuse the results of that search.
    """

    seed: int
    """Random seed of this search."""

    budget: Budget
    """Limits and clock of the search."""

    root_moves: RootMoves = None
    """The only moves to consider at the root; ``None`` for every legal move."""


class SearchRun(Protocol):
    """One search of a position; it has an answer before the first ``advance``."""

    @property
    def nodes(self) -> int:
        """Number of simulations or nodes so far."""
        ...

    @property
    def step(self) -> int | None:
        """Nodes of a slice that cannot be divided; ``None`` for any number."""
        ...

    def advance(self, count: int, stop: StopFlag) -> bool:
        """Search up to ``count`` nodes; return whether the search can continue."""
        ...

    def summary(self, seconds: float, *, is_final: bool) -> SearchResult:
        """Return the result so far.

        Args:
            seconds: Seconds of the search.
            is_final: Whether the search is over; ``advance`` is not called again.
        """
        ...


class SearchEngine(Protocol):
    """Algorithm of a search: it starts runs, and keeps what they have in common."""

    @property
    def bounds(self) -> Bounds:
        """Bounds of the settings for each search."""
        ...

    @property
    def kind(self) -> SearchKind:
        """Family of the algorithm."""
        ...

    @property
    def keeps_tree(self) -> bool:
        """Whether a search of the same position continues the tree of the last one."""
        ...

    def prepare(self, position: Position) -> None:
        """Load or compile all code for searches in the setup of ``position``."""
        ...

    def start(self, start: SearchStart) -> SearchRun:
        """Return the run of a search."""
        ...

    def last_tree(self) -> SearchTree | None:
        """See ``InspectableSearcher.last_tree``."""
        ...

    def new_stepper(self, start: SearchStart) -> Stepper:
        """See ``InspectableSearcher.new_stepper``."""
        ...


class SearchDriver:
    """Searcher that drives the runs of one engine; an ``InspectableSearcher``.

    The time of a search includes its start, for which ``prepare`` compiles everything.

    Args:
        engine: Algorithm of the search.
        seed: Random seed; with a node limit the same seed gives the same move.
        clocks: Clocks of the limits.
    """

    def __init__(
        self, engine: SearchEngine, *, seed: int = 0, clocks: Clocks = CLOCKS
    ) -> None:
        self.engine = engine
        """Algorithm of the search."""

        self._seed = seed
        self._clocks = clocks
        self._lock = SearchLock()
        self._last: tuple[Position, RootMoves] | None = None
        self._samples = self._new_log()

    def prepare(self, position: Position) -> None:
        """See ``Searcher.prepare``."""
        if position.outcome is None:
            kernel_counts = get_game(position.setup.game).kernel_counts
            expect(kernel_counts.get(self.engine.kind, 0))
            load_kernels(position)
            self.engine.prepare(position)

    def search(
        self,
        position: Position,
        limits: Limits,
        *,
        stop: StopFlag | None = None,
        on_progress: ProgressCallback | None = None,
    ) -> SearchResult:
        """See ``Searcher.search``."""
        with self._lock.held(position):
            root_moves = find_root_moves(position, limits)
            limits = self.engine.bounds.applied_to(limits)
            budget = Budget(limits, now=self._clocks[limits.clock])
            run = self._start(position, budget, root_moves)
            flag = StopFlag() if stop is None else stop
            log = self._samples
            report = on_progress and (lambda found: on_progress(log.sampled(found)))
            _advance(run, budget, flag, report)
            result = run.summary(budget.seconds_used, is_final=True)
            sampled = log.sampled(result, is_final=True)
            self._last = position, root_moves
            return sampled if on_progress else result

    @property
    def keeps_tree(self) -> bool:
        """See ``InspectableSearcher.keeps_tree``."""
        return self.engine.keeps_tree

    def last_tree(self) -> SearchTree | None:
        """See ``InspectableSearcher.last_tree``."""
        return self.engine.last_tree()

    def new_stepper(self, position: Position) -> Stepper:
        """See ``InspectableSearcher.new_stepper``."""
        with self._lock.held(position):
            limits = self.engine.bounds.applied_to(Limits(nodes=MOST_STEPS))
            self._last = None
            return self.engine.new_stepper(
                SearchStart(
                    position=position,
                    moves=None,
                    seed=make_search_seed(self._seed, position),
                    budget=Budget(limits, now=self._clocks[limits.clock]),
                )
            )

    def _new_log(self) -> SampleLog:
        return SampleLog(restarts=not self.keeps_tree)

    def _start(
        self, position: Position, budget: Budget, root_moves: RootMoves
    ) -> SearchRun:
        """Return the run of a position; nothing of a failed search is reused."""
        last, self._last = self._last, None
        moves = _moves_since(last, position, root_moves)
        if moves != ():
            self._samples = self._new_log()
        return self.engine.start(
            SearchStart(
                position=position,
                moves=moves,
                seed=make_search_seed(self._seed, position),
                budget=budget,
                root_moves=root_moves,
            )
        )


def _moves_since(
    last: tuple[Position, RootMoves] | None, position: Position, root_moves: RootMoves
) -> tuple[Move, ...] | None:
    """Return the moves since the last search; ``None`` if it cannot be reused.

    A restricted search has results of some moves alone: only the same one continues it.
    """
    if last is None or last[1] != root_moves:
        return None
    moves = moves_between(last[0], position)
    return None if root_moves is not None and moves != () else moves


def _advance(
    run: SearchRun,
    budget: Budget,
    stop: StopFlag,
    on_progress: ProgressCallback | None,
) -> None:
    """Advance a run to its end, a limit or the stop flag, and report its progress."""
    next_report = PROGRESS_SECONDS
    while not stop and (count := budget.next_slice(run.nodes, run.step)) > 0:
        if not run.advance(count, stop):
            return
        if on_progress is not None and budget.seconds_used >= next_report:
            on_progress(run.summary(budget.seconds_used, is_final=False))
            next_report = budget.seconds_used + PROGRESS_SECONDS


def run_trial(engine: SearchEngine, position: Position, nodes: int) -> Position:
    """Search a position and the one after its move, to run every kernel once.

    Returns:
        The last position searched.
    """
    driver, limits = SearchDriver(engine), Limits(nodes=nodes)
    after = position.play(driver.search(position, limits).move)
    if after.outcome is not None:
        return position
    driver.search(after, limits)
    return after
