"""Positions with a win in one, added to the samples of a supervised run.

Games of good engines show few of them: a side that sees the threat answers it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from engine.nn.common.evaluator_settings import EvaluatorSettings
from engine.nn.evaluator_factory import load_evaluator
from engine.nn.named_networks import find_network
from engine.search.evaluation import Evaluator
from engine.training.learning.samples import (
    Samples,
    concatenate,
    load_samples,
    save_samples,
    shard_path,
)
from engine.training.learning.wins_in_one import label_wins, play_random_stones
from engine.training.run.settings import WinsInOneSettings

BATCH = 64
"""Positions per call of the network."""

RANDOM_STONES = 2
"""Positions after a random stone that are made from each one."""

SURE = 0.9
"""Total probability of the winning cells from which a network counts as finding one."""

HARD_SHARE = 0.5
"""Share of the wins in one that are drawn among those that the network misses."""


class AddedWins:
    """Source of positions with a win in one.

    Args:
        settings: Their share, and the network that they are hard for.
        interval: Games whose number is a multiple of it are held out.
        seed: Random seed; a shard depends on it and its number alone.
        threads: Threads of the network; 0: one per core.
    """

    def __init__(
        self, settings: WinsInOneSettings, *, interval: int, seed: int, threads: int
    ) -> None:
        self._share = settings.share
        self._interval = interval
        self._seed = seed
        self._evaluator: Evaluator | None = None
        if settings.net:
            own = EvaluatorSettings(threads=threads or None)
            self._evaluator = load_evaluator(find_network(settings.net), own)

    def draw(self, samples: Samples, number: int) -> Samples:
        """Return positions with a win in one, made from those of games.

        Positions of held-out games are left out.

        Args:
            samples: A shard of games.
            number: Its number.
        """
        rng = np.random.default_rng((self._seed, number))
        fresh = samples.rows(samples.game % self._interval != 0)
        wanted = round(self._share / (1 - self._share) * len(fresh))
        made = [play_random_stones(fresh, rng) for _ in range(RANDOM_STONES)]
        found = label_wins(concatenate([fresh, *made]))
        if len(found) == 0:
            return found
        hard = self._find_hard(found)
        hard_count = round(HARD_SHARE * wanted) if len(hard) else 0
        rows = [
            np.resize(rng.permutation(hard), hard_count),
            np.resize(rng.permutation(len(found)), wanted - hard_count),
        ]
        return found.rows(np.concatenate(rows).astype(np.intp))

    def _find_hard(self, wins: Samples) -> npt.NDArray[np.intp]:
        """Return the rows of the wins in one that the network misses."""
        if self._evaluator is None:
            return np.empty(0, np.intp)
        policy = np.concatenate(
            [
                self._evaluator.evaluate(wins.rows(slice(k, k + BATCH)).leaves())[0]
                for k in range(0, len(wins), BATCH)
            ]
        )
        sureness = (policy * (wins.policy > 0)).sum(axis=1)
        return np.flatnonzero(sureness < SURE)


def make_win_shards(
    wins: AddedWins, sources: Sequence[Path], folder: Path
) -> Iterator[int]:
    """Write the missing shards of wins in one; yield the number of each.

    Args:
        wins: Source of the positions.
        sources: The shards of games, in a fixed order.
        folder: Folder of the shards of wins in one.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for number, source in enumerate(sources):
        path = shard_path(folder, number)
        if not path.exists():
            drawn = wins.draw(load_samples(source), number)
            save_samples(path, drawn, {"source": source.name})
            yield number
