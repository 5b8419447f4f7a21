"""Networks by name, file or run folder: their descriptions and evaluators."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from engine.core.errors import NetError
from engine.core.files.file_stamp import FileStamp, read_stamp
from engine.core.files.paths import RUN_NETWORK, resources
from engine.core.game import GameSetup
from engine.core.message import Message
from engine.nn.common.net_info import KINDS_WITH_KERNELS, NetInfo, read_info
from engine.search.evaluation import Evaluator
from engine.search.runtimes import KERNELS, Runtime

if TYPE_CHECKING:
    from engine.core.offers.alpha_beta import ValueNetworks
    from engine.nn.common.net_evaluator import NetEvaluator

SUFFIX = ".safetensors"


def list_shipped_networks() -> dict[str, Path]:
    """Return the file of each shipped network, by name."""
    return {
        path.stem: path for path in sorted((resources() / "nets").glob(f"*{SUFFIX}"))
    }


def find_network(name: str) -> Path:
    """Return the file of a shipped network or of a path.

    Args:
        name: Name of a shipped network, its file, or the folder of a training run.

    Raises:
        NetError: There is neither a shipped network nor a file of that name, and no
            training run that has a network.
    """
    known = list_shipped_networks()
    path = known.get(name, Path(name))
    if path.is_dir():
        path /= RUN_NETWORK
    if not path.is_file():
        raise NetError(
            Message(
                "Expected a network among {known}, a file, or the folder of a training "
                "run with a network, got {name!r}.",
                known=tuple(known),
                name=name,
            )
        )
    return path


def find_value_network(name: str, game: str, wanted: ValueNetworks) -> Path:
    """Return the file of a value network, whose weights are checked.

    Args:
        name: See ``find_network``.
        game: Game whose search evaluates by it.
        wanted: Networks that the search can use.

    Raises:
        NetError: The network is missing, damaged, or for another search.
    """
    path = find_network(name)
    info = _info_of(path)
    info.check_game(game)
    if info.kind != wanted.kind:
        raise NetError(
            Message(
                "Expected a network of the kind {kind} for this search, got {other} in "
                "{file}.",
                kind=wanted.kind,
                other=info.kind,
                file=path,
            )
        )
    from engine.nn.common.weights_file import check_shapes  # noqa: PLC0415

    check_shapes(path, wanted.shapes)
    return path


def read_network_info(*names: str) -> NetInfo:
    """Return the description of networks, without loading their weights.

    Several networks are described as the first one, with the board sizes of all that
    have its game and rules.

    Raises:
        NetError: A file is missing, or its header is damaged.
    """
    first, *others = (_info_of(find_network(name)) for name in names)
    sizes = [*first.sizes]
    for info in others:
        if (info.game, info.rules) == (first.game, first.rules):
            sizes += info.sizes
    return replace(first, sizes=tuple(sizes))


def find_fitting_network(names: Sequence[str], setup: GameSetup) -> Path:
    """Return the file of the first network that plays on boards of a setup.

    Args:
        names: At least one network; see ``find_network``.
        setup: Game, size and rules.

    Raises:
        NetError: None of them does, or a file is missing or has a damaged header.
    """
    paths = [find_network(name) for name in names]
    fitting = [path for path in paths if _info_of(path).fits(setup)]
    if not fitting:
        read_network_info(*names).check_fits(setup)  # raises, and names all sizes
    return fitting[0]


def _info_of(path: Path) -> NetInfo:
    """Return the description of a network, read again when its file has changed."""
    return _read_info_at(path, read_stamp(path))


@lru_cache(maxsize=64)
def _read_info_at(path: Path, stamp: FileStamp | None) -> NetInfo:
    """Return the description of the network in a file with this stamp."""
    del stamp  # part of the key
    return read_info(path)


def make_evaluator_factory(
    *names: str, runtime: Runtime | None = None
) -> Callable[[GameSetup], Evaluator]:
    """Return a factory that makes the evaluator of a setup.

    It loads nothing before its first call, in the thread that evaluates. It raises
    ``NetError`` if a network is missing, damaged or for other boards.

    Args:
        names: Networks, see ``find_network``: one for each board size, or one for all.
        runtime: See ``EvaluatorSettings.runtime``.
    """

    def make(setup: GameSetup) -> Evaluator:
        return get_evaluator(find_fitting_network(names, setup), runtime)

    return make


_kept = threading.local()


def get_evaluator(path: Path, runtime: Runtime | None = None) -> NetEvaluator:
    """Return the evaluator of a network for all searches of the current thread.

    A thread evaluates one batch at a time, so its searches can share an evaluator, of
    one thread. That saves memory, since torch never frees a traced graph. Searches that
    begin after a change of the file, as in a training run, get a new one.

    Args:
        path: File of the network.
        runtime: See ``EvaluatorSettings.runtime``.

    Raises:
        NetError: The file is damaged, the kind of network is unknown, or the runtime
            does not support it.
    """
    known: dict[tuple[Path, Runtime | None], tuple[FileStamp | None, NetEvaluator]]
    known = _kept.__dict__.setdefault("evaluators", {})
    key, stamp = (path, runtime), read_stamp(path)
    if key not in known or known[key][0] != stamp:
        from engine.nn.common.evaluator_settings import EvaluatorSettings  # noqa: PLC0415
        from engine.nn.evaluator_factory import load_evaluator  # noqa: PLC0415

        if runtime is None and _info_of(path).kind in KINDS_WITH_KERNELS:
            runtime = KERNELS  # faster in small batches than any device
        settings = EvaluatorSettings(threads=1, runtime=runtime)
        known[key] = stamp, load_evaluator(path, settings)
    return known[key][1]
