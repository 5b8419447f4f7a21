"""A preset's search settings, read and checked; nothing is compiled or loaded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any

from engine.core.formats.settings_reader import (
    Range,
    check_keys,
    join_path,
    read_table,
    read_value,
)
from engine.core.offers.alpha_beta import ValueNetworks
from engine.games import get_game
from engine.search.alphabeta.alphabeta_settings import AlphaBetaSettings
from engine.search.puct.puct_settings import PuctSettings
from engine.search.runtimes import NetworkChoice, ValueNetworkChoice
from engine.search.uct.uct_settings import UctSettings
from engine.search.wrappers.sensible_searcher import Attention

SETTINGS: Mapping[str, type[Any]] = {
    "tree-search": UctSettings,
    "alpha-beta": AlphaBetaSettings,
    "network-search": PuctSettings,
}
"""Settings class of the search, by kind of engine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineSettings:
    """Settings of an engine, read and checked."""

    search: UctSettings | AlphaBetaSettings | PuctSettings
    """Settings of its search."""

    network: NetworkChoice
    """Networks of a network-guided search."""

    value_network: ValueNetworkChoice
    """Value network of an alpha-beta search, if its game has any."""

    attention: Attention
    """Attentiveness of the player."""


def list_search_keys(kind: str, game: str) -> tuple[str, ...]:
    """Return the keys of the search settings of a kind of engine in a game.

    Parameters of the game's alpha-beta search are ``params.NAME``.
    """
    known = _keys(kind, game)
    if "params" in known:
        known.remove("params")
        known += [f"params.{name}" for name in _search_params(game)]
    return tuple(known)


def read_search(
    kind: str, game: str, table: Mapping[str, Any], path: str = ""
) -> EngineSettings:
    """Return the search settings in a table, for all levels or for one of them.

    Args:
        kind: Kind of the engine, a key of ``SETTINGS``.
        game: Game of the settings.
        table: Search settings by key.
        path: Path of the table in its file.

    Raises:
        SettingsError: A key is unknown, or a value is not accepted.
    """
    check_keys(table, _keys(kind, game), path)
    read = {
        part: read_table(part, {k: table[k] for k in _names(part) if k in table}, path)
        for part in _parts(kind, game)
    }
    search = read[SETTINGS[kind]]
    if isinstance(search, AlphaBetaSettings):
        _check_params(search.params, game, join_path(path, "params"))
    return EngineSettings(
        search=search,
        network=read.get(NetworkChoice, NetworkChoice()),
        value_network=read.get(ValueNetworkChoice, ValueNetworkChoice()),
        attention=read[Attention],
    )


def value_networks(kind: str, game: str) -> ValueNetworks | None:
    """Return the value networks that a kind of engine can use in a game, if any."""
    if SETTINGS[kind] is not AlphaBetaSettings:
        return None
    alpha_beta = get_game(game).alpha_beta()
    return None if alpha_beta is None else alpha_beta.networks


def _keys(kind: str, game: str) -> list[str]:
    """Return the keys of a table of search settings."""
    return [name for part in _parts(kind, game) for name in _names(part)]


def _parts(kind: str, game: str) -> tuple[type[Any], ...]:
    """Return the classes whose fields are the settings of a kind of engine."""
    own = SETTINGS[kind]
    if own is PuctSettings:
        return own, NetworkChoice, Attention
    if value_networks(kind, game) is not None:
        return own, ValueNetworkChoice, Attention
    return own, Attention


def _names(part: type[Any]) -> tuple[str, ...]:
    return tuple(entry.name for entry in fields(part))


def _search_params(game: str) -> Mapping[str, Range]:
    """Return the parameters of a game's alpha-beta search with their ranges."""
    alpha_beta = get_game(game).alpha_beta()
    return {} if alpha_beta is None else alpha_beta.params


def _check_params(params: Mapping[str, int], game: str, path: str) -> None:
    """Check the parameters of a game's alpha-beta search; some games have none."""
    known = _search_params(game)
    check_keys(params, known, path)
    for name, value in params.items():
        read_value(Annotated[int, known[name]], value, join_path(path, name))
