"""Evaluators that wrap another one: symmetries, cache, solver."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from engine.core.board.symmetry import Symmetry
from engine.core.offers.solver import LeafSolver
from engine.search.evaluation import (
    Evaluations,
    Evaluator,
    LeafBatch,
    Policy,
    normalise,
    uniform_policy,
)
from engine.search.evaluators.kernels import symmetry as kernels


class SymmetricEvaluator:
    """Evaluator that applies symmetries of the board before another evaluator.

    Args:
        inner: Evaluator of the transformed positions.
        symmetries: All symmetries of the board; see ``Game.symmetries``.
        averages: Whether to average over all symmetries; else each position gets one,
            which depends on its stones and the seed.
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

    def evaluate(self, batch: LeafBatch) -> Evaluations:
        """See ``Evaluator.evaluate``."""
        count, total = len(batch), len(self._swaps)
        if not self._averages:
            chosen = np.empty(count, np.int64)
            kernels.choose_symmetries(batch.cells, self._keys, total, chosen)
            return self._evaluate_transformed(batch, np.arange(count), chosen)
        policies, values = self._evaluate_transformed(
            batch, np.tile(np.arange(count), total), np.repeat(np.arange(total), count)
        )
        return (
            policies.reshape(total, count, -1).mean(axis=0, dtype=np.float32),
            values.reshape(total, count).mean(axis=0, dtype=np.float32),
        )

    def _evaluate_transformed(
        self,
        batch: LeafBatch,
        rows: npt.NDArray[np.int64],
        chosen: npt.NDArray[np.int64],
    ) -> Evaluations:
        """Return evaluations of positions ``rows`` under the ``chosen`` symmetries."""
        board = len(rows), batch.cells.shape[1]
        transformed = LeafBatch(
            setup=batch.setup,
            cells=np.empty(board, np.int8),
            to_move=np.empty(len(rows), np.int8),
            last_move=np.empty(len(rows), np.int16),
            legal=np.empty(board, np.bool_),
        )
        kernels.transform_batch(
            (batch.cells, batch.to_move, batch.last_move, batch.legal),
            rows,
            chosen,
            self._origin,
            self._goal,
            self._swaps,
            (
                transformed.cells,
                transformed.to_move,
                transformed.last_move,
                transformed.legal,
            ),
        )
        policies, values = self._inner.evaluate(transformed)
        restored = np.empty(board, np.float32)
        found = np.ascontiguousarray(policies, np.float32)
        kernels.restore_policies(found, chosen, self._goal, restored)
        return restored, values


class CachedEvaluator:
    """Evaluator that caches the evaluations of another evaluator.

    All move orders of a position share one entry, so ``inner`` must not depend on the
    last move.

    Args:
        inner: Evaluator of the positions that are not in the cache.
        capacity: Positions in the cache; the oldest are removed first.
    """

    def __init__(self, inner: Evaluator, *, capacity: int) -> None:
        self._inner = inner
        self._capacity = capacity
        self._cache: dict[bytes, tuple[Policy, np.float32]] = {}

    def evaluate(self, batch: LeafBatch) -> Evaluations:
        """See ``Evaluator.evaluate``."""
        keys = [self._key(batch, row) for row in range(len(batch))]
        found = {key: self._cache[key] for key in keys if key in self._cache}
        new = {key: row for row, key in enumerate(keys) if key not in found}
        if new:
            policies, values = self._inner.evaluate(batch.rows(list(new.values())))
            for key, policy, value in zip(new, policies, values, strict=True):
                found[key] = policy.copy(), value
                self._store(key, found[key])
        return (
            np.stack([found[key][0] for key in keys]),
            np.array([found[key][1] for key in keys], np.float32),
        )

    def _key(self, batch: LeafBatch, row: int) -> bytes:
        key: bytes = batch.cells[row].tobytes() + batch.to_move[row].tobytes()
        return key

    def _store(self, key: bytes, answer: tuple[Policy, np.float32]) -> None:
        while len(self._cache) >= self._capacity:
            del self._cache[next(iter(self._cache))]
        self._cache[key] = answer


class SolverEvaluator:
    """Evaluator that runs a game's solver first, and another one on unsolved positions.

    Args:
        evaluator: Evaluator of the positions without a proven result.
        solver: Solver of the game.
        proves: Whether results and losing moves are marked as proven; otherwise values
            are plain 1 and -1.
    """

    def __init__(
        self, evaluator: Evaluator, solver: LeafSolver, *, proves: bool = True
    ) -> None:
        self._evaluator = evaluator
        self._solver = solver
        self._proven_win = np.float32(np.inf if proves else 1)
        self._excluded = np.float32(-1 if proves else 0)

    def evaluate(self, batch: LeafBatch) -> Evaluations:
        """See ``Evaluator.evaluate``."""
        results, moves = self._solver.solve(batch.cells, batch.to_move, batch.legal)
        is_open = results == 0
        if is_open.all():
            policies, values = self._evaluator.evaluate(batch)
        else:
            policies = uniform_policy(moves)
            values = np.array([-self._proven_win, 0, self._proven_win], np.float32)[
                results + 1
            ]
            if is_open.any():
                asked = batch.rows(is_open)
                policies[is_open], values[is_open] = self._evaluator.evaluate(asked)
        excluded = batch.legal & ~moves & is_open[:, np.newaxis]
        narrowed = excluded.any(axis=1)
        if narrowed.any():
            policies[narrowed] = normalise(policies[narrowed], moves[narrowed])
            policies[excluded] = self._excluded
        return policies, values
