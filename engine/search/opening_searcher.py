"""Searcher for the swap2 opening of Gomoku; another searcher plays the rest.

It places the opening stones by fixed patterns. To choose a colour it searches the
position with White to move, and keeps White unless White is worse. It never adds two
stones: that would give the opponent a choice that the engine can make itself.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import replace

from engine.core.game import GameSetup, Position
from engine.core.types import EMPTY, Candidate, Move
from engine.games.gomoku.rules.swap2 import (
    FIRST_STAGES,
    Swap2Stage,
    find_swap2_state,
    take_black,
)
from engine.search.api import (
    Limits,
    ProgressCallback,
    Searcher,
    SearchResult,
    StopFlag,
)

WHITE_IS_WORSE = -0.05
"""White's value below which the engine takes Black; an equal White is kept."""

Pattern = tuple[tuple[int, int], ...]
"""Row and column of each stone relative to the middle, in the order of placing."""

REACH = 2
"""Largest offset in a pattern; it fits on the smallest board."""

THREE_STONES: tuple[Pattern, ...] = (
    ((-2, -2), (0, 2), (-1, 1)),
    ((-2, -2), (0, 1), (1, 1)),
    ((-2, 0), (-1, -1), (1, 1)),
    ((-2, -1), (-1, 0), (0, 2)),
    ((-1, 0), (-2, -1), (0, 1)),
    ((-2, -1), (0, 0), (0, 2)),
    ((-2, -1), (-1, 1), (1, 1)),
    ((-1, -1), (-1, 1), (1, 1)),
    ((-2, -2), (0, 0), (1, 2)),
)
"""Patterns of black, white, black; White's value is within 0.02 of 0.

They are the most even and open ones of 90 random patterns out of 904. Measured on
15 x 15, freestyle, by full UCT for one second each, then for five seconds.
"""

TWO_STONES: tuple[Pattern, ...] = (
    ((-2, 2), (2, -2)),
    ((0, -2), (0, 2)),
    ((-2, 1), (2, 0)),
    ((-1, 2), (1, -2)),
)
"""Patterns of white, black: as far from each other as the middle allows."""

PATTERNS = {
    Swap2Stage.PLACING: (0, THREE_STONES),
    Swap2Stage.ADDING: (len(FIRST_STAGES), TWO_STONES),
}
"""Number of moves before each stage, and the patterns for it."""


class OpeningSearcher:
    """Searcher that plays the opening, then uses another searcher; a ``Searcher``.

    Values are for the side to move, as in all results; a choice of colour does not
    change the sign. After Black is taken, a low value is good for the engine.

    Args:
        inner: Searcher for positions with stones only, without choices of colour.
        seed: Random seed; the same seed places the same stones.
    """

    def __init__(self, inner: Searcher, *, seed: int = 0) -> None:
        self._inner = inner
        self._seed = seed

    def prepare(self, position: Position) -> None:
        """See ``Searcher.prepare``."""
        self._inner.prepare(position)

    def search(
        self,
        position: Position,
        limits: Limits,
        *,
        stop: StopFlag | None = None,
        on_progress: ProgressCallback | None = None,
    ) -> SearchResult:
        """See ``Searcher.search``."""
        stage = find_swap2_state(position).stage
        if stage in PATTERNS:
            return self._placed(position, stage)
        if stage is Swap2Stage.COMPLETE:
            return self._inner.search(
                position, limits, stop=stop, on_progress=on_progress
            )

        def report(partial: SearchResult) -> None:
            if on_progress is not None:
                on_progress(with_choice(position, partial))

        result = self._inner.search(position, limits, stop=stop, on_progress=report)
        return with_choice(position, result)

    def _placed(self, position: Position, stage: Swap2Stage) -> SearchResult:
        """Return the next stone of a pattern that fits the stones placed so far."""
        begin, patterns = PATTERNS[stage]
        put = position.history[begin:]
        lines = {
            cells[len(put) :]
            for pattern in patterns
            for cells in placements(position.setup, pattern)
            if cells[: len(put)] == put
        }
        fitting = [line for line in lines if _are_empty(position, line)]
        # Stones of the opponent may exclude all patterns, but cannot fill the middle.
        middle = ((cell,) for cell in middle_cells(position.setup))
        choices = fitting or [line for line in middle if _are_empty(position, line)]
        rng = random.Random(f"{self._seed} {position.setup} {position.history}")
        line = rng.choice(sorted(choices))
        candidate = Candidate(move=line[0], value=0.0, pv=line)
        return SearchResult(
            move=line[0], value=0.0, pv=line, depth=len(line), candidates=(candidate,)
        )


def with_choice(position: Position, result: SearchResult) -> SearchResult:
    """Return the result of a search for White as a choice of colour.

    The candidates of the search remain: each of them keeps White.
    """
    if result.value >= WHITE_IS_WORSE:
        return result
    move = take_black(position.setup)
    line = (move, *result.pv)
    taken = Candidate(move=move, value=result.value, visits=result.nodes, pv=line)
    return replace(result, move=move, pv=line, candidates=(taken, *result.candidates))


def placements(setup: GameSetup, pattern: Pattern) -> Iterator[tuple[Move, ...]]:
    """Yield the cells of a pattern in the middle under all symmetries of the square."""
    for down, right, is_turned in itertools.product((1, -1), (1, -1), (False, True)):
        yield tuple(
            _middle_cell(setup, down * a, right * b)
            for a, b in ((c, r) if is_turned else (r, c) for r, c in pattern)
        )


def middle_cells(setup: GameSetup) -> list[Move]:
    """Return the cells of the middle that patterns may use."""
    steps = range(-REACH, REACH + 1)
    return [_middle_cell(setup, down, right) for down in steps for right in steps]


def _middle_cell(setup: GameSetup, down: int, right: int) -> Move:
    row, column = (setup.height - 1) // 2 + down, (setup.width - 1) // 2 + right
    return Move(row * setup.width + column)


def _are_empty(position: Position, cells: tuple[Move, ...]) -> bool:
    return all(position.stones[cell] == EMPTY for cell in cells)
