"""The process of a training run: what its start does with the last failure."""

import sys

import pytest
from PyQt5.QtCore import QProcess

from engine.training.run.run_folder import ERRORS
from gui.lab.training import training_process
from gui.lab.training.training_process import TrainingProcess
from tests.gui.lab.conftest import WAITS


@pytest.fixture
def process(be, monkeypatch, tmp_path, qtbot):
    """Return a process that trains nothing; an independent one ends at once."""
    be(WAITS)
    command = [sys.executable, "-ISs", "-c", ""]
    monkeypatch.setattr(training_process, "console_command", lambda: command)
    made = TrainingProcess(tmp_path)
    yield made
    made.end()


@pytest.mark.parametrize("is_independent", [False, True])
def test_a_start_deletes_the_last_failure(process, tmp_path, is_independent):
    errors = tmp_path / ERRORS
    errors.write_text("pentahex: Expected more room.\n")

    process.start(is_independent=is_independent)

    assert not errors.exists() or not errors.read_text()


def test_a_failure_that_cannot_be_deleted_does_not_prevent_a_start(process, tmp_path):
    (tmp_path / ERRORS).mkdir()

    process.start(is_independent=False)

    assert process.is_running


def test_the_end_of_the_program_waits_until_the_work_is_saved(process, monkeypatch):
    waits = []
    process.start(is_independent=False)

    with monkeypatch.context() as patch:
        patch.setattr(
            QProcess, "waitForFinished", lambda _, ms: waits.append(ms) or True
        )
        process.end()

    assert process.is_stopping
    assert waits == [30_000]
