"""Tasks of self-play for other processes: the games of one shard."""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from engine.core.game import GameSetup
from engine.search.evaluation import Evaluator
from engine.training.learning.samples import Samples
from engine.training.run.config import SelfPlayConfig


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTask:
    """Task of one process: games of one setup."""

    setup: GameSetup
    """Game, size and rules."""

    numbers: tuple[int, ...]
    """Numbers of the games in the run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTaskResult:
    """Result of a task."""

    games: tuple[Samples, ...]
    """Samples of each game."""

    evaluations: int
    """Number of positions that the networks evaluated."""

    seconds: float
    """Duration of the task."""


class TaskPlayer(Protocol):
    """Processes that play the games of tasks, on this machine or on others."""

    def play(
        self, config: SelfPlayConfig, nets: Sequence[Path], tasks: Sequence[GameTask]
    ) -> Generator[GameTaskResult | None]:
        """Play tasks; yield each result, and ``None`` in between.

        The caller may close the generator at any time; unfinished tasks are then
        cancelled.

        Args:
            config: The run.
            nets: Files of the networks that play, the newest first.
            tasks: The games.

        Raises:
            TrainingError: The games cannot be played.
        """
        ...

    def close(self) -> None:
        """End the processes, or the connection to them."""
        ...


def load_evaluators(config: SelfPlayConfig, nets: Sequence[Path]) -> list[Evaluator]:
    """Return evaluators of the networks in this process, with one thread."""
    from engine.nn.torch_net.torch_loader import load_torch  # noqa: PLC0415

    load_torch()
    import torch  # noqa: PLC0415

    from engine.nn.common.evaluator_settings import EvaluatorSettings  # noqa: PLC0415
    from engine.nn.evaluator_factory import load_evaluator  # noqa: PLC0415

    torch.set_num_threads(1)
    settings = EvaluatorSettings(runtime=config.play.runtime, threads=1)
    return [load_evaluator(path, settings) for path in nets]


def play_task(
    config: SelfPlayConfig, evaluators: Sequence[Evaluator], task: GameTask
) -> GameTaskResult:
    """Play the games of a task in this process, with one thread."""
    from engine.training.self_play.self_play import SelfPlay  # noqa: PLC0415

    began = time.monotonic()
    count = min(config.play.parallel_games, len(task.numbers))
    play = replace(config.play, parallel_games=count, threads=1)
    games = SelfPlay(play, task.setup, evaluators, seed=config.seed)
    ended = tuple(game for game in games.run(task.numbers) if game is not None)
    return GameTaskResult(
        games=ended, evaluations=games.evaluations, seconds=time.monotonic() - began
    )
