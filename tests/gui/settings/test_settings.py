"""Values of the settings, their defaults, and what becomes of damaged ones."""

import json
from pathlib import Path

import pytest
from PyQt5.QtCore import QSettings

from engine.core.clocks.time_control import TimeTerms
from engine.core.errors import LimitsError
from engine.games import GAMES
from engine.match.engine_choice import default_match
from engine.match.match_setup import MatchSetup
from gui.app import application as app
from gui.board.board_options import (
    BOARD_OPTIONS,
    COORDINATES,
    DEFAULT_BOARD_OPTIONS,
    NUMBERS,
    ORIENTATION,
    SIDE_MARKS,
    BoardOptions,
    Orientation,
    SideMarkStyle,
)
from gui.settings.analysis_settings import BLUNDER, MISTAKE
from gui.settings.folders import record_folder
from gui.settings.last_match import load_last_match, save_last_match
from gui.settings.migrations import VERSION, VERSION_KEY
from gui.settings.recent_files import add_recent_file
from gui.settings.settings import Settings, board_options, loss_thresholds
from gui.settings.table import (
    LAST_GAME,
    LAST_MATCH,
    PALETTE,
    PERSON,
    RECENT_FILES,
    RECORD_FOLDER,
    SETTINGS,
    THEME,
    VOLUME,
)
from gui.style.colour_blind import Palette
from tests.gui.scripted_engines import ENGINE

CHOICE = MatchSetup(
    setup=GAMES["gomoku"].setup(height=9, width=12, options={"rule": "exact"}),
    first=ENGINE,
    second_name='李, "四"',
    seconds_per_move=2.5,
    draws_colours=True,
    time=TimeTerms.parse("30m+5s 3x30s warn"),
    caps_engines=True,
)


OPTIONS = BoardOptions(
    {
        COORDINATES: False,
        NUMBERS: True,
        ORIENTATION: Orientation.UPRIGHT,
        SIDE_MARKS: SideMarkStyle.PATTERNS,
    }
)


@pytest.fixture
def store(tmp_path):
    """Return the storage of a settings file of the current version."""
    made = QSettings(str(tmp_path / "settings.ini"), QSettings.IniFormat)
    made.setValue(VERSION_KEY, str(VERSION))
    return made


@pytest.fixture
def reopened(settings, tmp_path):
    """Return a function that saves the settings and reads them again."""

    def reopen():
        settings.save()
        store = QSettings(str(tmp_path / "settings.ini"), QSettings.IniFormat)
        return Settings(store)

    return reopen


def test_what_was_never_set_has_a_default(settings):
    assert settings[THEME] == "system"
    assert board_options(settings) == DEFAULT_BOARD_OPTIONS
    assert settings[PALETTE] is Palette.STANDARD
    assert settings[RECENT_FILES] == ()
    assert settings[LAST_GAME] == "gomoku"
    assert load_last_match(settings, "hex") == default_match("hex")


def test_everything_comes_back_after_a_restart(settings, reopened, tmp_path):
    settings[THEME] = "dark"
    for option in BOARD_OPTIONS:
        settings[option] = OPTIONS[option]
    settings[PALETTE] = Palette.COLOUR_BLIND
    settings[PERSON] = "甲, 乙; 丙"
    settings[RECORD_FOLDER] = tmp_path
    add_recent_file(settings, tmp_path / "a, b.sgf")
    save_last_match(settings, CHOICE)

    again = reopened()

    assert again[THEME] == "dark"
    assert board_options(again) == OPTIONS
    assert again[PALETTE] is Palette.COLOUR_BLIND
    assert again[PERSON] == "甲, 乙; 丙"
    assert record_folder(again) == tmp_path
    assert again[RECENT_FILES] == (tmp_path / "a, b.sgf",)
    assert load_last_match(again, "gomoku") == CHOICE
    assert again.damaged == ()


def test_recent_files_are_few_and_the_latest_comes_first(settings, tmp_path):
    paths = [tmp_path / f"{number}.sgf" for number in range(12)]
    for path in [*paths, paths[5]]:
        add_recent_file(settings, path)

    assert len(settings[RECENT_FILES]) == 10
    assert settings[RECENT_FILES][:2] == (paths[5], paths[11])


@pytest.mark.parametrize(
    "changes",
    [
        {"height": "many"},
        {"width": 400},
        {"second": "no-such-engine"},
        {"second": "uct-plain:99"},
        {"seconds": -1},
        {"seconds": "soon"},
        {"seconds": float("nan")},
        {"options": {"rule": "chess"}},
    ],
)
def test_a_damaged_match_counts_as_never_set(store, changes):
    row = LAST_MATCH["gomoku"]
    store.setValue(row.key, json.dumps(json.loads(row.format(CHOICE)) | changes))

    settings = Settings(store)

    assert load_last_match(settings, "gomoku") == default_match("gomoku")
    assert settings.damaged == (row.key,)


@pytest.mark.parametrize("text", ["", "[]", "3", "{", "[" * 100_000])
def test_a_match_that_is_no_table_counts_as_never_set(store, text):
    store.setValue(LAST_MATCH["hex"].key, text)

    assert load_last_match(Settings(store), "hex") == default_match("hex")


DAMAGED = {
    "window/theme": "pink",
    "window/scale": "13",
    "window/geometry": "1 2 3",
    "window/dock_layout": "",
    "board/coordinates": "perhaps",
    "board/orientation": "sideways",
    "board/side_marks": "",
    "board/palette": "7",
    "sound/volume": "101",
    "new_game/game": "chess",
    "new_game/strength": "weak",
    "engines/playback_speed": "soon",
    "engines/threads": "0",
    "files/folder": "records",
    "files/recent": "[1]",
}


@pytest.mark.parametrize("key", DAMAGED)
def test_a_damaged_value_falls_back_to_its_default(store, key):
    store.setValue(key, DAMAGED[key])
    (row,) = (row for row in SETTINGS if row.key == key)

    settings = Settings(store)

    assert settings[row] == row.default
    assert settings.damaged == (key,)


def test_a_damaged_value_is_logged_once_and_kept_until_it_is_set(store, caplog):
    store.setValue("window/theme", "pink")
    settings = Settings(store)

    assert settings[THEME] == settings[THEME] == "system"
    assert store.value("window/theme") == "pink"
    assert [record.getMessage() for record in caplog.records] == [
        "the setting window/theme is damaged: "
        "expected one of system, light, dark, got 'pink'"
    ]
    settings[THEME] = "dark"

    assert settings[THEME] == "dark"
    assert settings.damaged == ()


def test_damaged_settings_are_named_in_one_sentence(store):
    store.setValue("window/theme", "pink")
    store.setValue("sound/volume", "loud")
    settings = Settings(store)

    assert (settings[THEME], settings[VOLUME]) == ("system", 60)
    assert app.list_storage_problems(has_log=True, settings=settings) == [
        "The settings window/theme, sound/volume are damaged. "
        "Their default values are used."
    ]


def test_a_folder_whose_disk_is_away_is_replaced_but_not_damaged(store):
    store.setValue("files/folder", "/no/such/folder")

    settings = Settings(store)

    assert record_folder(settings).is_dir()
    assert record_folder(settings) != Path("/no/such/folder")
    assert settings.damaged == ()


def test_only_another_value_is_announced_by_its_key(settings):
    keys = []
    settings.changed.connect(keys.append)

    settings[NUMBERS] = True
    settings[NUMBERS] = True
    settings[COORDINATES] = COORDINATES.default
    settings[RECORD_FOLDER] = Path("/records")
    settings[RECORD_FOLDER] = None

    assert keys == ["board/numbers", "files/folder", "files/folder"]


@pytest.mark.parametrize("seconds", [0, -1, 1e9, float("nan")])
def test_a_time_that_makes_no_sense_is_refused(seconds):
    with pytest.raises(LimitsError, match="seconds a move"):
        MatchSetup(setup=GAMES["hex"].setup(), seconds_per_move=seconds)


def test_the_losses_of_mistakes_are_shares(settings):
    settings[MISTAKE], settings[BLUNDER] = 12, 30

    thresholds = loss_thresholds(settings)

    assert (thresholds.inaccuracy, thresholds.mistake, thresholds.blunder) == (
        *(0.05, 0.12, 0.3),
    )
