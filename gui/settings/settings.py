"""Settings of the window in an INI file of the user.

Invalid values count as never set.
"""

from __future__ import annotations

import base64
import logging
import os
import zlib
from pathlib import Path
from typing import Literal, cast, get_args

from PyQt5.QtCore import QObject, QRect, QSettings, QStandardPaths, pyqtSignal

from engine.core.clocks.time_control import UNLIMITED, TimeTerms
from engine.core.errors import EngineError, RecordFileError
from engine.core.paths import APPLICATION
from engine.games import GAMES, get_game
from engine.match.engine_choice import DEFAULT_STRENGTH, default_match
from engine.match.match_setup import HUMAN, MatchSetup, format_player, parse_player
from engine.players import PlayerConfig, strength_config
from engine.strengths import NAMES
from gui.settings.board_settings import BoardSettings
from gui.settings.file_probe import is_folder
from gui.settings.playback_speed import PlaybackSpeed
from gui.settings.settings_file import remove_packed_values

log = logging.getLogger(__name__)

ThemeChoice = Literal["system", "light", "dark"]
LanguageChoice = Literal["system", "en", "zh_CN"]
DockLayout = Literal["play", "analyse"]

THEME, LANGUAGE = "window/theme", "window/language"

SCALES = (100, 125, 150, 175, 200)
"""Sizes of texts and buttons to choose from, in percent."""

DEFAULT_VOLUME, MAX_VOLUME = 60, 100
"""Loudness of the sounds, in percent."""

RECENT_FILES = 10
"""Length of the list of recent files."""


class Settings(QObject):
    """Typed access to the settings.

    Args:
        store: Storage; the user's own file if omitted.
    """

    changed = pyqtSignal(str)  # the key of a value that was set

    def __init__(self, store: QSettings | None = None) -> None:
        super().__init__()
        self._store = store or _open_user_settings()
        self._store.setFallbacksEnabled(False)
        self.board = BoardSettings(self._store, self._set)

    def save(self) -> None:
        """Write what has changed to disk."""
        self._store.sync()
        if self._store.status() != QSettings.NoError:
            log.warning("%s could not be written", self._store.fileName())

    @property
    def is_writable(self) -> bool:
        """Whether the settings could be read and can be written."""
        return self._store.status() == QSettings.NoError and self._store.isWritable()

    @property
    def theme(self) -> ThemeChoice:
        """The look of the window."""
        text = self._text(THEME, "system")
        known = get_args(ThemeChoice)
        return cast("ThemeChoice", text) if text in known else "system"

    @theme.setter
    def theme(self, choice: ThemeChoice) -> None:
        self._set(THEME, choice)

    @property
    def language(self) -> LanguageChoice:
        """The language of the window."""
        text = self._text(LANGUAGE, "system")
        known = get_args(LanguageChoice)
        return cast("LanguageChoice", text) if text in known else "system"

    @language.setter
    def language(self, choice: LanguageChoice) -> None:
        self._set(LANGUAGE, choice)

    @property
    def scale(self) -> int | None:
        """Size of texts and buttons in percent, or ``None``: follow the system."""
        text = self._text("window/scale", "")
        return int(text) if text in map(str, SCALES) else None

    @scale.setter
    def scale(self, percent: int | None) -> None:
        self._set("window/scale", "system" if percent is None else percent)

    def keys(self, action: str) -> str | None:
        """Return the user's shortcuts of an action, if any."""
        key = f"keys/{action}"
        return self._text(key, "") if self._store.contains(key) else None

    def set_shortcuts(self, action: str, keys: str | None) -> None:
        """Store the user's shortcuts of an action; ``None`` removes them."""
        if keys is None:
            self._store.remove(f"keys/{action}")
        else:
            self._set(f"keys/{action}", keys)

    @property
    def pace(self) -> PlaybackSpeed:
        """How fast engines that play each other move."""
        text = self._text("engines/pace", "")
        return (
            PlaybackSpeed(text)
            if text in {pace.value for pace in PlaybackSpeed}
            else PlaybackSpeed.NORMAL
        )

    @pace.setter
    def pace(self, pace: PlaybackSpeed) -> None:
        self._set("engines/pace", pace.value)

    @property
    def window_geometry(self) -> QRect | None:
        """Geometry of the window; ``None`` if maximized or never stored."""
        words = self._text("window/place", "").split()
        try:
            left, top, width, height = (int(word) for word in words)
            place = QRect(left, top, width, height)
        except (ValueError, OverflowError):
            return None
        return place if place.isValid() else None

    @window_geometry.setter
    def window_geometry(self, place: QRect | None) -> None:
        text = "full"
        if place is not None:
            text = f"{place.x()} {place.y()} {place.width()} {place.height()}"
        self._set("window/place", text)

    @property
    def is_maximized(self) -> bool:
        """Whether the window was maximized."""
        return self._text("window/place", "") == "full"

    @property
    def dock_layout(self) -> DockLayout:
        """The dock layout used last."""
        text = self._text("window/arrangement", "play")
        known = get_args(DockLayout)
        return cast("DockLayout", text) if text in known else "play"

    @dock_layout.setter
    def dock_layout(self, name: DockLayout) -> None:
        self._set("window/arrangement", name)

    def dock_layout_state(self, name: DockLayout) -> bytes | None:
        """Return the saved state of a dock layout; ``None`` if it is damaged."""
        check, _, text = self._text(f"window/panels_{name}", "").partition(" ")
        try:
            state = base64.b64decode(text, validate=True)
        except ValueError:
            return None
        return state if state and check == str(zlib.crc32(state)) else None

    def set_dock_layout_state(self, name: DockLayout, state: bytes) -> None:
        """Store the state of a dock layout."""
        text = f"{zlib.crc32(state)} {base64.b64encode(state).decode()}"
        self._set(f"window/panels_{name}", text)

    @property
    def plays_sounds(self) -> bool:
        """Whether the window can be heard."""
        return self._flag("sound/on", default=True)

    @plays_sounds.setter
    def plays_sounds(self, is_on: bool) -> None:
        self._set("sound/on", is_on)

    @property
    def volume(self) -> int:
        """Loudness of the sounds in percent."""
        text = self._text("sound/volume", "")
        is_percent = text.isdecimal() and int(text) <= MAX_VOLUME
        return int(text) if is_percent else DEFAULT_VOLUME

    @volume.setter
    def volume(self, percent: int) -> None:
        self._set("sound/volume", percent)

    @property
    def person_name(self) -> str:
        """The name that records give to the person at this computer."""
        return self._text("records/person", "")

    @person_name.setter
    def person_name(self, name: str) -> None:
        self._set("records/person", name)

    @property
    def event_name(self) -> str:
        """The contest written into the last exported record."""
        return self._text("records/event", "")

    @event_name.setter
    def event_name(self, event: str) -> None:
        self._set("records/event", event)

    @property
    def place(self) -> str:
        """The place written into the last exported record."""
        return self._text("records/place", "")

    @place.setter
    def place(self, place: str) -> None:
        self._set("records/place", place)

    @property
    def last_folder(self) -> Path:
        """The folder of the last record; the user's documents at first.

        They take its place, too, where its disk does not answer.
        """
        folder = Path(self._text("files/folder", ""))
        if folder.is_absolute() and is_folder(folder):
            return folder
        return _find_documents()

    @last_folder.setter
    def last_folder(self, folder: Path) -> None:
        self._set("files/folder", str(folder))

    @property
    def recent_files(self) -> list[Path]:
        """Records opened or saved, the latest first."""
        value = self._store.value("files/recent", [])
        names = [value] if isinstance(value, str) else list(value or [])
        return [Path(name) for name in names if isinstance(name, str)]

    def add_recent_file(self, path: Path) -> None:
        """Put ``path`` on top of the recent files."""
        others = [recent for recent in self.recent_files if recent != path]
        names = [str(recent) for recent in (path, *others)][:RECENT_FILES]
        self._set("files/recent", names)

    def clear_recent_files(self) -> None:
        """Clear the recent files."""
        self._store.remove("files/recent")

    @property
    def last_game(self) -> str:
        """The game played last."""
        name = self._text("new_game/game", "")
        return name if name in GAMES else next(iter(GAMES))

    @last_game.setter
    def last_game(self, name: str) -> None:
        self._set("new_game/game", name)

    @property
    def last_strength(self) -> PlayerConfig:
        """The strength chosen last on the first card; the default one before that."""
        name = self._text("new_game/strength", DEFAULT_STRENGTH)
        return strength_config(name if name in NAMES else DEFAULT_STRENGTH)

    @last_strength.setter
    def last_strength(self, engine: PlayerConfig) -> None:
        if engine.strength is not None:
            self._set("new_game/strength", engine.strength.name)

    def new_game(self, game: str) -> MatchSetup:
        """Return the last choice for ``game``, or its default."""
        prefix = f"new_game/{game}"
        default = default_match(game)
        if not self._store.contains(f"{prefix}/height"):
            return default
        try:
            keys = (option.key for option in get_game(game).options)
            return MatchSetup(
                setup=get_game(game).setup(
                    height=int(self._text(f"{prefix}/height", "")),
                    width=int(self._text(f"{prefix}/width", "")),
                    options={
                        key: self._text(f"{prefix}/option_{key}", "") for key in keys
                    },
                ),
                first=parse_player(self._text(f"{prefix}/first", HUMAN)),
                second=parse_player(self._text(f"{prefix}/second", HUMAN)),
                seconds_per_move=float(self._text(f"{prefix}/seconds", "")),
                draws_colours=self._flag(f"{prefix}/draws_colours", default=False),
                caps_engines=self._flag(f"{prefix}/caps_engines", default=False),
                engines_resign=self._flag(f"{prefix}/engines_resign", default=False),
                time=TimeTerms.parse(self._text(f"{prefix}/time", UNLIMITED)),
            )
        except (EngineError, ValueError) as error:
            log.warning("the last choice for %s is not usable: %s", game, error)
            return default

    def save_new_game(self, choice: MatchSetup) -> None:
        """Store ``choice`` as the last one for its game."""
        prefix = f"new_game/{choice.setup.game}"
        values = {
            "height": choice.setup.height,
            "width": choice.setup.width,
            "first": format_player(choice.first),
            "second": format_player(choice.second),
            "seconds": choice.seconds_per_move,
            "draws_colours": choice.draws_colours,
            "caps_engines": choice.caps_engines,
            "engines_resign": choice.engines_resign,
            "time": str(choice.time),
        }
        values |= {f"option_{key}": value for key, value in choice.setup.options}
        for key, value in values.items():
            self._set(f"{prefix}/{key}", value)
        self.last_game = choice.setup.game

    def load_contest(self, game: str) -> str:
        """Return the form of the last contest of ``game``, or an empty text."""
        return self._text(f"contest/{game}", "")

    def save_contest(self, game: str, text: str) -> None:
        """Store the form of a contest of ``game``."""
        self._set(f"contest/{game}", text)

    @property
    def matches_folder(self) -> Path:
        """Folder of the matches of engines; one in the user's documents at first."""
        folder = Path(self._text("lab/folder", ""))
        if folder.is_absolute() and is_folder(folder):
            return folder
        return _find_documents() / "Pentahex" / "matches"

    @matches_folder.setter
    def matches_folder(self, folder: Path) -> None:
        self._set("lab/folder", str(folder))

    def load_match(self, game: str) -> str:
        """Return the last match of engines in ``game``, or an empty text."""
        return self._text(f"lab/match_{game}", "")

    def save_match(self, game: str, text: str) -> None:
        """Store the last match of engines in ``game``."""
        self._set(f"lab/match_{game}", text)

    def _set(self, key: str, value: object) -> None:
        if self._store.value(key) != value:
            self._store.setValue(key, value)
            self.changed.emit(key)

    def _text(self, key: str, default: str) -> str:
        value = self._store.value(key, default)
        return value if isinstance(value, str) else str(value)

    def _flag(self, key: str, *, default: bool) -> bool:
        return self._text(key, str(default)).lower() == "true"


def _open_user_settings() -> QSettings:
    """Return the user's settings, looked through before anything is read.

    ``QSettings`` reads a value only when it is asked for.
    """
    store = QSettings(
        QSettings.IniFormat, QSettings.UserScope, APPLICATION, APPLICATION
    )
    try:
        if remove_packed_values(Path(store.fileName())):
            store.sync()
    except RecordFileError as error:
        log.warning("the settings are not read: %s", error)
        return QSettings(os.devnull, QSettings.IniFormat)
    return store


def _find_documents() -> Path:
    """Return the user's documents, or the home folder if their disk is away."""
    place = QStandardPaths.writableLocation(QStandardPaths.DocumentsLocation)
    documents = Path(place)
    return documents if place and is_folder(documents) else Path.home()
