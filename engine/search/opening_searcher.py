"""What an engine does in the swap2 opening of Gomoku, around any searcher.

It puts stones by patterns of its own. To take a colour it searches the position as it
stands, with White to move, and keeps White unless White is worse. It never adds two:
that would hand a choice back which it can make itself.
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
"""White's value below which Black is taken.

A colour that moves next and is as good as the other is worth keeping.
"""

Pattern = tuple[tuple[int, int], ...]
"""Rows and columns of stones in the order they are put, from the middle on."""

REACH = 2
"""Farthest row or column of a pattern: the smallest board has room for it."""

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
"""Black, white, black; White's value lies within 0.02 of 0.

The most even and open of 90 random ones out of 904, by one second of full UCT each, and
then five, on 15 x 15, freestyle.
"""

TWO_STONES: tuple[Pattern, ...] = (
    ((-2, 2), (2, -2)),
    ((0, -2), (0, 2)),
    ((-2, 1), (2, 0)),
    ((-1, 2), (1, -2)),
)
"""White, black: as far from each other as the middle allows."""

PATTERNS = {
    Swap2Stage.PLACING: (0, THREE_STONES),
    Swap2Stage.ADDING: (len(FIRST_STAGES), TWO_STONES),
}
"""At which move a stage begins, and what is put there."""


class OpeningSearcher:
    """Settles the opening, then leaves all to another searcher.

    Implements ``Searcher``. Values are those of the side to move as everywhere, which
    a choice does not change: after Black is taken a low value is good news.

    Args:
        inner: Searches; it knows only stones.
        seed: Random seed; the same seed puts the same stones.
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
        """Return the next stone of a pattern that fits those put so far."""
        begin, patterns = PATTERNS[stage]
        put = position.history[begin:]
        lines = {
            cells[len(put) :]
            for pattern in patterns
            for cells in placements(position.setup, pattern)
            if cells[: len(put)] == put
        }
        fitting = [line for line in lines if _are_empty(position, line)]
        # Stones of others may leave no pattern, but they cannot fill the middle.
        middle = ((cell,) for cell in middle_cells(position.setup))
        choices = fitting or [line for line in middle if _are_empty(position, line)]
        rng = random.Random(f"{self._seed} {position.setup} {position.history}")
        line = rng.choice(sorted(choices))
        candidate = Candidate(move=line[0], value=0.0, pv=line)
        return SearchResult(
            move=line[0], value=0.0, pv=line, depth=len(line), candidates=(candidate,)
        )


def with_choice(position: Position, result: SearchResult) -> SearchResult:
    """Return what a search for White means where colours are taken.

    The candidates of the search stay: each of them takes White.
    """
    if result.value >= WHITE_IS_WORSE:
        return result
    move = take_black(position.setup)
    line = (move, *result.pv)
    taken = Candidate(move=move, value=result.value, visits=result.nodes, pv=line)
    return replace(result, move=move, pv=line, candidates=(taken, *result.candidates))


def placements(setup: GameSetup, pattern: Pattern) -> Iterator[tuple[Move, ...]]:
    """Yield the cells of a pattern in the middle, turned and mirrored in all ways."""
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
