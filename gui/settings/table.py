"""Table of settings.

``gui/board/board_options.py`` has the rows of the board, ``analysis_settings.py`` those
of analysis.

File, settings dialog and *View* menu follow from a row. A view of a setting reads
``settings[ROW]`` and listens to ``Settings.changed`` for its key.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from PyQt5.QtCore import QRect

from engine.games import GAMES
from engine.match.engine_choice import DEFAULT_STRENGTH
from engine.match.match_setup import MatchSetup
from engine.players.program_player import ProgramPlayer
from engine.players.strengths import NAMES
from gui.board.board_options import BOARD_OPTIONS
from gui.schema.display import DialogRow, MenuEntry, Page
from gui.schema.setting import Choice, Coded, Family, Flag, Number, Setting, Text
from gui.settings import codec, match_codec
from gui.settings.analysis_settings import (
    ANALYSIS_ENGINE,
    ANALYSIS_MEMORY,
    ANALYSIS_MINUTES,
    BLUNDER,
    COMPARED_ENGINES,
    COMPARISON_SECONDS,
    INACCURACY,
    MISTAKE,
    REVIEW_SECONDS,
    WIN_RATE_MAP_SECONDS,
)
from gui.settings.playback_speed import PlaybackSpeed
from gui.settings.search_threads import SEARCH_THREADS
from gui.settings.solved_puzzles import SOLVED_PUZZLES
from gui.style.colour_blind import Palette
from gui.text.i18n import tr
from gui.text.languages import NATIVE_NAMES
from gui.text.percent import percent_text

ThemeChoice = Literal["system", "light", "dark"]
LanguageChoice = Literal["system", "en", "zh_CN"]
DockLayout = Literal["play", "analyse"]

SCALES = (100, 125, 150, 175, 200)
"""Sizes of texts and buttons to choose from, in percent."""


def _folder_setting(key: str) -> Coded[Path | None]:
    return Coded(
        key=key,
        default=None,
        decode=codec.decode_folder,
        encode=codec.encode_folder,
    )


LANGUAGE: Choice[LanguageChoice] = Choice(
    key="window/language",
    default="system",
    values=("system", "en", "zh_CN"),
    titles=lambda: (
        tr("Actions", "&Follow system"),
        NATIVE_NAMES["en"],
        NATIVE_NAMES["zh_CN"],
    ),
    row=DialogRow(page=Page.GENERAL, title=lambda: tr("Settings", "Language")),
    menu=MenuEntry(text=lambda: tr("Menus", "&Language")),
)
"""The language of the window."""

THEME: Choice[ThemeChoice] = Choice(
    key="window/theme",
    default="system",
    values=("system", "light", "dark"),
    titles=lambda: (
        tr("Actions", "&Follow system"),
        tr("Actions", "&Light"),
        tr("Actions", "&Dark"),
    ),
    row=DialogRow(page=Page.GENERAL, title=lambda: tr("Settings", "Theme")),
    menu=MenuEntry(text=lambda: tr("Menus", "&Theme")),
)
"""The look of the window."""

SCALE: Choice[int | None] = Choice(
    key="window/scale",
    default=None,
    values=(None, *SCALES),
    titles=lambda: (
        tr("Actions", "&Follow system"),
        *(percent_text(scale) for scale in SCALES),
    ),
    row=DialogRow(
        page=Page.GENERAL,
        title=lambda: tr("Settings", "Interface size"),
        remark=lambda: tr("Settings", "Takes effect after a restart of Pentahex."),
    ),
)
"""Size of texts and buttons in percent; ``None`` follows the system."""

WIN_RATE_BAR = Flag(
    key="board/win_rate_bar",
    default=True,
    row=DialogRow(
        page=Page.BOARD, title=lambda: tr("Settings", "Win rate beside the board")
    ),
    menu=MenuEntry(text=lambda: tr("Actions", "Win rate be&side the board")),
)
"""Whether a thin bar beside the board shows the win rate of the position."""

PALETTE = Choice(
    key="board/palette",
    default=Palette.STANDARD,
    values=tuple(Palette),
    titles=lambda: (
        tr("Actions", "&Standard"),
        tr("Actions", "Colour-&blind safe"),
    ),
    row=DialogRow(page=Page.BOARD, title=lambda: tr("Settings", "Colours")),
    menu=MenuEntry(text=lambda: tr("Menus", "Colo&urs")),
)
"""Palette of sides and marks."""

SOUNDS = Flag(
    key="sound/sounds",
    default=True,
    row=DialogRow(page=Page.SOUND, title=lambda: tr("Settings", "Play sounds")),
)
"""Whether the window can be heard."""

VOLUME = Number(
    key="sound/volume",
    default=60,
    lowest=0,
    highest=100,
    row=DialogRow(page=Page.SOUND, title=lambda: tr("Settings", "Volume")),
)
"""Loudness of the sounds, in percent."""

PERSON = Text(
    key="records/person",
    default="",
    row=DialogRow(
        page=Page.RECORDS,
        title=lambda: tr("Settings", "Your name"),
        placeholder=lambda: tr("Settings", "Name used in game records"),
    ),
)
"""The name that records give to the person at this computer."""

EVENT = Text(key="records/event", default="")
"""The contest written into the last exported record."""

PLACE = Text(key="records/place", default="")
"""The place written into the last exported record."""

RECORD_FOLDER = _folder_setting("files/folder")
"""The folder of the last record; see ``folders.record_folder``."""

CONTEST_FOLDER = _folder_setting("files/contest_folder")
"""The folder of the records of contests; see ``folders.contest_folder``."""

RECENT_FILES: Coded[tuple[Path, ...]] = Coded(
    key="files/recent",
    default=(),
    decode=codec.decode_paths,
    encode=codec.encode_paths,
)
"""Records opened or saved, the latest first."""

LAST_GAME = Coded(
    key="new_game/game",
    default=next(iter(GAMES)),
    decode=codec.decode_game,
    encode=str,
)
"""The game played last."""

LAST_STRENGTH = Choice(
    key="new_game/strength", default=DEFAULT_STRENGTH, values=tuple(NAMES)
)
"""The strength chosen last on the first card."""

REPLAY_SECONDS: Choice[float] = Choice(
    key="records/replay_seconds",
    default=1.0,
    values=(0.2, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0),
    titles=lambda: tuple(
        tr("Settings", "{seconds} s per position").format(seconds=seconds)
        for seconds in ("0.2", "0.5", "1", "2", "3", "5", "10")
    ),
    row=DialogRow(page=Page.RECORDS, title=lambda: tr("Settings", "Replay")),
)
"""How long a replay shows each position, in seconds."""

PLAYBACK_SPEED = Choice(
    key="engines/playback_speed",
    default=PlaybackSpeed.NORMAL,
    values=tuple(PlaybackSpeed),
)
"""How fast engines that play each other move."""

WINDOW_GEOMETRY: Coded[QRect | None] = Coded(
    key="window/geometry",
    default=None,
    decode=codec.decode_rect,
    encode=codec.encode_rect,
)
"""Geometry of the window; ``None`` if maximized or never stored."""

IS_MAXIMIZED = Flag(key="window/maximized", default=False)
"""Whether the window was maximized."""

DOCK_LAYOUT: Choice[DockLayout] = Choice(
    key="window/dock_layout", default="play", values=("play", "analyse")
)
"""The dock layout used last."""

MATCHES_FOLDER = _folder_setting("lab/folder")
"""Folder of the matches of engines; see ``folders.matches_folder``."""

TRAINING_FOLDER = _folder_setting("lab/training_folder")
"""Folder of the training runs; see ``folders.training_folder``."""

EXPERIMENTS_FOLDER = _folder_setting("lab/experiments_folder")
"""Folder of the experiments; see ``folders.experiments_folder``."""

SETTINGS: tuple[Setting[Any], ...] = (
    *(LANGUAGE, THEME, SCALE),
    *(*BOARD_OPTIONS, WIN_RATE_BAR, PALETTE),
    *(REVIEW_SECONDS, WIN_RATE_MAP_SECONDS, INACCURACY, MISTAKE, BLUNDER),
    *(SEARCH_THREADS, ANALYSIS_MEMORY, ANALYSIS_MINUTES, COMPARISON_SECONDS),
    *(SOUNDS, VOLUME),
    *(PERSON, EVENT, PLACE, REPLAY_SECONDS),
    *(RECORD_FOLDER, CONTEST_FOLDER, RECENT_FILES),
    *(LAST_GAME, LAST_STRENGTH, PLAYBACK_SPEED),
    *(WINDOW_GEOMETRY, IS_MAXIMIZED, DOCK_LAYOUT),
    *(MATCHES_FOLDER, TRAINING_FOLDER, EXPERIMENTS_FOLDER, SOLVED_PUZZLES),
)
"""Every setting that is there once, in the order of the settings dialog."""

LAST_MATCH: Family[MatchSetup | None] = Family(
    prefix="new_game/match_",
    make=lambda key, game: Coded(
        key=key,
        default=None,
        decode=lambda text: match_codec.decode_match(game, text),
        encode=match_codec.encode_match,
    ),
)
"""The match chosen last for each game; ``None`` before the first choice."""

MENU_SETTINGS = tuple(row for row in SETTINGS if row.menu is not None)
"""The settings with an entry in the *View* menu."""

SHORTCUTS: Family[str | None] = Family(
    prefix="keys/",
    make=lambda key, _action: Coded(
        key=key, default=None, decode=str, encode=lambda keys: keys or ""
    ),
)
"""The user's shortcuts of each action; ``None`` leaves it the default ones."""

SHOWS_CANDIDATES: Family[bool] = Family(
    prefix="board/candidates_",
    make=lambda key, dock_layout: Flag(key=key, default=dock_layout == "analyse"),
)
"""Whether each dock layout marks candidates on the board."""

DOCK_STATE: Family[bytes | None] = Family(
    prefix="window/dock_state_",
    make=lambda key, _dock_layout: Coded(
        key=key, default=None, decode=codec.decode_state, encode=codec.encode_state
    ),
)
"""The saved state of each dock layout."""

LAST_CONTEST: Family[str] = Family(
    prefix="contest/", make=lambda key, _game: Text(key=key, default="")
)
"""The form of the last contest of each game, as JSON; empty before the first."""

LAST_ENGINE_MATCH: Family[str] = Family(
    prefix="lab/match_", make=lambda key, _game: Text(key=key, default="")
)
"""The last match of engines in each game, as JSON; empty before the first."""

EXTERNAL_PROGRAMS: Family[tuple[ProgramPlayer, ...]] = Family(
    prefix="engines/programs_",
    make=lambda key, _game: Coded(
        key=key,
        default=(),
        decode=codec.decode_programs,
        encode=codec.encode_programs,
    ),
)
"""The external programs that the user has added for each game."""

FAMILIES: tuple[Family[Any], ...] = (
    *(SHORTCUTS, SHOWS_CANDIDATES, DOCK_STATE),
    *(LAST_MATCH, LAST_CONTEST, LAST_ENGINE_MATCH),
    *(ANALYSIS_ENGINE, COMPARED_ENGINES, EXTERNAL_PROGRAMS),
)
"""The settings that are there once for each member."""
