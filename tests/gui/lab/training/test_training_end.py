"""The end of a training run whose window is closed."""

import sys

import pytest
from PyQt5.QtWidgets import QAction, QMessageBox

from engine.core.processes.status_file import STATUS
from engine.training.run.run_status import read_status, request_stop
from gui.lab import run_process
from gui.lab.training import training_watcher
from gui.lab.training.training_window import TrainingWindow
from gui.settings.table import TRAINING_FOLDER
from tests.gui.driving import press, widget

pytest.importorskip("torch")

PATIENCE_MS = 120_000

STAND_IN = """
import sys
from pathlib import Path
from engine.training.run.run_status import StatusMonitor
with StatusMonitor(Path(sys.argv[sys.argv.index("--out") + 1])):
    sys.stdin.read()
"""
"""A process that says that it trains until it is stopped."""


@pytest.fixture(autouse=True)
def often(monkeypatch):
    monkeypatch.setattr(training_watcher, "INTERVAL_SECONDS", 0.01)


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
