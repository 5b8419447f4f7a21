"""Random batches for the trainer, with random symmetries of the board.

The batch of a step depends on the seed and the step alone, so a resumed run is the
same as an uninterrupted one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

import numpy as np
import numpy.typing as npt

from engine.core.errors import TrainingError
from engine.core.game import GameSetup
from engine.core.message import Message
from engine.games import get_game
from engine.nn.common.encoding import Encoding, Planes
from engine.nn.common.net_info import NetInfo
from engine.training.learning.samples import (
    Samples,
    check_board,
    concatenate,
    list_shards,
    load_samples,
)
from engine.training.run.settings import compute_validation_interval

TRAINING, VALIDATION = 0, 1
"""Parts of the data; the number is also part of the random seed."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Batch:
    """Network inputs and targets of ``B`` positions with ``N`` cells."""

    planes: Planes
    """``[B, planes, H, W]``."""

    legal: npt.NDArray[np.bool_]
    """``[B, N]``: legal cells, in the order of the network's logits."""

    policy: npt.NDArray[np.float32]
    """``[B, N]``: policy targets in the same order; rows sum to 1, or to 0 without a
    target."""

    values: npt.NDArray[np.float32]
    """``[B]``: value targets in [-1, 1], for the side to move."""


class SampleSource(Protocol):
    """Source of training batches and validation batches."""

    def count(self, part: int) -> int:
        """Return the number of positions of a part."""
        ...

    def batch(self, part: int, step: int, size: int) -> Batch:
        """Return the batch of a step, ``size`` positions of one setup."""
        ...


class Dataset:
    """Samples of a run in memory, split by games into training and validation.

    Args:
        shards: Samples, one setup each.
        encoding: Input encoding of the network.
        validation_share: Share of the games that is held out.
        search_share: Share of the value target that comes from the search.
        seed: Random seed.
        symmetry: Whether positions are turned and mirrored at random.
        parts: The parts that are needed.

    Raises:
        TrainingError: One of these parts is empty.
    """

    def __init__(
        self,
        shards: Sequence[Samples],
        encoding: Encoding,
        *,
        validation_share: float,
        search_share: float,
        seed: int,
        symmetry: Literal["none", "random"] = "random",
        parts: Sequence[int] = (TRAINING, VALIDATION),
    ) -> None:
        self._encoding = encoding
        self._symmetry = symmetry
        self._search_share = search_share
        self._seed = seed
        by_setup: dict[GameSetup, list[Samples]] = {}
        for shard in shards:
            by_setup.setdefault(shard.setup, []).append(shard)
        every = compute_validation_interval(validation_share)
        self._groups: tuple[list[Samples], list[Samples]] = ([], [])
        for own in by_setup.values():
            samples = concatenate(own)
            for together in encoding.parts(samples.leaves()):
                group = samples.rows(together)
                is_apart = group.game % every == 0
                for part, mask in ((TRAINING, ~is_apart), (VALIDATION, is_apart)):
                    if mask.any():
                        self._groups[part].append(group.rows(mask))
        if not all(self._groups[part] for part in parts):
            raise TrainingError(
                Message("Expected at least {count} games to learn from.", count=every)
            )

    def count(self, part: int) -> int:
        """Return the number of positions of a part."""
        return sum(map(len, self._groups[part]))

    def batch(self, part: int, step: int, size: int) -> Batch:
        """Return the batch of a step; positions are drawn with replacement."""
        groups = self._groups[part]
        rng = np.random.default_rng((self._seed, part, step))
        sizes = np.array([len(group) for group in groups])
        samples = groups[rng.choice(len(groups), p=sizes / sizes.sum())]
        rows = rng.integers(len(samples), size=size)
        ways = list_symmetries(samples.setup)
        if self._symmetry == "none":
            ways = ways[:1]
        chosen = ways[rng.integers(len(ways), size=size)]
        return self._as_batch(samples.rows(rows), chosen)

    def _as_batch(self, samples: Samples, turn: npt.NDArray[np.intp]) -> Batch:
        turned = Samples(
            setup=samples.setup,
            cells=np.take_along_axis(samples.cells, turn, axis=1),
            to_move=samples.to_move,
            last_move=np.full(len(samples), -1, np.int16),
            policy=np.take_along_axis(samples.policy, turn, axis=1),
            value=samples.value,
            result=samples.result,
            game=samples.game,
        )
        leaves = turned.leaves()
        own = self._search_share
        return Batch(
            planes=self._encoding.encode(leaves),
            legal=self._encoding.encode_cells(leaves, leaves.legal),
            policy=self._encoding.encode_cells(leaves, turned.policy),
            values=(own * turned.value + (1 - own) * turned.result).astype(np.float32),
        )


def load_shards(folder: Path, info: NetInfo) -> list[Samples]:
    """Return the samples of every shard in a folder; see ``load_fitting``."""
    return load_fitting(list_shards(folder), info)


def load_fitting(paths: Sequence[Path], info: NetInfo) -> list[Samples]:
    """Return the samples of shards.

    Args:
        paths: The shards.
        info: Header of the network that learns from them.

    Raises:
        SamplesError: A shard is damaged, or the network does not play on its board.
    """
    shards = [load_samples(path) for path in paths]
    for path, samples in zip(paths, shards, strict=True):
        check_board(path, samples.setup, info)
    return shards


def list_symmetries(setup: GameSetup) -> npt.NDArray[np.intp]:
    """Return ``[K, N]``: for each symmetry, the source cell of each cell.

    The first one changes nothing.

    Symmetries that exchange the sides are left out: the encoding removes them.
    """
    ways = get_game(setup.game).symmetries(setup)
    return np.array([way.cells for way in ways if not way.swaps_sides], np.intp)
