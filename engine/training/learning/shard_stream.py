"""Batches from more shards than fit into memory: one pool of shards at a time.

An epoch visits every shard once, in an order given by the seed. A pool yields as many
batches as it has positions for, so a position is seen once per epoch on average. The
batch of a step depends on the seed and the step alone.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Literal

import numpy as np

from engine.core.errors import TrainingError
from engine.core.message import Message
from engine.nn.common.encoding import Encoding
from engine.training.learning.dataset import TRAINING, VALIDATION, Batch, Dataset
from engine.training.learning.samples import load_samples, read_summary

SHARDS_PER_POOL = 16
"""Shards in memory: some 200,000 positions of 11x11 in shards of 256 games, 120 MB."""

VALIDATION_SHARDS = 16
"""Shards whose held-out games make the validation batches, at most."""


class ShardStream:
    """Source of batches from many shards; implements ``SampleSource``.

    Args:
        paths: The shards, in any order; the order does not matter.
        encoding: Input encoding of the network.
        validation_share: Share of the games that is held out.
        search_share: Share of the value target that comes from the search.
        seed: Random seed.
        symmetry: Whether positions are turned and mirrored at random.

    Raises:
        TrainingError: There is no shard, or too few games.
        SamplesError: A shard is damaged.
    """

    def __init__(
        self,
        paths: Sequence[Path],
        encoding: Encoding,
        *,
        validation_share: float,
        search_share: float,
        seed: int,
        symmetry: Literal["none", "random"] = "random",
    ) -> None:
        if not paths:
            raise TrainingError(Message("Expected shards to learn from, got none."))
        self._encoding = encoding
        self._validation_share = validation_share
        self._search_share = search_share
        self._seed = seed
        self._symmetry = symmetry
        self._paths = sorted(paths)
        summaries = [read_summary(path) for path in self._paths]
        self._counts = [summary.positions for summary in summaries]
        self.boards = {
            path: summary.setup
            for path, summary in zip(self._paths, summaries, strict=True)
        }
        """Board of each shard."""
        self.setups = tuple(dict.fromkeys(self.boards.values()))
        """Boards of the positions."""

        self._pool: tuple[_PoolKey, Dataset] | None = None
        self._held_out = self._find_held_out()

    def count(self, part: int) -> int:
        """Return the number of positions of a part; for validation, of those in use."""
        if part == VALIDATION:
            return self._held_out.count(VALIDATION)
        return round(sum(self._counts) * (1 - self._validation_share))

    def batch(self, part: int, step: int, size: int) -> Batch:
        """Return the batch of a step, ``size`` positions of one setup."""
        if part == VALIDATION:
            return self._held_out.batch(VALIDATION, step, size)
        key = self._pool_at(step, size)
        if self._pool is None or self._pool[0] != key:
            self._pool = None
            paths = [self._paths[k] for k in key.shards]
            self._pool = (key, self._dataset(paths, TRAINING))
        return self._pool[1].batch(TRAINING, step, size)

    def _pool_at(self, step: int, size: int) -> _PoolKey:
        """Return the pool of shards for a step."""
        pool_count = -(-len(self._paths) // SHARDS_PER_POOL)
        steps_an_epoch = max(self.count(TRAINING) // size, pool_count)
        epoch, place = divmod(step, steps_an_epoch)
        order = np.random.default_rng((self._seed, epoch)).permutation(len(self._paths))
        pools = [order[k::pool_count].tolist() for k in range(pool_count)]
        ends = list(accumulate(sum(self._counts[k] for k in pool) for pool in pools))
        reached = place / steps_an_epoch * ends[-1]
        shards = pools[min(bisect_right(ends, reached), pool_count - 1)]
        return _PoolKey(epoch=epoch, shards=tuple(shards))

    def _find_held_out(self) -> Dataset:
        """Return the held-out games of some shards, spread over all of them."""
        spread = -(-len(self._paths) // VALIDATION_SHARDS)
        for first in range(spread - 1):
            with suppress(TrainingError):  # none of these games is held out
                return self._dataset(self._paths[first::spread], VALIDATION)
        return self._dataset(self._paths[spread - 1 :: spread], VALIDATION)

    def _dataset(self, paths: Sequence[Path], part: int) -> Dataset:
        """Return the data set of some shards, one part of which is needed."""
        return Dataset(
            [load_samples(path) for path in paths],
            self._encoding,
            validation_share=self._validation_share,
            search_share=self._search_share,
            seed=self._seed,
            symmetry=self._symmetry,
            parts=(part,),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _PoolKey:
    """Identity of a pool of shards."""

    epoch: int
    shards: tuple[int, ...]
