"""Evaluators that wrap another: symmetries, a memory of answers, a game's knowledge."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from engine.core.symmetry import Symmetry
from engine.search.evaluation import (
    Evaluator,
    LeafBatch,
    LeafJudge,
    Policy,
    Values,
    normalised,
    uniform_policy,
)
from engine.search.evaluators.kernels import symmetry as kernels


class SymmetricEvaluator:
    """Shows positions turned and mirrored to another evaluator; an ``Evaluator``.

    Args:
        inner: Judges them.
        symmetries: All of the board, see ``Game.symmetries``.
        averages: Whether every position is shown in all ways and the answers are
            averaged, or in one that hangs on its stones and the seed.
        seed: Random seed.
    """

    def __init__(
        self,
        inner: Evaluator,
        symmetries: Sequence[Symmetry],
        *,
        averages: bool,
        seed: int = 0,
    ) -> None:
        self._inner = inner
        self._averages = averages
        self._goal = np.array([way.cells for way in symmetries], np.int64)
        self._origin = np.argsort(self._goal, axis=1)
        self._swaps = np.array([way.swaps_sides for way in symmetries], np.bool_)
        rng = np.random.default_rng(seed & 0xFFFFFFFF)
        self._keys = rng.integers(
            1 << 63, size=1 + self._goal.shape[1], dtype=np.uint64
        )

    def evaluate(self, batch: LeafBatch) -> tuple[Policy, Values]:
        """See ``Evaluator.evaluate``."""
        count, ways = len(batch), len(self._swaps)
        if not self._averages:
            chosen = np.empty(count, np.int64)
            kernels.choose_ways(batch.cells, self._keys, ways, chosen)
            return self._seen(batch, np.arange(count), chosen)
        rows = np.tile(np.arange(count), ways)
        policies, values = self._seen(batch, rows, np.repeat(np.arange(ways), count))
        return (
            policies.reshape(ways, count, -1).mean(axis=0, dtype=np.float32),
            values.reshape(ways, count).mean(axis=0, dtype=np.float32),
        )

    def _seen(
        self,
        batch: LeafBatch,
        rows: npt.NDArray[np.int64],
        ways: npt.NDArray[np.int64],
    ) -> tuple[Policy, Values]:
        """Return what is said of positions ``rows`` shown in ``ways``, turned back."""
        board = len(rows), batch.cells.shape[1]
        shown = LeafBatch(
            setup=batch.setup,
            cells=np.empty(board, np.int8),
            to_move=np.empty(len(rows), np.int8),
            last_move=np.empty(len(rows), np.int16),
            legal=np.empty(board, np.bool_),
        )
        kernels.turn_batch(
            (batch.cells, batch.to_move, batch.last_move, batch.legal),
            *(rows, ways, self._origin, self._goal, self._swaps),
            (shown.cells, shown.to_move, shown.last_move, shown.legal),
        )
        policies, values = self._inner.evaluate(shown)
        found = np.empty(board, np.float32)
        turned = np.ascontiguousarray(policies, np.float32)
        kernels.turn_back(turned, ways, self._goal, found)
        return found, values


class CachedEvaluator:
    """Remembers what another evaluator said; an ``Evaluator``.

    Args:
        inner: Judges positions that were not met before.
        capacity: Positions remembered; the oldest are forgotten first.
        knows_last_move: Whether ``inner`` looks at the last move. Otherwise a position
            is the same by whatever order of moves it came about.
    """

    def __init__(
        self, inner: Evaluator, *, capacity: int, knows_last_move: bool = True
    ) -> None:
        self._inner = inner
        self._capacity = capacity
        self._knows_last_move = knows_last_move
        self._known: dict[bytes, tuple[Policy, np.float32]] = {}

    def evaluate(self, batch: LeafBatch) -> tuple[Policy, Values]:
        """See ``Evaluator.evaluate``."""
        keys = [self._key(batch, row) for row in range(len(batch))]
        new = [row for row, key in enumerate(keys) if key not in self._known]
        found = {key: self._known[key] for key in keys if key in self._known}
        if new:
            policies, values = self._inner.evaluate(batch.rows(new))
            for k, row in enumerate(new):
                found[keys[row]] = policies[k].copy(), values[k]
                self._remember(keys[row], found[keys[row]])
        return (
            np.stack([found[key][0] for key in keys]),
            np.array([found[key][1] for key in keys], np.float32),
        )

    def _key(self, batch: LeafBatch, row: int) -> bytes:
        last = batch.last_move[row].tobytes() if self._knows_last_move else b""
        key: bytes = batch.cells[row].tobytes() + batch.to_move[row].tobytes() + last
        return key

    def _remember(self, key: bytes, answer: tuple[Policy, np.float32]) -> None:
        while len(self._known) >= self._capacity:
            del self._known[next(iter(self._known))]
        self._known[key] = answer


class JudgedEvaluator:
    """Asks a game's own knowledge first, and another evaluator what that leaves open.

    Args:
        evaluator: The other one.
        judge: What the game knows.
        proves: Whether what is certain is said to be so; else it is only likely.
    """

    def __init__(
        self, evaluator: Evaluator, judge: LeafJudge, *, proves: bool = True
    ) -> None:
        self._evaluator = evaluator
        self._judge = judge
        self._sure = np.float32(np.inf if proves else 1)
        self._left_out = np.float32(-1 if proves else 0)

    def evaluate(self, batch: LeafBatch) -> tuple[Policy, Values]:
        """See ``Evaluator.evaluate``."""
        verdicts, moves = self._judge.judge(batch.cells, batch.to_move, batch.legal)
        is_open = verdicts == 0
        if is_open.all():
            policies, values = self._evaluator.evaluate(batch)
        else:
            policies = uniform_policy(moves)
            values = np.array([-self._sure, 0, self._sure], np.float32)[verdicts + 1]
            if is_open.any():
                asked = batch.rows(is_open)
                policies[is_open], values[is_open] = self._evaluator.evaluate(asked)
        left_out = batch.legal & ~moves & is_open[:, np.newaxis]
        narrowed = left_out.any(axis=1)
        if narrowed.any():
            policies[narrowed] = normalised(policies[narrowed], moves[narrowed])
            policies[left_out] = self._left_out
        return policies, values
