"""What other processes send, what a report shows, what the log takes."""

import gc
import json
import logging
import os
import socket
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PyQt5.QtNetwork import QLocalSocket

from gui.app import single_instance
from gui.app.crash_handler import format_report
from gui.app.log_file import open_log
from gui.app.single_instance import InstanceServer

MESSAGES = {
    "nested": b"[" * 200_000,
    "number": b"7",
    "no list": b'{"files": 5}',
    "bytes": b"\xff\xfe",
    "no names": b'{"files": ["a.sgf", 5, null]}',
    "huge": b'{"files": [1' + b"0" * 5000 + b"]}",
}


@pytest.fixture
def first(qtbot, tmp_path):
    window = InstanceServer(str(tmp_path / "socket"))
    assert window.listen()
    yield window
    window.close()


def send(qtbot, window, tmp_path, message):
    """Send a message and return the files that the window received, if any."""
    received = []
    window.files_received.connect(received.append)
    client = QLocalSocket()
    client.connectToServer(str(tmp_path / "socket"))
    assert client.waitForConnected(3000)
    client.write(message + b"\n")
    client.flush()
    qtbot.waitUntil(
        lambda: bool(received) or client.state() == QLocalSocket.UnconnectedState
    )
    return received[0] if received else None


@pytest.mark.parametrize("message", MESSAGES.values(), ids=MESSAGES)
def test_a_message_that_is_none_is_dropped(qtbot, first, tmp_path, message):
    assert not send(qtbot, first, tmp_path, message)


def test_a_message_survives_a_collection_of_garbage(qtbot, first, tmp_path):
    received = []
    first.files_received.connect(received.append)
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(str(tmp_path / "socket"))
        qtbot.waitUntil(lambda: bool(first.findChildren(QLocalSocket)))

        gc.collect()
        client.sendall(b'{"files": ["/a.sgf"]}\n')

        qtbot.waitUntil(lambda: bool(received))
    assert received == [[Path("/a.sgf")]]
    qtbot.waitUntil(lambda: not first.findChildren(QLocalSocket))


def test_names_that_no_file_has_are_left_out(qtbot, first, tmp_path):
    names = ["/a.sgf", "a\0b", "a\ud800b", "b.sgf"]
    message = json.dumps({"files": names}).encode()

    received = send(qtbot, first, tmp_path, message)

    assert received == [Path("/a.sgf"), Path("b.sgf")]


@given(names=st.lists(st.text(max_size=5) | st.integers() | st.none(), max_size=4))
@settings(max_examples=30, deadline=None)
def test_every_received_name_can_be_looked_for(names):
    message = json.dumps({"files": names}).encode()
    received = single_instance.parse_message(message) or []

    assert not any(path.exists() and path.is_file() for path in received)
    for path in received:
        os.fsencode(path)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such addresses")
class TestAddress:
    def test_the_runtime_folder_is_taken_if_it_is_private(self, tmp_path, monkeypatch):
        tmp_path.chmod(0o700)
        monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))

        assert Path(single_instance.make_address(Path("/s"))).parent == tmp_path

    @pytest.mark.parametrize("runtime", ["", "open", "nowhere"])
    def test_else_the_state_folder_is_taken(self, tmp_path, monkeypatch, runtime):
        (tmp_path / "open").mkdir()
        (tmp_path / "open").chmod(0o777)
        value = str(tmp_path / runtime) if runtime else ""
        monkeypatch.setenv("XDG_RUNTIME_DIR", value)

        address = single_instance.make_address(Path("/home/a/state"))

        assert Path(address).parent == Path("/home/a/state")

    def test_an_address_in_the_common_folder_is_not_foreseeable(self, monkeypatch):
        monkeypatch.setenv("XDG_RUNTIME_DIR", "")
        state = Path("/home") / ("x" * 200)

        addresses = {single_instance.make_address(state) for _ in range(3)}

        assert len(addresses) == 3


def test_a_report_shows_no_users_name(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    error = ValueError(f"in {tmp_path}/game.sgf")
    error.add_note(f"while reading {tmp_path}/game.sgf")

    report = format_report(error)

    assert str(tmp_path) not in report
    assert "while reading ~/game.sgf" in report


def test_a_name_that_is_not_utf_8_stands_in_the_log(tmp_path):
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    path = open_log(tmp_path)
    name = os.fsdecode(b"/a/\xb5\xda.sgf")
    record = logging.makeLogRecord({"name": "test", "msg": f"opened {name}"})
    try:
        for handler in set(root.handlers) - set(before):
            handler.handle(record)
    finally:
        for handler in set(root.handlers) - set(before):
            root.removeHandler(handler)
            handler.close()
        root.setLevel(level)

    assert "opened /a/\\udcb5\\udcda.sgf" in path.read_text(encoding="utf-8")
