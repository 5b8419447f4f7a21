"""Samples whose labels come from a network: distillation.

The mean of a network's outputs over the symmetries of the board is better than each of
them, and steps on such labels do not fit the chance of single games. Source: Hinton,
Vinyals and Dean 2015; the mean over symmetries takes the place of their ensemble.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from engine.games import get_game
from engine.nn.common.evaluator_settings import EvaluatorSettings
from engine.nn.common.net_info import read_info
from engine.nn.evaluator_factory import choose_runtime, load_evaluator
from engine.search.evaluation import Evaluator
from engine.search.evaluators.wrappers import SymmetricEvaluator
from engine.search.runtimes import ONNX_FLOAT32, ONNX_INT8, Runtime
from engine.training.learning.samples import (
    Samples,
    concatenate,
    load_samples,
    save_samples,
)
from engine.training.learning.training_loop import find_start_network
from engine.training.learning.wins_in_one import label_wins, play_random_stones
from engine.training.run.settings import TeacherSettings
from engine.training.supervised.engine_games import shard_path

BATCH = 64
"""Positions per call of the network; each is evaluated once for each symmetry."""

RANDOM_STONES = 2
"""Positions after a random stone that are made from each one."""

SURE = 0.9
"""Probability of the winning cells together from which the teacher knows a win."""

HARD_SHARE = 0.5
"""Share of the wins in one that are drawn among those the teacher does not know."""


class Teacher:
    """Source of labels for shards.

    Args:
        settings: Network and shares.
        interval: Games whose number is a multiple of it are held out.
        seed: Random seed; a shard depends on it and its number alone.
        threads: Threads of the network; 0: one per core.
    """

    def __init__(
        self, settings: TeacherSettings, *, interval: int, seed: int, threads: int
    ) -> None:
        self._settings = settings
        self._interval = interval
        self._seed = seed
        path = find_start_network(settings.net)
        evaluator = EvaluatorSettings(
            runtime=_exact_runtime(read_info(path).kind), threads=threads or None
        )
        self._evaluator = load_evaluator(path, evaluator)

    def teach(self, samples: Samples, number: int) -> Samples:
        """Return a part of the training samples with new labels, and wins in one.

        Samples of held-out games keep their labels, so that losses can be compared.

        Args:
            samples: A shard.
            number: Its number.
        """
        own, rng = self._settings, np.random.default_rng((self._seed, number))
        held_out = samples.game % self._interval == 0
        known, fresh = samples.rows(held_out), samples.rows(~held_out)
        count = round(own.share * len(fresh))
        taught = self._relabelled(fresh.rows(rng.permutation(len(fresh))[:count]))
        wins = self._draw_wins(fresh, count, rng)
        return concatenate([known, taught, wins])

    def _relabelled(self, samples: Samples) -> Samples:
        """Return samples with the teacher's policies and values as the search's."""
        evaluator = SymmetricEvaluator(
            self._evaluator,
            get_game(samples.setup.game).symmetries(samples.setup),
            averages=True,
        )
        policy, value = _evaluate(evaluator, samples)
        policy /= policy.sum(axis=1, keepdims=True)
        return replace(samples, policy=policy, value=value.clip(-1, 1))

    def _draw_wins(
        self, samples: Samples, count: int, rng: np.random.Generator
    ) -> Samples:
        """Return samples with a win in one, for ``count`` others."""
        share = self._settings.wins_in_one
        wanted = round(share / (1 - share) * count)
        if wanted == 0:
            return samples.rows(slice(0))
        made = [play_random_stones(samples, rng) for _ in range(RANDOM_STONES)]
        found = label_wins(concatenate([samples, *made]))
        if len(found) == 0:
            return samples.rows(slice(0))
        policy, _ = _evaluate(self._evaluator, found)
        sureness = (policy * (found.policy > 0)).sum(axis=1)
        hard = np.flatnonzero(sureness < SURE)
        hard_count = round(HARD_SHARE * wanted) if len(hard) else 0
        rows = [
            np.resize(rng.permutation(hard), hard_count),
            np.resize(rng.permutation(len(found)), wanted - hard_count),
        ]
        return found.rows(np.concatenate(rows).astype(np.intp))


def teach_shards(
    teacher: Teacher, sources: Sequence[Path], folder: Path
) -> Iterator[int]:
    """Write the missing taught shards; yield the number of each.

    Args:
        teacher: Source of the labels.
        sources: The shards to teach from, in a fixed order.
        folder: Folder of the taught shards.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for number, source in enumerate(sources):
        path = shard_path(folder, number)
        if not path.exists():
            taught = teacher.teach(load_samples(source), number)
            save_samples(path, taught, {"source": source.name})
            yield number


def _exact_runtime(kind: str) -> Runtime:
    """Return the fastest runtime without rounded weights for a kind of network."""
    fastest = choose_runtime(kind, None)
    return ONNX_FLOAT32 if fastest == ONNX_INT8 else fastest


def _evaluate(
    evaluator: Evaluator, samples: Samples
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Return policies ``[S, N]`` and values ``[S]`` of all samples."""
    policy = np.empty(samples.cells.shape, np.float32)
    value = np.empty(len(samples), np.float32)
    for first in range(0, len(samples), BATCH):
        rows = slice(first, first + BATCH)
        policy[rows], value[rows] = evaluator.evaluate(samples.rows(rows).leaves())
    return policy, value
