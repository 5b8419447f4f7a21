"""Training from the menu of the window: the form, the run, its network."""

import shutil
import sys

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtGui import QKeySequence
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QAction, QApplication, QMessageBox, QPushButton

from engine.core.message import Message
from engine.core.processes.failure_lines import format_failure
from engine.core.types import Player
from engine.nn.named_networks import find_network
from engine.training.run.run_folder import ERRORS, NET
from engine.training.run.run_status import RunStatus, StatusMonitor
from gui.lab import run_process
from gui.lab.training import training_process, training_watcher
from gui.lab.training.training_labels import status_text
from gui.lab.training.training_watcher import TrainingWatcher
from gui.lab.training.training_window import TrainingWindow
from gui.text import languages
from tests.engine.training.training_folders import (
    EVENTS_OF_TWO_GENERATIONS,
    add_net,
    make_run,
)
from tests.gui.driving import has_widget, press, status, widget
from tests.gui.lab.conftest import FAILS, WAITS

pytest.importorskip("torch")

PATIENCE_MS = 120_000

SAVES = """
import sys
import time
from pathlib import Path
folder = Path(sys.argv[sys.argv.index("--out") + 1])
sys.stdin.read()
for _ in range(6000):
    if (folder / "may_save").exists():
        (folder / "saved").touch()
        break
    time.sleep(0.01)
"""
"""A process that saves its work after it is stopped, when the test lets it."""


LAST_GENERATION = (
    *EVENTS_OF_TWO_GENERATIONS,
    {**EVENTS_OF_TWO_GENERATIONS[-2], "generation": 12},
)
"""The log of a finished run."""


@pytest.fixture(autouse=True)
def often(monkeypatch):
    monkeypatch.setattr(training_watcher, "INTERVAL_SECONDS", 0.01)


@pytest.fixture
def show_run(qtbot, tmp_path):
    """Return a function that shows the window of a folder."""

    def show():
        window = TrainingWindow(tmp_path)
        qtbot.addWidget(window, before_close_func=TrainingWindow.end)
        window.show()
        qtbot.waitUntil(lambda: window._state is not None, timeout=PATIENCE_MS)
        return window

    return show


def test_the_window_shows_games_curves_and_what_can_be_done(show_run, tmp_path):
    make_run(tmp_path)

    window = show_run()

    assert "40 games" in widget(window, "training_about").text()
    assert widget(window, "training_status").text() == "Paused"
    assert widget(window, "training_toggle").text() == "Resume"
    assert not widget(window, "training_play").isEnabled()
    assert not has_widget(window, "training_no_curves")
    assert len(window._curves._plots) >= 4


def test_a_process_that_another_window_started_is_seen_and_paused(
    show_run, tmp_path, qtbot
):
    make_run(tmp_path)
    with StatusMonitor(tmp_path) as process:
        process.begin_generation(2, 12)
        process.update("games", 24, 40)
        process.refresh()
        window = show_run()
        label = widget(window, "training_status")
        assert label.text() == "Generation 2 of 12 · Games 24 of 40"

        press(window, "training_toggle")

        assert widget(window, "training_toggle").text() == "Pausing…"
        process.refresh()
        assert process.is_stop_requested()

    qtbot.waitUntil(lambda: label.text() == "Paused", timeout=PATIENCE_MS)
    assert widget(window, "training_toggle").text() == "Resume"


def test_a_process_can_be_paused_once_it_has_started(show_run, be, tmp_path, qtbot):
    make_run(tmp_path)
    be(WAITS)
    window = show_run()
    toggle = widget(window, "training_toggle")

    press(window, "training_toggle")

    assert toggle.text() == "Pause"
    assert not toggle.isEnabled()
    with StatusMonitor(tmp_path):
        qtbot.waitUntil(toggle.isEnabled, timeout=PATIENCE_MS)


def test_no_button_comes_to_the_place_of_pause_when_the_run_ends(
    show_run, tmp_path, qtbot
):
    make_run(tmp_path)
    with StatusMonitor(tmp_path):
        window = show_run()
        toggle = widget(window, "training_toggle")
        qtbot.waitUntil(toggle.isEnabled, timeout=PATIENCE_MS)
        place = toggle.geometry()
        make_run(tmp_path, LAST_GENERATION)
    qtbot.waitUntil(toggle.isHidden, timeout=PATIENCE_MS)
    qtbot.wait(50)

    for button in window.findChildren(QPushButton):
        is_there = button.isVisible() and button.geometry().intersects(place)
        assert not is_there, button.text()


def test_a_second_press_of_the_space_bar_presses_no_other_button(
    show_run, tmp_path, qtbot
):
    add_net(make_run(tmp_path))
    with StatusMonitor(tmp_path):
        window = show_run()
        toggle = widget(window, "training_toggle")
        qtbot.waitUntil(toggle.isEnabled, timeout=PATIENCE_MS)
        window.activateWindow()
        toggle.setFocus()
        watched = []
        window.watch_requested.connect(watched.append)
        window.play_requested.connect(watched.append)

        for _ in range(2):
            QTest.keyClick(QApplication.focusWidget(), Qt.Key_Space)

        assert toggle.text() == "Pausing…"
        assert QApplication.focusWidget() is window
        assert not watched


def test_an_earlier_failure_does_not_hide_a_new_one(show_run, be, tmp_path, qtbot):
    make_run(tmp_path)
    be(FAILS)
    window = show_run()
    window.start(is_independent=False)
    qtbot.waitUntil(lambda: has_widget(window, "training_problem"), timeout=PATIENCE_MS)

    window.findChild(TrainingWatcher).process_failed.emit("")  # its file was deleted

    sentence = "The training stopped. The disk is full."
    assert widget(window, "training_problem").text() == sentence


def test_closing_lets_the_process_save_its_work(be, tmp_path, qtbot, monkeypatch):
    monkeypatch.setattr(run_process, "END_MS", 10)
    be(SAVES)
    window = TrainingWindow(make_run(tmp_path))
    window.show()
    window.start(is_independent=False)
    window.close()

    window.findChild(QMessageBox, "stop_question").buttons()[0].click()
    assert not window.isVisible()
    with qtbot.waitSignal(window.closed, timeout=PATIENCE_MS):
        (tmp_path / "may_save").touch()

    assert (tmp_path / "saved").exists()


@pytest.mark.qt_log_ignore("does not support")
def test_a_run_opened_again_while_it_stops_keeps_its_window(
    program, be, tmp_path, qtbot
):
    be(WAITS)
    run = program.training.open(make_run(tmp_path / "run"))
    run.start(is_independent=False)
    run.close()
    run.findChild(QMessageBox, "stop_question").buttons()[0].click()

    again = program.training.open(tmp_path / "run")
    assert widget(run, "training_toggle").text() == "Pausing…"
    qtbot.waitUntil(lambda: not run.is_running, timeout=PATIENCE_MS)

    assert again is run
    assert widget(run, "training_toggle").text() == "Resume"


def test_why_an_independent_process_failed_is_said(show_run, tmp_path, qtbot):
    make_run(tmp_path)
    (tmp_path / ERRORS).write_text("compiling\npentahex: Expected more room.\n")

    window = show_run()

    qtbot.waitUntil(lambda: has_widget(window, "training_problem"), timeout=PATIENCE_MS)
    sentence = "The training stopped. Expected more room."
    assert widget(window, "training_problem").text() == sentence


def test_why_an_independent_process_failed_is_said_in_the_language_of_the_window(
    show_run, tmp_path, qtbot, qapp
):
    languages.apply(qapp, "zh_CN")
    make_run(tmp_path)
    failure = Message("The system refuses an access: {reason}.", reason="x")
    (tmp_path / ERRORS).write_text(format_failure(failure, with_json=True))

    window = show_run()

    qtbot.waitUntil(lambda: has_widget(window, "training_problem"), timeout=PATIENCE_MS)
    assert widget(window, "training_problem").text().endswith("系统拒绝访问：x。")


@pytest.fixture
def independent(show_run, tmp_path, monkeypatch):
    """Return the window of a run whose independent process has just started."""
    command = [sys.executable, "-ISs", "-c", ""]
    monkeypatch.setattr(training_process, "console_command", lambda: command)
    make_run(tmp_path)
    window = show_run()
    window.start(is_independent=True)
    return window


def test_an_independent_process_is_not_started_twice(independent, tmp_path, qtbot):
    toggle = widget(independent, "training_toggle")
    qtbot.wait(100)
    assert toggle.text() == "Pause"
    assert not toggle.isEnabled()

    with StatusMonitor(tmp_path):
        qtbot.waitUntil(toggle.isEnabled, timeout=PATIENCE_MS)
        assert toggle.text() == "Pause"


def test_an_independent_process_that_failed_may_start_again(
    independent, tmp_path, qtbot
):
    (tmp_path / ERRORS).write_text("pentahex: Expected more room.\n")

    toggle = widget(independent, "training_toggle")
    qtbot.waitUntil(toggle.isEnabled, timeout=PATIENCE_MS)
    assert toggle.text() == "Resume"


def test_a_damaged_run_is_one_sentence(qtbot, tmp_path):
    make_run(tmp_path)
    (tmp_path / "run.json").write_text("{")
    window = TrainingWindow(tmp_path)
    qtbot.addWidget(window)
    window.show()

    qtbot.waitUntil(lambda: has_widget(window, "training_problem"), timeout=PATIENCE_MS)
    assert "run.json, got something else" in widget(window, "training_problem").text()


def test_a_damaged_run_is_described_in_the_language_of_the_window(
    qtbot, tmp_path, qapp
):
    languages.apply(qapp, "zh_CN")
    make_run(tmp_path)
    (tmp_path / "run.json").write_text("{")
    window = TrainingWindow(tmp_path)
    qtbot.addWidget(window)
    window.show()

    qtbot.waitUntil(lambda: has_widget(window, "training_problem"), timeout=PATIENCE_MS)
    assert "run.json 中" in widget(window, "training_problem").text()


def test_damaged_events_are_one_sentence_in_both_languages(show_run, tmp_path, qapp):
    make_run(tmp_path)
    events = tmp_path / "events.jsonl"
    events.write_text("{}\n[\n" + events.read_text())
    window = show_run()

    assert f"{events}: 2." in widget(window, "training_warning").text()
    languages.apply(qapp, "zh_CN")

    assert "损坏的行数：2" in widget(window, "training_warning").text()


@pytest.mark.parametrize(
    ("status_now", "text"),
    [
        (RunStatus(), "Starting"),
        (RunStatus(phase="compiling"), "Compiling"),
        (RunStatus(phase="steps", done=5, total=1200), "Learning 5 of 1.2k"),
    ],
)
def test_what_a_run_does_is_one_line(qapp, status_now, text):
    assert status_text(status_now) == text


def test_a_program_that_cannot_train_says_so_in_one_sentence(program, monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)

    program.window.findChild(QAction, "training").trigger()

    assert status(program).startswith("Training needs torch")
    assert not has_widget(program.window, "training_text")


def test_a_folder_without_a_run_is_refused(program, tmp_path):
    assert program.training.open(tmp_path) is None

    assert "is not the folder of a training run" in status(program)


@pytest.mark.qt_log_ignore("does not support")
def test_the_network_of_a_run_plays_and_is_watched(program, tmp_path, qtbot):
    add_net(make_run(tmp_path / "run"))
    run = program.training.open(tmp_path / "run")
    button = widget(run, "training_play")
    qtbot.waitUntil(button.isEnabled, timeout=PATIENCE_MS)

    press(run, "training_play")
    players = program.controller.view.players
    qtbot.waitUntil(program.window.isActiveWindow)
    assert run.windowHandle().transientParent() is None
    assert list(players.engines) == [Player.SECOND]
    assert "net.safetensors" in str(players.second)
    assert players.setup.size_text == "6"
    press(run, "training_watch")

    assert program.controller.view.players.is_watched


@pytest.mark.qt_log_ignore("does not support")
def test_a_value_network_of_a_run_plays_by_alpha_beta(program, tmp_path, qtbot):
    folder = make_run(tmp_path / "run", events=(), name="gomoku-4")
    shutil.copy(find_network("gomoku-4"), folder / NET)
    run = program.training.open(folder)
    button = widget(run, "training_play")
    qtbot.waitUntil(button.isEnabled, timeout=PATIENCE_MS)

    press(run, "training_play")

    players = program.controller.view.players
    assert players.second.head == "alphabeta"
    assert "net.safetensors" in str(players.second)
    assert players.second.refusal(players.setup) is None


@pytest.mark.parametrize("way", ["Esc", "Ctrl+W", "button"])
def test_a_run_is_closed_by_keys_and_by_a_button(program, tmp_path, qtbot, way):
    run = program.training.open(make_run(tmp_path / "run"))
    qtbot.waitUntil(run.isActiveWindow)

    with qtbot.waitSignal(run.closed):
        if way == "button":
            press(run, "training_close")
        else:
            QTest.keySequence(run, QKeySequence(way))
