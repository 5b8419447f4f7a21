"""Choice of the engine that analyses: that of the settings, or the strongest one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engine.core.errors import PresetError
from engine.core.game import GameSetup
from engine.core.offers.game_offers import SearchKind
from engine.match.engine_choice import best_engine
from engine.players.engine_spec import sort_overrides
from engine.players.preset_player import PresetPlayer
from gui.settings.analysis_settings import (
    ANALYSIS_ENGINE,
    ANALYSIS_MEMORY,
    ANALYSIS_MINUTES,
)
from gui.settings.search_threads import SEARCH_THREADS
from gui.settings.settings import Settings

MEGABYTE = 1 << 20

ANALYSIS_KEYS: Mapping[SearchKind, Mapping[str, Any]] = {
    "network-search": {"stops_early": False, "noise_share": 0.0},
    "alpha-beta": {"lines": 5},
}
"""Keys of engines that look at a position for as long as they may.

A search for a move stops when its choice is settled, and has a line of the best move
alone; noise varies games.
"""


def analysis_engine(settings: Settings, setup: GameSetup) -> PresetPlayer | None:
    """Return the engine that analyses a setup; ``None`` if no engine plays there.

    The strongest engine stands in for a chosen one that does not play there.
    """
    engine = chosen_engine(settings, setup)
    return None if engine is None else fit_for_analysis(engine, settings, setup)


def chosen_engine(settings: Settings, setup: GameSetup) -> PresetPlayer | None:
    """Return the engine that analyses a setup as it is chosen: not yet without end."""
    engine = read_stored_engine(settings[ANALYSIS_ENGINE[setup.game]])
    if engine is None or engine.refusal(setup) is not None:
        return best_engine(setup)
    return engine


class EngineMemory:
    """Engine of each setup, looked up once until a setting changes.

    Args:
        settings: The settings.
        find: Returns the engine of a setup by the settings.
    """

    def __init__(
        self,
        settings: Settings,
        find: Callable[[Settings, GameSetup], PresetPlayer | None],
    ) -> None:
        self._settings = settings
        self._find = find
        self._found: dict[GameSetup, PresetPlayer | None] = {}
        settings.changed.connect(self._on_setting_changed)

    def __call__(self, setup: GameSetup) -> PresetPlayer | None:
        """Return the engine of a setup; ``None`` if there is none."""
        if setup not in self._found:
            self._found[setup] = self._find(self._settings, setup)
        return self._found[setup]

    def _on_setting_changed(self, key: str) -> None:
        if concerns_analysis(key):
            self._found.clear()


def concerns_analysis(key: str, game: str | None = None) -> bool:
    """Return whether a setting changes the engine that analyses, or its limits.

    Args:
        key: Key of the setting.
        game: Name of the game that is analysed; ``None`` for any.
    """
    if game is not None and key == ANALYSIS_ENGINE[game].key:
        return True
    if game is None and key.startswith(ANALYSIS_ENGINE.prefix):
        return True
    return key in (ANALYSIS_MEMORY.key, ANALYSIS_MINUTES.key, SEARCH_THREADS.key)


def read_stored_engine(text: str) -> PresetPlayer | None:
    """Return the engine of a text of the settings; ``None`` if there is none."""
    try:
        return PresetPlayer.parse(text) if text else None
    except PresetError:  # an engine of another version of the program
        return None


def fit_for_analysis(
    engine: PresetPlayer, settings: Settings, setup: GameSetup
) -> PresetPlayer:
    """Return an engine that searches without end, in the memory of the settings.

    Keys that the engine names itself remain.
    """
    from engine.search.table_sizes import size_tables  # noqa: PLC0415 - loads numpy

    preset = engine.resolve_preset(setup.game)
    own = dict(ANALYSIS_KEYS.get(preset.kind, {}))
    room = settings[ANALYSIS_MEMORY] * MEGABYTE
    if room:
        own |= size_tables(preset.kind, preset.search, setup, room)
    overrides = sort_overrides({**own, **dict(engine.overrides)})
    return replace(engine, overrides=overrides)
