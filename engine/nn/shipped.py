"""The networks that come with the program, by name."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
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


def find_network(name: str) -> Path:
    """Return the file of a network that comes with the program, or of any other.

    Args:
        name: the name of the former, or a path.

    Raises:
        NetError: It is neither.
    """
    known = shipped_nets()
    path = known.get(name, Path(name))
    if not path.is_file():
        raise NetError(
            Sentence(
                "Expected a network among {known} or a file, got {name!r}.",
                known=tuple(known),
                name=name,
            )
        )
    return path


def info_named(*names: str) -> NetInfo:
    """Return what networks are that come with the program, without loading them.

    Those of several boards, alike but for these, are said to be one for all of them.

    Raises:
        NetError: One is not there, or its header is damaged.
    """
    infos = [_info_of(_path_of(name)) for name in names]
    return replace(infos[0], sizes=tuple(size for info in infos for size in info.sizes))


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


def evaluators_by(*names: str) -> Callable[[GameSetup], Evaluator]:
    """Return what makes evaluators that judge by the network for a board.

    Nothing is loaded before the first one is made, in the thread that searches. Making
    one raises ``NetError`` where a network is not there, damaged or for other boards.
    """

    def make(setup: GameSetup) -> Evaluator:
        info_named(*names).check_fits(setup)
        fitting = next(name for name in names if info_named(name).fits(setup))
        return evaluator_of(_path_of(fitting))

    return make


_kept = threading.local()


def evaluator_of(path: Path) -> NetEvaluator:
    """Return the evaluator of a network that serves all searches of this thread.

    A thread searches one position at a time, and torch never gives the memory of a
    traced graph back.

    Raises:
        NetError: The file is damaged, or the network is of an unknown kind.
    """
    known: dict[Path, NetEvaluator] = _kept.__dict__.setdefault("evaluators", {})
    if path not in known:
        has_kernels = _info_of(path).kind == "lines"
        known[path] = _by_kernels(path) if has_kernels else _by_torch(path)
    return known[path]


def _by_kernels(path: Path) -> NetEvaluator:
    from engine.nn.line_evaluator import LineEvaluator  # noqa: PLC0415
    from engine.nn.line_weights import load_lines  # noqa: PLC0415

    return LineEvaluator(*load_lines(path))


def _by_torch(path: Path) -> NetEvaluator:
    load_torch()
    from engine.nn.checkpoint import load_network  # noqa: PLC0415
    from engine.nn.evaluator import evaluator_for  # noqa: PLC0415
    from engine.nn.torch_evaluator import EvaluatorSettings  # noqa: PLC0415

    # More threads would round sums differently: one seed, several answers.
    return evaluator_for(*load_network(path), EvaluatorSettings(threads=1))
