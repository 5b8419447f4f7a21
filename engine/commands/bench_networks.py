"""Benchmarks of networks: bare, in PUCT search and in self-play."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from engine.commands.bench_threads import measure_speedup
from engine.core.game import GameSetup
from engine.games import GAMES
from engine.search.api import Limits, Searcher
from engine.search.evaluation import Evaluations, Evaluator, LeafBatch

if TYPE_CHECKING:
    from engine.nn.common.net_evaluator import NetEvaluator
    from engine.search.runtimes import Runtime

Network: TypeAlias = "Callable[[Runtime | None], NetEvaluator]"
"""Evaluator factory of a network; ``None`` is the fastest runtime on this machine."""

REPEATS = 15
"""Number of alternating pairs of measurements, of which the medians count.

They share the time of three, because other load on a machine lasts for seconds.
"""

UNTRAINED = {"blocks": 5, "channels": 32}
"""Small residual network, measured for games without a shipped one.

Its speed does not depend on its weights.
"""


class CountingEvaluator:
    """Wrapper of an evaluator that counts the evaluated positions."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self.count = 0

    def evaluate(self, batch: LeafBatch) -> Evaluations:
        """See ``Evaluator.evaluate``."""
        self.count += len(batch)
        return self._evaluator.evaluate(batch)


def measure_mcts(games: list[str], seconds: float) -> dict[str, float]:
    """Measure each network on its usual board, bare and in PUCT.

    All rates are those of one thread.
    """
    from engine.nn.common.batch_speed import find_fastest_batch, measure_bare_network  # noqa: PLC0415

    figures: dict[str, float] = {}
    for name, network in _networks(games).items():
        evaluator = network(None)
        setup = evaluator.info.usual_setup()
        bare = find_fastest_batch(
            evaluator, setup, seconds=seconds / 12, repeats=3, now=time.thread_time
        )
        share = 3 * seconds / REPEATS
        search = _leaf_rates(evaluator, setup, bare.batch, share)
        rates, searches = [], []
        for _ in range(REPEATS):
            rates.append(
                measure_bare_network(
                    evaluator, setup, bare.batch, seconds=share, now=time.thread_time
                )
            )
            searches.append(next(search))
        evals, leaves = statistics.median(rates), statistics.median(searches)
        figures[f"mcts.{name}.leaves_per_s"] = round(leaves)
        figures[f"mcts.{name}.evals_per_s"] = round(evals)
        figures[f"mcts.{name}.ratio"] = round(leaves / evals, 3)
        figures[f"mcts.{name}.batch"] = bare.batch
        build = partial(_new_search, partial(network, None), bare.batch)
        position = GAMES[setup.game].new_position(setup)
        speedup = measure_speedup(build, position, seconds)
        figures[f"mcts.{name}.speedup_2"] = round(speedup, 2)
        kind = evaluator.info.kind
        figures |= _rates_by_library(name, network, kind, bare.batch, share)
    return figures


def _rates_by_library(
    name: str, network: Network, kind: str, batch: int, seconds: float
) -> dict[str, float]:
    """Measure a bare network alternately with torch and ONNX Runtime.

    The result is empty unless both are installed.
    """
    from engine.nn.common.batch_speed import measure_bare_network  # noqa: PLC0415
    from engine.nn.evaluator_factory import (  # noqa: PLC0415
        ONNX_PRECISION,
        has_onnx_runtime,
        torch_runtime,
    )
    from engine.nn.torch_net.torch_loader import has_torch  # noqa: PLC0415

    if kind not in ONNX_PRECISION or not has_onnx_runtime() or not has_torch():
        return {}
    evaluators = {
        "torch": network(torch_runtime()),
        "onnx": network(ONNX_PRECISION[kind]),
    }
    rates: dict[str, list[float]] = {library: [] for library in evaluators}
    for library in tuple(evaluators) * REPEATS:
        evaluator = evaluators[library]
        setup = evaluator.info.usual_setup()
        rates[library].append(
            measure_bare_network(
                evaluator, setup, batch, seconds=seconds, now=time.thread_time
            )
        )
    return {
        f"mcts.{name}.evals_per_s_{library}": round(statistics.median(found))
        for library, found in rates.items()
    }


SELF_PLAY_GAMES = 64
"""Games in lock-step, which is the batch size."""


def measure_self_play(games: list[str], seconds: float) -> dict[str, float]:
    """Measure each network in self-play, and bare at the same batch, on one thread."""
    from engine.nn.common.batch_speed import measure_bare_network  # noqa: PLC0415

    figures: dict[str, float] = {}
    for name, network in _networks(games).items():
        evaluator = network(None)
        setup = evaluator.info.usual_setup()
        share = 3 * seconds / REPEATS
        play = _self_play_rates(evaluator, setup, share)
        rates, plays = [], []
        for _ in range(REPEATS):
            rates.append(
                measure_bare_network(
                    evaluator,
                    setup,
                    SELF_PLAY_GAMES,
                    seconds=share,
                    now=time.thread_time,
                )
            )
            plays.append(next(play))
        positions = statistics.median(plays)
        figures[f"selfplay.{name}.positions_per_s"] = round(positions)
        ratio = positions / statistics.median(rates)
        figures[f"selfplay.{name}.ratio"] = round(ratio, 3)
    return figures


def _self_play_rates(
    evaluator: NetEvaluator, setup: GameSetup, seconds: float
) -> Iterator[float]:
    """Yield the positions per second that games in lock-step evaluate."""
    from engine.training.run.game_settings import PlaySettings  # noqa: PLC0415
    from engine.training.self_play.self_play import SelfPlay  # noqa: PLC0415

    play = PlaySettings(sizes={setup.size_text: 1}, parallel_games=SELF_PLAY_GAMES)
    games = SelfPlay(play, setup, [evaluator], seed=1)
    steps = games.run(range(10**6))
    for _ in range(SELF_PLAY_GAMES):
        next(steps)
    while True:
        before, started = games.evaluations, time.thread_time()
        while (used := time.thread_time() - started) < seconds:
            next(steps)
        yield (games.evaluations - before) / used


def _networks(games: list[str]) -> dict[str, Network]:
    """Return each shipped network, or an untrained one for a game without any.

    Raises:
        NetError: A game has no shipped network, and torch is not installed.
    """
    from engine.nn.common.net_info import read_info  # noqa: PLC0415
    from engine.nn.named_networks import list_shipped_networks  # noqa: PLC0415

    shipped = {
        name: (path, read_info(path)) for name, path in list_shipped_networks().items()
    }
    nets: dict[str, Network] = {
        name: partial(_shipped_evaluator, path)
        for name, (path, info) in shipped.items()
        if info.game in games
    }
    for game in games:
        if game not in {info.game for _, info in shipped.values()}:
            nets[f"untrained-{game}"] = _untrained(GAMES[game].setup())
    return nets


def _shipped_evaluator(path: Path, runtime: Runtime | None) -> NetEvaluator:
    """Return the evaluator of the network in a file, on one thread."""
    from engine.nn.common.evaluator_settings import EvaluatorSettings  # noqa: PLC0415
    from engine.nn.evaluator_factory import load_evaluator  # noqa: PLC0415

    return load_evaluator(path, EvaluatorSettings(threads=1, runtime=runtime))


def _untrained(setup: GameSetup) -> Network:
    """Return a network with random weights, on one thread; torch makes it."""
    from engine.nn.torch_net.torch_loader import load_torch  # noqa: PLC0415

    load_torch()
    from engine.nn.common.evaluator_settings import EvaluatorSettings  # noqa: PLC0415
    from engine.nn.evaluator_factory import new_evaluator  # noqa: PLC0415
    from engine.nn.torch_net.checkpoint import new_info  # noqa: PLC0415
    from engine.nn.torch_net.networks import new_network  # noqa: PLC0415

    info = new_info("residual", (setup,), UNTRAINED)
    network = new_network(info.kind, info.parameters).eval()

    def evaluator(runtime: Runtime | None) -> NetEvaluator:
        settings = EvaluatorSettings(threads=1, runtime=runtime)
        return new_evaluator(network, info, settings)

    return evaluator


def _leaf_rates(
    evaluator: NetEvaluator, setup: GameSetup, batch: int, seconds: float
) -> Iterator[float]:
    """Yield the distinct leaves per second that searches evaluate, without a cache."""
    from engine.search.puct.puct_search import PuctSearch  # noqa: PLC0415
    from engine.search.puct.puct_settings import PuctSettings  # noqa: PLC0415

    counting = CountingEvaluator(evaluator)
    settings = PuctSettings(batch=batch, stops_early=False, reuses_tree=False)
    searcher = PuctSearch(
        lambda _setup: counting, settings, clocks={"wall": time.thread_time}
    )
    position = GAMES[setup.game].new_position(setup)
    searcher.prepare(position)
    while True:
        counting.count = 0
        started = time.thread_time()
        searcher.search(position, Limits(seconds=seconds))
        yield counting.count / (time.thread_time() - started)


def _new_search(
    load_evaluator: Callable[[], NetEvaluator], batch: int, threads: int
) -> Searcher:
    """Return a search whose threads load an evaluator each."""
    from engine.search.puct.puct_search import PuctSearch  # noqa: PLC0415
    from engine.search.puct.puct_settings import PuctSettings  # noqa: PLC0415

    settings = PuctSettings(batch=batch, stops_early=False)
    return PuctSearch(lambda _setup: load_evaluator(), settings, threads=threads)
