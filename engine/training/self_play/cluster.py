"""Self-play on the machines of a Ray cluster, for those who have one.

The machine that trains hands out games, a shard's worth at a time, with the networks
that play them; whatever runs on a machine or a process that dies is played again
elsewhere. Ray is an extra (``requirements-cluster.txt``) and is imported here alone,
when a file names a cluster.
"""

from __future__ import annotations

import os
import socket
import tempfile
import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.core.errors import TrainingError
from engine.core.game import GameSetup
from engine.core.message import Message
from engine.training.learning.samples import Samples
from engine.training.run.config import RunConfig

POLL_SECONDS = 0.5
"""Between two looks at what is done."""

CONNECT_SECONDS = 5.0
"""Longest wait for the cluster to listen."""

PARTS_A_PROCESSOR = 2
"""Parts that are handed out for each processor, so that none waits for work."""

RETRY_FOR_EVER = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Games that one process plays."""

    setup: GameSetup
    """Their board and rules."""

    numbers: tuple[int, ...]
    """Which games of the run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """What became of a part."""

    games: tuple[Samples, ...]
    """What each game has taught."""

    judged: int
    """Positions that the networks were asked."""

    seconds: float
    """How long it took."""


class Cluster:
    """Has games played by a Ray cluster.

    Args:
        address: Where it is: ``host:port`` of its head, ``ray://host:port``, or
            ``auto`` for the one that this machine belongs to.

    Raises:
        TrainingError: Ray is not installed, or there is no cluster at the address.
    """

    def __init__(self, address: str) -> None:
        # Ray would tell its makers about the cluster unless told not to.
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
            _reach(address)
            ray.init(address=address, log_to_driver=False, logging_level="error")
        except (OSError, RuntimeError, ValueError) as error:
            raise TrainingError(
                Message(
                    "Expected a Ray cluster at {address}, got: {error}",
                    address=address,
                    error=str(error).splitlines()[0],
                )
            ) from error
        self._play = ray.remote(num_cpus=1, max_retries=RETRY_FOR_EVER)(play_part)

    def close(self) -> None:
        """Leave the cluster, which goes on."""
        self._ray.shutdown()

    def play(
        self, config: RunConfig, nets: Sequence[Path], parts: Sequence[Part]
    ) -> Generator[Played | None]:
        """Have parts played; yield each when it is done, and ``None`` in between.

        The caller may stop at any time; parts that are not done are then given up.

        Args:
            config: The run.
            nets: Files of the networks that play, the newest first.
            parts: Which games.
        """
        ray = self._ray
        files = ray.put([path.read_bytes() for path in nets])
        settings = ray.put(config)
        waiting = list(parts)
        running: list[Any] = []
        try:
            while waiting or running:
                processors = int(ray.cluster_resources().get("CPU", 1))
                while waiting and len(running) < PARTS_A_PROCESSOR * processors:
                    running.append(self._play.remote(settings, files, waiting.pop(0)))
                done, running = ray.wait(running, timeout=POLL_SECONDS)
                yield from (ray.get(task) for task in done)
                yield None
        finally:
            for task in running:
                ray.cancel(task, force=True)


def _reach(address: str) -> None:
    """Raise ``OSError`` unless somebody listens; Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), CONNECT_SECONDS).close()


def play_part(config: RunConfig, nets: Sequence[bytes], part: Part) -> Played:
    """Play games, in a process of the cluster."""
    from engine.nn.torch_net.torch_loader import load_torch  # noqa: PLC0415

    load_torch()
    import torch  # noqa: PLC0415

    from engine.nn.common.evaluator_settings import EvaluatorSettings  # noqa: PLC0415
    from engine.nn.evaluator_factory import load_evaluator  # noqa: PLC0415
    from engine.training.self_play.self_play import SelfPlay  # noqa: PLC0415

    assert config.play is not None, "a run of self-play says how to play"
    began = time.monotonic()
    torch.set_num_threads(1)
    settings = EvaluatorSettings(runtime=config.play.runtime, threads=1)
    evaluators = []
    with tempfile.TemporaryDirectory() as folder:
        for number, content in enumerate(nets):
            path = Path(folder, f"{number}.safetensors")
            path.write_bytes(content)
            evaluators.append(load_evaluator(path, settings))
    count = min(config.play.games_at_once, len(part.numbers))
    play = replace(config.play, games_at_once=count, threads=1)
    games = SelfPlay(play, part.setup, evaluators, seed=config.seed)
    ended = tuple(game for game in games.run(part.numbers) if game is not None)
    return Played(games=ended, judged=games.judged, seconds=time.monotonic() - began)
