"""The settings dialog; the page of the keys has tests of its own."""

import os
import subprocess
import sys
from itertools import pairwise

import pytest
from PyQt5.QtCore import QRect
from PyQt5.QtWidgets import QAction

from gui.app import application as app
from gui.board.board_options import (
    NUMBERS,
    ORIENTATION,
    SIDE_MARKS,
    Orientation,
    SideMarkStyle,
)
from gui.dialogs.settings_dialog.dialog import SettingsDialog
from gui.dialogs.settings_dialog.general_page import find_largest_scale
from gui.settings.table import LANGUAGE, PALETTE, PERSON, SCALE, SCALES, THEME
from gui.style.colour_blind import Palette
from gui.text import languages
from tests.gui.app.test_app import PROJECT
from tests.gui.driving import press, widget

SCALED = """
import sys
from gui.app import application as app

application = app.get_application(scale=int(sys.argv[1]))
print(application.devicePixelRatio())
"""


@pytest.fixture
def dialog(program):
    program.window.findChild(QAction, "settings").trigger()
    return widget(program.window, "settings")


def choose(box, value):
    box.setCurrentIndex(box.findData(value))
    box.activated.emit(box.currentIndex())


def test_the_theme_changes_at_once(program, settings, dialog):
    before = program.window.grab().toImage().pixelColor(5, 5)

    choose(widget(dialog, "settings_theme"), "dark")

    assert settings[THEME] == "dark"
    assert program.window.grab().toImage().pixelColor(5, 5) != before


def test_the_dialog_comes_back_in_another_language(program, settings, dialog):
    choose(widget(dialog, "settings_language"), "zh_CN")

    assert settings[LANGUAGE] == "zh_CN"
    assert widget(program.window, "settings").windowTitle() == "设置"
    languages.apply(app.get_application(), "en")


def test_the_board_follows_at_once(program, settings, dialog):
    dialog.show_page("settings_board")

    widget(dialog, "settings_numbers").click()

    assert settings[NUMBERS]
    assert program.window.findChild(QAction, "numbers").isChecked()


def test_marks_orientation_and_colours_of_the_board_follow_at_once(
    program, settings, dialog
):
    press(program.window, "switch_hex")
    board = widget(program.window, "board")
    before = board.grab().toImage()
    dialog.show_page("settings_board")

    seen = [before]
    for name, value in (
        ("settings_side_marks", SideMarkStyle.LETTERS),
        ("settings_orientation", Orientation.UPRIGHT),
        ("settings_palette", Palette.COLOUR_BLIND),
    ):
        choose(widget(dialog, name), value)
        seen.append(board.grab().toImage())

    assert settings[SIDE_MARKS] is SideMarkStyle.LETTERS
    assert settings[ORIENTATION] is Orientation.UPRIGHT
    assert settings[PALETTE] is Palette.COLOUR_BLIND
    assert all(one != other for one, other in pairwise(seen))
    assert program.window.findChild(QAction, "orientation_upright").isChecked()


def test_the_name_for_records_is_kept(dialog, settings):
    dialog.show_page("settings_records")
    field = widget(dialog, "settings_person")

    field.setText("甲 ")
    field.textEdited.emit("甲 ")

    assert settings[PERSON] == "甲"


def test_a_scale_can_be_chosen_and_left_to_the_system_again(dialog, settings):
    box = widget(dialog, "settings_scale")

    choose(box, 100)
    assert settings[SCALE] == 100
    choose(box, None)
    assert settings[SCALE] is None


class Screen:
    """Screen of a chosen size in pixels at a scale in percent."""

    def __init__(self, width, height, percent=100):
        place = QRect(0, 0, width * 100 // percent, height * 100 // percent)
        self.availableGeometry = lambda: place
        self.availableSize = place.size
        self.devicePixelRatio = lambda: percent / 100


@pytest.mark.parametrize(
    ("screen", "largest"),
    [
        (Screen(1366, 728), 125),
        (Screen(1366, 728, 200), 125),
        (Screen(1920, 1040), 200),
        (Screen(800, 600), 100),
    ],
)
def test_sizes_are_offered_that_fit_the_screen(screen, largest):
    assert find_largest_scale(screen) == largest


@pytest.fixture
def small_dialog(program, settings, monkeypatch):
    """Return the dialog at 200 % on a screen of 1366 by 768."""
    settings[SCALE] = 200
    monkeypatch.setattr(SettingsDialog, "screen", lambda _: Screen(1366, 728, 200))
    program.window.findChild(QAction, "settings").trigger()
    return widget(program.window, "settings")


def test_a_small_screen_shows_the_whole_dialog(small_dialog, qtbot):
    close = widget(small_dialog, "settings_close")

    qtbot.waitUntil(lambda: small_dialog.height() <= 364)

    assert small_dialog.width() <= 683
    assert small_dialog.rect().contains(close.geometry())


def test_a_small_screen_offers_its_sizes_and_the_chosen_one(small_dialog):
    box = widget(small_dialog, "settings_scale")

    assert [box.itemData(row) for row in range(box.count())] == [None, 100, 125, 200]
    limit = widget(small_dialog, "settings_scale_limit")
    assert limit.text() == "Sizes above 125 % do not fit this screen."


@pytest.mark.processes
@pytest.mark.parametrize("percent", [SCALES[0], SCALES[-1]])
def test_the_chosen_scale_counts_at_the_next_start(percent):
    done = subprocess.run(
        [sys.executable, "-c", SCALED, str(percent)],
        cwd=PROJECT,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
        capture_output=True,
        text=True,
        timeout=30,
        check=True,
    )

    assert float(done.stdout) == percent / 100


def test_every_page_fits_a_small_screen(dialog):
    assert dialog.minimumSizeHint().width() < 1366
    assert dialog.minimumSizeHint().height() < 700
