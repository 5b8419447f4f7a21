"""Tables of a training file: one class each, each key a field with its default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Final, Literal

from engine.core.board_notation import parse_size
from engine.core.errors import SettingsError
from engine.core.game import GameSetup
from engine.core.message import Message
from engine.core.settings_reader import Count, CountOrNone, NotNegative, Range, Share
from engine.games import get_game
from engine.search.runtimes import Runtime
from engine.training.run.policy_labels import PolicyLabels

AUTOMATIC: Final = "auto"
"""Value of ``evaluator`` that selects the fastest one on the machine."""

ShardCount = Annotated[int, Range(least=1, most=10_000)]
"""Number of shards of one board size in a round."""

GameCount = Annotated[int, Range(least=1, most=1_000_000)]
"""Number of games of a run or of a generation."""

SimulationCount = Annotated[int, Range(least=1, most=1_000_000)]
"""Number of simulations of a search."""

ThreadCount = Annotated[int, Range(least=1, most=1024)]
"""Number of threads or processes."""

SmallCount = Annotated[int, Range(least=1, most=100_000)]
"""Count that memory or run time limits."""

Positive = Annotated[float, Range(above=0)]
"""A number above 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GamesSettings:
    """Settings of training games, for engines and for self-play."""

    sizes: Mapping[str, ShardCount]
    """Number of shards of each board size in one round: ``{"11": 4, "9x12": 1}``."""

    options: Mapping[str, str] = field(default_factory=dict)
    """Options of the game, such as ``{"rule": "renju"}``."""

    games: GameCount = 1000
    """Number of games: in ``data`` all, in ``play`` those of one generation."""

    games_per_shard: GameCount = 16
    """Games in one shard file."""

    opening_plies: tuple[CountOrNone, CountOrNone] = (1, 4)
    """Fewest and most random stones at the start of a game."""

    opening_distance: CountOrNone = 0
    """Largest distance of a random stone from the nearest other one; 0: no limit."""

    resign_threshold: NotNegative = 0.97
    """Absolute value that ends a game when three searches in a row reach it."""

    no_resign_share: Share = 0.2
    """Share of the games that are played to the end without resignation."""

    labels: Literal["visits", "wins"] = "visits"
    """Policy labels of a tree search: shares of the ``visits``, or of the ``wins``, the
    win frequencies W / N of the moves divided by their sum (ZHANG-HEX)."""

    label_power: Positive = 1.0
    """Exponent of the win frequencies. On a large board they differ little between
    moves: with exponent 1 the policy labels are almost uniform."""

    workers: ThreadCount = 1
    """Number of processes that play games, each the games of one shard."""

    def __post_init__(self) -> None:
        if not self.sizes:
            raise SettingsError(Message("sizes: expected a size or more, got none."))
        fewest, most = self.opening_plies
        if fewest > most:
            raise SettingsError(
                Message(
                    "opening_plies: expected the fewest stones, then the most, got "
                    "{fewest} and {most}.",
                    fewest=fewest,
                    most=most,
                )
            )

    @property
    def policy_labels(self) -> PolicyLabels:
        """Conversion of searched moves into policy labels."""
        return PolicyLabels(kind=self.labels, power=self.label_power)

    def setups(self, game: str) -> list[GameSetup]:
        """Return the setups of one round of shards, in order.

        Raises:
            SetupError: The game does not support a size or an option.
        """
        found = []
        for size, count in self.sizes.items():
            height, width = parse_size(size)
            setup = get_game(game).setup(
                height=height, width=width, options=self.options
            )
            found += [setup] * count
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class DataSettings(GamesSettings):
    """Settings of games between existing engines."""

    engine: str
    """Engine of both sides: a preset, also with level and settings."""

    nodes: Count = 3000
    """Node limit per move."""

    sampled_plies: CountOrNone = 10
    """Moves after the opening that are sampled from the policy."""

    late_sampling_share: Share = 0.03
    """Share of the later moves that are sampled; their refutations become samples."""

    random_moves: bool = False
    """Whether moves are random and the engine only labels the positions, as in
    ZHANG-HEX's first data set."""

    label_smoothing: Share = 0.25
    """Share of the policy labels spread over all candidates by value, for engines
    without visit counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartSettings:
    """Network and samples that a run starts from."""

    net: str = ""
    """Name of a shipped network, or a file; empty for random weights."""

    samples: tuple[str, ...] = ()
    """Folders of shards to train on: in self-play in addition to each generation's
    games; in a supervised run without a table ``data`` instead of its games."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaySettings(GamesSettings):
    """Settings of self-play."""

    generations: SmallCount = 10
    """Number of generations: rounds of games and training."""

    policy: Literal["latest", "best", "pool"] = "latest"
    """Players of the games: the ``latest`` network (OU-2020), the ``best`` one so far
    (OU's comparison), or the latest against earlier ones (``pool``, ZHANG-HEX)."""

    pool_opponents: SmallCount = 1
    """Number of earlier networks, drawn at random, in a generation of a ``pool``. The
    games are divided among them in pairs with colours exchanged."""

    opponent: str = ""
    """Engine that plays one side of every game against the network, such as
    ``ou-mcts``, with its own limit (OU-2020's second reading); its moves are trained
    on, too. Empty for networks alone."""

    gate_games: SmallCount = 40
    """Games of the match of the latest network against the best one."""

    gate_share: NotNegative = 0.55
    """Share of the points with which the latest network becomes the best one."""

    replay_window: SmallCount = 10
    """Number of newest generations whose games are trained on."""

    averaged_networks: SmallCount = 1
    """Number of newest networks whose mean weights make the finished network."""

    parallel_games: SmallCount = 32
    """Games played in lock-step, one position each per evaluation batch."""

    threads: ThreadCount = 1
    """Threads of the tree search; with several, search and network overlap."""

    evaluator: Literal["auto", Runtime] = AUTOMATIC
    """Library that runs the networks, with its precision; ``"auto"`` selects the
    fastest one on the machine where the run starts."""

    simulations: SimulationCount = 200
    """Simulations per move of a full search, whose positions are trained on."""

    quick_simulations: SimulationCount = 40
    """Simulations per move of a quick search."""

    full_search_share: Annotated[float, Range(above=0, most=1)] = 1.0
    """Share of the moves with a full search (Wu 2019: playout cap randomisation)."""

    considered_moves: CountOrNone = 0
    """Moves at the start of sequential halving (Danihelka et al. 2022); 0 selects PUCT
    and the visit counts."""

    label_engine: str = ""
    """Preset whose search labels the positions of a finished game, such as
    ``zhang-uct``; empty for the labels of the searches during the game."""

    label_nodes: Count = 1000
    """Simulations of that preset per position, at most its own limit."""

    formula: Literal["puct", "zhang"] = "puct"
    """See ``PuctSettings``."""

    exploration: NotNegative = 1.5
    """See ``PuctSettings``."""

    mix: Share = 0.5
    """See ``PuctSettings``."""

    mixes_results: bool = True
    """See ``PuctSettings``."""

    counts_node: bool = False
    """See ``PuctSettings``."""

    first_play: Annotated[float, Range(least=-1, most=1)] = 0.25
    """See ``PuctSettings``."""

    first_play_is_relative: bool = True
    """See ``PuctSettings``."""

    evaluates_children: bool = False
    """See ``PuctSettings``."""

    uses_playouts: bool = False
    """See ``PuctSettings``."""

    proves: bool = True
    """See ``PuctSettings``."""

    symmetry: Literal["none", "random", "average"] = "random"
    """See ``PuctSettings``."""

    plays_by_score: bool = False
    """See ``PuctSettings``. A ``temperature`` above 0 draws moves by visits all the
    same; games then differ by it, else by random playouts, noise and openings."""

    solves_leaves: bool = False
    """See ``PuctSettings``. The network need not learn what the solver proves, and
    games end sooner."""

    noise_share: Annotated[float, Range(least=0, below=1)] = 0.25
    """See ``PuctSettings``. Quick searches have no noise."""

    noise_concentration: Positive = 0.1
    """See ``PuctSettings``."""

    temperature: NotNegative = 1.0
    """See ``PuctSettings``."""

    halving_plies: CountOrNone = 10
    """See ``PuctSettings``."""

    halving_generations: CountOrNone = 0
    """Number of generations after which the temperature is halved; 0 for never.
    LIU-2022 can be read so, or by ``halving_plies``."""

    def at_generation(self, generation: int) -> PlaySettings:
        """Return the settings with the temperature of a generation, from 1."""
        if self.halving_generations == 0:
            return self
        halvings = (generation - 1) / self.halving_generations
        return replace(self, temperature=float(self.temperature * 0.5**halvings))

    @property
    def runtime(self) -> Runtime | None:
        """The configured evaluator, or ``None`` for the fastest one."""
        return None if self.evaluator == AUTOMATIC else self.evaluator


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
