"""What a training run is to do, as a TOML file says it.

Every table of the file is a class here and every key a field; what is left out takes
its default, and what is unknown is an error rather than a silent slip.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

from engine.core.errors import EngineError, TrainingError
from engine.core.game import GameSetup, parse_size
from engine.core.sentence import Sentence
from engine.games import game_named
from engine.players import PlayerConfig

KIND = "supervised"
"""The one kind of run: samples come from games of engines that we have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DataSettings:
    """Which games are played to learn from."""

    engine: str
    """Preset that plays both sides."""

    nodes: int = 3000
    """What it may spend on a move."""

    games: int = 1000
    """Games in all."""

    games_a_shard: int = 16
    """Games of one file; a run that was killed loses at most those at work."""

    sizes: Mapping[str, int]
    """Shards of each size in one round, such as ``{"11": 4, "9x12": 1}``."""

    options: Mapping[str, str] = field(default_factory=dict)
    """Rules of the game."""

    opening_plies: tuple[int, ...] = (1, 4)
    """Fewest and most stones put at random first."""

    opening_reach: int = 0
    """Rows and columns between such a stone and another at most; 0, anywhere."""

    sampled_plies: int = 10
    """Moves after the opening that are drawn by the policy, not the best ones."""

    slip: float = 0.03
    """Chance of a drawn move later on, so that mistakes are learned to be punished."""

    softness: float = 0.25
    """Part of the policy that goes to other moves by value, where visits say little."""

    resign_at: float = 0.97
    """Value beyond which a game counts as decided, when met three times in a row."""

    play_on_share: float = 0.2
    """Part of the games that go on to the end all the same."""

    workers: int = 1
    """Processes that play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NetSettings:
    """Which network learns."""

    kind: str = "residual"
    """A key of ``engine.nn.network.KINDS``."""

    parameters: Mapping[str, int] = field(default_factory=dict)
    """Arguments of that network, such as ``{"blocks": 5, "channels": 32}``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainSettings:
    """How it learns."""

    steps: int = 4000
    """Batches in all."""

    batch: int = 256
    """Positions of a batch; all of one size."""

    optimiser: str = "adamw"
    """``adamw``, or ``rmsprop`` as in ZHANG-HEX."""

    learning_rate: float = 2e-3
    """Its largest value: it rises for a while and then falls as a cosine."""

    warm_up: int = 100
    """Steps until the learning rate is there."""

    weight_decay: float = 1e-4
    """c of OU-2020 (4), beta of ZHANG-HEX."""

    value_weight: float = 1.0
    """How much the value counts beside the policy."""

    search_share: float = 0.5
    """How much of the value comes from the search; the rest is the game's result."""

    validation_share: float = 0.05
    """Part of the games that are kept apart."""

    validation_batches: int = 16
    """Batches that the validation loss is measured on."""

    steps_a_checkpoint: int = 200
    """Steps after which the run is saved and validated."""

    threads: int = 0
    """Threads of the arithmetic; 0, as many as there are cores."""

    half: bool = False
    """Whether layers compute in bfloat16: twice as fast where the machine has it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunConfig:
    """A training run."""

    game: str
    """Name of the game."""

    name: str
    """Name of the run, kept with the weights."""

    kind: str = KIND
    """How the samples come about: by games of the engines we have."""

    licence: str = "GPL-3.0-or-later"
    """Licence of the weights."""

    seed: int = 0
    """Random seed of games, weights and batches."""

    data: DataSettings
    """Which games."""

    net: NetSettings = field(default_factory=NetSettings)
    """Which network."""

    train: TrainSettings = field(default_factory=TrainSettings)
    """How it learns."""

    def __post_init__(self) -> None:
        if self.kind != KIND:
            raise TrainingError(
                Sentence(
                    "Expected the kind {known}, got {kind!r}.",
                    known=KIND,
                    kind=self.kind,
                )
            )
        PlayerConfig.parse(self.data.engine)
        self.setups()
        opening = self.data.opening_plies
        _require(len(opening) == 2 and 0 <= opening[0] <= opening[1], "opening_plies")  # noqa: PLR2004
        _require(self.train.optimiser in {"adamw", "rmsprop"}, "optimiser")
        _require(0 < self.train.validation_share < 1, "validation_share")
        for name in ("nodes", "games", "games_a_shard", "workers"):
            _require(getattr(self.data, name) > 0, name)
        for name in ("steps", "batch", "steps_a_checkpoint", "validation_batches"):
            _require(getattr(self.train, name) > 0, name)

    def setups(self) -> list[GameSetup]:
        """Return the setups of one round of shards, in order.

        Raises:
            SetupError: The game does not know a size or a rule.
        """
        game = game_named(self.game)
        found = []
        for size, count in self.data.sizes.items():
            height, width = parse_size(size)
            setup = game.setup(height=height, width=width, options=self.data.options)
            found += [setup] * count
        _require(bool(found), "sizes")
        return found


def read_config(path: Path) -> RunConfig:
    """Return the run that a file describes.

    Raises:
        TrainingError: It is no such file, or something in it makes no sense.
    """
    try:
        return config_from(tomllib.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, EngineError) as error:
        raise TrainingError(
            Sentence(
                "Expected a training run in {file}, got: {error}",
                file=path.name,
                error=error,
            )
        ) from error


def config_from(table: Mapping[str, Any]) -> RunConfig:
    """Return the run that a table describes.

    Raises:
        TrainingError: Something in it makes no sense.
        EngineError: An engine, a size or a rule is not known.
    """
    parts = {"data": DataSettings, "net": NetSettings, "train": TrainSettings}
    values = {
        key: _filled(parts[key], value, key) if key in parts else value
        for key, value in table.items()
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
    _require(_is_a(value, hint), name)
    return value


def _is_a(value: object, hint: Any) -> bool:  # noqa: ANN401
    """Say whether a value is what a field takes; a truth value is no number."""
    kinds: tuple[Any, ...] = getattr(hint, "__args__", ())
    if isinstance(value, Mapping):
        return kinds != () and all(_is_a(v, kinds[-1]) for v in value.values())
    if isinstance(value, tuple):
        return kinds != () and all(_is_a(entry, kinds[0]) for entry in value)
    return type(value) is hint or is_dataclass(value)


def _require(is_met: bool, name: str) -> None:
    if not is_met:
        raise TrainingError(Sentence("Expected another value of {key}.", key=name))
