"""Checks of a preset's search settings, without compiling or loading anything."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Annotated, Any

from engine.core.settings_reader import (
    Range,
    check_keys,
    join_path,
    read_table,
    read_value,
)
from engine.games import get_game
from engine.search.alphabeta.alphabeta_settings import AlphaBetaSettings
from engine.search.puct.puct_settings import PuctSettings
from engine.search.runtimes import Runtime
from engine.search.sensible_searcher import Attention
from engine.search.uct.uct_settings import UctSettings

SETTINGS: Mapping[str, type[Any]] = {
    "tree-search": UctSettings,
    "alpha-beta": AlphaBetaSettings,
    "network-search": PuctSettings,
}
"""Settings class of the search, by kind of engine."""


def list_search_keys(kind: str, game: str) -> tuple[str, ...]:
    """Return the keys of the search settings of a kind of engine in a game.

    Parameters of the game's alpha-beta search are ``params.NAME``.
    """
    known = [entry.name for entry in fields(SETTINGS[kind])]
    if kind == "network-search":
        known += ["net", "evaluator"]
    known += [entry.name for entry in fields(Attention)]
    if "params" in known:
        known.remove("params")
        known += [f"params.{name}" for name in _search_params(game)]
    return tuple(known)


def check_search(kind: str, game: str, table: Mapping[str, Any], path: str) -> None:
    """Check a table of search settings, for all levels or for one of them.

    Args:
        kind: Kind of the engine, a key of ``SETTINGS``.
        game: Game of the settings.
        table: Search settings by key.
        path: Path of the table in its file.

    Raises:
        SettingsError: A key is unknown, or a value is not accepted.
    """
    known = [entry.name for entry in fields(SETTINGS[kind])]
    own = dict(table)
    if kind == "network-search":
        known += ["net", "evaluator"]
        _check_nets(own.pop("net", ()), join_path(path, "net"))
        if "evaluator" in own:
            read_value(Runtime, own.pop("evaluator"), join_path(path, "evaluator"))
    attention = [entry.name for entry in fields(Attention)]
    check_keys(table, [*known, *attention], path)
    read_table(Attention, {key: own.pop(key) for key in attention if key in own}, path)
    settings = read_table(SETTINGS[kind], own, path)
    if isinstance(settings, AlphaBetaSettings):
        _check_params(settings.params, game, join_path(path, "params"))


def _check_nets(nets: object, path: str) -> None:
    """Check network names: one string, or a list of strings."""
    read_value(str if isinstance(nets, str) else tuple[str, ...], nets, path)


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
