"""The windows of runs, one for each folder, and the question at the end."""

import pytest
from PyQt5.QtWidgets import QMessageBox

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
