"""A settings file of an older version is brought to the current one."""

import json

import pytest
from PyQt5.QtCore import QRect, QSettings

from engine.core.clocks.time_control import TimeTerms
from engine.games import GAMES
from engine.match.engine_choice import default_match
from engine.match.match_setup import MatchSetup
from engine.players.player_config import parse_engine
from gui.settings.last_match import load_last_match
from gui.settings.migrations import VERSION, VERSION_KEY
from gui.settings.playback_speed import PlaybackSpeed
from gui.settings.settings import Settings
from gui.settings.table import (
    DOCK_LAYOUT,
    DOCK_STATE,
    IS_MAXIMIZED,
    PLAYBACK_SPEED,
    RECENT_FILES,
    SCALE,
    SOUNDS,
    WINDOW_GEOMETRY,
)

UNVERSIONED = """\
[General]
later=kept

[engines]
pace=fast

[files]
recent=/a.sgf, "/b, c.sgf"

[new_game]
game=gomoku
gomoku\\caps_engines=true
gomoku\\draws_colours=false
gomoku\\first=uct:5
gomoku\\height=9
gomoku\\option_rule=exact
gomoku\\second=human
gomoku\\seconds=2.5
gomoku\\time=10m+3x30s
gomoku\\width=12

[sound]
on=false

[window]
arrangement=analyse
panels_play=907060870 aGVsbG8=
place=10 20 640 480
scale=system
"""


@pytest.fixture
def open_file(tmp_path):
    """Return a function that opens a settings file with this text."""
    path = tmp_path / "pentahex.ini"

    def open_file(text):
        path.write_text(text, encoding="utf-8")
        return QSettings(str(path), QSettings.IniFormat)

    return open_file


def test_values_of_a_file_without_version_are_found_by_their_new_keys(open_file):
    settings = Settings(open_file(UNVERSIONED))

    assert settings[PLAYBACK_SPEED] is PlaybackSpeed.FAST
    assert settings[SOUNDS] is False
    assert settings[DOCK_LAYOUT] == "analyse"
    assert settings[DOCK_STATE["play"]] == b"hello"
    assert settings[WINDOW_GEOMETRY] == QRect(10, 20, 640, 480)
    assert settings[IS_MAXIMIZED] is False
    assert settings[SCALE] is None
    assert [str(path) for path in settings[RECENT_FILES]] == ["/a.sgf", "/b, c.sgf"]
    assert settings.damaged == ()


def test_the_last_match_of_a_file_without_version_is_found(open_file):
    settings = Settings(open_file(UNVERSIONED))

    assert load_last_match(settings, "gomoku") == MatchSetup(
        setup=GAMES["gomoku"].setup(height=9, width=12, options={"rule": "exact"}),
        first=parse_engine("uct:5"),
        seconds_per_move=2.5,
        time=TimeTerms.parse("10m+3x30s"),
        caps_engines=True,
    )
    assert load_last_match(settings, "hex") == default_match("hex")


def test_old_keys_are_removed_and_unknown_ones_stay(open_file):
    store = open_file(UNVERSIONED)

    Settings(store)

    assert set(store.allKeys()) == {
        *("later", VERSION_KEY),
        *("engines/playback_speed", "files/recent"),
        *("new_game/game", "new_game/match_gomoku", "sound/sounds"),
        *("window/dock_layout", "window/dock_state_play", "window/geometry"),
    }
    assert store.value("later") == "kept"


def test_a_window_that_was_maximized_still_is(open_file):
    settings = Settings(open_file("[window]\nplace=full\n"))

    assert settings[IS_MAXIMIZED]
    assert settings[WINDOW_GEOMETRY] is None


@pytest.mark.parametrize(
    "line", ["height=many", "width=", "seconds=nan", "seconds=inf", "second=nobody"]
)
def test_a_damaged_match_of_a_file_without_version_is_the_default_one(open_file, line):
    head, _, tail = UNVERSIONED.partition(f"gomoku\\{line.partition('=')[0]}=")
    text = f"{head}gomoku\\{line}\n{tail.partition(chr(10))[2]}"

    settings = Settings(open_file(text))

    assert load_last_match(settings, "gomoku") == default_match("gomoku")


def test_an_empty_file_gets_the_current_version(open_file):
    store = open_file("")

    Settings(store)

    assert store.value(VERSION_KEY) == str(VERSION)


def test_a_file_is_migrated_once(open_file):
    store = open_file(UNVERSIONED)
    Settings(store)
    once = {key: store.value(key) for key in store.allKeys()}

    Settings(store)

    assert {key: store.value(key) for key in store.allKeys()} == once


@pytest.mark.parametrize("version", [str(VERSION + 1), "many", "-1"])
def test_a_file_of_a_newer_or_damaged_version_is_left_alone(open_file, version):
    text = f"[General]\nversion={version}\n\n[engines]\npace=fast\n"
    store = open_file(text)

    settings = Settings(store)

    assert store.value("engines/pace") == "fast"
    assert store.value(VERSION_KEY) == version
    assert settings[PLAYBACK_SPEED] is PlaybackSpeed.NORMAL


def test_a_single_recent_file_is_found(open_file):
    store = open_file("[files]\nrecent=/one.sgf\n")

    settings = Settings(store)

    assert json.loads(store.value("files/recent")) == ["/one.sgf"]
    assert [str(path) for path in settings[RECENT_FILES]] == ["/one.sgf"]
