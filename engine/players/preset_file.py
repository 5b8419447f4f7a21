"""A preset of an engine, and the reader of its file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from engine.core.errors import EngineError, NetError, PresetError, SettingsError
from engine.core.formats.settings_reader import (
    Range,
    at_key,
    check_keys,
    in_file,
    read_table,
    read_toml,
)
from engine.core.game import GameSetup
from engine.core.message import Message, MessageKey
from engine.core.offers.game_offers import SearchKind
from engine.games import GAMES, get_game
from engine.search.preset_settings import read_search, value_networks

if TYPE_CHECKING:
    from engine.nn.common.net_info import NetInfo

OWN_SECONDS = 5.0
"""Seconds for a move of an engine that names no limit of its own."""


NET = "net"
"""Key of the networks in the settings of a search."""

NO_KEYS = ("own_tables", "file")
"""Fields of a ``Preset`` that are no keys of its file."""


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

    title: str = ""
    """Name in the window, in English; by default ``name``."""

    kind: SearchKind
    """Kind of search."""

    description: str
    """One line for the user, in English."""

    source: str
    """Paper or program that is the source of the settings."""

    games: tuple[str, ...] = ()
    """Games that the engine plays.

    A file without them is for every game that offers the kind of search.
    """

    search: Mapping[str, Any] = field(default_factory=dict)
    """Settings of the search at every level."""

    levels: tuple[Mapping[str, Any], ...] = ()
    """Settings that differ by level, weakest first."""

    own_tables: Mapping[str, OwnTable] = field(default_factory=dict)
    """Differences by game."""

    group: Literal["classical", "learned", "papers", "own"] = "papers"
    """Heading in lists of engines; those of the user's folder are ``own``."""

    best_in: tuple[str, ...] = ()
    """Games in which no other preset was found to be stronger."""

    seconds: Annotated[float, Range(above=0)] = OWN_SECONDS
    """Seconds for a move where neither nodes nor depth nor a command limit it."""

    file: Path | None = None
    """File of a preset in the user's folder; it is no key of a file."""

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

    def at_level(self, game: str, level: int | None) -> Preset:
        """Return the preset for one game at one level; ``None`` is the strongest."""
        own = self.for_game(game)
        settings = dict(own.search)
        if own.levels:
            # A game in progress survives the removal of its level from the preset.
            differing = own.levels[min(level or len(own.levels), len(own.levels)) - 1]
            params = {**settings.get("params", {}), **differing.get("params", {})}
            settings |= differing
            if params:
                settings["params"] = params
        return replace(own, search=settings, levels=(), own_tables={})

    @property
    def nets(self) -> tuple[str, ...]:
        """Networks of a network-guided search; there may be one for each board size."""
        if self.kind != "network-search":
            return ()
        named = self.search.get(NET, ())
        return (named,) if isinstance(named, str) else tuple(named)

    @property
    def value_net(self) -> str | None:
        """Value network of an alpha-beta search, unless it is the shipped one."""
        return self.search.get(NET) if self.kind == "alpha-beta" else None

    @property
    def network_files(self) -> tuple[str, ...]:
        """All networks that the settings name; see ``find_network``."""
        return self.nets if self.value_net is None else (self.value_net,)

    def refusal(self, setup: GameSetup) -> str | None:
        """Return the reason against playing on ``setup``, or ``None`` if supported.

        The engine's network may support some boards or rules only.
        """
        try:
            self.for_game(setup.game)._check_networks(setup)
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
        from engine.nn.named_networks import read_network_info  # noqa: PLC0415

        return read_network_info(*nets)

    def fitted(self, setup: GameSetup) -> GameSetup:
        """Return ``setup``, with a supported board size if only the size is not."""
        if self.refusal(setup) is None or not self.for_game(setup.game).nets:
            return setup
        from engine.nn.named_networks import read_network_info  # noqa: PLC0415

        game = get_game(setup.game)
        try:
            usual = read_network_info(*self.for_game(setup.game).nets).usual_setup()
            other = game.setup(
                height=usual.height, width=usual.width, options=dict(setup.options)
            )
        except EngineError:  # a damaged network, or rules that this size does not allow
            return setup
        return other if self.refusal(other) is None else setup

    def usual_setup(self, game: str) -> GameSetup:
        """Return the default setup of the engine in a game."""
        return self.fitted(get_game(game).setup())

    def _check_networks(self, setup: GameSetup) -> None:
        """Raise ``NetError`` unless the networks, if there are any, fit ``setup``."""
        if not self.network_files:
            return
        from engine.nn.named_networks import find_fitting_network, find_value_network  # noqa: PLC0415

        if self.nets:
            find_fitting_network(self.nets, setup)
        wanted = value_networks(self.kind, setup.game)
        if self.value_net is not None and wanted is not None:
            find_value_network(self.value_net, setup.game, wanted)


def read_preset(path: Path) -> Preset:
    """Return the preset of a file; its networks are shipped ones, or beside the file.

    Raises:
        PresetError: There is no such file, or it is damaged.
    """
    try:
        table = read_toml(path)
        with in_file(path):
            return _preset_from(_with_networks_beside(table, path.parent))
    except SettingsError as error:
        raise PresetError(error.message) from error


def read_shipped_preset(path: Path) -> Preset:
    """Return the preset of a file of the program, whose networks are shipped.

    Raises:
        SettingsError: The file is damaged.
    """
    table = read_toml(path)
    with in_file(path):
        return _preset_from(table)


def _with_networks_beside(value: Any, folder: Path) -> Any:  # noqa: ANN401 - TOML
    """Return a value of a file whose networks are found from ``folder``.

    Args:
        value: A table or another value.
        folder: The folder at which relative paths begin.
    """
    if isinstance(value, list):
        return [_with_networks_beside(entry, folder) for entry in value]
    if not isinstance(value, dict):
        return value
    return {
        key: _place_networks(entry, folder)
        if key == NET
        else _with_networks_beside(entry, folder)
        for key, entry in value.items()
    }


def _place_networks(named: Any, folder: Path) -> Any:  # noqa: ANN401 - TOML
    """Return names or paths of networks, with relative paths from ``folder``."""
    if isinstance(named, list):
        return [_place_networks(name, folder) for name in named]
    if not isinstance(named, str):
        return named
    from engine.nn.named_networks import list_shipped_networks  # noqa: PLC0415

    return named if named in list_shipped_networks() else str(folder / named)


def _preset_from(table: Mapping[str, Any]) -> Preset:
    """Return the preset of a TOML table.

    Raises:
        SettingsError: A key is unknown or missing, or a value is not accepted.
    """
    shared = {key: value for key, value in table.items() if key not in GAMES}
    known = [entry.name for entry in fields(Preset) if entry.name not in NO_KEYS]
    check_keys(shared, known, "")
    own = {
        game: read_table(OwnTable, table[game], game) for game in GAMES if game in table
    }
    preset = read_table(Preset, {**shared, "own_tables": own})
    preset = replace(preset, title=preset.title or preset.name)
    for key in ("games", "best_in"):
        with at_key(key):
            for game in getattr(preset, key):
                get_game(game)
    with at_key("games"):
        preset = replace(preset, games=_find_games(preset))
    for game in preset.games:
        _check_searches(preset, game)
    return preset


def _find_games(preset: Preset) -> tuple[str, ...]:
    """Return the games of a preset, or all that offer its search if it names none.

    Raises:
        SettingsError: A game has no such search, or a network needs its games named.
    """
    if not preset.games and preset.network_files:
        raise SettingsError(Message("expected the games of the network, got none."))
    for game in preset.games:
        if not get_game(game).offers(preset.kind):
            raise SettingsError(
                Message(
                    "expected games that offer {kind}, got {game}.",
                    kind=preset.kind,
                    game=MessageKey(game),
                )
            )
    offering = (name for name, game in GAMES.items() if game.offers(preset.kind))
    return preset.games or tuple(offering)


def _check_searches(preset: Preset, game: str) -> None:
    """Raise ``SettingsError`` unless the settings of every level are valid."""
    own = preset.own_tables.get(game, OwnTable())
    path = "search" if own.search is None else f"{game}.search"
    read_search(preset.kind, game, preset.for_game(game).search, path)
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
        read_search(preset.kind, game, level, f"{path}[{number}]")
