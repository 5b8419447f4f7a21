"""Iterative deepening over a game's resumable search of one iteration.

Each iteration starts with an aspiration window around the last value, and with the
moves of most nodes first. A share of the nodes searches wins by threats alone. The
search can pause at any node. Limits are checked and progress is reported between
slices.
"""

from __future__ import annotations

import math

from engine.core.alpha_beta import INFINITE, PROVEN, ResumableSearch
from engine.core.types import Candidate, Move
from engine.search.api import ProgressCallback, SearchResult, StopFlag
from engine.search.budget import Budget

PROGRESS_SECONDS = 0.1
"""Shortest time between two progress reports, in seconds."""

MOST_DEPTH = 100
"""Largest depth of an iteration, in plies."""

NARROW_DEPTH = 4
"""Smallest depth with an aspiration window around the last value, in plies."""

ATTACK_STEP = 2
"""Plies by which attacks deepen: a threat and its reply."""

FIRST_WINDOW = 40
"""Half width of the aspiration window; a fail low or high quadruples it."""


class DeepeningRun:
    """One run of iterative deepening.

    Args:
        search: Search of each iteration, after ``set_root``.
        moves: Candidate moves, best first, at least one; reordered in place.
        budget: Limits of the run.
        attack_share: Share of nodes for attacks by threats alone.
        scale: Value at which the side wins about three games of four.
    """

    def __init__(
        self,
        search: ResumableSearch,
        moves: list[Move],
        budget: Budget,
        *,
        attack_share: float,
        scale: float,
    ) -> None:
        self._search = search
        self._moves = moves
        self._budget = budget
        self._scale = scale
        self._attack_share = attack_share
        self._attack_depth = 1
        self._value = 0
        self._line: tuple[Move, ...] = (moves[0],)
        self._depth = 0
        self._values: dict[Move, int] = {}
        self._next_report = PROGRESS_SECONDS

    def deepen(
        self, most: int, stop: StopFlag, on_progress: ProgressCallback | None
    ) -> None:
        """Deepen until a limit, the stop flag or a proof ends the search.

        After a proof the run searches a shorter win or a longer defence, for as many
        nodes again.
        """
        for depth in range(1, most + 1):
            if depth >= NARROW_DEPTH and self._attack(stop):
                break
            is_done = self._iterate(depth, stop, on_progress)
            self._take_best()
            if not is_done:
                return
            self._depth = depth
            self._rank()
            if abs(self._value) > PROVEN:
                break
        if self._value > PROVEN:
            self._shorten(most, stop, on_progress)
        elif self._value < -PROVEN:
            self._resist(most, stop, on_progress)

    def _shorten(
        self, most: int, stop: StopFlag, on_progress: ProgressCallback | None
    ) -> None:
        """Deepen with a window for shorter wins only."""
        until = 2 * self._search.nodes
        for depth in range(self._depth + 1, most + 1):
            plies = self._search.fastest_win - self._value + 1
            if depth >= plies:
                return
            self._search.begin(
                self._moves, alpha=self._value, beta=INFINITE, depth=depth
            )
            is_done = self._advance(stop, on_progress, until)
            found = self._search.best()
            if found is not None and found[0] > self._value:
                self._adopt(*found)
            if not is_done:
                return

    def _resist(
        self, most: int, stop: StopFlag, on_progress: ProgressCallback | None
    ) -> None:
        """Deepen to find the move that loses latest.

        Of equal moves, the one with most nodes below it comes first.
        """
        search = self._search
        until = 2 * search.nodes
        self._moves.sort(key=search.root_nodes, reverse=True)
        for depth in range(self._depth + 1, most + 1):
            plies = search.fastest_win + self._value + 1
            if depth > plies:
                return
            search.begin(self._moves, alpha=-INFINITE, beta=INFINITE, depth=depth)
            is_done = self._advance(stop, on_progress, until)
            found = search.best()
            if found is not None and (is_done or found[0] > self._value):
                self._adopt(*found)
            if not is_done:
                return
            self._depth = depth
            self._rank()

    def _attack(self, stop: StopFlag) -> bool:
        """Deepen attacks within their share of nodes; return whether one wins."""
        search = self._search
        while self._attack_depth < MOST_DEPTH:
            allowed = int(self._attack_share * search.nodes) - search.attack_nodes
            if allowed <= 0 or not search.begin_attack(self._attack_depth):
                return False
            is_done = False
            while not (is_done or stop):
                count = min(self._budget.next_slice(search.nodes), allowed)
                if count <= 0:
                    break
                before = search.attack_nodes
                is_done = search.advance_attack(count, stop.array)
                allowed -= search.attack_nodes - before
            found = search.end_attack()
            if found is not None:
                self._adopt(*found)
                return True
            if not is_done:
                return False
            self._attack_depth += ATTACK_STEP
        return False

    def _iterate(
        self, depth: int, stop: StopFlag, on_progress: ProgressCallback | None
    ) -> bool:
        """Search one depth, widening the window if needed; return whether done."""
        half = FIRST_WINDOW if depth >= NARROW_DEPTH else INFINITE
        low, high = self._value - half, self._value + half
        while True:
            low, high = max(low, -INFINITE), min(high, INFINITE)
            self._search.begin(self._moves, alpha=low, beta=high, depth=depth)
            if not self._advance(stop, on_progress):
                return False
            value = self._search.result()
            half *= 4
            if half > INFINITE // 8 or abs(value) > PROVEN:
                half = 2 * INFINITE
            if value <= low and low > -INFINITE:
                low = value - half
            elif high <= value <= PROVEN and high < INFINITE:
                self._take_best()
                high = value + half
            else:
                return True

    def _advance(
        self,
        stop: StopFlag,
        on_progress: ProgressCallback | None,
        until: float = math.inf,
    ) -> bool:
        """Search up to ``until`` nodes; return whether the iteration is done."""
        while not stop:
            nodes = self._search.nodes
            count = int(min(self._budget.next_slice(nodes), until - nodes))
            if count <= 0:
                return False
            if self._search.advance(count, stop.array):
                return True
            used = self._budget.seconds_used
            if on_progress is not None and used >= self._next_report:
                on_progress(self.summary())
                self._next_report = self._budget.seconds_used + PROGRESS_SECONDS
        return False

    def _take_best(self) -> None:
        """Adopt the best move of the current iteration, if there is one."""
        found = self._search.best()
        if found is None:
            return
        self._adopt(*found)

    def _adopt(self, value: int, line: tuple[Move, ...]) -> None:
        self._value, self._line = value, line
        self._values[line[0]] = value
        if line[0] in self._moves:
            self._moves.remove(line[0])
        self._moves.insert(0, line[0])

    def _rank(self) -> None:
        """Order the moves for the next iteration: the best one, then by node count."""
        search = self._search
        self._values = {move: search.root_value(move) for move in self._moves}
        self._values[self._line[0]] = self._value
        rest = sorted(self._moves[1:], key=search.root_nodes, reverse=True)
        self._moves[1:] = rest

    def summary(self) -> SearchResult:
        """Return the result of the search so far."""
        search = self._search
        best = self._line[0]
        others = [move for move in self._moves if move != best and move in self._values]
        others.sort(key=lambda move: (-self._values[move], -search.root_nodes(move)))
        candidates = [
            Candidate(
                move=move,
                value=self._shown(min(self._values.get(move, 0), self._value)),
                visits=search.root_nodes(move),
                pv=self._line if move == best else (move,),
            )
            for move in (best, *others)
        ]
        return SearchResult(
            move=best,
            value=candidates[0].value,
            pv=self._line,
            nodes=search.nodes,
            seconds=self._budget.seconds_used,
            depth=max(self._depth, 1),
            candidates=tuple(candidates),
        )

    def _shown(self, value: int) -> float:
        """Return a value of the search in [-1, 1]; only proven values are ±1."""
        if abs(value) > PROVEN:
            return math.copysign(1.0, value)
        return math.tanh(value / (2 * self._scale))
