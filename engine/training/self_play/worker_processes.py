"""Self-play in several processes of this machine."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Generator, Sequence
from multiprocessing.connection import Connection, wait
from pathlib import Path

from engine.core.errors import EngineError, TrainingError
from engine.core.files.file_stamp import read_stamp
from engine.core.message import Message
from engine.core.processes.child_process import outlive_interrupt, start_child
from engine.search.evaluation import Evaluator
from engine.training.run.config import SelfPlayConfig
from engine.training.self_play.game_tasks import (
    GameTask,
    GameTaskResult,
    load_evaluators,
    play_task,
)

POLL_SECONDS = 0.2
"""Interval between two polls for finished tasks."""

log = logging.getLogger(__name__)


class WorkerProcesses:
    """Child processes that play the tasks of self-play; see ``TaskPlayer``.

    Args:
        count: Number of processes. They start with the first task.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._workers: list[_Worker] = []

    def play(
        self, config: SelfPlayConfig, nets: Sequence[Path], tasks: Sequence[GameTask]
    ) -> Generator[GameTaskResult | None]:
        """See ``TaskPlayer.play``."""
        pending = list(tasks)
        try:
            while pending or self._busy():
                while pending and (worker := self._idle()) is not None:
                    worker.send(config, nets, pending.pop(0))
                for worker in wait_for_results(self._busy(), POLL_SECONDS):
                    yield worker.receive()
                yield None
        finally:
            for worker in self._busy():
                worker.end()
                self._workers.remove(worker)

    def close(self) -> None:
        """End all processes."""
        for worker in self._workers:
            worker.end()
        self._workers.clear()

    def _busy(self) -> list[_Worker]:
        return [worker for worker in self._workers if worker.is_busy]

    def _idle(self) -> _Worker | None:
        """Return a process without a task; ``None`` if all that may exist have one."""
        for worker in self._workers:
            if not worker.is_busy:
                return worker
        if len(self._workers) == self._count:
            return None
        self._workers.append(_Worker())
        return self._workers[-1]


class _Worker:
    """One process and the pipe to it."""

    def __init__(self) -> None:
        self._child = start_child(serve)
        self.connection = self._child.connection
        self.is_busy = False

    def send(
        self, config: SelfPlayConfig, nets: Sequence[Path], task: GameTask
    ) -> None:
        """Send a task; a process that died is noticed when its result is read."""
        self.is_busy = True
        with contextlib.suppress(OSError):
            self.connection.send((config, tuple(nets), task))

    def receive(self) -> GameTaskResult:
        """Return the result of the task.

        Raises:
            EngineError: The games cannot be played, or the process ended.
        """
        try:
            result: GameTaskResult | EngineError = self.connection.recv()
        except (EOFError, OSError) as error:
            raise TrainingError(
                Message("A process that plays games ended unexpectedly.")
            ) from error
        if isinstance(result, EngineError):
            raise result
        self.is_busy = False
        return result

    def end(self) -> None:
        """End the process; the games of its task are lost."""
        self._child.end()


def wait_for_results(workers: Sequence[_Worker], seconds: float) -> list[_Worker]:
    """Return the processes whose result can be read, after at most ``seconds``."""
    ready = wait([worker.connection for worker in workers], seconds)
    return [worker for worker in workers if worker.connection in ready]


def serve(connection: Connection) -> None:
    """Play the tasks that arrive, in a child process."""
    outlive_interrupt()  # Ctrl+C reaches the parent, too, which ends this process.
    players = _Players()
    while True:
        try:
            config, nets, task = connection.recv()
        except (EOFError, OSError):
            return
        result: GameTaskResult | EngineError
        try:
            result = play_task(config, players.find(config, nets), task)
        except EngineError as error:
            result = error
        except Exception as error:  # the edge of the process: the parent reports it
            log.exception("task failed")
            result = TrainingError(
                Message("Games failed in a process: {error}.", error=repr(error))
            )
        connection.send(result)


class _Players:
    """Evaluators of the networks that play, kept from one task to the next.

    A graph that torch has traced is never freed.
    """

    def __init__(self) -> None:
        self._key: object = None
        self._evaluators: list[Evaluator] = []

    def find(self, config: SelfPlayConfig, nets: Sequence[Path]) -> list[Evaluator]:
        """Return the evaluators; they are made anew if a file has changed."""
        key = config.play.runtime, [(net, read_stamp(net)) for net in nets]
        if key != self._key:
            self._evaluators = load_evaluators(config, nets)
            self._key = key
        return self._evaluators
