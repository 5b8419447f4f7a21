"""Child process that plays games; it speaks JSON lines with its parent.

The parent sends ``{"kind": "prepare"}`` and ``{"kind": "play", "game": {...}}``, a game
of the schedule. The child answers with ``prepared`` or ``refused``, with the events of
the game, and with ``result``. It ends together with its parent.
"""

from __future__ import annotations

import json
import logging
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from engine.core.errors import EngineError, is_usage_error
from engine.core.files.atomic_file import write_atomically
from engine.core.files.paths import state_folder
from engine.core.formats.message_json import message_to_json
from engine.core.message import describe_unexpected
from engine.core.processes.child_process import follow_parent, redirect_output
from engine.records.json_format import codec
from engine.tournament.game_runner import GameRunner
from engine.tournament.plan import Plan
from engine.tournament.run_folder import ENGINE_LOG, RunFolder
from engine.tournament.schedule import ScheduledGame

PREPARE, PLAY = "prepare", "play"
"""Kinds of lines to a child."""

PREPARED, REFUSED, RESULT, FAILED = "prepared", "refused", "result", "failed"
"""Kinds of lines from a child, beside the events of a game."""

log = logging.getLogger(__name__)


def work(connection: Connection, plan_text: str, path: str) -> None:
    """Serve the parent until it closes the connection; entry of the process.

    Args:
        connection: Pipe to the parent.
        plan_text: The plan, as in its file.
        path: The run folder.
    """
    follow_parent()
    redirect_output()
    has_folder = Path(path).is_dir()  # not before the engines of a new run are built
    _log_into(Path(path) if has_folder else state_folder())
    server = _LineServer(connection, Plan.from_json(plan_text), RunFolder(Path(path)))
    try:
        while True:
            server.serve(json.loads(connection.recv_bytes()))
    except (EOFError, ConnectionError):
        return


def _log_into(folder: Path) -> None:
    """Write errors of engines into a folder from now on."""
    folder.mkdir(parents=True, exist_ok=True)
    file = logging.FileHandler(folder / ENGINE_LOG, encoding="utf-8", delay=True)
    logging.basicConfig(
        handlers=[file], format="%(asctime)s %(levelname)s: %(message)s", force=True
    )


class _LineServer:
    """Player of games that answers the lines of the parent."""

    def __init__(self, connection: Connection, plan: Plan, folder: RunFolder) -> None:
        self._connection = connection
        self._folder = folder
        self._plan = plan
        self._runner: GameRunner | None = None
        self._is_logging = False

    def serve(self, line: dict[str, Any]) -> None:
        """Execute the request of a line, and send the answer."""
        try:
            if self._runner is None:
                self._runner = GameRunner(self._plan, report=self._send)
            if line["kind"] == PREPARE:
                self._runner.prepare()
                self._send({"kind": PREPARED})
            else:
                self._play(self._runner, ScheduledGame(**line["game"]))
        except EngineError as error:
            is_refusal = line["kind"] == PREPARE and is_usage_error(error)
            kind = REFUSED if is_refusal else FAILED
            self._send({"kind": kind, "message": message_to_json(error.message)})
        except ConnectionError:  # the parent has ended
            raise
        except Exception as error:  # the edge of the process
            log.exception("game process failed")
            problem = message_to_json(describe_unexpected(error))
            self._send({"kind": FAILED, "message": problem})

    def _play(self, runner: GameRunner, game: ScheduledGame) -> None:
        """Play a game, keep its record and send its result."""
        if not self._is_logging:
            self._is_logging = True
            _log_into(self._folder.path)
        result, record = runner.play(game)
        text = codec.FORMAT.format(record)
        write_atomically(self._folder.record(game.number), text.encode())
        self._send({"kind": RESULT, "result": json.loads(result.to_line())})

    def _send(self, line: dict[str, Any]) -> None:
        self._connection.send_bytes(json.dumps(line).encode())
