"""A disk that does not answer stops neither menus nor dialogs."""

import os
import threading

import pytest
from PyQt5.QtWidgets import QMenu

from gui.settings import file_probe
from gui.settings.file_probe import FileProbe, is_folder
from gui.settings.folders import record_folder
from gui.settings.recent_files import add_recent_file
from gui.settings.table import RECORD_FOLDER
from tests.gui.driving import click_cell, press, widget
from tests.gui.files.test_window_records import save_record


@pytest.fixture
def dead_drive(tmp_path, monkeypatch):
    """Return a folder on a disk that answers only when its event is set."""
    folder, may_answer = tmp_path / "drive", threading.Event()
    folder.mkdir()

    def after_an_answer(ask):
        def asked(path):
            if folder in (path, *path.parents):
                assert threading.current_thread() is not threading.main_thread()
                assert may_answer.wait(timeout=30)
            return ask(path)

        return asked

    for name in ("exists", "isdir"):
        ask = after_an_answer(getattr(os.path, name))
        monkeypatch.setattr(file_probe.os.path, name, ask)
    monkeypatch.setattr(file_probe, "PROMPT_SECONDS", 0.01)
    monkeypatch.setattr(file_probe, "FOLDER_SECONDS", 0.01)
    yield folder, may_answer
    may_answer.set()


def wait_for_probes():
    for thread in threading.enumerate():
        if thread.name == "probe":
            thread.join(30)


def recent(program):
    menus = program.window.findChildren(QMenu)
    menu = next(menu for menu in menus if menu.title() == "Open &recent")
    menu.aboutToShow.emit()
    return [action.text() for action in menu.actions() if action.toolTip() != ""][:-1]


def test_files_that_are_there_and_that_are_not_are_told_apart(tmp_path):
    there, gone = tmp_path / "a", tmp_path / "b"
    there.touch()

    assert FileProbe().look([there, gone]) == {there: True, gone: False}


def test_a_file_whose_disk_answers_late_is_unknown_at_first(dead_drive):
    folder, may_answer = dead_drive
    probe = FileProbe()

    first = probe.look([folder / "a.sgf"])
    again = probe.look([folder / "a.sgf"])
    may_answer.set()
    wait_for_probes()

    assert first == again == {}
    assert probe.look([]) == {folder / "a.sgf": False}


def test_a_folder_whose_disk_does_not_answer_counts_as_missing(dead_drive, settings):
    folder, may_answer = dead_drive
    settings[RECORD_FOLDER] = folder

    assert not is_folder(folder)
    assert record_folder(settings) != folder
    may_answer.set()
    wait_for_probes()


def test_the_list_of_recent_files_does_not_wait_for_a_drive(
    persons, dead_drive, settings
):
    folder, may_answer = dead_drive
    add_recent_file(settings, folder / "gone.sgf")

    assert "gone.sgf" in recent(persons)
    may_answer.set()
    wait_for_probes()
    assert "gone.sgf" not in recent(persons)


def test_an_export_to_such_a_drive_can_be_named(persons, dead_drive, settings):
    folder, may_answer = dead_drive
    click_cell(persons, "h8")
    may_answer.set()
    save_record(folder / "mine.sgf", "gomoku", ["h8"])
    settings[RECORD_FOLDER] = folder
    press(persons.window, "button_export")
    may_answer.clear()
    name = widget(persons.window, "export_file")

    name.setText("mine.txt")
    name.textEdited.emit(name.text())

    assert widget(persons.window, "export_accept").text() == "Export"
