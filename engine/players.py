"""Presets of engines, and searchers by the name of an engine or a strength.

Presets are in ``resources/presets/*.toml``, one file for each engine. A name may have a
level: ``uct-plain:3``. The game, the rules and the board size determine the engine of a
strength such as ``strength:medium``.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Literal

from engine.core.errors import EngineError, NetError, PresetError, SettingsError
from engine.core.game import GameSetup
from engine.core.message import Message, MessageKey
from engine.core.paths import resources
from engine.core.settings_reader import (
    at_key,
    check_keys,
    in_file,
    read_table,
    read_toml,
)
from engine.games import GAMES, get_game
from engine.search.preset_settings import check_search
from engine.searchers import merge_level_settings, new_searcher
from engine.strengths import NAMES, SCALE, Strength, strength_number, strengths

if TYPE_CHECKING:
    from engine.nn.common.net_info import NetInfo
    from engine.search.api import Searcher


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnTable:
    """Fields of a ``Preset`` that differ in one game; ``None`` where they do not."""

    description: str | None = None
    source: str | None = None
    search: Mapping[str, Any] | None = None
    levels: tuple[Mapping[str, Any], ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """Engine with its settings and its texts for the user."""

    name: str
    """Name in commands and records."""

    title: str
    """Name in the window, in English."""

    kind: Literal["tree-search", "alpha-beta", "network-search"]
    """Family of the algorithm."""

    games: tuple[str, ...]
    """Games that the engine plays."""

    description: str
    """One line for the user, in English."""

    source: str
    """Paper or program that is the source of the settings."""

    search: Mapping[str, Any] = field(default_factory=dict)
    """Settings of the search at every level."""

    levels: tuple[Mapping[str, Any], ...] = ()
    """Settings that differ by level, weakest first."""

    own_tables: Mapping[str, OwnTable] = field(default_factory=dict)
    """Differences by game."""

    group: Literal["classical", "learned", "papers"] = "papers"
    """Heading in lists of engines."""

    best_in: tuple[str, ...] = ()
    """Games in which no other preset was found to be stronger."""

    @property
    def top_level(self) -> int:
        """The strongest level."""
        return max(len(self.levels), 1)

    def for_game(self, game: str) -> Preset:
        """Return the preset for one game, with that game's own tables applied."""
        own = self.own_tables.get(game, OwnTable())
        changes = {
            entry.name: getattr(own, entry.name)
            for entry in fields(own)
            if getattr(own, entry.name) is not None
        }
        return replace(self, games=(game,), **changes)

    @property
    def nets(self) -> tuple[str, ...]:
        """Names of the engine's networks; there may be one for each board size."""
        named = self.search.get("net", ())
        return (named,) if isinstance(named, str) else tuple(named)

    def refusal(self, setup: GameSetup) -> str | None:
        """Return the reason against playing on ``setup``, or ``None`` if supported.

        The engine's network may support some boards or rules only.
        """
        nets = self.for_game(setup.game).nets
        if not nets:
            return None
        from engine.nn.shipped import read_shipped_info  # noqa: PLC0415

        try:
            read_shipped_info(*nets).check_fits(setup)
        except NetError as error:
            return error.message
        return None

    def net_info(self, game: str) -> NetInfo | None:
        """Return the boards and rules of the networks for ``game``.

        Return ``None`` if the engine has no network.

        Raises:
            NetError: A network is missing or damaged.
        """
        nets = self.for_game(game).nets
        if not nets:
            return None
        from engine.nn.shipped import read_shipped_info  # noqa: PLC0415

        return read_shipped_info(*nets)

    def fitted(self, setup: GameSetup) -> GameSetup:
        """Return ``setup``, with a supported board size if only the size is not."""
        if self.refusal(setup) is None:
            return setup
        from engine.nn.shipped import read_shipped_info  # noqa: PLC0415

        game = get_game(setup.game)
        try:
            usual = read_shipped_info(*self.for_game(setup.game).nets).usual_setup()
            other = game.setup(
                height=usual.height, width=usual.width, options=dict(setup.options)
            )
        except EngineError:  # a damaged network, or rules that this size does not allow
            return setup
        return other if self.refusal(other) is None else setup

    def usual_setup(self, game: str) -> GameSetup:
        """Return the default setup of the engine in a game."""
        return self.fitted(get_game(game).setup())


def presets() -> dict[str, Preset]:
    """Return every undamaged preset by name, in alphabetical order."""
    return read_presets()[0]


def damaged_presets() -> dict[str, str]:
    """Return the error of each damaged preset file, by file name without suffix."""
    return read_presets()[1]


@cache
def read_presets() -> tuple[dict[str, Preset], dict[str, str]]:
    """Return every preset, and the error of each damaged file, both by name."""
    found: dict[str, Preset] = {}
    damaged: dict[str, str] = {}
    for path in sorted((resources() / "presets").glob("*.toml")):
        try:
            table = read_toml(path)
            with in_file(path):
                preset = _preset_from(table)
        except SettingsError as error:
            damaged[path.stem] = error.message
        else:
            found[preset.name] = preset
    return found, damaged


def _preset_from(table: Mapping[str, Any]) -> Preset:
    """Return the preset of a TOML table.

    Raises:
        SettingsError: A key is unknown or missing, or a value is not accepted.
    """
    shared = {key: value for key, value in table.items() if key not in GAMES}
    known = [entry.name for entry in fields(Preset) if entry.name != "own_tables"]
    check_keys(shared, known, "")
    own = {
        game: read_table(OwnTable, table[game], game) for game in GAMES if game in table
    }
    if "name" in shared:
        shared.setdefault("title", shared["name"])
    preset = read_table(Preset, {**shared, "own_tables": own})
    for key in ("games", "best_in"):
        with at_key(key):
            for game in getattr(preset, key):
                get_game(game)
    for game in preset.games:
        _check_searches(preset, game)
    return preset


def _check_searches(preset: Preset, game: str) -> None:
    """Raise ``SettingsError`` unless the settings of every level are valid."""
    own = preset.own_tables.get(game, OwnTable())
    path = "search" if own.search is None else f"{game}.search"
    check_search(preset.kind, game, preset.for_game(game).search, path)
    path = "levels" if own.levels is None else f"{game}.levels"
    levels = preset.for_game(game).levels
    if len(levels) != len(preset.levels):
        raise SettingsError(
            Message(
                "{path}: expected {wanted} levels as in other games, got {count}.",
                path=path,
                wanted=len(preset.levels),
                count=len(levels),
            )
        )
    for number, level in enumerate(levels):
        check_search(preset.kind, game, level, f"{path}[{number}]")


def list_presets(game: str) -> list[Preset]:
    """Return the presets that play ``game``."""
    return [
        preset.for_game(game) for preset in presets().values() if game in preset.games
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerConfig:
    """Engine with a level, or a strength."""

    preset: str
    """Name of a preset, or ``strength``."""

    level: int | None = None
    """Level from 1, or number of a strength; ``None`` is the strongest."""

    @classmethod
    def parse(cls, text: str) -> PlayerConfig:
        """Return the player of a name such as ``uct-plain:3`` or ``strength:hard``.

        Raises:
            PresetError: There is no such engine, level or strength.
        """
        name, colon, level_text = text.partition(":")
        if name == SCALE:
            level = strength_number(level_text) if colon else len(NAMES)
            return cls(preset=SCALE, level=level)
        preset = find_preset(name)
        if not colon:
            return cls(preset=name)
        top = preset.top_level
        if not level_text.isdecimal() or not 1 <= int(level_text) <= top:
            raise PresetError(
                Message(
                    "Expected a level from 1 to {top} after {name!r}, got {level!r}.",
                    top=top,
                    name=name,
                    level=level_text,
                )
            )
        return cls(preset=name, level=int(level_text))

    @property
    def strength(self) -> Strength | None:
        """The requested strength; ``None`` if an engine is named."""
        if self.preset != SCALE:
            return None
        return strengths()[(self.level or len(NAMES)) - 1]

    def for_setup(self, setup: GameSetup) -> PlayerConfig:
        """Return an engine and level for ``setup``; a strength resolves to its engine.

        Raises:
            PresetError: No engine of the strength supports ``setup``.
        """
        strength = self.strength
        if strength is None:
            return self
        for text in strength.engines.get(setup.game, ()):
            with contextlib.suppress(PresetError):  # damaged preset: try the next one
                config = PlayerConfig.parse(text)
                if find_preset(config.preset).refusal(setup) is None:
                    return config
        raise PresetError(
            Message(
                "Expected a game with the strength {name!r}, got {game}.",
                name=strength.name,
                game=MessageKey(setup.game),
            )
        )

    def fitted(self, setup: GameSetup) -> GameSetup:
        """Return ``setup``, with a supported board size if only the size is not."""
        if self.strength is not None:
            return setup
        return find_preset(self.preset).fitted(setup)

    def refusal(self, setup: GameSetup) -> str | None:
        """Return the reason against playing on ``setup``, or ``None`` if supported."""
        try:
            return find_preset(self.for_setup(setup).preset).refusal(setup)
        except PresetError as error:
            return error.message

    def __str__(self) -> str:
        if self.strength is not None:
            return f"{SCALE}:{self.strength.name}"
        return self.preset if self.level is None else f"{self.preset}:{self.level}"


def strength_config(name: str) -> PlayerConfig:
    """Return the player of a strength.

    Raises:
        PresetError: There is no such strength.
    """
    return PlayerConfig(preset=SCALE, level=strength_number(name))


def find_preset(name: str) -> Preset:
    """Return the preset with a name.

    Raises:
        PresetError: There is no such preset, or its file is damaged.
    """
    preset = presets().get(name)
    if preset is None:
        unknown = Message(
            "Expected an engine among {known}, got {name!r}.",
            known=tuple(presets()),
            name=name,
        )
        raise PresetError(damaged_presets().get(name, unknown))
    return preset


def check_plays(config: PlayerConfig, game: str) -> None:
    """Raise ``PresetError`` unless a player supports a game; strengths support all."""
    if config.strength is not None:
        return
    preset = find_preset(config.preset)
    if game not in preset.games:
        raise PresetError(
            Message(
                "Expected an engine that plays {game}, got {name!r}, which plays "
                "{games}.",
                game=MessageKey(game),
                name=preset.name,
                games=tuple(MessageKey(name) for name in preset.games),
            )
        )


def build_searcher(
    config: PlayerConfig,
    game: str,
    *,
    seed: int = 0,
    is_prompt: bool = False,
    is_attentive: bool = True,
) -> Searcher:
    """Return a new searcher for one game, without compiling anything.

    Args:
        config: Engine and level, or strength.
        game: Game to play.
        seed: Random seed.
        is_prompt: Whether a search starts without optional parts, such as a solver,
            that are not compiled yet.
        is_attentive: Whether to apply the preset's attention settings, which takes
            milliseconds for each move; otherwise the bare search plays.

    Raises:
        PresetError: The engine does not play this game.
    """
    if config.strength is not None:
        from engine.search.searcher_by_setup import SearchBySetup  # noqa: PLC0415

        build = partial(build_searcher, game=game, seed=seed, is_prompt=is_prompt)
        build = partial(build, is_attentive=is_attentive)
        return SearchBySetup(lambda setup: build(config.for_setup(setup)))
    check_plays(config, game)
    preset = find_preset(config.preset).for_game(game)
    return new_searcher(
        preset.kind,
        merge_level_settings(config.level, preset.search, preset.levels),
        game,
        seed=seed,
        is_prompt=is_prompt,
        is_attentive=is_attentive,
    )
