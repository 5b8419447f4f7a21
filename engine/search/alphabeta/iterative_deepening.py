"""Iterative deepening over a game's resumable search of one iteration.

Each iteration starts with an aspiration window around the last value, and with the
moves of most nodes first. A share of the nodes searches wins by threats alone, another
one the lines of the moves after the best. The search can pause at any node; a generator
waits there for its next slice.
"""

from __future__ import annotations

import math
from collections.abc import Generator

import numpy as np
import numpy.typing as npt

from engine.core.offers.alpha_beta import ResumableSearch
from engine.core.search_values import INFINITE, PROVEN
from engine.core.types import Move
from engine.search.alphabeta.alphabeta_settings import MOST_DEPTH
from engine.search.alphabeta.root_results import RootResults, ValuedLine
from engine.search.api import SearchResult, StopFlag
from engine.search.root_moves import RootMoves, keep_allowed

NARROW_DEPTH = 4
"""Smallest depth with an aspiration window around the last value, in plies."""

ATTACK_STEP = 2
"""Plies by which attacks deepen: a threat and its reply."""

FIRST_WINDOW = 40
"""Half width of the aspiration window; a fail low or high quadruples it."""

LINES_SHARE = 0.25
"""Share of nodes for the lines after the best; they are searched less deep."""

Slice = tuple[int, npt.NDArray[np.int32]]
"""Number of nodes, and the array of the stop flag."""

Slices = Generator[None, Slice, bool]
"""Part of a search that takes a slice at each pause; returns whether it is done.

A slice of no nodes ends it.
"""


class DeepeningRun:
    """One run of iterative deepening; implements ``SearchRun``.

    Args:
        search: Search of each iteration, after ``set_root``.
        moves: Candidate moves, best first, at least one; reordered in place.
        most_depth: Depth of the last iteration, in plies.
        first_depth: Depth of the first one.
        attack_share: Share of nodes for attacks by threats alone.
        scale: Value at which the side wins about three games of four.
        root_moves: The only first moves of an attack; ``None`` for all of them.
        line_count: Moves that get a value and a line of their own; the values of all
            others are bounds.
    """

    def __init__(
        self,
        search: ResumableSearch,
        moves: list[Move],
        *,
        most_depth: int,
        first_depth: int = 1,
        attack_share: float,
        scale: float,
        root_moves: RootMoves = None,
        line_count: int = 1,
    ) -> None:
        self.step = None
        self._search = search
        self._results = RootResults(
            search, moves, scale=scale, has_lines=line_count > 1
        )
        self._first_depth, self._most_depth = first_depth, most_depth
        self._attack_share = attack_share
        self._root_moves = root_moves
        self._attack_depth = 1
        self._line_count = line_count
        self._lines_depth = self._line_nodes = 0
        self._slices = self._deepen()
        next(self._slices)

    @property
    def nodes(self) -> int:
        """See ``SearchRun.nodes``."""
        return self._search.nodes

    def advance(self, count: int, stop: StopFlag) -> bool:
        """See ``SearchRun.advance``."""
        try:
            self._slices.send((count, stop.array))
        except StopIteration:
            return False
        return True

    def summary(self, seconds: float, *, is_final: bool = False) -> SearchResult:
        """See ``SearchRun.summary``."""
        if is_final:
            self._end()
        results = self._results
        candidates = results.candidates()
        return SearchResult(
            move=candidates[0].move,
            value=candidates[0].value,
            pv=results.line,
            nodes=self._search.nodes,
            seconds=seconds,
            depth=max(results.depth, 1),
            candidates=tuple(candidates),
            counts_nodes=True,
        )

    def _end(self) -> None:
        """End the current iteration, and adopt its best move."""
        while self.advance(0, StopFlag()):
            pass

    def _deepen(self) -> Slices:
        """Deepen until a proof or the largest depth ends the search.

        After a proof the run searches a shorter win or a longer defence, for as many
        nodes again.
        """
        results = self._results
        for depth in range(self._first_depth, self._most_depth + 1):
            if depth >= NARROW_DEPTH and (yield from self._attack()):
                break
            is_done = yield from self._iterate(depth)
            results.take_best(is_done=is_done)
            if not is_done:
                return False
            results.finish_depth(depth)
            if results.is_proven:
                break
            if not (yield from self._compare()):
                return False
        if results.value > PROVEN:
            return (yield from self._shorten())
        if results.value < -PROVEN:
            return (yield from self._resist())
        return True

    def _shorten(self) -> Slices:
        """Deepen with a window for shorter wins only."""
        search, results = self._search, self._results
        until = 2 * search.nodes
        for depth in range(results.depth + 1, self._most_depth + 1):
            plies = search.fastest_win - results.value + 1
            if depth >= plies:
                break
            search.begin(results.moves, alpha=results.value, beta=INFINITE, depth=depth)
            is_done = yield from self._finish_iteration(until)
            found = search.best()
            if found is not None and found[0] > results.value:
                results.adopt(*found)
            if not is_done:
                return False
        return True

    def _resist(self) -> Slices:
        """Deepen to find the move that loses latest.

        Of equal moves, the one with most nodes below it comes first.
        """
        search, results = self._search, self._results
        until = 2 * search.nodes
        results.sort_moves_by_nodes()
        for depth in range(results.depth + 1, self._most_depth + 1):
            plies = search.fastest_win + results.value + 1
            if depth > plies:
                break
            search.begin(results.moves, alpha=-INFINITE, beta=INFINITE, depth=depth)
            is_done = yield from self._finish_iteration(until)
            found = search.best()
            if found is not None and (is_done or found[0] > results.value):
                results.adopt(*found)
            if not is_done:
                return False
            results.finish_depth(depth)
        return True

    def _attack(self) -> Slices:
        """Deepen attacks within their share of nodes; return whether one wins."""
        search = self._search
        while self._attack_depth < MOST_DEPTH:
            allowed = int(self._attack_share * search.nodes) - search.attack_nodes
            if allowed <= 0 or not search.begin_attack(self._attack_depth):
                return False
            is_done = False
            while not is_done:
                quota, stop = yield
                count = min(quota, allowed)
                if count <= 0:
                    break
                before = search.attack_nodes
                is_done = search.advance_attack(count, stop)
                allowed -= search.attack_nodes - before
            found = search.end_attack()
            if found is not None and not keep_allowed(found[1][:1], self._root_moves):
                self._attack_depth = MOST_DEPTH  # it would be found each time
                return False
            if found is not None:
                self._results.adopt(*found)
                return True
            if not is_done:
                return False
            self._attack_depth += ATTACK_STEP
        return False

    def _compare(self) -> Slices:
        """Deepen the lines after the best one within their share of nodes."""
        while self._line_count > 1 and self._lines_depth < self._results.depth:
            if self._line_nodes > LINES_SHARE * self._search.nodes:
                break
            before = self._search.nodes
            is_done = yield from self._find_lines(self._lines_depth + 1)
            self._line_nodes += self._search.nodes - before
            if not is_done:
                return False
            self._lines_depth += 1
        return True

    def _find_lines(self, depth: int) -> Slices:
        """Search the best of the other moves, then the best of the rest, and so on."""
        lines: dict[Move, ValuedLine] = {}
        rest = self._results.order_moves_after_best()
        while rest and len(lines) < self._line_count - 1:
            self._search.begin(rest, alpha=-INFINITE, beta=INFINITE, depth=depth)
            if not (yield from self._finish_iteration()):
                return False
            found = self._search.best()
            if found is None or found[1][0] not in rest:
                return True  # a proof has ended the search
            lines[found[1][0]] = found
            rest.remove(found[1][0])
        self._results.replace_lines(lines)
        return True

    def _iterate(self, depth: int) -> Slices:
        """Search one depth, widening the window if needed."""
        is_narrow = depth >= max(NARROW_DEPTH, self._first_depth + 1)
        half = FIRST_WINDOW if is_narrow else INFINITE
        low, high = self._results.value - half, self._results.value + half
        while True:
            low, high = max(low, -INFINITE), min(high, INFINITE)
            self._search.begin(self._results.moves, alpha=low, beta=high, depth=depth)
            if not (yield from self._finish_iteration()):
                return False
            value = self._search.result()
            half *= 4
            if half > INFINITE // 8 or abs(value) > PROVEN:
                half = 2 * INFINITE
            if value <= low and low > -INFINITE:
                low = value - half
            elif high <= value <= PROVEN and high < INFINITE:
                self._results.take_best()
                high = value + half
            else:
                return True

    def _finish_iteration(self, until: float = math.inf) -> Slices:
        """Search the current iteration up to ``until`` nodes."""
        while True:
            quota, stop = yield
            count = int(min(quota, until - self._search.nodes))
            if count <= 0:
                return False
            if self._search.advance(count, stop):
                return True
