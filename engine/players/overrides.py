"""Settings in braces after the name of an engine: their keys, checks and effect."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any

from engine.core.errors import NetError, PresetError, SettingsError
from engine.core.formats.settings_reader import Count, Range, Seed, read_table
from engine.core.message import Message
from engine.external.settings import ExternalSettings
from engine.players.engine_spec import Overrides
from engine.search.preset_settings import list_search_keys, read_search

PARAMS = "params."
"""Prefix of parameters of a game's alpha-beta search."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunKeys:
    """Keys that every engine and strength has."""

    nodes: Count | None = None
    """Largest number of simulations or nodes for a move."""

    seconds: Annotated[float, Range(above=0)] | None = None
    """Time for a move, in seconds."""

    threads: Annotated[int, Range(least=1, most=1024)] = 1
    """Number of threads; with several, no search repeats another one."""

    seed: Seed | None = None
    """Random seed."""


RUN_KEYS = tuple(entry.name for entry in fields(RunKeys))


def read_run_keys(overrides: Overrides, engine: str) -> RunKeys:
    """Return the values of the keys that every engine has.

    Raises:
        PresetError: A value is not accepted.
    """
    table = {key: value for key, value in overrides if key in RUN_KEYS}
    try:
        return read_table(RunKeys, table, engine)
    except SettingsError as error:
        raise PresetError(error.message) from error


def check_run_keys(overrides: Overrides, engine: str) -> None:
    """Raise ``PresetError`` unless all keys are those that every engine has."""
    _check_names(overrides, RUN_KEYS, engine)
    read_run_keys(overrides, engine)


def check_search_keys(overrides: Overrides, kind: str, game: str, engine: str) -> None:
    """Raise ``PresetError`` unless an engine accepts all keys and values in a game.

    Args:
        overrides: Keys in braces and their values.
        kind: Kind of the engine.
        game: Game to play.
        engine: Text of the engine without braces, for the error.
    """
    known = list_search_keys(kind, game)
    own = tuple(key for key in RUN_KEYS if key not in known)
    _check_names(overrides, (*known, *own), engine)
    read_run_keys(overrides, engine)
    settings = apply_overrides({}, overrides)
    try:
        read_search(kind, game, settings, engine)
        _check_networks(settings.get("net", ()))
    except (NetError, SettingsError) as error:
        raise PresetError(error.message) from error


def read_external_settings(overrides: Overrides, engine: str) -> ExternalSettings:
    """Return the settings of an external program.

    Raises:
        PresetError: A key is unknown, or a value is not accepted.
    """
    known = [entry.name for entry in fields(ExternalSettings)]
    _check_names(overrides, [*known, "nodes", "seconds"], engine)
    read_run_keys(overrides, engine)
    table = {key: value for key, value in overrides if key in known}
    try:
        return read_table(ExternalSettings, table, engine)
    except SettingsError as error:
        raise PresetError(error.message) from error


def apply_overrides(search: Mapping[str, Any], overrides: Overrides) -> dict[str, Any]:
    """Return the settings of a search with the keys in braces in their place."""
    settings = dict(search)
    params = dict(settings.get("params", {}))
    for key, value in overrides:
        if key.startswith(PARAMS):
            params[key.removeprefix(PARAMS)] = value
        elif key == "nodes" or key not in RUN_KEYS:
            settings[key] = value
    if params:
        settings["params"] = params
    return settings


def _check_networks(named: str | tuple[str, ...]) -> None:
    """Raise ``NetError`` unless there are files of all networks."""
    if named:
        from engine.nn.named_networks import find_network  # noqa: PLC0415

        for name in (named,) if isinstance(named, str) else named:
            find_network(name)


def _check_names(overrides: Overrides, known: Collection[str], engine: str) -> None:
    for key, _ in overrides:
        if key not in known:
            raise PresetError(
                Message(
                    "Expected a key of {engine} among {known}, got {key!r}.",
                    engine=engine,
                    known=tuple(known),
                    key=key,
                )
            )
