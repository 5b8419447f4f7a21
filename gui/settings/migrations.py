"""Versions of the settings file: an older file is migrated to the latest one.

What a migration does not name stays, such as a key of a newer program.
"""

from __future__ import annotations

import json
import logging
import math
from collections.abc import Callable, Mapping

from PyQt5.QtCore import QSettings

log = logging.getLogger(__name__)

VERSION_KEY = "version"

FIRST_KEYS: Mapping[str, str] = {
    "window/arrangement": "window/dock_layout",
    "window/panels_play": "window/dock_state_play",
    "window/panels_analyse": "window/dock_state_analyse",
    "engines/pace": "engines/playback_speed",
    "sound/on": "sound/sounds",
}
"""New keys of values that stay as they are, by the keys of a file without version."""


def migrate(store: QSettings) -> None:
    """Bring a settings file to the current version."""
    version = _read_version(store)
    if version > VERSION:
        log.warning("%s has version %d, newer than this", store.fileName(), version)
    for migration in MIGRATIONS[version:]:
        migration(store)
    if version < VERSION:
        store.setValue(VERSION_KEY, str(VERSION))


def read_text(store: QSettings, key: str) -> str | None:
    """Return a value as text, also one that was written as list by hand."""
    value = store.value(key)
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return None if value is None else str(value)


def _read_version(store: QSettings) -> int:
    """Return the version of a file; a damaged one counts as current."""
    text = read_text(store, VERSION_KEY)
    if text is None:
        return 0
    return int(text) if text.isascii() and text.isdecimal() else VERSION


def _name_version(store: QSettings) -> None:
    """Bring a file without version to version 1."""
    for old, new in FIRST_KEYS.items():
        if store.contains(old) and not store.contains(new):
            store.setValue(new, store.value(old))
        store.remove(old)
    place = read_text(store, "window/place")
    store.remove("window/place")
    if place == "full":
        store.setValue("window/maximized", "true")
    elif place is not None:
        store.setValue("window/geometry", place)
    if read_text(store, "window/scale") == "system":
        store.remove("window/scale")
    _join_recent_files(store)
    store.beginGroup("new_game")
    games = store.childGroups()
    store.endGroup()
    for game in games:
        _join_match(store, game)


def _join_recent_files(store: QSettings) -> None:
    """Write the recent files as one text."""
    value = store.value("files/recent")
    if value is not None:
        names = value if isinstance(value, list) else [value]
        texts = [name for name in names if isinstance(name, str)]
        store.setValue("files/recent", json.dumps(texts, ensure_ascii=False))


def _join_match(store: QSettings, game: str) -> None:
    """Write the values of a game's last match as one text."""
    store.beginGroup(f"new_game/{game}")
    texts = {key: read_text(store, key) or "" for key in store.childKeys()}
    store.remove("")
    store.endGroup()
    options = {
        key.removeprefix("option_"): text
        for key, text in texts.items()
        if key.startswith("option_")
    }
    match = {
        key: FIRST_TYPES[key](text) for key, text in texts.items() if key in FIRST_TYPES
    }
    text = json.dumps({**match, "options": options}, ensure_ascii=False)
    store.setValue(f"new_game/match_{game}", text)


def _read_number(text: str) -> float | str:
    """Return a number; a damaged one stays text, which the reader refuses."""
    try:
        number = float(text)
    except ValueError:
        return text
    if not math.isfinite(number):
        return text
    return int(number) if number.is_integer() else number


def _read_flag(text: str) -> bool:
    return text.lower() == "true"


FIRST_TYPES: Mapping[str, Callable[[str], object]] = {
    "first": str,
    "second": str,
    "time": str,
    "height": _read_number,
    "width": _read_number,
    "seconds": _read_number,
    "draws_colours": _read_flag,
    "caps_engines": _read_flag,
    "engines_resign": _read_flag,
}
"""Readers of the values of a match in a file without version."""

MIGRATIONS: tuple[Callable[[QSettings], None], ...] = (_name_version,)
"""The migration from each version to the next, beginning with version 0: none."""

VERSION = len(MIGRATIONS)
"""The current version."""
