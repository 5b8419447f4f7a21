"""Benchmarks of the program: rates and ratios.

A suite measures one part and returns flat keys with numbers. Rates are medians of
several repeats, per CPU second of one thread, which reduces the influence of other
load; two threads are compared with one by wall time. Suites of the window run in a
separate process of the program.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from functools import partial

from engine.commands.arguments import add_json, print_json
from engine.commands.bench_compile import measure_compile
from engine.commands.bench_networks import measure_mcts, measure_self_play
from engine.commands.bench_records import measure_records
from engine.commands.bench_servers import measure_servers
from engine.commands.bench_threads import measure_speedup
from engine.core.errors import BenchError, UsageError
from engine.core.files.paths import program_command
from engine.core.game import Position
from engine.core.processes.background_work import paused_background_work
from engine.games import GAMES
from engine.players.presets import find_preset
from engine.search.api import Limits, Searcher

SUMMARY = "measure the speed of engines, networks, records, servers and window"

REPEATS = 3
PLAYOUTS_AT_ONCE = 2_000

ALPHABETA_OPENING = ("f7", "h3", "i5", "g6", "g1", "i3")
"""A balanced opening of the test data for the benchmark of alpha-beta."""

Suite = Callable[[list[str], float], dict[str, float]]
"""Benchmark of the named games, with about so many seconds per figure."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument(
        "suite",
        nargs="?",
        default="all",
        metavar="SUITE",
        help="uct, alphabeta, mcts, selfplay, records, servers, compile, ui, startup "
        "or all (default)",
    )
    parser.add_argument("--game", choices=sorted(GAMES), help="only this game")
    parser.add_argument(
        "--seconds",
        type=float,
        default=2.0,
        metavar="S",
        help="time for each figure (default 2)",
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Measure and print."""
    if arguments.suite not in {"all", *SUITES}:
        known = ", ".join([*SUITES, "all"])
        raise UsageError(f"Expected a suite among {known}, got {arguments.suite!r}.")
    if not 0 < arguments.seconds < math.inf:
        raise UsageError(f"Expected finite seconds above 0, got {arguments.seconds}.")
    games = [arguments.game] if arguments.game else list(GAMES)
    chosen = list(SUITES) if arguments.suite == "all" else [arguments.suite]
    figures: dict[str, float] = {}
    with paused_background_work():
        for name in chosen:
            if sys.stderr.isatty():
                print(f"measuring {name} ...", file=sys.stderr)
            figures |= SUITES[name](games, arguments.seconds)
    if arguments.json:
        print_json(figures)
    else:
        _print_table(figures)
    return 0


def _print_table(figures: Mapping[str, float]) -> None:
    width = max(len(key) for key in figures)
    for key, value in figures.items():
        print(f"{key:<{width}}  {value:,.3f}".rstrip("0").rstrip("."))


def measure_uct(games: list[str], seconds: float) -> dict[str, float]:
    """Measure plain UCT and its bare playout loop on the usual board."""
    figures: dict[str, float] = {}
    for name in games:
        game = GAMES[name]
        position = game.new_position(game.setup())
        simulations = _median(partial(_simulation_rate, position, seconds))
        playouts = _median(partial(_playout_rate, position, seconds))
        figures[f"uct.{name}.sims_per_s"] = round(simulations)
        figures[f"uct.{name}.playouts_per_s"] = round(playouts)
        figures[f"uct.{name}.ratio"] = round(simulations / playouts, 3)
        speedup = measure_speedup(_new_uct, position, seconds)
        figures[f"uct.{name}.speedup_2"] = round(speedup, 2)
    return figures


def _median(measure: Callable[[], float]) -> float:
    return statistics.median(measure() for _ in range(REPEATS))


def _simulation_rate(position: Position, seconds: float) -> float:
    from engine.search.uct.uct_search import UctSearch  # noqa: PLC0415

    searcher = UctSearch()
    searcher.prepare(position)
    started = time.thread_time()
    result = searcher.search(position, Limits(seconds=seconds))
    return result.nodes / (time.thread_time() - started)


def _new_uct(threads: int) -> Searcher:
    from engine.search.uct.uct_search import UctSearch  # noqa: PLC0415

    return UctSearch(threads=threads)


def _playout_rate(position: Position, seconds: float) -> float:
    from engine.core.kernels.rng import new_rng  # noqa: PLC0415
    from engine.search.uct.kernels.tree import run_playouts  # noqa: PLC0415

    root, state, rng = position.kernel_state(), position.kernel_state(), new_rng(1)
    run_playouts(root, state, rng, 1)
    count = 0
    started = time.thread_time()
    while time.thread_time() - started < seconds:
        run_playouts(root, state, rng, PLAYOUTS_AT_ONCE)
        count += PLAYOUTS_AT_ONCE
    return count / (time.thread_time() - started)


def measure_alphabeta(games: list[str], seconds: float) -> dict[str, float]:
    """Measure the main search of alpha-beta at full strength, after an opening.

    Games without alpha-beta are left out.
    """
    figures: dict[str, float] = {}
    preset = find_preset("alphabeta")
    for name in games:
        if name not in preset.games:
            continue
        params = preset.at_level(name, None).search.get("params", {})
        game = GAMES[name]
        position = game.new_position(game.setup())
        for cell in ALPHABETA_OPENING:
            position = position.play(game.parse_cell(position.setup, cell))
        runs = [_node_rate(position, params, seconds) for _ in range(REPEATS)]
        rates, depths = zip(*runs, strict=True)
        figures[f"alphabeta.{name}.nodes_per_s"] = round(statistics.median(rates))
        figures[f"alphabeta.{name}.depth"] = statistics.median(depths)
        new_searcher = partial(_new_alphabeta, params)
        speedup = measure_speedup(new_searcher, position, seconds)
        figures[f"alphabeta.{name}.speedup_2"] = round(speedup, 2)
    return figures


def _node_rate(
    position: Position, params: Mapping[str, int], seconds: float
) -> tuple[float, int]:
    """Return nodes per CPU second and the depth, without attacks."""
    from engine.search.alphabeta.alphabeta_search import AlphaBetaSearch  # noqa: PLC0415
    from engine.search.alphabeta.alphabeta_settings import (  # noqa: PLC0415
        AlphaBetaSettings,
    )

    settings = AlphaBetaSettings(attack_share=0.0, params=params)
    searcher = AlphaBetaSearch(settings, clocks={"wall": time.thread_time})
    searcher.prepare(position)
    started = time.thread_time()
    result = searcher.search(position, Limits(seconds=seconds))
    return result.nodes / (time.thread_time() - started), result.depth


def _new_alphabeta(params: Mapping[str, int], threads: int) -> Searcher:
    from engine.search.alphabeta.alphabeta_search import AlphaBetaSearch  # noqa: PLC0415
    from engine.search.alphabeta.alphabeta_settings import (  # noqa: PLC0415
        AlphaBetaSettings,
    )

    return AlphaBetaSearch(AlphaBetaSettings(params=params), threads=threads)


def measure_window(suite: str, _games: list[str], seconds: float) -> dict[str, float]:
    """Run a benchmark of the window in another process of the program.

    Raises:
        BenchError: The process failed.
    """
    command = [*program_command(), "--measure-window", suite, str(seconds)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        complaint = done.stderr.strip().splitlines() or ["no error output"]
        raise BenchError(
            f"Expected the window to be measured, but it failed: {complaint[-1]}"
        )
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


SUITES: dict[str, Suite] = {
    "uct": measure_uct,
    "alphabeta": measure_alphabeta,
    "mcts": measure_mcts,
    "selfplay": measure_self_play,
    "records": measure_records,
    "servers": measure_servers,
    "compile": measure_compile,
    "ui": partial(measure_window, "ui"),
    "startup": partial(measure_window, "startup"),
}
