"""Starting the program: what is loaded when, and what happens without a screen."""

import os
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path

import pytest
from PyQt5.QtGui import QDesktopServices
from PyQt5.QtWidgets import QApplication

from gui.app.crash_handler import CrashHandler
from gui.app.qt_environment import prepare_display
from gui.dialogs.crash_dialog import CrashDialog
from tests.gui.driving import has_widget, press, widget

PROJECT = Path(__file__).resolve().parents[3]

LOADED_AT_FIRST_PAINT = """
import sys
from gui.app import application as app

application = app.get_application()
program = app.new_program([])

def print_loaded():
    print(*sorted(sys.modules))
    program.window.close()

program.window.painted.connect(print_loaded)
program.window.show()
application.exec_()
program.shutdown()
app.exit_process(0)
"""

CRASHING = """
import sys
from PyQt5.QtCore import QTimer
from PyQt5.QtWidgets import QApplication
from gui.app import application as app

def fail():
    QTimer.singleShot(200, look)
    raise RuntimeError("a bird flew in")

def look():
    names = [w.objectName() for w in QApplication.topLevelWidgets() if w.isVisible()]
    print(*names)
    QApplication.exit(0)

application = app.get_application()
QTimer.singleShot(300, fail)
sys.exit(app.main([]))
"""


CLOSING = """
import sys
from PyQt5.QtCore import QTimer
from engine.core.files.paths import state_folder
from gui.app import application as app

begin = app.open_first_games

def begin_and_close(program, paths):
    begin(program, paths)
    timer = QTimer(program.window, interval=100)
    timer.timeout.connect(lambda: close_when_settled(program))
    timer.start()

def close_when_settled(program):
    log = (state_folder() / "pentahex.log").read_text("utf-8")
    if all(f"geometry {what} settled" in log for what in ("widgets", "cells")):
        program.window.close()

app.open_first_games = begin_and_close
sys.exit(app.main([]))
"""

UNFINISHED = ".0123456789abcdef.partial"


def run_in(folder, code, **changes):
    """Run Python code as a program of its own, with a home in ``folder``."""
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHONPATH": str(PROJECT),
        "XDG_CONFIG_HOME": str(folder / "config"),
        "XDG_STATE_HOME": str(folder / "state"),
        **changes,
    }
    environment = {name: text for name, text in environment.items() if text}
    return subprocess.run(
        [sys.executable, *code],
        cwd=PROJECT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.fixture
def run_python(tmp_path):
    """Return a function that runs Python code as a program of its own."""
    return partial(run_in, tmp_path)


@pytest.fixture(scope="module")
def used_home(tmp_path_factory):
    """Return the home of a program that closed, where another had left a file."""
    home = tmp_path_factory.mktemp("home")
    games = home / "state" / "pentahex" / "games"
    games.mkdir(parents=True)
    games.parent.chmod(0o755)
    unfinished = games / UNFINISHED
    unfinished.touch()
    os.utime(unfinished, (0, 0))
    assert run_in(home, ["-c", CLOSING], PENTAHEX_LOG="debug").returncode == 0
    return home


def log_of(home):
    return (home / "state" / "pentahex" / "pentahex.log").read_text("utf-8")


@pytest.mark.processes
def test_no_compiler_network_or_graph_is_loaded_before_the_first_paint(run_python):
    done = run_python(["-c", LOADED_AT_FIRST_PAINT])

    loaded = done.stdout.split()
    assert "gui.window.main_window" in loaded
    assert not {"numba", "llvmlite", "numpy", "torch", "pyqtgraph"} & set(loaded)


@pytest.mark.processes
def test_an_error_in_the_window_is_shown_and_logged_and_the_program_goes_on(
    run_python, tmp_path
):
    done = run_python(["-c", CRASHING])

    assert done.returncode == 0
    assert "crash" in done.stdout.split()
    assert "main_window" in done.stdout.split()
    assert "Traceback" not in done.stderr
    assert "a bird flew in" in log_of(tmp_path)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="X11 and Wayland")
@pytest.mark.parametrize("display", ["", ":97", "nowhere.invalid:0"])
def test_a_display_that_is_not_there_is_found_out(display):
    assert "xvfb-run" in prepare_display({"DISPLAY": display})


@pytest.mark.processes
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="X11 and Wayland")
def test_without_a_display_there_is_one_sentence(run_python):
    done = run_python(
        ["main.py"], QT_QPA_PLATFORM="", WAYLAND_DISPLAY="", DISPLAY=":97"
    )

    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "xvfb-run" in done.stderr


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="X11 and Wayland")
def test_a_dead_wayland_socket_is_no_display(tmp_path):
    environment = {"WAYLAND_DISPLAY": "wayland-9", "XDG_RUNTIME_DIR": str(tmp_path)}

    assert "needs a display" in prepare_display(environment)
    assert "QT_QPA_PLATFORM" not in environment


@pytest.mark.processes
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no modes of folders")
def test_the_start_closes_the_state_folder_and_deletes_unfinished_files(used_home):
    state = used_home / "state" / "pentahex"

    assert state.stat().st_mode & 0o777 == 0o700
    assert (state / "games").is_dir()
    assert not (state / "games" / UNFINISHED).exists()


def test_a_platform_that_was_chosen_is_trusted():
    assert prepare_display({"QT_QPA_PLATFORM": "offscreen"}) is None


@pytest.mark.processes
def test_widgets_are_logged_with_their_places_at_debug_level(used_home):
    log = log_of(used_home)

    assert "geometry widget card_play_gomoku " in log
    assert "geometry widget button_new " in log
    assert "geometry cell h8 " in log


def test_an_error_in_another_thread_is_shown_once(qtbot, tmp_path, monkeypatch):
    guard = CrashHandler(tmp_path)
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    guard.install()

    def fail():
        raise RuntimeError("boom")

    for _ in range(2):
        thread = threading.Thread(target=fail)
        thread.start()
        thread.join()

    qtbot.waitUntil(lambda: has_widget(None, "crash_details"))
    shown = [w for w in QApplication.topLevelWidgets() if w.objectName() == "crash"]
    assert len(shown) == 1
    press(None, "crash_copy")
    assert "boom" in QApplication.clipboard().text()
    assert "boom" in widget(None, "crash_details").toPlainText()
    press(None, "crash_close")


@pytest.mark.qt_log_ignore("does not support propagateSizeHints")
@pytest.mark.parametrize("can_open", [True, False])
def test_the_folder_of_the_log_is_opened_or_named(
    qtbot, tmp_path, monkeypatch, can_open
):
    opened = []

    def open_url(url):
        opened.append(Path(url.toLocalFile()))
        return can_open

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    dialog = CrashDialog("details", tmp_path)
    qtbot.addWidget(dialog)
    dialog.show()

    press(dialog, "crash_folder")

    assert opened == [tmp_path]
    is_named = widget(dialog, "crash_sentence").text() == str(tmp_path)
    assert is_named is not can_open
