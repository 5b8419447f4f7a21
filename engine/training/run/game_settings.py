"""Tables of a training file about games; each key is a field with its default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Final, Literal

from engine.core.board.board_notation import parse_size
from engine.core.errors import SettingsError
from engine.core.formats.settings_reader import (
    Count,
    CountOrNone,
    NotNegative,
    Range,
    Share,
)
from engine.core.game import GameSetup
from engine.core.message import Message
from engine.games import get_game
from engine.search.puct.puct_settings import PuctRules
from engine.search.runtimes import Runtime
from engine.training.run.policy_labels import PolicyLabels
from engine.training.run.settings import Positive, SmallCount

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
class PlaySettings(PuctRules, GamesSettings):
    """Settings of self-play, with the rules of its searches."""

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
    """Simulations per move of a quick search. With 1 and ``considered_moves`` its move
    is drawn from the policy."""

    quick_sample_share: Share = 0.0
    """Share of the quick searches whose positions are trained on: for the value, not
    for the policy."""

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

    symmetry: Literal["none", "random", "average"] = "random"
    """See ``PuctRules``."""

    plays_by_score: bool = False
    """See ``PuctRules``. A ``temperature`` above 0 draws moves by visits all the
    same; games then differ by it, else by random playouts, noise and openings."""

    solves_leaves: bool = False
    """See ``PuctRules``. The network need not learn what the solver proves, and games
    end sooner."""

    noise_share: Annotated[float, Range(least=0, below=1)] = 0.25
    """See ``PuctRules``. Quick searches have no noise."""

    noise_concentration: Positive = 0.1
    """See ``PuctRules``."""

    temperature: NotNegative = 1.0
    """See ``PuctRules``."""

    halving_plies: CountOrNone = 10
    """See ``PuctRules``."""

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
