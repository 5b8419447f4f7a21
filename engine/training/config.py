"""What a training run is to do, as a TOML file says it.

Every table of the file is a class here and every key a field; what is left out takes
its default, and what is unknown is an error rather than a silent slip.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass, replace
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

from engine.core.errors import EngineError, TrainingError
from engine.core.game import GameSetup
from engine.core.sentence import Sentence
from engine.players import PlayerConfig
from engine.training.settings import (
    ClusterSettings,
    DataSettings,
    JudgeSettings,
    MatchSettings,
    NetSettings,
    PlaySettings,
    StartSettings,
    TrainSettings,
    require,
)

SUPERVISED = "supervised"
SELF_PLAY = "self-play"
KINDS = (SUPERVISED, SELF_PLAY)
"""Kinds of runs: samples come from games of engines that we have, or of the network."""

PREVIOUS = "previous"
"""The opponent that is the network matched before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunConfig:
    """A training run."""

    game: str
    """Name of the game."""

    name: str
    """Name of the run, kept with the weights."""

    kind: str = SUPERVISED
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
        if self.kind not in KINDS:
            raise TrainingError(
                Sentence(
                    "Expected a kind among {known}, got {kind!r}.",
                    known=KINDS,
                    kind=self.kind,
                )
            )
        require((self.play is not None) == (self.kind == SELF_PLAY), "play")
        require(self.data is not None or self.kind == SELF_PLAY, "data")
        if self.data is not None:
            self.data.check()
            PlayerConfig.parse(self.data.engine)
            for name in ("nodes", "workers"):
                require(getattr(self.data, name) > 0, name)
        if self.play is not None:
            self.play.check()
        for opponent in self.match.opponents:
            if opponent != PREVIOUS:
                PlayerConfig.parse(opponent)
        require(self.match.every > 0 and self.match.nodes > 0, "match")
        self.setups()
        require(self.train.optimiser in {"adamw", "rmsprop"}, "optimiser")
        require(0 < self.train.validation_share < 1, "validation_share")
        require(self.train.first_steps >= 0, "first_steps")
        for name in ("steps", "batch", "steps_a_checkpoint", "validation_batches"):
            require(getattr(self.train, name) > 0, name)

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
        TrainingError: It is no such file, or something in it makes no sense.
    """
    try:
        config = config_from(tomllib.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, EngineError) as error:
        raise TrainingError(
            Sentence(
                "Expected a training run in {file}, got: {error}",
                file=path.name,
                error=error,
            )
        ) from error
    suites = tuple(str(path.parent / suite) for suite in config.judge.suites)
    return replace(config, judge=JudgeSettings(suites=suites))


def config_from(table: Mapping[str, Any]) -> RunConfig:
    """Return the run that a table describes.

    Raises:
        TrainingError: Something in it makes no sense.
        EngineError: An engine, a size or a rule is not known.
    """
    parts: dict[str, type[Any]] = {
        "data": DataSettings,
        "start": StartSettings,
        "play": PlaySettings,
        "cluster": ClusterSettings,
        "match": MatchSettings,
        "judge": JudgeSettings,
        "net": NetSettings,
        "train": TrainSettings,
    }
    values = {
        key: _filled(parts[key], value, key) if key in parts else value
        for key, value in table.items()
        if value is not None
    }
    return _filled(RunConfig, values, "the file")


_Table = TypeVar("_Table")


def _filled(kind: type[_Table], table: object, where: str) -> _Table:
    """Return a table as an instance of its class."""
    if not isinstance(table, Mapping):
        raise TrainingError(Sentence("Expected a table {where}.", where=where))
    known: dict[str, Field[Any]] = {
        entry.name: entry
        for entry in fields(kind)  # type: ignore[arg-type]
    }
    hints = get_type_hints(kind)
    unknown = sorted(set(table) - set(known))
    if unknown:
        raise TrainingError(
            Sentence(
                "Expected keys of {where} among {known}, got {unknown}.",
                where=where,
                known=tuple(known),
                unknown=tuple(unknown),
            )
        )
    for name, entry in known.items():
        is_needed = entry.default is MISSING and entry.default_factory is MISSING
        if name not in table and is_needed:
            raise TrainingError(
                Sentence("Expected {key} in {where}.", key=name, where=where)
            )
    return kind(
        **{name: _typed(value, hints[name], name) for name, value in table.items()}
    )


def _typed(value: Any, hint: Any, name: str) -> Any:  # noqa: ANN401
    """Return a value of a TOML file as the type of its field."""
    if isinstance(value, list):
        value = tuple(value)
    if hint is float and type(value) is int:
        value = float(value)
    require(_is_a(value, hint), name)
    return value


def _is_a(value: object, hint: Any) -> bool:  # noqa: ANN401
    """Say whether a value is what a field takes; a truth value is no number."""
    kinds: tuple[Any, ...] = getattr(hint, "__args__", ())
    if isinstance(value, Mapping):
        return kinds != () and all(_is_a(v, kinds[-1]) for v in value.values())
    if isinstance(value, tuple):
        return kinds != () and all(_is_a(entry, kinds[0]) for entry in value)
    return type(value) is hint or is_dataclass(value)
