"""A second start of the real program, beside a window, a corpse or a stranger."""

import os
import socket
import subprocess
import sys
import time
from unittest.mock import patch

import pytest
from PyQt5.QtCore import QProcess
from PyQt5.QtNetwork import QLocalSocket
from PyQt5.QtWidgets import QAction

from engine.core.files.paths import NEW_WINDOW
from gui.app import single_instance
from gui.app.single_instance import InstanceReply, InstanceServer
from tests.gui.app.test_app import PROJECT
from tests.gui.files.test_window_records import save_record

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="speaks to Unix sockets"),
]

TAKEN = "sent the files to the running window"
PAINTED = "painted after"
REPLY_SECONDS = 120
"""Longest wait of a second start for the reply of a busy window."""

PATIENCE = 180
"""Longest wait for anything, in seconds: kernels may be compiled meanwhile."""

PATIENT_PROGRAM = f"""
import runpy
from gui.app import single_instance
single_instance.REPLY_TIMEOUT_MS = {REPLY_SECONDS * 1000}
runpy.run_path("main.py", run_name="__main__")
"""
"""The program with more patience, so that a busy machine is no window that hangs."""


class Home:
    """A user's folders, and the programs that run there."""

    def __init__(self, folder):
        self.log = folder / "state" / "pentahex" / "pentahex.log"
        self.folder = folder
        self.programs = []
        runtime = folder / "runtime"
        runtime.mkdir(mode=0o700)
        self.environment = {
            **os.environ,
            "PYTHONPATH": str(PROJECT),
            "XDG_CONFIG_HOME": str(folder / "config"),
            "XDG_STATE_HOME": str(folder / "state"),
            "XDG_RUNTIME_DIR": str(runtime),
        }

    @property
    def socket(self):
        """Where the first window listens."""
        found = (self.folder / "runtime").glob("pentahex-*")
        return next((path for path in found if path.is_socket()), None)

    def start(self, *arguments, cwd=PROJECT, is_patient=True):
        main = str(PROJECT / "main.py")
        starter = ["-c", PATIENT_PROGRAM.replace("main.py", main)]
        program = subprocess.Popen(
            [
                sys.executable,
                *(starter if is_patient else [main]),
                *map(str, arguments),
            ],
            cwd=cwd,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.programs.append(program)
        return program

    def wait_for(self, what, *, times=1):
        """Wait until the log has said something so often, and return the log."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            text = self.text()
            if text.count(what) >= times:
                return text
            time.sleep(0.02)
        raise AssertionError(f"the log never said {what!r} {times} times:\n{text}")

    def text(self):
        """Return the log."""
        return self.log.read_text("utf-8") if self.log.exists() else ""

    def wait_for_listener(self):
        """Wait until a window accepts connections, not only for its socket."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.socket is not None and _is_listening(self.socket):
                return
            time.sleep(0.02)
        raise AssertionError("no window listens")

    def address(self):
        """Return where a first window listens."""
        runtime = {"XDG_RUNTIME_DIR": self.environment["XDG_RUNTIME_DIR"]}
        with patch.dict(os.environ, runtime):
            return single_instance.make_address(self.log.parent)

    def first_window(self):
        """Return a program with a window that listens."""
        program = self.start()
        self.wait_for(PAINTED)
        self.wait_for_listener()
        return program


def _is_listening(path):
    with socket.socket(socket.AF_UNIX) as client:
        try:
            client.connect(str(path))
        except (ConnectionRefusedError, FileNotFoundError):
            return False
    return True


def home_in(folder):
    """Yield a home, and end its programs afterwards."""
    made = Home(folder)
    yield made
    for program in made.programs:
        if program.poll() is None:
            program.kill()
        program.communicate()


@pytest.fixture
def home(tmp_path):
    yield from home_in(tmp_path)


@pytest.fixture(scope="module")
def lived_in(tmp_path_factory):
    """Return a home with a window that several second starts find."""
    for made in home_in(tmp_path_factory.mktemp("home")):
        made.first_window()
        yield made


@pytest.mark.processes
def test_a_second_start_hands_its_files_over_and_ends(lived_in, tmp_path):
    path = save_record(tmp_path / "棋 1.sgf", "gomoku", ["h8"])
    taken = lived_in.text().count(TAKEN)

    second = lived_in.start(path.name, cwd=tmp_path)

    assert second.wait(PATIENCE) == 0
    lived_in.wait_for(f"opened {path}")
    lived_in.wait_for(TAKEN, times=taken + 1)
    assert lived_in.programs[0].poll() is None
    assert second.communicate() == ("", "")


@pytest.mark.processes
def test_a_second_start_without_files_only_calls_the_window(lived_in):
    taken, painted = lived_in.text().count(TAKEN), lived_in.text().count(PAINTED)

    second = lived_in.start()

    assert second.wait(PATIENCE) == 0
    assert lived_in.programs[0].poll() is None
    log = lived_in.wait_for(TAKEN, times=taken + 1)
    assert log.count(PAINTED) == painted


@pytest.mark.processes
def test_a_new_window_opens_beside_the_first(lived_in):
    painted = lived_in.text().count(PAINTED)

    second = lived_in.start(NEW_WINDOW)

    lived_in.wait_for(PAINTED, times=painted + 1)
    assert lived_in.programs[0].poll() is None
    assert second.poll() is None


@pytest.mark.processes
def test_after_a_crash_the_next_start_is_the_first_window(home, tmp_path):
    first = home.first_window()
    first.kill()
    first.communicate()
    assert home.socket is not None

    home.start()
    home.wait_for(PAINTED, times=2)
    home.wait_for("no instance replies")
    home.wait_for_listener()
    third = home.start(save_record(tmp_path / "game.sgf", "hex", ["f6"]))

    assert third.wait(PATIENCE) == 0
    home.wait_for("opened ")


@pytest.mark.processes
def test_a_window_that_hangs_does_not_keep_another_from_opening(home):
    with socket.socket(socket.AF_UNIX) as dumb:
        dumb.bind(home.address())
        dumb.listen()

        home.start(is_patient=False)
        home.wait_for(PAINTED)

        assert home.socket is not None
    assert "does not reply" in home.log.read_text("utf-8")


def test_a_window_that_hangs_is_waited_for_as_long_as_is_set(tmp_path, monkeypatch):
    waits = []

    def wait(_socket, milliseconds):
        waits.append(milliseconds)
        return False

    monkeypatch.setattr(QLocalSocket, "waitForReadyRead", wait)
    with socket.socket(socket.AF_UNIX) as dumb:
        dumb.bind(str(tmp_path / "socket"))
        dumb.listen()

        answer = single_instance.send_to_running_instance(str(tmp_path / "socket"), [])

    assert answer is InstanceReply.NO_REPLY
    assert waits == [single_instance.REPLY_TIMEOUT_MS]
    assert (
        single_instance.REPLY_TIMEOUT_MS <= 3000
    )  # a user waits no longer for a window


def test_a_socket_that_nobody_may_use_is_left_alone(tmp_path, monkeypatch):
    path = tmp_path / "socket"
    path.touch()
    monkeypatch.setattr(os, "getuid", lambda: path.stat().st_uid + 1)

    assert (
        single_instance.send_to_running_instance(str(path), [])
        is InstanceReply.NO_REPLY
    )


def test_where_no_window_was_there_is_nobody(tmp_path):
    assert (
        single_instance.send_to_running_instance(str(tmp_path / "no"), [])
        is InstanceReply.NO_INSTANCE
    )


def test_each_state_folder_has_an_address_of_its_own(tmp_path):
    first = single_instance.make_address(tmp_path / "one")
    second = single_instance.make_address(tmp_path / "two")

    assert first != second
    assert len(first.encode()) < 100  # a socket's path must not be longer


@pytest.fixture
def listening(qtbot, tmp_path):
    window = InstanceServer(str(tmp_path / "socket"))
    assert window.listen()
    yield window
    window.close()


@pytest.mark.parametrize(
    "message", [b"nonsense\n", b"[]\n", b'{"files": 3}\n', b'{"files": [3]}\n']
)
def test_what_is_no_list_of_files_is_not_answered(listening, qtbot, tmp_path, message):
    received = []
    listening.files_received.connect(received.append)
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(str(tmp_path / "socket"))
        client.sendall(message)
        client.setblocking(False)

        qtbot.waitUntil(lambda: _answer(client) is not None)

        assert received == []


def _answer(client):
    """Return what came back; an empty answer is the end."""
    try:
        return client.recv(100)
    except BlockingIOError:
        return None
    except ConnectionResetError:
        return b""


def test_new_window_starts_the_program_again(program, monkeypatch):
    started = []

    def start(command, arguments):
        started.append([command, *arguments])
        return True

    monkeypatch.setattr(QProcess, "startDetached", start)

    program.window.findChild(QAction, "new_window").trigger()

    assert started[0][0] == sys.executable
    assert started[0][-1] == NEW_WINDOW
