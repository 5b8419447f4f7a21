"""Tests for gui.settings."""

from pathlib import Path

import pytest
from PyQt5.QtCore import QSettings

from engine.core.clocks.time_control import TimeTerms
from engine.core.errors import LimitsError
from engine.games import GAMES
from engine.match.engine_choice import default_match
from engine.match.match_setup import MatchSetup
from gui.board.board_options import (
    DEFAULT_BOARD_OPTIONS,
    BoardOptions,
    Orientation,
    SideMarkStyle,
)
from gui.settings.settings import Settings
from gui.style.colour_blind import Palette
from tests.gui.conftest import ENGINE

CHOICE = MatchSetup(
    setup=GAMES["gomoku"].setup(height=9, width=12, options={"rule": "exact"}),
    first=ENGINE,
    seconds_per_move=2.5,
    draws_colours=True,
    time=TimeTerms.parse("30m+5s 3x30s warn"),
    caps_engines=True,
)


OPTIONS = BoardOptions(
    coordinates=False,
    numbers=True,
    orientation=Orientation.UPRIGHT,
    side_mark_style=SideMarkStyle.PATTERNS,
)


@pytest.fixture
def reopened(settings, tmp_path):
    """Return a function that saves the settings and reads them again."""

    def reopen():
        settings.save()
        store = QSettings(str(tmp_path / "settings.ini"), QSettings.IniFormat)
        return Settings(store)

    return reopen


def test_what_was_never_set_has_a_default(settings):
    assert settings.theme == "system"
    assert settings.board.options == DEFAULT_BOARD_OPTIONS
    assert settings.board.palette is Palette.STANDARD
    assert settings.recent_files == []
    assert settings.last_game == "gomoku"
    assert settings.new_game("hex") == default_match("hex")


def test_everything_comes_back_after_a_restart(settings, reopened, tmp_path):
    settings.theme = "dark"
    settings.board.options = OPTIONS
    settings.board.palette = Palette.COLOUR_BLIND
    settings.person_name = "甲, 乙; 丙"
    settings.last_folder = tmp_path
    settings.add_recent_file(tmp_path / "a, b.sgf")
    settings.save_new_game(CHOICE)

    again = reopened()

    assert again.theme == "dark"
    assert again.board.options == OPTIONS
    assert again.board.palette is Palette.COLOUR_BLIND
    assert again.person_name == "甲, 乙; 丙"
    assert again.last_folder == tmp_path
    assert again.recent_files == [tmp_path / "a, b.sgf"]
    assert again.new_game("gomoku") == CHOICE


def test_recent_files_are_few_and_the_latest_comes_first(settings, tmp_path):
    paths = [tmp_path / f"{number}.sgf" for number in range(12)]
    for path in [*paths, paths[5]]:
        settings.add_recent_file(path)

    assert len(settings.recent_files) == 10
    assert settings.recent_files[:2] == [paths[5], paths[11]]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("height", "many"),
        ("width", "400"),
        ("second", "no-such-engine"),
        ("second", "uct-plain:99"),
        ("seconds", "-1"),
        ("seconds", "soon"),
        ("option_rule", "chess"),
    ],
)
def test_nonsense_counts_as_never_set(settings, tmp_path, key, value):
    settings.save_new_game(CHOICE)
    settings.save()
    store = QSettings(str(tmp_path / "settings.ini"), QSettings.IniFormat)
    store.setValue(f"new_game/gomoku/{key}", value)

    assert Settings(store).new_game("gomoku") == default_match("gomoku")


def test_an_unknown_theme_or_game_counts_as_never_set(tmp_path):
    store = QSettings(str(tmp_path / "settings.ini"), QSettings.IniFormat)
    store.setValue("window/theme", "pink")
    store.setValue("new_game/game", "chess")
    store.setValue("files/folder", "/no/such/folder")

    settings = Settings(store)

    assert settings.theme == "system"
    assert settings.last_game == "gomoku"
    assert settings.last_folder.is_dir()
    assert settings.last_folder != Path("/no/such/folder")


@pytest.mark.parametrize("seconds", [0, -1, 1e9, float("nan")])
def test_a_time_that_makes_no_sense_is_refused(seconds):
    with pytest.raises(LimitsError, match="seconds a move"):
        MatchSetup(setup=GAMES["hex"].setup(), seconds_per_move=seconds)


def test_unknown_board_options_count_as_never_set(tmp_path):
    store = QSettings(str(tmp_path / "settings.ini"), QSettings.IniFormat)
    store.setValue("board/orientation", "sideways")
    store.setValue("board/side_marks", "")
    store.setValue("board/palette", 7)

    settings = Settings(store)

    assert settings.board.options == DEFAULT_BOARD_OPTIONS
    assert settings.board.palette is Palette.STANDARD
