"""Self-play on the machines of a Ray cluster.

The training machine submits tasks: the games of one shard with the networks that play
them. Ray repeats a task elsewhere when its machine or process dies. Ray is optional
(``requirements-cluster.txt``) and imported only if a training file names a cluster.
"""

from __future__ import annotations

import logging
import os
import socket
import tempfile
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Any

from engine.core.errors import TrainingError
from engine.core.message import Message, first_line
from engine.training.run.config import SelfPlayConfig
from engine.training.self_play.game_tasks import (
    GameTask,
    GameTaskResult,
    load_evaluators,
    play_task,
)

POLL_SECONDS = 0.5
"""Interval between two polls for finished tasks."""

CONNECT_SECONDS = 5.0
"""Time limit of the connection test."""

TASKS_PER_PROCESSOR = 2
"""Tasks submitted for each processor, so that none is idle."""

UNLIMITED_RETRIES = -1

log = logging.getLogger(__name__)


class Cluster:
    """Client of a Ray cluster that plays games; see ``TaskPlayer``.

    Args:
        address: ``host:port`` of its head, ``ray://host:port``, or ``auto`` for the
            cluster of this machine.

    Raises:
        TrainingError: Ray is not installed, or there is no cluster at the address.
    """

    def __init__(self, address: str) -> None:
        # Ray sends usage statistics to its makers unless they are switched off.
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        try:
            import ray  # noqa: PLC0415
        except ImportError as error:
            raise TrainingError(
                Message(
                    "Expected the package ray for games on a cluster "
                    "(requirements-cluster.txt), found none."
                )
            ) from error
        self._ray: Any = ray
        try:
            _check_connection(address)
            ray.init(address=address, log_to_driver=False, logging_level="error")
        except (OSError, RuntimeError, ValueError) as error:
            raise TrainingError(
                Message(
                    "Expected a Ray cluster at {address}, got: {error}",
                    address=address,
                    error=first_line(error),
                )
            ) from error
        self._play = ray.remote(num_cpus=1, max_retries=UNLIMITED_RETRIES)(
            play_task_remotely
        )

    def close(self) -> None:
        """Disconnect from the cluster, which keeps running."""
        self._ray.shutdown()

    def play(
        self, config: SelfPlayConfig, nets: Sequence[Path], tasks: Sequence[GameTask]
    ) -> Generator[GameTaskResult | None]:
        """See ``TaskPlayer.play``."""
        ray = self._ray
        files = ray.put([path.read_bytes() for path in nets])
        settings = ray.put(config)
        pending = list(tasks)
        running: list[Any] = []
        try:
            while pending or running:
                processors = int(ray.cluster_resources().get("CPU", 1))
                while pending and len(running) < TASKS_PER_PROCESSOR * processors:
                    running.append(self._play.remote(settings, files, pending.pop(0)))
                done, running = ray.wait(running, timeout=POLL_SECONDS)
                yield from map(self._fetch, done)
                yield None
        finally:
            for task in running:
                ray.cancel(task, force=True)

    def _fetch(self, task: object) -> GameTaskResult:
        """Return the result of a task that has ended."""
        try:
            result: GameTaskResult = self._ray.get(task)
        except self._ray.exceptions.RayError as error:
            log.exception("task failed")
            cause = getattr(error, "cause", None) or error
            raise TrainingError(
                Message(
                    "Games failed on the cluster: {error}.",
                    error=f"{type(cause).__name__}: {cause}".splitlines()[0],
                )
            ) from error
        return result


def _check_connection(address: str) -> None:
    """Raise ``OSError`` if no server listens; Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), CONNECT_SECONDS).close()


def play_task_remotely(
    config: SelfPlayConfig, nets: Sequence[bytes], task: GameTask
) -> GameTaskResult:
    """Play the games of a task, in a process of the cluster.

    Args:
        config: The run.
        nets: Contents of the files of the networks.
        task: The games.
    """
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for number, content in enumerate(nets):
            paths.append(Path(folder, f"{number}.safetensors"))
            paths[-1].write_bytes(content)
        return play_task(config, load_evaluators(config, paths), task)
