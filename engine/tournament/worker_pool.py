"""Child processes of a run; none of them outlives the pool."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from dataclasses import asdict
from multiprocessing.connection import wait
from pathlib import Path
from types import TracebackType
from typing import Self

from engine.core.errors import TournamentError, UsageError
from engine.core.formats.json_lines import JsonLine
from engine.core.formats.message_json import message_from_json
from engine.core.message import Message
from engine.core.processes.child_process import end_children, start_child
from engine.tournament.game_runner import ENGINE_PREPARING
from engine.tournament.plan import Plan
from engine.tournament.schedule import ScheduledGame
from engine.tournament.worker import FAILED, PLAY, PREPARE, REFUSED, RESULT, work

MOST_STARTS = 2
"""Processes that may die in the same game before the run stops."""


class WorkerPool:
    """Processes that play games; a context manager.

    Args:
        plan: Plan of the run.
        path: The run folder.
    """

    def __init__(self, plan: Plan, path: Path) -> None:
        self._plan = plan
        self._path = path
        self._workers: list[_GameProcess] = []
        self._deaths: dict[int, int] = {}
        self._failure: TournamentError | None = None
        """Why a game cannot be played; raised when no lines remain."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def running(self) -> frozenset[int]:
        """Numbers of the games in play."""
        return frozenset(w.game.number for w in self._workers if w.game is not None)

    def prepare(self, preparing: Callable[[str], None]) -> None:
        """Build and compile all engines in one process, which stays for games.

        Args:
            preparing: Takes the name of each engine before its preparation.

        Raises:
            UsageError: An engine cannot be built, or it refuses the board.
            TournamentError: The process ended, a program failed, or something
                unexpected went wrong.
        """
        worker = self._add_worker()
        worker.send({"kind": PREPARE})
        try:
            while (line := worker.receive())["kind"] == ENGINE_PREPARING:
                preparing(line["engine"])
        except EOFError as error:
            raise TournamentError(
                Message("The process that prepares the engines ended unexpectedly.")
            ) from error
        if line["kind"] == REFUSED:
            raise UsageError(message_from_json(line["message"]))
        if line["kind"] == FAILED:
            raise TournamentError(message_from_json(line["message"]))

    def play(self, game: ScheduledGame) -> None:
        """Start a game in a free process, or in a new one."""
        idle = (worker for worker in self._workers if worker.game is None)
        worker = next(idle, None) or self._add_worker()
        worker.game = game
        worker.send({"kind": PLAY, "game": asdict(game)})

    def receive(self, seconds: float) -> list[JsonLine]:
        """Return the lines that processes have sent, waiting for the first.

        A process that died is replaced and its game begins again. Lines that came
        together with a failure are returned; the next call raises it.

        Args:
            seconds: Longest time to wait.

        Raises:
            TournamentError: A game cannot be played.
        """
        if self._failure is not None:
            raise self._failure
        ready = wait([worker.connection for worker in self._workers], seconds)
        lines: list[JsonLine] = []
        for worker in [one for one in self._workers if one.connection in ready]:
            try:
                line = worker.receive()
            except EOFError:
                self._replace(worker)
                continue
            if line["kind"] == FAILED:
                self._failure = TournamentError(message_from_json(line["message"]))
                continue
            if line["kind"] == RESULT:
                worker.game = None
            lines.append(line)
        if self._failure is not None and not lines:
            raise self._failure
        return lines

    def close(self) -> None:
        """End all processes; their games are lost."""
        end_children([worker.child for worker in self._workers])
        self._workers.clear()

    def _add_worker(self) -> _GameProcess:
        worker = _GameProcess(self._plan, self._path)
        self._workers.append(worker)
        return worker

    def _replace(self, worker: _GameProcess) -> None:
        """Drop a process that died, and begin its game again if it may be started."""
        self._workers.remove(worker)
        worker.child.process.join()
        worker.connection.close()
        game = worker.game
        if game is None:
            return
        number = game.number
        self._deaths[number] = self._deaths.get(number, 0) + 1
        if self._deaths[number] >= MOST_STARTS:
            self._failure = TournamentError(
                Message(
                    "The process of game {number} ended unexpectedly {count} times "
                    "(exit status {status}).",
                    number=number,
                    count=MOST_STARTS,
                    status=worker.child.process.exitcode,
                )
            )
        else:
            self.play(game)


class _GameProcess:
    """One child process of a run, and the pipe to it."""

    def __init__(self, plan: Plan, path: Path) -> None:
        self.child = start_child(work, plan.to_json(), str(path))
        self.connection = self.child.connection
        self.game: ScheduledGame | None = None

    def send(self, line: JsonLine) -> None:
        """Send a line; a process that died is noticed when it is read."""
        with contextlib.suppress(ConnectionError):
            self.connection.send_bytes(json.dumps(line).encode())

    def receive(self) -> JsonLine:
        """Return the next line.

        Raises:
            EOFError: The process ended.
        """
        try:
            line: JsonLine = json.loads(self.connection.recv_bytes())
        except (ConnectionError, OSError) as error:
            raise EOFError from error
        return line
