"""Presets in the user's folder, as the window offers them."""

from pathlib import Path

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtGui import QDesktopServices, QGuiApplication
from PyQt5.QtWidgets import QAction

from engine.core.files.paths import user_presets_folder
from engine.players.preset_player import PresetPlayer
from gui.text.strength_labels import kind_title
from tests.gui.driving import (
    choose_player,
    click_cell,
    has_widget,
    moves,
    press,
    status,
    widget,
)

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")

PRESET = """
name = "{name}"
title = "Quick & <b>bold</b>"
kind = "tree-search"
description = "Plays at once"
source = "A lesson"
[[levels]]
nodes = 3
[[levels]]
nodes = 9
"""


@pytest.fixture(autouse=True)
def config_home(tmp_path, monkeypatch):
    for variable in ("XDG_CONFIG_HOME", "APPDATA"):
        monkeypatch.setenv(variable, str(tmp_path / "config"))


@pytest.fixture
def write():
    """Return a function that writes a preset file of the user."""

    def put(name, text=PRESET):
        path = user_presets_folder() / f"{name}.toml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.format(name=name), encoding="utf-8")
        return path

    return put


def offered(name):
    """Return the entries of a list of engines, with headings."""
    box = widget(None, name)
    return [box.itemText(index) for index in range(box.count())]


def activate():
    """Return to the window from another program."""
    QGuiApplication.instance().applicationStateChanged.emit(Qt.ApplicationActive)


def test_a_new_file_is_offered_by_the_next_dialog_and_plays(
    write, start_program, engines, qtbot
):
    program = start_program()
    press(program.window, "button_new")
    choose_player(None, "new_game_second", "uct")
    assert "Your presets" not in offered("new_game_second_kind")
    press(None, "new_game_cancel")

    write("quick")
    press(program.window, "button_new")
    choose_player(None, "new_game_second", "quick")
    entries = offered("new_game_second_kind")
    assert entries[-3:-1] == ["Your presets", "Quick & <b>bold</b>"]
    assert widget(None, "new_game_second_about").text() == "Plays at once"
    press(None, "new_game_accept")
    click_cell(program, "h8")

    qtbot.waitUntil(lambda: len(moves(program)) == 2)
    assert engines.players[-1] == PresetPlayer(preset="quick", level=2)


def test_a_game_goes_on_when_its_preset_is_deleted(write, start_program, qtbot):
    path = write("quick")
    program = start_program()
    press(program.window, "button_new")
    choose_player(None, "new_game_second", "quick")
    press(None, "new_game_accept")

    path.unlink()
    click_cell(program, "h8")

    qtbot.waitUntil(lambda: len(moves(program)) == 2)
    engine = program.controller.view.players.second
    assert kind_title(engine) == "Quick & <b>bold</b>, level 2"
    press(program.window, "button_new")
    assert has_widget(None, "new_game_accept")
    press(None, "new_game_cancel")


def test_a_damaged_file_is_named_at_the_start(write, start_program, qtbot):
    write("broken", PRESET.replace("kind", "kin"))

    program = start_program()

    qtbot.waitUntil(lambda: status(program).startswith("broken.toml: kin is not known"))
    assert has_widget(program.window, "card_welcome")


def test_an_edit_is_checked_when_the_window_is_active_again(
    write, start_program, qtbot
):
    write("early", PRESET.replace("kind", "kin"))
    program = start_program()
    qtbot.waitUntil(lambda: "early.toml" in status(program))

    write("late", PRESET.replace("title", "titel"))
    activate()
    assert status(program) == "late.toml: titel is not known; did you mean title?"

    write("early")
    program.window.show_note("")
    activate()
    assert "toml" not in status(program)


@pytest.mark.parametrize("can_open", [True, False])
def test_the_folder_is_made_and_opened_or_named(start_program, monkeypatch, can_open):
    opened = []

    def open_url(url):
        opened.append(Path(url.toLocalFile()))
        return can_open

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    program = start_program()

    program.window.findChild(QAction, "presets_folder").trigger()

    assert opened == [user_presets_folder()]
    assert user_presets_folder().is_dir()
    assert (status(program) == str(user_presets_folder())) is not can_open
