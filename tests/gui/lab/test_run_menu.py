"""Windows of runs in the *Lab* menu, and the key that puts them aside."""

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QApplication, QMenu, QMessageBox

from gui.lab.matches.match_run_window import MatchRunWindow
from gui.lab.run_menu import RunMenu
from tests.gui.driving import key
from tests.gui.lab.conftest import WAITS

pytestmark = pytest.mark.qt_log_ignore("does not support")


def press_escape(run):
    """Press the key in the window; shortcuts are those of the active window."""
    run.activateWindow()
    QApplication.processEvents()
    key(run, Qt.Key_Escape)


def list_entries(menu):
    menu.aboutToShow.emit()
    return [entry for entry in menu.actions() if not entry.isSeparator()]


def test_the_menu_lists_the_runs_and_brings_them_to_the_front(
    runs, window, make_run, be
):
    be(WAITS)
    menu = QMenu(window)
    RunMenu(menu, [runs])
    running = runs.add(MatchRunWindow(make_run(name="a&b").path, window))
    running.start()
    stopped = runs.add(MatchRunWindow(make_run(name="old").path, window))
    running.showMinimized()

    entries = list_entries(menu)
    entries[0].trigger()

    texts = [entry.text() for entry in entries]
    assert texts == ["Match: a&&b (running)", "Match: old"]
    assert not running.isMinimized()
    stopped.close()
    assert len(list_entries(menu)) == 1


def test_escape_puts_a_running_match_aside_without_a_question(
    runs, window, make_run, be
):
    be(WAITS)
    run = runs.add(MatchRunWindow(make_run().path, window))
    run.start()

    press_escape(run)

    assert run.is_running
    assert run.isMinimized()
    assert run.findChild(QMessageBox, "stop_question") is None


def test_escape_closes_a_match_that_does_not_run(runs, window, make_run):
    run = runs.add(MatchRunWindow(make_run().path, window))

    press_escape(run)

    assert run.isHidden()


def test_the_lab_menu_of_the_program_lists_its_runs(program, make_run):
    program.matches.open(make_run(name="mine").path)

    texts = [entry.text() for entry in list_entries(program.window.lab_menu)]

    assert texts[-1] == "Match: mine"


def test_runs_at_work_are_known_until_they_stop(runs, window, make_run, be, qtbot):
    be(WAITS)
    run = runs.add(MatchRunWindow(make_run().path, window))
    states = [runs.are_at_work]

    run.start()
    states.append(runs.are_at_work)
    run.stop()
    qtbot.waitUntil(lambda: not run.is_running)
    states.append(runs.are_at_work)

    assert states == [False, True, False]
