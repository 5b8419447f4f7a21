"""The windows of runs, one for each folder, and the question at the end."""

import os
import signal
import sys

import pytest
from PyQt5.QtWidgets import QMessageBox

from gui.app import application
from gui.app.end_signals import EndSignals
from gui.lab.matches.match_labels import stop_texts
from gui.lab.matches.match_run_window import MatchRunWindow
from tests.gui.lab.conftest import WAITS

pytestmark = pytest.mark.qt_log_ignore("does not support")


def test_a_folder_without_a_window_is_not_opened_again(runs, tmp_path):
    assert runs.reopen(tmp_path) is None


def test_every_path_of_a_folder_leads_to_its_window(runs, window, make_run):
    folder = make_run().path
    run = runs.add(MatchRunWindow(folder, window))

    assert runs.reopen(folder / ".." / folder.name) is run


def test_a_closed_window_is_forgotten(runs, window, make_run):
    folder = make_run().path
    run = runs.add(MatchRunWindow(folder, window))

    run.close()

    assert runs.reopen(folder) is None


def test_runs_that_have_stopped_let_the_program_end(runs, window, make_run):
    runs.add(MatchRunWindow(make_run().path, window))

    assert runs.may_close()


def test_the_question_names_the_number_of_runs(runs, window, make_run, be):
    be(WAITS)
    for name in "ab":
        runs.add(MatchRunWindow(make_run(name=name).path, window)).start()

    assert not runs.may_close()

    box = window.findChild(QMessageBox, "stop_question")
    assert box.text() == stop_texts(2).text
    box.reject()


@pytest.mark.skipif(sys.platform == "win32", reason="a signal ends the process there")
def test_a_signal_ends_the_program_while_a_run_is_at_work(
    program, make_run, be, qtbot, qapp
):
    be(WAITS)
    runs = program.run_controllers[0].runs
    runs.add(MatchRunWindow(make_run().path, program.window)).start()
    application.end_on_signals(qapp, program.window, [runs.give_way])

    os.kill(os.getpid(), signal.SIGTERM)
    qtbot.waitUntil(lambda: not program.window.isVisible(), timeout=5000)

    qapp.findChild(EndSignals).close()


def test_the_answer_counts_for_the_windows_of_the_runs_too(runs, window, make_run, be):
    be(WAITS)
    run = runs.add(MatchRunWindow(make_run().path, window))
    run.start()
    runs.may_close()

    window.findChild(QMessageBox, "stop_question").buttons()[0].click()
    run.close()

    assert not window.isVisible()
    assert run.findChild(QMessageBox, "stop_question") is None
    assert not run.isVisible()
