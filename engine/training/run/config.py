"""Configuration of a training run, read from a TOML file.

Each table of the file is a class, each key a field with its default. Errors that
follow from the configuration alone are raised here, before anything is written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Literal, TypeAlias

from engine.core.errors import NetError, PresetError, SettingsError
from engine.core.formats.settings_reader import (
    Seed,
    at_key,
    check_keys,
    in_file,
    make_value_error,
    read_table,
    read_toml,
    read_value,
)
from engine.core.game import GameSetup
from engine.core.message import Message
from engine.games import get_game
from engine.players.preset_player import PresetPlayer
from engine.training.run.game_settings import DataSettings, GamesSettings, PlaySettings
from engine.training.run.settings import (
    ClusterSettings,
    EvaluationSettings,
    MatchSettings,
    NetSettings,
    StartSettings,
    TrainSettings,
    WinsInOneSettings,
    compute_validation_interval,
)
from engine.training.run.training_file import find_suite

SUPERVISED = "supervised"
SELF_PLAY = "self-play"
"""Kinds of runs: learning from games of existing engines, or from self-play."""

RunKind: TypeAlias = Literal["supervised", "self-play"]

ZHANG_NET = "zhang-hex"
"""Kind of the only network whose loss has the weights alpha and beta."""

DENSE_POLICY_NETS = "ou-2020", "ou-2020-matrix", "liu-2022"
"""Kinds of networks whose dense policy layer can be trained as a convolution."""

PREVIOUS = "previous"
"""Match opponent that stands for the network of the previous match."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunConfig:
    """Configuration that both kinds of training runs have."""

    game: str
    """Name of the game."""

    name: str
    """Name of the run, stored in the header of the weights."""

    kind: RunKind = "supervised"
    """Source of the games: existing engines, or self-play of the network."""

    licence: str = "GPL-3.0-or-later"
    """Licence of the weights."""

    seed: Seed = 0
    """Random seed of games, weights and batches."""

    data: DataSettings | None = None
    """Games of existing engines; optional in self-play."""

    start: StartSettings = field(default_factory=StartSettings)
    """Network and samples to start from."""

    wins_in_one: WinsInOneSettings | None = None
    """Positions with a win in one, added to those of the games."""

    net: NetSettings = field(default_factory=NetSettings)
    """Architecture of the network."""

    train: TrainSettings = field(default_factory=TrainSettings)
    """Optimiser, loss and checkpoints."""

    evaluation: EvaluationSettings = field(default_factory=EvaluationSettings)
    """Suites of positions that networks are evaluated on."""

    def __post_init__(self) -> None:
        with at_key("game"):
            get_game(self.game)
        if self.data is not None:
            with at_key("data.sizes"):
                setups = self.data.setups(self.game)
            _check_openings("data", self.data, setups)
            with at_key("data.engine"):
                _check_engine(self.data.engine, setups)
        self._check_games()
        self._check_loss()
        self._check_policy_layer()
        if not self.start.samples:
            # Numbers of the games of other runs are unknown here.
            self._check_parts(self._validation_interval)

    @property
    def engine_game_steps(self) -> int:
        """Training steps on the games of engines alone."""
        return self.train.steps

    def setups(self) -> list[GameSetup]:
        """Return the setups of one round of shards, those of self-play first.

        Raises:
            SetupError: The game does not support a size or an option.
        """
        return [] if self.data is None else self.data.setups(self.game)

    @property
    def _engine_games(self) -> range:
        """Numbers of the games of engines."""
        return range(0 if self.data is None else self.data.games)

    @property
    def _validation_interval(self) -> int:
        return compute_validation_interval(self.train.validation_share)

    def _check_games(self) -> None:
        """Raise ``SettingsError`` unless the settings of games agree."""
        if self.data is not None and self.data.labels == "wins":
            with at_key("data.engine"):
                _check_tree_search(self.data.engine)

    def _check_loss(self) -> None:
        """Raise ``SettingsError`` unless alpha fits the network."""
        alpha, kind = self.train.alpha, self.net.kind
        if alpha is not None and kind != ZHANG_NET:
            raise make_value_error(
                "train.alpha",
                Message(
                    "expected none unless net.kind is {known}, got {kind}",
                    known=ZHANG_NET,
                    kind=kind,
                ),
            )

    def _check_policy_layer(self) -> None:
        """Raise ``SettingsError`` unless the network has a dense policy layer."""
        kind = self.net.kind
        if self.train.convolutional_policy and kind not in DENSE_POLICY_NETS:
            raise make_value_error(
                "train.convolutional_policy",
                Message(
                    "expected false unless net.kind is one of {known}, got {kind}",
                    known=DENSE_POLICY_NETS,
                    kind=kind,
                ),
            )

    def _check_parts(self, every: int) -> None:
        """Raise ``SettingsError`` if there is no game to train or to validate on.

        Args:
            every: Interval of the games held out for validation.
        """
        steps, games = self.engine_game_steps, self._engine_games
        if steps and self.data is None:
            raise make_value_error(
                "train.initial_steps",
                Message("expected 0 unless there is a table data or start.samples"),
            )
        if steps and not _fills_both_parts(games, every=every):
            raise _too_few_games_error("data.games", 2, every, len(games))


@dataclass(frozen=True, slots=True, kw_only=True)
class SupervisedConfig(RunConfig):
    """Configuration of a run that learns from existing games."""

    def _check_games(self) -> None:
        if self.data is None and not self.start.samples:
            raise SettingsError(Message("Expected {path}, found none.", path="data"))
        RunConfig._check_games(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfPlayConfig(RunConfig):
    """Configuration of a run that learns from games against itself."""

    play: PlaySettings
    """Games of self-play."""

    cluster: ClusterSettings = field(default_factory=ClusterSettings)
    """Cluster that plays the games."""

    match: MatchSettings = field(default_factory=MatchSettings)
    """Evaluation matches."""

    @property
    def engine_game_steps(self) -> int:
        """Training steps on the games of engines alone."""
        return self.train.initial_steps

    def setups(self) -> list[GameSetup]:
        """Return the setups of one round of shards, those of self-play first.

        Raises:
            SetupError: The game does not support a size or an option.
        """
        return [*self.play.setups(self.game), *RunConfig.setups(self)]

    def _check_games(self) -> None:
        if self.wins_in_one is not None:
            raise SettingsError(
                Message('Expected a table wins_in_one only if kind is "supervised".')
            )
        if self.train.frozen_norms not in (0, 1):
            raise make_value_error(
                "train.frozen_norms",
                Message(
                    "expected 0 or 1 in self-play, got {value}",
                    value=self.train.frozen_norms,
                ),
            )
        with at_key("play.sizes"):
            setups = self.play.setups(self.game)
        _check_openings("play", self.play, setups)
        for opponent in self.match.opponents:
            with at_key("match.opponents"):
                if opponent != PREVIOUS:
                    _check_engine(opponent, setups[:1])
        RunConfig._check_games(self)
        for key in ("label_engine", "opponent"):
            if name := getattr(self.play, key):
                with at_key(f"play.{key}"):
                    _check_engine(name, setups)
                    _check_tree_search(name)
        if self.play.opponent and self.play.policy == "pool":
            raise make_value_error(
                "play.opponent",
                Message(
                    "expected no engine with the policy pool, got {name}",
                    name=self.play.opponent,
                ),
            )

    def _check_parts(self, every: int) -> None:
        RunConfig._check_parts(self, every)
        games = self.play.games
        for generation in range(1, self.play.generations + 1):
            first = max(generation - self.play.replay_window + 1, 0)
            own = range(max(first, 1) * games, (generation + 1) * games)
            parts = [own, self._engine_games] if first == 0 else [own]
            if not _fills_both_parts(*parts, every=every):
                raise _too_few_games_error("play.games", every, every, games)


def read_config(path: Path) -> SupervisedConfig | SelfPlayConfig:
    """Return the configuration in a TOML file.

    Raises:
        SettingsError: The file is missing, or a key or value is not accepted.
    """
    table = read_toml(path)
    with in_file(path):
        config = parse_config(table)
    suites = tuple(
        str(find_suite(suite, path.parent)) for suite in config.evaluation.suites
    )
    return replace(config, evaluation=EvaluationSettings(suites=suites))


def parse_config(table: Mapping[str, Any]) -> SupervisedConfig | SelfPlayConfig:
    """Return the configuration in a table.

    Raises:
        SettingsError: A key or value is not accepted.
    """
    kind = read_value(RunKind, table.get("kind", SUPERVISED), "kind")
    check_keys(table, [entry.name for entry in fields(SelfPlayConfig)], "")
    if ("play" in table) != (kind == SELF_PLAY):
        raise SettingsError(
            Message('Expected a table play if and only if kind is "self-play".')
        )
    if kind == SELF_PLAY:
        return read_table(SelfPlayConfig, table)
    return read_table(SupervisedConfig, table)


def _check_openings(table: str, games: GamesSettings, setups: list[GameSetup]) -> None:
    """Raise ``SettingsError`` for games that cannot begin with random stones.

    Random stones break the rules of an opening in which colours are chosen. If they may
    fill more than half of a board, most games are over before they begin.
    """
    most = games.opening_plies[1]
    for setup in setups:
        if not get_game(setup.game).new_position(setup).has_fixed_colours:
            raise make_value_error(
                f"{table}.options",
                Message("expected no opening in which colours are chosen"),
            )
        if 2 * most > setup.cell_count:
            raise make_value_error(
                f"{table}.opening_plies",
                Message(
                    "expected at most {most} stones on {size}, got {count}",
                    most=setup.cell_count // 2,
                    size=setup.size_text,
                    count=most,
                ),
            )


def _check_engine(name: str, setups: list[GameSetup]) -> None:
    """Raise ``PresetError`` or ``NetError`` unless an engine plays on all boards.

    Nothing is compiled, and no network is loaded.
    """
    player = PresetPlayer.parse(name, game=setups[0].game)
    player.check_plays(setups[0].game)
    for setup in dict.fromkeys(setups):
        refusal = player.resolve_preset(setup.game).refusal(setup)
        if refusal is not None:
            raise NetError(refusal)


def _check_tree_search(name: str) -> None:
    """Raise ``PresetError`` unless an engine is a tree search with visits and wins."""
    kind = PresetPlayer.parse(name).load_preset().kind
    if not kind.endswith("-search"):
        raise PresetError(
            Message(
                "expected an engine with a tree search, whose win frequencies become "
                "labels; got {name}",
                name=name,
            )
        )


def _fills_both_parts(*numbers: range, every: int) -> bool:
    """Return whether there are games to train on and games to validate on.

    Args:
        numbers: Numbers of the games.
        every: Games whose number is a multiple of it are for validation.
    """
    held_out = sum(-(-part.stop // every) + -part.start // every for part in numbers)
    return 0 < held_out < sum(map(len, numbers))


def _too_few_games_error(key: str, least: int, every: int, games: int) -> SettingsError:
    return make_value_error(
        key,
        Message(
            "expected {least} or more, because train.validation_share holds out one "
            "game in {every} for validation; got {games}",
            least=least,
            every=every,
            games=games,
        ),
    )
