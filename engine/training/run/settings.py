"""The tables of a training file: one class each, every key a field with its default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Final, Literal

from engine.core.errors import SettingsError
from engine.core.game import GameSetup, parse_size
from engine.core.message import Message
from engine.core.settings_reader import Count, CountOrNone, NotNegative, Range, Share
from engine.games import get_game
from engine.search.runtimes import Runtime
from engine.training.run.policy_labels import PolicyLabels

AUTOMATIC: Final = "auto"
"""The evaluator that a run chooses by itself."""

ShardCount = Annotated[int, Range(least=1, most=10_000)]
"""Shards of one size in a round."""

GameCount = Annotated[int, Range(least=1, most=1_000_000)]
"""Games of a run or of a generation."""

SimulationCount = Annotated[int, Range(least=1, most=1_000_000)]
"""Simulations of a search."""

ThreadCount = Annotated[int, Range(least=1, most=1024)]
"""Threads or processes."""

SmallCount = Annotated[int, Range(least=1, most=100_000)]
"""What memory or patience bounds."""

Positive = Annotated[float, Range(above=0)]
"""A number above 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GamesSettings:
    """How games begin and end, whoever plays them."""

    sizes: Mapping[str, ShardCount]
    """Shards of each size in one round, such as ``{"11": 4, "9x12": 1}``."""

    options: Mapping[str, str] = field(default_factory=dict)
    """Rules of the game."""

    games: GameCount = 1000
    """Games in all; in self-play, those of a generation."""

    games_a_shard: GameCount = 16
    """Games of one file; a run that was killed loses at most those at work."""

    opening_plies: tuple[CountOrNone, CountOrNone] = (1, 4)
    """Fewest and most stones put at random first."""

    opening_reach: CountOrNone = 0
    """Rows and columns between such a stone and another at most; 0, anywhere."""

    resign_at: NotNegative = 0.97
    """Value beyond which a game counts as decided, when met three times in a row."""

    play_on_share: Share = 0.2
    """Part of the games that go on to the end all the same."""

    labels: Literal["visits", "wins"] = "visits"
    """Policy to learn from a tree search: its shares of ``visits``, or of ``wins``, the
    win frequencies W / N of the moves divided by their sum (ZHANG-HEX)."""

    label_power: Positive = 1.0
    """Power to which win frequencies are raised before. On a large board hardly any
    move changes them much: to the power of 1 the policy to learn is almost uniform."""

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
        """How searched moves become the policy to learn."""
        return PolicyLabels(kind=self.labels, power=self.label_power)

    def setups(self, game: str) -> list[GameSetup]:
        """Return the setups of one round of shards, in order.

        Raises:
            SetupError: The game does not know a size or a rule.
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
    """Which games of our engines are played to learn from."""

    engine: str
    """Preset that plays both sides."""

    nodes: Count = 3000
    """What it may spend on a move."""

    sampled_plies: CountOrNone = 10
    """Moves after the opening that are drawn by the policy, not the best ones."""

    slip: Share = 0.03
    """Chance of a drawn move later on, so that mistakes are learned to be punished."""

    plays_at_random: bool = False
    """Whether moves are random ones, and the engine only says what it thinks of the
    positions: ZHANG-HEX's data of the first kind."""

    softness: Share = 0.25
    """Part of the policy that goes to other moves by value, where visits say little."""

    workers: ThreadCount = 1
    """Processes that play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartSettings:
    """What a run has before its first game."""

    net: str = ""
    """A network that comes with the program, or a file; empty for random weights."""

    samples: tuple[str, ...] = ()
    """Folders of shards to learn from: in self-play beside one's own, in every
    generation; in a supervised run without a table ``data`` in place of its games."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaySettings(GamesSettings):
    """How networks play against themselves."""

    generations: SmallCount = 10
    """How often games are played and learned from."""

    policy: Literal["latest", "best", "pool"] = "latest"
    """Who plays the games: the ``latest`` network (OU-2020), the ``best`` one so far
    (OU's comparison), or the latest against earlier ones (``pool``, ZHANG-HEX)."""

    pairings: SmallCount = 1
    """Earlier networks that a generation of a ``pool`` plays, drawn at random. Its
    games are divided among them in double rounds, one game with either colour."""

    gate_games: SmallCount = 40
    """Games in which the latest network has to beat the best one."""

    gate_share: NotNegative = 0.55
    """Part of them that it has to win; a draw counts half."""

    window: SmallCount = 10
    """Generations whose games are learned from."""

    averaged: SmallCount = 1
    """Newest generations of which the finished network has the mean weights."""

    games_at_once: SmallCount = 32
    """Games in lock-step: positions of a batch."""

    threads: ThreadCount = 1
    """Threads of the trees; more than one overlap with the network."""

    evaluator: Literal["auto", Runtime] = AUTOMATIC
    """Library that runs the networks, and its precision; ``"auto"`` is the fastest one
    where the run begins."""

    simulations: SimulationCount = 200
    """Simulations of a move that is learned from."""

    quick_simulations: SimulationCount = 40
    """Those of the other moves."""

    full_share: Annotated[float, Range(above=0, most=1)] = 1.0
    """Part of the moves that are learned from (Wu 2019: playout cap randomisation)."""

    considered: CountOrNone = 0
    """Moves that sequential halving begins with (Danihelka et al. 2022); 0 for PUCT and
    visits."""

    labelled_by: str = ""
    """Preset whose search labels the positions of a game once it has ended, such as
    ``zhang-uct``; empty for the labels of the game's own searches."""

    label_nodes: Count = 1000
    """Simulations of that preset for a position, as far as its own limit allows."""

    formula: Literal["puct", "zhang"] = "puct"
    """See ``GuidedSettings``."""

    exploration: NotNegative = 1.5
    """See ``GuidedSettings``."""

    mix: Share = 0.5
    """See ``GuidedSettings``."""

    counts_node: bool = False
    """See ``GuidedSettings``."""

    first_play: Annotated[float, Range(least=-1, most=1)] = 0.25
    """See ``GuidedSettings``."""

    first_play_is_relative: bool = True
    """See ``GuidedSettings``."""

    judges_moves: bool = False
    """See ``GuidedSettings``."""

    plays_out: bool = False
    """See ``GuidedSettings``."""

    proves: bool = True
    """See ``GuidedSettings``."""

    symmetry: Literal["none", "random", "average"] = "random"
    """See ``GuidedSettings``."""

    plays_by_score: bool = False
    """See ``GuidedSettings``. A ``temperature`` above 0 draws moves by visits all the
    same; games then differ by it, else by random playouts, noise and openings."""

    judges_leaves: bool = False
    """See ``GuidedSettings``: what the network need not learn, and games end sooner."""

    noise_share: Annotated[float, Range(least=0, below=1)] = 0.25
    """See ``GuidedSettings``; moves with fewer simulations have none."""

    noise_concentration: Positive = 0.1
    """See ``GuidedSettings``."""

    temperature: NotNegative = 1.0
    """See ``GuidedSettings``."""

    halving_plies: CountOrNone = 10
    """See ``GuidedSettings``."""

    @property
    def runtime(self) -> Runtime | None:
        """The evaluator that is named, or ``None`` for the fastest one."""
        return None if self.evaluator == AUTOMATIC else self.evaluator


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterSettings:
    """Who plays the games of self-play, if not this process."""

    address: str = ""
    """A Ray cluster: ``host:port`` of its head, ``ray://host:port``, ``auto`` for the
    one this machine belongs to; empty for none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSettings:
    """What shows how strong the generations are."""

    every: Count = 5
    """Generations between two matches."""

    games: SmallCount = 20
    """Games against each opponent, half of them as first player."""

    opponents: tuple[str, ...] = ()
    """Presets, such as ``uct-plain``; ``previous`` is the network matched before."""

    nodes: Count = 1000
    """What an opponent may spend on a move."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeSettings:
    """Suites of positions on which networks are evaluated, never trained."""

    suites: tuple[str, ...] = ()
    """Files of suites; in a training file relative to its folder. A missing one is
    skipped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NetSettings:
    """Which network learns."""

    kind: str = "residual"
    """A key of ``engine.nn.torch_net.networks.KINDS``."""

    parameters: Mapping[str, int] = field(default_factory=dict)
    """Arguments of that network, such as ``{"blocks": 5, "channels": 32}``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainSettings:
    """How it learns."""

    steps: Count = 4000
    """Batches in all; in self-play, those of a generation."""

    first_steps: CountOrNone = 0
    """Batches on the games of engines that a run of self-play begins with."""

    batch: SmallCount = 256
    """Positions of a batch; all of one size."""

    optimiser: Literal["adamw", "rmsprop"] = "adamw"
    """``adamw``, or ``rmsprop`` as in ZHANG-HEX."""

    learning_rate: Positive = 2e-3
    """Its largest value: it rises for a while and then falls as a cosine. In self-play
    it stays."""

    warm_up: CountOrNone = 100
    """Steps until the learning rate is there."""

    weight_decay: NotNegative = 1e-4
    """c of OU-2020 (4), as a decay in the optimiser that leaves biases alone."""

    value_weight: NotNegative = 1.0
    """Weight of the value loss beside the policy loss; unused with ``alpha``."""

    alpha: Share | None = None
    """Weight of the policy in ZHANG-HEX's loss (3), for the network ``zhang-hex`` only:
    (1 - alpha) L_V + alpha L_P + beta |theta|^2. Without it, the loss is OU-2020's."""

    beta: NotNegative = 0.0
    """Weight of the sum of all squared weights and biases in that loss."""

    search_share: Share = 0.5
    """How much of the value comes from the search; the rest is the game's result."""

    validation_share: Annotated[float, Range(least=1e-6, below=1)] = 0.05
    """Part of the games that are kept apart."""

    validation_batches: SmallCount = 16
    """Batches that the validation loss is measured on."""

    steps_a_checkpoint: Count = 200
    """Steps after which the run is saved and validated."""

    threads: Annotated[int, Range(least=0, most=1024)] = 0
    """Threads of the arithmetic; 0, as many as there are cores."""

    half: bool = False
    """Whether layers compute in bfloat16: twice as fast where the machine has it."""


def validation_interval(validation_share: float) -> int:
    """Return the distance of the games that are kept apart: one game in so many."""
    return max(round(1 / validation_share), 2)
