"""Tables of a training file about learning; each key is a field with its default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from engine.core.formats.settings_reader import (
    Count,
    CountOrNone,
    NotNegative,
    Range,
    Share,
)

SmallCount = Annotated[int, Range(least=1, most=100_000)]
"""Count that memory or run time limits."""

Positive = Annotated[float, Range(above=0)]
"""A number above 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartSettings:
    """Network and samples that a run starts from."""

    net: str = ""
    """Name of a shipped network, a file, or the folder of a training run; empty for
    random weights. A residual network may be smaller than that of the run."""

    samples: tuple[str, ...] = ()
    """Folders of shards to train on: in self-play in addition to each generation's
    games; in a supervised run without a table ``data`` instead of its games."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WinsInOneSettings:
    """Positions with a win in one that a supervised run learns from beside games."""

    share: Annotated[float, Range(above=0, below=1)] = 0.1
    """Share of added positions with a win in one: from the games, or after a random
    stone in them. Their labels are the winning cells and the value 1; held-out games
    get none."""

    net: str = ""
    """Network, as for ``start.net``: half of the added positions are ones whose win it
    misses. Empty: all are drawn alike."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterSettings:
    """Cluster that plays the games of self-play."""

    address: str = ""
    """Address of a Ray cluster: ``host:port`` of its head, ``ray://host:port``, or
    ``auto`` for the cluster of this machine; empty for none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSettings:
    """Evaluation matches, which measure the strength of the generations."""

    interval: Count = 5
    """Generations between two matches."""

    games: SmallCount = 20
    """Games against each opponent, half of them as first player."""

    opponents: tuple[str, ...] = ()
    """Presets, such as ``uct-plain``; ``previous`` is the network of the last match."""

    nodes: Count = 1000
    """Node limit of an opponent per move."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationSettings:
    """Evaluation on suites of positions, which are never trained on."""

    suites: tuple[str, ...] = ()
    """Suites: names of those in ``resources/suites``, such as ``judged11``, or files,
    relative to the folder of the training file. A missing one is skipped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NetSettings:
    """Architecture of the network."""

    kind: str = "residual"
    """Key of ``engine.nn.torch_net.networks.KINDS``."""

    parameters: Mapping[str, int] = field(default_factory=dict)
    """Arguments of the network, such as ``{"blocks": 5, "channels": 32}``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainSettings:
    """Optimiser, loss, batches and checkpoints."""

    steps: Count = 4000
    """Number of steps, one batch each; in self-play, the number per generation."""

    initial_steps: CountOrNone = 0
    """Steps on the games of engines before the first generation of self-play."""

    batch_size: SmallCount = 256
    """Positions per batch, all of one board size."""

    optimiser: Literal["adamw", "rmsprop"] = "adamw"
    """``adamw``, or ``rmsprop`` as in ZHANG-HEX."""

    learning_rate: Positive = 2e-3
    """Largest learning rate. It rises linearly, then falls as a cosine; in self-play
    it stays constant after the rise."""

    warm_up_steps: CountOrNone = 100
    """Steps until the learning rate reaches its largest value."""

    rate_divergence: NotNegative = 0.0
    """Divergence of the policy before and after a step, in nats, by which the learning
    rate adapts between 0.1 and 10 times its size; 0: it does not adapt. A reading of
    OU-2020 is 0.02."""

    weight_decay: NotNegative = 1e-4
    """Decay of the weights, not of the biases, in the optimiser, in place of the last
    term of OU-2020 (4); ``beta`` puts that term into the loss."""

    frozen_norms: Share = 0.0
    """Share of the steps, the last ones, in which batch norms use their collected
    statistics instead of those of the batch, as the finished network does; self-play
    accepts 0 and 1. A batch has one size of board, the statistics are of all: without
    such steps, the values on each size have a bias."""

    value_weight: NotNegative = 1.0
    """Weight of the value loss relative to the policy loss; unused with ``alpha``."""

    alpha: Share | None = None
    """Weight of the policy in ZHANG-HEX's loss (3), for the network ``zhang-hex`` only:
    (1 - alpha) L_V + alpha L_P + beta |theta|^2. Without it, the loss is OU-2020's."""

    beta: NotNegative = 0.0
    """Weight of the sum of all squared weights and biases in the loss: beta of
    ZHANG-HEX (3), c of OU-2020 (4) and LIU-2022 (3)."""

    search_share: Share = 0.5
    """Share of the search value in the value target; the rest is the game's result."""

    symmetry: Literal["none", "random"] = "random"
    """Symmetries of the positions in a batch: ``none`` leaves them as they are,
    ``random`` turns and mirrors them. The papers have none."""

    validation_share: Annotated[float, Range(least=1e-6, below=1)] = 0.05
    """Share of the games held out for validation."""

    validation_batches: SmallCount = 16
    """Number of batches for the validation losses."""

    checkpoint_interval: Count = 200
    """Steps between checkpoints, which save the state and log validation losses."""

    threads: Annotated[int, Range(least=0, most=1024)] = 0
    """Threads of torch; 0: one per core."""

    convolutional_policy: bool = False
    """Whether the dense policy layer of OU-2020's and LIU-2022's networks starts and
    stays a convolution: the weights of equal displacements are equal. The network then
    learns a pattern once, not once for each cell. From a ``start.net`` only the changes
    of these weights are equal. The papers say nothing of it."""

    bfloat16: bool = False
    """Whether layers compute in bfloat16: twice as fast on processors that have it.
    Others compute in float32."""


def compute_validation_interval(validation_share: float) -> int:
    """Return the interval of held-out games: one game in so many."""
    return max(round(1 / validation_share), 2)
