"""Matches from the menu of the program to its end."""

import pytest
from PyQt5.QtWidgets import QAction, QMessageBox

from engine.games import GAMES
from gui.lab.matches import match_run_watcher
from gui.lab.matches.match_choice import default_match_choice
from gui.lab.matches.match_run_window import MatchRunWindow
from gui.settings.folders import matches_folder
from gui.settings.table import (
    LANGUAGE,
    LAST_ENGINE_MATCH,
    LAST_GAME,
    MATCHES_FOLDER,
    RECORD_FOLDER,
)
from tests.gui.driving import has_widget, press, status, widget
from tests.gui.files.saved_records import save_record
from tests.gui.lab.conftest import result_of, tiny_choice

PATIENCE_MS = 120_000


@pytest.fixture(autouse=True)
def often(monkeypatch):
    monkeypatch.setattr(match_run_watcher, "INTERVAL_SECONDS", 0.01)


@pytest.fixture
def last_match(settings, tmp_path):
    """Let the form begin with a quick match, in a folder of this test."""
    settings[MATCHES_FOLDER] = tmp_path
    settings[LAST_ENGINE_MATCH["gomoku"]] = tiny_choice(games=500).to_text()


def test_the_form_begins_with_the_game_on_the_board(program):
    program.controller.switch_to("hex")

    open_form(program)

    assert widget(program.window, "match_game_hex").isChecked()


def open_form(program):
    program.window.findChild(QAction, "engine_match").trigger()


def runs(program):
    return [
        window
        for window in program.window.findChildren(MatchRunWindow)
        if not window.isHidden()
    ]


def begin(program, qtbot):
    """Begin a match from the form, and wait for its first games."""
    open_form(program)
    press(program.window, "match_accept")
    (run,) = runs(program)
    games = run.path / "games.jsonl"
    qtbot.waitUntil(
        lambda: games.is_file() and games.stat().st_size > 0, timeout=PATIENCE_MS
    )
    return run


@pytest.mark.usefixtures("stand_in")
def test_a_match_begins_from_the_menu(program, last_match, settings, qtbot):
    run = begin(program, qtbot)

    assert run.is_running
    assert run.path.parent == matches_folder(settings)
    assert "500" in settings[LAST_ENGINE_MATCH["gomoku"]]


@pytest.mark.usefixtures("stand_in")
def test_ending_the_program_asks_and_stops_the_match(program, last_match, qtbot):
    run = begin(program, qtbot)

    program.window.close()
    assert program.window.isVisible()
    box = program.window.findChild(QMessageBox, "stop_question")
    assert "A match is still being played." in box.text()
    box.buttons()[0].click()

    qtbot.waitUntil(lambda: not program.window.isVisible())
    assert program.shutdown()
    assert not run.is_running


@pytest.mark.usefixtures("stand_in")
def test_a_match_can_be_kept_when_the_window_is_to_close(program, last_match, qtbot):
    run = begin(program, qtbot)
    program.window.close()

    program.window.findChild(QMessageBox, "stop_question").reject()

    assert program.window.isVisible()
    assert run.is_running


@pytest.mark.usefixtures("stand_in")
def test_a_program_that_is_told_to_end_does_not_ask(program, last_match, qtbot):
    run = begin(program, qtbot)
    program.window.quit_question.skip()

    program.window.close()

    assert not program.window.isVisible()
    assert program.shutdown()
    assert not run.is_running


@pytest.mark.qt_log_ignore("does not support")
def test_an_earlier_match_opens_once(program, make_run):
    folder = make_run()

    first = program.matches.open(folder.path)
    second = program.matches.open(folder.path)

    assert first is second
    assert not first.is_running


def close_and_open_again(program, run):
    """Close a run that goes on, and open it before its process has ended."""
    run.close()
    run.findChild(QMessageBox, "stop_question").buttons()[0].click()
    assert run.isHidden()
    return program.matches.open(run.path)


@pytest.mark.qt_log_ignore("does not support")
@pytest.mark.usefixtures("stand_in")
def test_a_match_opened_again_while_it_stops_keeps_its_window(
    program, last_match, qtbot
):
    run = begin(program, qtbot)

    again = close_and_open_again(program, run)
    assert widget(run, "run_toggle").text() == "Stopping…"
    qtbot.waitUntil(lambda: not run.is_running, timeout=PATIENCE_MS)

    assert again is run
    assert widget(run, "run_toggle").text() == "Resume"


@pytest.mark.qt_log_ignore("does not support")
@pytest.mark.usefixtures("stand_in")
def test_a_match_opened_again_asks_again_before_it_closes(program, last_match, qtbot):
    run = begin(program, qtbot)
    close_and_open_again(program, run)
    qtbot.waitUntil(lambda: not run.is_running, timeout=PATIENCE_MS)
    run.start()

    run.close()

    assert run.isVisible()
    assert run.is_running


def test_a_folder_without_a_match_is_one_sentence(program, tmp_path):
    assert program.matches.open(tmp_path) is None

    assert str(tmp_path) in status(program)
    assert not runs(program)


@pytest.mark.processes
@pytest.mark.qt_log_ignore("does not support")
def test_a_game_opens_on_the_board(program, make_run, qtbot):
    folder = make_run(tiny_choice(games=1))
    run = program.matches.open(folder.path)
    run.start()
    qtbot.waitUntil(
        lambda: folder.record(1).is_file() and not run.is_running, timeout=PATIENCE_MS
    )

    run.record_requested.emit(folder.record(1))

    qtbot.waitUntil(lambda: program.controller.session.setup.size_text == "5x6")
    assert len(program.controller.session.record.nodes) > 5


@pytest.mark.qt_log_ignore("does not support")
def test_a_game_of_a_match_does_not_change_the_folder_for_records(
    program, settings, tmp_path, qtbot
):
    path = tmp_path / "match" / "1.sgf"
    path.parent.mkdir()
    save_record(path, "hex", ["a1", "b2"])
    settings[RECORD_FOLDER] = tmp_path

    program.matches.record_requested.emit(path)

    qtbot.waitUntil(lambda: program.controller.session.setup.game == "hex")
    assert settings[RECORD_FOLDER] == tmp_path


def test_the_window_of_a_match_follows_the_language(program, make_run, settings, qtbot):
    run = program.matches.open(make_run(results=[result_of(1, first=0, winner=0)]).path)
    qtbot.waitUntil(lambda: bool(widget(run, "run_title").text()))

    settings[LANGUAGE] = "zh_CN"

    qtbot.waitUntil(lambda: widget(run, "run_close").text() == "关闭")
    settings[LANGUAGE] = "en"


@pytest.mark.parametrize("game", GAMES)
def test_damaged_choices_give_way_to_the_default(program, settings, game):
    settings[LAST_GAME] = game
    settings[LAST_ENGINE_MATCH[game]] = "{"

    open_form(program)

    entry = widget(program.window, "match_engines_list").item(0)
    assert entry.toolTip() == default_match_choice(game).engines[0]
    press(program.window, "match_cancel")
    assert not has_widget(program.window, "match_accept")
