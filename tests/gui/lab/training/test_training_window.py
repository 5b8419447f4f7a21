"""Training from the menu of the window: the form, the run, its network."""

import sys

import pytest
from PyQt5.QtWidgets import QAction, QMessageBox

from engine.core.types import Player
from engine.training.run.run_status import (
    STATUS,
    RunStatus,
    StatusFile,
    read_status,
    request_stop,
)
from engine.training.run.training_file import TEXT
from gui.lab import run_process
from gui.lab.training import training_watcher
from gui.lab.training.training_dialog import TrainingDialog
from gui.lab.training.training_labels import status_text
from gui.lab.training.training_process import ERRORS
from gui.lab.training.training_window import TrainingWindow
from gui.settings.table import TRAINING_FOLDER
from tests.gui.driving import has_widget, press, status, widget
from tests.gui.lab.training.training_runs import add_net, make_run

pytest.importorskip("torch")

PATIENCE_MS = 120_000

STAND_IN = """
import sys
from pathlib import Path
from engine.training.run.run_status import StatusFile
with StatusFile(Path(sys.argv[sys.argv.index("--out") + 1])):
    sys.stdin.read()
"""
"""A process that says that it trains until it is stopped."""


@pytest.fixture(autouse=True)
def often(monkeypatch):
    monkeypatch.setattr(training_watcher, "INTERVAL_SECONDS", 0.01)


@pytest.fixture
def form(qtbot, tmp_path):
    dialog = TrainingDialog(
        folder=tmp_path, ask_file=lambda *_: None, ask_folder=lambda *_: None
    )
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


@pytest.fixture
def show_run(qtbot, tmp_path):
    """Return a function that shows the window of a folder."""

    def show():
        window = TrainingWindow(tmp_path)
        qtbot.addWidget(window)
        window.show()
        qtbot.waitUntil(lambda: window._state is not None, timeout=PATIENCE_MS)
        return window

    return show


def test_the_form_begins_with_the_simplest_configuration(form, tmp_path):
    assert 'name = "first-run"' in widget(form, "training_text").toPlainText()
    assert widget(form, "training_accept").isEnabled()
    assert form.choice.folder == tmp_path / "first-run"


def test_a_mistake_in_the_configuration_is_said_while_one_types(form):
    text = widget(form, "training_text")
    whole = text.toPlainText()

    text.setPlainText(whole.replace("steps = 60", "steps = 0"))
    assert "train.steps" in widget(form, "training_problem").text()
    assert not widget(form, "training_accept").isEnabled()
    text.setPlainText(whole)

    assert widget(form, "training_accept").isEnabled()


def test_the_form_writes_what_was_edited(form):
    text = widget(form, "training_text")
    text.setPlainText(text.toPlainText().replace("generations = 12", "generations = 3"))

    press(form, "training_accept")

    written = (form.choice.folder / TEXT).read_text()
    assert "generations = 3" in written


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
    with StatusFile(tmp_path) as process:
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


def test_why_an_independent_process_failed_is_said(show_run, tmp_path, qtbot):
    make_run(tmp_path)
    (tmp_path / ERRORS).write_text("compiling\npentahex: Expected more room.\n")

    window = show_run()

    qtbot.waitUntil(lambda: has_widget(window, "training_problem"), timeout=PATIENCE_MS)
    sentence = "The training stopped. Expected more room."
    assert widget(window, "training_problem").text() == sentence


def test_a_damaged_run_is_one_sentence(qtbot, tmp_path):
    make_run(tmp_path)
    (tmp_path / "run.json").write_text("{")
    window = TrainingWindow(tmp_path)
    qtbot.addWidget(window)
    window.show()

    qtbot.waitUntil(lambda: has_widget(window, "training_problem"), timeout=PATIENCE_MS)
    assert "run.json is damaged" in widget(window, "training_problem").text()


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


def test_the_network_of_a_run_plays_and_is_watched(program, tmp_path, qtbot):
    add_net(make_run(tmp_path / "run"))
    run = program.training.open(tmp_path / "run")
    button = widget(run, "training_play")
    qtbot.waitUntil(button.isEnabled, timeout=PATIENCE_MS)

    press(run, "training_play")
    players = program.controller.view.players
    assert list(players.engines) == [Player.SECOND]
    assert "net.safetensors" in str(players.second)
    assert players.setup.size_text == "6"
    press(run, "training_watch")

    assert program.controller.view.players.is_watched


@pytest.mark.processes
def test_a_run_asks_before_it_ends_with_its_window(
    program, settings, tmp_path, qtbot, monkeypatch
):
    stand_in = [sys.executable, "-c", STAND_IN]
    monkeypatch.setattr(run_process, "console_command", lambda: stand_in)
    settings[TRAINING_FOLDER] = tmp_path
    program.window.findChild(QAction, "training").trigger()
    press(program.window, "training_accept")
    (run,) = program.window.findChildren(TrainingWindow)
    folder = run.path
    qtbot.waitUntil(lambda: read_status(folder) is not None, timeout=PATIENCE_MS)

    run.close()

    box = run.findChild(QMessageBox, "stop_question")
    assert run.isVisible()
    box.buttons()[0].click()
    qtbot.waitUntil(lambda: read_status(folder) is None, timeout=PATIENCE_MS)


@pytest.fixture
def ended(tmp_path):
    """End an independent run whatever becomes of the test."""
    yield
    for file in tmp_path.rglob(STATUS):
        request_stop(file.parent)


@pytest.mark.processes
@pytest.mark.slow
@pytest.mark.usefixtures("ended")
def test_an_independent_run_goes_on_without_its_window(
    program, settings, tmp_path, qtbot
):
    settings[TRAINING_FOLDER] = tmp_path
    program.window.findChild(QAction, "training").trigger()
    press(program.window, "training_independent")
    press(program.window, "training_accept")
    (run,) = program.window.findChildren(TrainingWindow)
    folder = run.path
    qtbot.waitUntil(lambda: read_status(folder) is not None, timeout=PATIENCE_MS)
    assert not run.is_running

    run.close()
    seen = read_status(folder).updated
    qtbot.waitUntil(lambda: read_status(folder).updated > seen, timeout=PATIENCE_MS)
    again = program.training.open(folder)
    qtbot.waitUntil(
        lambda: widget(again, "training_toggle").text() == "Pause", timeout=PATIENCE_MS
    )
    press(again, "training_toggle")

    qtbot.waitUntil(lambda: read_status(folder) is None, timeout=PATIENCE_MS)
