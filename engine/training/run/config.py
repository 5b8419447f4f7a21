"""Configuration of a training run, as a TOML file has it.

Every table of the file is a class here and every key a field; a key that is left out
takes its default. What cannot work is rejected here, before anything is written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from engine.core.errors import NetError, PresetError, SettingsError
from engine.core.game import GameSetup
from engine.core.message import Message
from engine.core.settings_reader import (
    at_key,
    in_file,
    make_value_error,
    read_table,
    read_toml,
)
from engine.games import get_game
from engine.players import PlayerConfig, check_plays, preset_named
from engine.training.run.settings import (
    ClusterSettings,
    DataSettings,
    JudgeSettings,
    MatchSettings,
    NetSettings,
    PlaySettings,
    StartSettings,
    TrainSettings,
    validation_interval,
)

SUPERVISED = "supervised"
SELF_PLAY = "self-play"
"""Kinds of runs: samples come from games of engines that we have, or of the network."""

ZHANG_NET = "zhang-hex"
"""The network whose loss has alpha and beta."""

PREVIOUS = "previous"
"""The opponent that is the network matched before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunConfig:
    """A training run."""

    game: str
    """Name of the game."""

    name: str
    """Name of the run, kept with the weights."""

    kind: Literal["supervised", "self-play"] = "supervised"
    """How the samples come about: by games of the engines we have, or of the network
    that learns from them."""

    licence: str = "GPL-3.0-or-later"
    """Licence of the weights."""

    seed: int = 0
    """Random seed of games, weights and batches."""

    data: DataSettings | None = None
    """Which games of engines; self-play may do without."""

    start: StartSettings = field(default_factory=StartSettings)
    """What self-play begins with."""

    play: PlaySettings | None = None
    """Which games of networks."""

    cluster: ClusterSettings = field(default_factory=ClusterSettings)
    """Who plays them, if not this process."""

    match: MatchSettings = field(default_factory=MatchSettings)
    """How their strength is shown."""

    judge: JudgeSettings = field(default_factory=JudgeSettings)
    """Suites that they are evaluated on."""

    net: NetSettings = field(default_factory=NetSettings)
    """Which network."""

    train: TrainSettings = field(default_factory=TrainSettings)
    """How it learns."""

    def __post_init__(self) -> None:
        with at_key("game"):
            get_game(self.game)
        if (self.play is None) == (self.kind == SELF_PLAY):
            raise SettingsError(
                Message('Expected a table play if kind is "self-play", only then.')
            )
        if self.kind == SUPERVISED and self.data is None and not self.start.samples:
            raise SettingsError(Message("Expected {path}, found none.", path="data"))
        if self.data is not None:
            with at_key("data.sizes"):
                setups = self.data.setups(self.game)
            with at_key("data.engine"):
                _check_engine(self.data.engine, setups)
        if self.play is not None:
            with at_key("play.sizes"):
                setups = self.play.setups(self.game)[:1]
            for opponent in self.match.opponents:
                with at_key("match.opponents"):
                    if opponent != PREVIOUS:
                        _check_engine(opponent, setups)
        self._check_labels()
        self._check_loss()
        self._check_parts()

    def _check_labels(self) -> None:
        """Raise ``SettingsError`` unless labels come from a search of a tree."""
        data, play = self.data, self.play
        if data is not None and data.labels == "wins":
            with at_key("data.engine"):
                _check_tree_search(data.engine)
        if play is not None and play.labelled_by:
            with at_key("play.labelled_by"):
                _check_engine(play.labelled_by, play.setups(self.game))
                _check_tree_search(play.labelled_by)

    def _check_loss(self) -> None:
        """Raise ``SettingsError`` unless alpha and beta fit the network."""
        alpha, beta, kind = self.train.alpha, self.train.beta, self.net.kind
        if alpha is not None and kind != ZHANG_NET:
            raise make_value_error(
                "train.alpha",
                Message(
                    "expected none unless net.kind is {known}, got {kind}",
                    known=ZHANG_NET,
                    kind=kind,
                ),
            )
        if alpha is None and beta > 0:
            raise make_value_error(
                "train.beta", Message("expected 0 unless train.alpha is given")
            )

    def _check_parts(self) -> None:
        """Raise ``SettingsError`` if either part of the games would be empty.

        Games of other runs (``start.samples``) have numbers that are not known here.
        """
        if self.start.samples:
            return
        every = validation_interval(self.train.validation_share)
        of_engines = range(0 if self.data is None else self.data.games)
        first_steps = self.train.first_steps if self.play else self.train.steps
        if first_steps and self.data is None:
            raise make_value_error(
                "train.first_steps",
                Message("expected 0 unless there is a table data or start.samples"),
            )
        if first_steps and not _has_both_parts(of_engines, every=every):
            raise _too_few("data.games", 2, every, len(of_engines))
        if self.play is not None:
            self._check_generations(self.play, of_engines, every)

    def _check_generations(
        self, play: PlaySettings, of_engines: range, every: int
    ) -> None:
        """Raise ``SettingsError`` if a generation has too few games to learn from."""
        for generation in range(1, play.generations + 1):
            first = max(generation - play.window + 1, 0)
            own = range(max(first, 1) * play.games, (generation + 1) * play.games)
            parts = [own, of_engines] if first == 0 else [own]
            if not _has_both_parts(*parts, every=every):
                raise _too_few("play.games", every, every, play.games)

    def setups(self) -> list[GameSetup]:
        """Return the setups of one round of shards, those of self-play first.

        Raises:
            SetupError: The game does not know a size or a rule.
        """
        parts = [part for part in (self.play, self.data) if part is not None]
        return [setup for part in parts for setup in part.setups(self.game)]


def read_config(path: Path) -> RunConfig:
    """Return the run that a file describes.

    Raises:
        SettingsError: There is no such file, or a key or value is not accepted.
    """
    table = read_toml(path)
    with in_file(path):
        config = config_from(table)
    suites = tuple(str(path.parent / suite) for suite in config.judge.suites)
    return replace(config, judge=JudgeSettings(suites=suites))


def config_from(table: Mapping[str, Any]) -> RunConfig:
    """Return the run that a table describes.

    Raises:
        SettingsError: A key or value is not accepted.
    """
    return read_table(RunConfig, table)


def _check_engine(name: str, setups: list[GameSetup]) -> None:
    """Raise ``PresetError`` or ``NetError`` unless an engine plays on all boards.

    Nothing is compiled, and no network is loaded.
    """
    player = PlayerConfig.parse(name)
    check_plays(player, setups[0].game)
    for setup in dict.fromkeys(setups):
        refusal = preset_named(player.preset).refusal(setup)
        if refusal is not None:
            raise NetError(refusal)


def _check_tree_search(name: str) -> None:
    """Raise ``PresetError`` unless an engine searches a tree with visits and wins."""
    kind = preset_named(PlayerConfig.parse(name).preset).kind
    if not kind.endswith("-search"):
        raise PresetError(
            Message(
                "expected an engine that searches a tree, as its win frequencies are "
                "labels; got {name}",
                name=name,
            )
        )


def _has_both_parts(*numbers: range, every: int) -> bool:
    """Return whether games with these numbers are for both, training and validation.

    Games whose number is a multiple of ``every`` are for validation.
    """
    apart = sum(-(-part.stop // every) + -part.start // every for part in numbers)
    return 0 < apart < sum(map(len, numbers))


def _too_few(key: str, least: int, every: int, games: int) -> SettingsError:
    return make_value_error(
        key,
        Message(
            "expected {least} or more, because train.validation_share keeps one game "
            "in {every} for validation; got {games}",
            least=least,
            every=every,
            games=games,
        ),
    )
