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
from engine.core.message import Message
from engine.core.paths import resources
from engine.nn.common.net_info import NetInfo, read_info
from engine.search.evaluation import Evaluator
from engine.search.runtimes import KERNELS, Runtime

if TYPE_CHECKING:
    from engine.nn.common.net_evaluator import NetEvaluator

SUFFIX = ".safetensors"


def list_shipped_networks() -> dict[str, Path]:
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
    known = list_shipped_networks()
    path = known.get(name, Path(name))
    if not path.is_file():
        raise NetError(
            Message(
                "Expected a network among {known} or a file, got {name!r}.",
                known=tuple(known),
                name=name,
            )
        )
    return path


def read_shipped_info(*names: str) -> NetInfo:
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
            Message("Expected the network {name}, found no such file.", name=name)
        )
    return path


def make_evaluator_factory(
    *names: str, runtime: Runtime | None = None
) -> Callable[[GameSetup], Evaluator]:
    """Return the factory of evaluators by the network for a board.

    Nothing is loaded before the first one is made, in the thread that searches. Making
    one raises ``NetError`` where a network is not there, damaged or for other boards.

    Args:
        names: Networks, one for each board or one for all.
        runtime: See ``EvaluatorSettings.runtime``.
    """

    def make(setup: GameSetup) -> Evaluator:
        read_shipped_info(*names).check_fits(setup)
        fitting = next(name for name in names if read_shipped_info(name).fits(setup))
        return get_evaluator(_path_of(fitting), runtime)

    return make


_kept = threading.local()


def get_evaluator(path: Path, runtime: Runtime | None = None) -> NetEvaluator:
    """Return the evaluator of a network that serves all searches of this thread.

    A thread searches one position at a time, and torch never gives the memory of a
    traced graph back.

    Args:
        path: Its file.
        runtime: See ``EvaluatorSettings.runtime``.

    Raises:
        NetError: The file is damaged, the network is of an unknown kind, or the runtime
            does not run it.
    """
    known: dict[tuple[Path, Runtime | None], NetEvaluator]
    known = _kept.__dict__.setdefault("evaluators", {})
    key = path, runtime
    if key not in known:
        from engine.nn.common.evaluator_settings import EvaluatorSettings  # noqa: PLC0415
        from engine.nn.evaluator_factory import load_evaluator  # noqa: PLC0415

        if runtime is None and _info_of(path).kind == "lines":
            runtime = KERNELS  # in small batches faster than any device
        # More threads would round sums differently: one seed, several answers.
        settings = EvaluatorSettings(threads=1, runtime=runtime)
        known[key] = load_evaluator(path, settings)
    return known[key]
