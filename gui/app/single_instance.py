"""One window at a time: a second start hands its files to the window that is there.

Nothing here may keep the window from opening: whoever does not answer in time, or
belongs to somebody else, is left alone.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import secrets
import sys
import tempfile
from collections.abc import Sequence
from enum import Enum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PyQt5.QtCore import QObject, pyqtSignal

from engine.core.paths import APPLICATION
from engine.core.private_folder import is_private

if TYPE_CHECKING:
    from PyQt5.QtNetwork import QLocalServer, QLocalSocket

log = logging.getLogger(__name__)

ANSWER_MS = 3000
"""A window that takes longer hangs."""

LONGEST_ADDRESS = 100
"""Bytes; the system takes no longer address of a socket."""

LONGEST_MESSAGE = 1_000_000
"""Bytes; more is no list of files."""

TAKEN = b"taken\n"
"""What the first window answers."""


class Answer(Enum):
    """What became of the files of a second start."""

    TAKEN = "taken"
    """Another window has them."""

    NOBODY = "nobody"
    """There is no other window; this one may become the first."""

    SILENCE = "silence"
    """Another window hangs, or is not ours."""


def address(state: Path) -> str:
    """Return where the first window of this user listens.

    Args:
        state: The folder that the windows would share.
    """
    is_windows = sys.platform == "win32"
    user = os.environ.get("USERNAME", "") if is_windows else str(os.getuid())
    key = hashlib.sha256(f"{user} {state}".encode()).hexdigest()[:16]
    name = f"{APPLICATION}-{key}"
    if is_windows:
        return name
    runtime = Path(os.environ.get("XDG_RUNTIME_DIR", ""))
    if runtime.is_absolute() and _is_private(runtime):
        return str(runtime / name)
    if len(os.fsencode(state / name)) <= LONGEST_ADDRESS:
        return str(state / name)
    # Unforeseeable: nobody else can take the place; windows do not find each other.
    return str(Path(tempfile.gettempdir()) / f"{name}-{secrets.token_hex(8)}")


def _is_private(folder: Path) -> bool:
    """Return whether a folder is there and only this user may write it."""
    try:
        return is_private(folder)
    except (OSError, ValueError):
        return False


def hand_over(where: str, paths: Sequence[Path]) -> Answer:
    """Let the first window open ``paths`` and come to the front."""
    if sys.platform != "win32":
        try:
            owner = Path(where).stat().st_uid
        except OSError:
            return Answer.NOBODY
        if owner != os.getuid():
            log.warning("%s belongs to another user", where)
            return Answer.SILENCE
    from PyQt5.QtNetwork import QLocalSocket  # noqa: PLC0415 - costs ten milliseconds

    socket = QLocalSocket()
    socket.connectToServer(where)
    if not socket.waitForConnected(ANSWER_MS):
        is_stale = socket.error() in (  # type: ignore[operator]  # a signal, too
            QLocalSocket.ConnectionRefusedError,
            QLocalSocket.ServerNotFoundError,
        )
        log.info("no window answers at %s: %s", where, socket.errorString())
        return Answer.NOBODY if is_stale else Answer.SILENCE
    files = [str(path.absolute()) for path in paths]
    socket.write(json.dumps({"files": files}).encode() + b"\n")
    socket.flush()
    answer = b""
    while not answer.endswith(b"\n") and socket.waitForReadyRead(ANSWER_MS):
        answer += bytes(socket.readAll())
    if answer == TAKEN:
        return Answer.TAKEN
    log.warning("the window at %s does not answer", where)
    return Answer.SILENCE


class FirstWindow(QObject):
    """Listens for second starts.

    Args:
        where: See ``address``.
        parent: See ``QObject``.
    """

    files_received = pyqtSignal(list)  # Path; none if the window is only called

    def __init__(self, where: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._where = where
        self._server: QLocalServer | None = None

    def listen(self) -> bool:
        """Become the first window; a socket that a crash has left is put away."""
        from PyQt5.QtNetwork import QLocalServer  # noqa: PLC0415 - see ``hand_over``

        server = QLocalServer(self)
        server.setSocketOptions(QLocalServer.UserAccessOption)
        QLocalServer.removeServer(self._where)
        if not server.listen(self._where):
            log.warning("cannot listen at %s: %s", self._where, server.errorString())
            return False
        server.newConnection.connect(self._on_new_connection)
        self._server = server
        return True

    def close(self) -> None:
        """Listen no longer."""
        if self._server is not None:
            self._server.close()
            self._server = None

    def _on_new_connection(self) -> None:
        if self._server is None:
            return
        socket = self._server.nextPendingConnection()
        socket.readyRead.connect(partial(self._on_ready_read, socket, bytearray()))
        socket.disconnected.connect(socket.deleteLater)

    def _on_ready_read(self, socket: QLocalSocket, received: bytearray) -> None:
        received += bytes(socket.readAll())
        if len(received) > LONGEST_MESSAGE:
            socket.abort()
        elif received.endswith(b"\n"):
            paths = files_in(bytes(received))
            if paths is None:
                socket.abort()
                return
            socket.write(TAKEN)
            socket.flush()
            self.files_received.emit(paths)


def files_in(message: bytes) -> list[Path] | None:
    """Return the files that a second start names; ``None`` if it is none.

    Names that no file can have are left out.
    """
    try:
        names = list(json.loads(message)["files"])
    except Exception as error:  # the edge to another process, which may send anything
        log.warning("a message was not understood", exc_info=error)
        return None
    if not all(isinstance(name, str) for name in names):
        log.warning("a message was not understood: it names no files")
        return None
    return [Path(name) for name in names if _is_name(name)]


def _is_name(name: str) -> bool:
    """Return whether the system can have a file of this name."""
    try:
        return b"\0" not in os.fsencode(name)
    except UnicodeEncodeError:
        return False
