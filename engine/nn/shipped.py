"""The networks that come with the program, by name."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from engine.core.errors import NetError
from engine.core.game import GameSetup
from engine.core.paths import resources
from engine.core.sentence import Sentence
from engine.nn.library import load_torch
from engine.nn.net_info import NetInfo, read_info
from engine.search.evaluation import Evaluator

if TYPE_CHECKING:
    from engine.nn.speed import NetEvaluator

SUFFIX = ".safetensors"


def shipped_nets() -> dict[str, Path]:
    """Return the file of each network that comes with the program, by its name."""
    return {
        path.stem: path for path in sorted((resources() / "nets").glob(f"*{SUFFIX}"))
    }


def info_named(name: str) -> NetInfo:
    """Return what a network is that comes with the program, without loading it.

    Raises:
        NetError: It is not there, or its header is damaged.
    """
    return _info_of(_path_of(name))


@cache
def _info_of(path: Path) -> NetInfo:
    return read_info(path)


def _path_of(name: str) -> Path:
    path = resources() / "nets" / f"{name}{SUFFIX}"
    if not path.is_file():
        raise NetError(
            Sentence("Expected the network {name}, found no such file.", name=name)
        )
    return path


def evaluators_by(name: str) -> Callable[[GameSetup], Evaluator]:
    """Return what makes evaluators that judge by a network.

    Nothing is loaded before the first one is made, in the thread that searches. Making
    one raises ``NetError`` where the network is not there, damaged or for other boards.
    """

    def make(setup: GameSetup) -> Evaluator:
        evaluator = _evaluator_of_this_thread(_path_of(name))
        evaluator.info.check_fits(setup)
        return evaluator

    return make


_kept = threading.local()


def _evaluator_of_this_thread(path: Path) -> NetEvaluator:
    """Return the one evaluator by a network that serves the searches of this thread.

    A thread searches one position at a time, and torch never gives the memory of a
    traced graph back.
    """
    known: dict[Path, NetEvaluator] = _kept.__dict__.setdefault("evaluators", {})
    if path not in known:
        load_torch()
        from engine.nn.checkpoint import load_network  # noqa: PLC0415
        from engine.nn.evaluator import evaluator_for  # noqa: PLC0415
        from engine.nn.torch_evaluator import EvaluatorSettings  # noqa: PLC0415

        # More threads would round sums differently: one seed, several answers.
        settings = EvaluatorSettings(threads=1)
        known[path] = evaluator_for(*load_network(path), settings)
    return known[path]
