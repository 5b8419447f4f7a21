"""Single instance: a second start sends its files to the window that is open.

Nothing here may prevent the window from opening. An instance that does not reply in
time, or that belongs to another user, is ignored.
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

from engine.core.files.paths import APPLICATION
from engine.core.files.private_folder import is_private

if TYPE_CHECKING:
    from PyQt5.QtNetwork import QLocalServer, QLocalSocket

log = logging.getLogger(__name__)

REPLY_TIMEOUT_MS = 3000
"""Time after which an instance counts as hung."""

MAX_ADDRESS_BYTES = 100
"""Limit of the system for the address of a socket."""

MAX_MESSAGE_BYTES = 1_000_000
"""Limit for a message; a longer one is not a list of files."""

ACCEPTED = b"taken\n"
"""Reply of the running instance."""


class InstanceReply(Enum):
    """Outcome of sending files to the running instance."""

    ACCEPTED = "accepted"
    """The running instance opens the files."""

    NO_INSTANCE = "nobody"
    """No instance is running; this one may become the server."""

    NO_REPLY = "silence"
    """The running instance hangs or belongs to another user."""


def make_address(state: Path) -> str:
    """Return the socket address of this user's instance.

    Args:
        state: The state folder that the windows share.
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
    if len(os.fsencode(state / name)) <= MAX_ADDRESS_BYTES:
        return str(state / name)
    # Random: no other user can occupy the name, but instances do not find each other.
    return str(Path(tempfile.gettempdir()) / f"{name}-{secrets.token_hex(8)}")


def _is_private(folder: Path) -> bool:
    """Return whether a folder exists and only this user may write to it."""
    try:
        return is_private(folder)
    except (OSError, ValueError):
        return False


def send_to_running_instance(where: str, paths: Sequence[Path]) -> InstanceReply:
    """Request that the running instance opens ``paths`` and comes to the front."""
    if sys.platform != "win32":
        try:
            owner = Path(where).stat().st_uid
        except OSError:
            return InstanceReply.NO_INSTANCE
        if owner != os.getuid():
            log.warning("%s belongs to another user", where)
            return InstanceReply.NO_REPLY
    from PyQt5.QtNetwork import QLocalSocket  # noqa: PLC0415 - costs ten milliseconds

    socket = QLocalSocket()
    socket.connectToServer(where)
    if not socket.waitForConnected(REPLY_TIMEOUT_MS):
        is_stale = socket.error() in (  # type: ignore[operator]  # a signal, too
            QLocalSocket.ConnectionRefusedError,
            QLocalSocket.ServerNotFoundError,
        )
        log.info("no instance replies at %s: %s", where, socket.errorString())
        return InstanceReply.NO_INSTANCE if is_stale else InstanceReply.NO_REPLY
    files = [str(path.absolute()) for path in paths]
    socket.write(json.dumps({"files": files}).encode() + b"\n")
    socket.flush()
    answer = b""
    while not answer.endswith(b"\n") and socket.waitForReadyRead(REPLY_TIMEOUT_MS):
        answer += bytes(socket.readAll())
    if answer == ACCEPTED:
        return InstanceReply.ACCEPTED
    log.warning("the instance at %s does not reply", where)
    return InstanceReply.NO_REPLY


class InstanceServer(QObject):
    """Server for the messages of second starts.

    Args:
        where: See ``make_address``.
        parent: See ``QObject``.
    """

    files_received = pyqtSignal(list)  # Path; empty if the window only comes forward

    def __init__(self, where: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._where = where
        self._server: QLocalServer | None = None
        # Without a reference a collection of garbage would disconnect their slots.
        self._received: dict[QLocalSocket, bytearray] = {}

    def listen(self) -> bool:
        """Start the server; remove a socket that a crash has left.

        Returns:
            Whether the server listens.
        """
        from PyQt5.QtNetwork import QLocalServer  # noqa: PLC0415 - see ``send_to_running_instance``

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
        """Stop the server."""
        if self._server is not None:
            self._server.close()
            self._server = None

    def _on_new_connection(self) -> None:
        if self._server is None:
            return
        while self._server.hasPendingConnections():
            socket = self._server.nextPendingConnection()
            self._received[socket] = bytearray()
            socket.readyRead.connect(partial(self._on_ready_read, socket))
            socket.disconnected.connect(partial(self._on_disconnected, socket))
            if socket.bytesAvailable():  # no signal follows for what came before
                self._on_ready_read(socket)

    def _on_disconnected(self, socket: QLocalSocket) -> None:
        self._received.pop(socket, None)
        socket.deleteLater()

    def _on_ready_read(self, socket: QLocalSocket) -> None:
        received = self._received[socket]
        received += socket.readAll().data()
        if len(received) > MAX_MESSAGE_BYTES:
            socket.abort()
        elif received.endswith(b"\n"):
            paths = parse_message(bytes(received))
            if paths is None:
                socket.abort()
                return
            socket.write(ACCEPTED)
            socket.flush()
            self.files_received.emit(paths)


def parse_message(message: bytes) -> list[Path] | None:
    """Return the files in a message of a second start; ``None`` if it is malformed.

    Names that no file can have are left out.
    """
    try:
        names = list(json.loads(message)["files"])
    except Exception as error:  # the edge to another process, which may send anything
        log.warning("malformed message from another process", exc_info=error)
        return None
    if not all(isinstance(name, str) for name in names):
        log.warning("malformed message from another process: it names no files")
        return None
    return [Path(name) for name in names if _is_name(name)]


def _is_name(name: str) -> bool:
    """Return whether the system can have a file of this name."""
    try:
        return b"\0" not in os.fsencode(name)
    except UnicodeEncodeError:
        return False
