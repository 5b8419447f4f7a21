"""Evaluation of an engine or a network on a suite of positions."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from engine.commands.arguments import (
    ENGINE_HELP,
    add_json,
    add_seed,
    check_source,
    check_supports,
    make_limits,
    print_json,
)
from engine.commands.progress_bar import draw_bar
from engine.core.errors import NetError, UsageError
from engine.core.game import Position
from engine.core.processes.background_work import paused_background_work
from engine.nn.named_networks import find_network, get_evaluator
from engine.players.build import build_searcher
from engine.players.player_config import parse_engine
from engine.search.api import SearchResult, close_searcher
from engine.suites.measures import Measures
from engine.suites.problems import Ask, Problem
from engine.suites.reader import read_suite
from engine.suites.tally import Tally

SUMMARY = "count the positions of a suite that an engine or a network solves"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("suite", metavar="FILE", type=Path, help="a suite, JSON lines")
    parser.add_argument(
        "--engine",
        metavar="P",
        help=f"{ENGINE_HELP}; a suite of renju fouls needs none",
    )
    parser.add_argument(
        "--net",
        metavar="N",
        help="a network without search in place of an engine: its name or its file",
    )
    bound = parser.add_mutually_exclusive_group()
    bound.add_argument("--seconds", type=float, metavar="S", help="time for a position")
    bound.add_argument(
        "--nodes", type=int, metavar="N", help="nodes or simulations for a position"
    )
    add_seed(parser, "the same seed and nodes give the same count")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Answer every problem and print the report; Ctrl+C prints the answers so far."""
    check_source(arguments.suite)
    problems = read_suite(arguments.suite)
    asked = [problem for problem in problems if problem.asks_engine]
    ask = _make_solver(arguments, asked) if asked else _reject_position
    tally = Tally()
    is_stopped = False
    try:
        with paused_background_work():
            for problem in _with_progress(problems, tally):
                tally.add(problem, problem.answer(ask))
    except KeyboardInterrupt:
        is_stopped = True
    if arguments.json:
        print_json(
            {
                **tally.report(),
                "engine": arguments.engine if asked else None,
                "net": arguments.net if asked else None,
                "limits": _limits_given(arguments) if asked else {},
                "seed": arguments.seed,
                "stopped": is_stopped,
            }
        )
    else:
        _print_text(tally)
    if is_stopped:
        message = f"Stopped after {tally.answered} of {len(problems)} positions."
        print(f"pentahex: {message}", file=sys.stderr)
    return 1 if is_stopped else 0


def _make_solver(arguments: argparse.Namespace, problems: list[Problem]) -> Ask:
    """Return the search function of the engine or network in the arguments.

    Raises:
        UsageError: The arguments name neither an engine with a limit nor a network, or
            both, or a network that does not fit the problems.
        PresetError: The engine does not exist, or does not support a game, a board or
            the rules of the suite.
        LimitsError: The limit is not above zero.
    """
    has_limits = bool(_limits_given(arguments))
    if arguments.net is not None and arguments.engine is None and not has_limits:
        return _network(arguments.net, problems)
    if arguments.net is None and arguments.engine is not None and has_limits:
        return _engine(arguments, problems)
    raise UsageError(
        "Expected --engine and one of --seconds and --nodes, or --net alone, as "
        f"positions of {arguments.suite.name} are for an engine or a network to solve."
    )


def _network(name: str, problems: list[Problem]) -> Ask:
    """Return the bare network as a search function, if it fits every problem."""
    from engine.suites.networks import answer_by_network  # noqa: PLC0415

    try:
        evaluator = get_evaluator(find_network(name))
        for setup in {problem.position.setup for problem in problems}:
            evaluator.info.check_fits(setup)
    except NetError as error:
        raise UsageError(str(error)) from error
    return lambda position: answer_by_network(evaluator, [position])[0]


def _engine(arguments: argparse.Namespace, problems: list[Problem]) -> Ask:
    """Return the search function of an engine within the limits of the arguments."""
    setups = dict.fromkeys(problem.position.setup for problem in problems)
    games = {setup.game for setup in setups}
    player = parse_engine(
        arguments.engine, game=games.pop() if len(games) == 1 else None
    ).with_options(make_limits(arguments))
    for setup in setups:
        check_supports(player, setup)

    def ask(position: Position) -> SearchResult:
        # Knowledge of one position must not help with the next one of the same game,
        # so each position gets a new searcher.
        setup = position.setup
        searcher = build_searcher(player, setup.game, seed=arguments.seed)
        try:
            searcher.prepare(position)
            return searcher.search(position, player.resolve_limits(setup))
        finally:
            close_searcher(searcher)

    return ask


def _reject_position(_position: Position) -> SearchResult:
    raise UsageError("Expected a position that needs no engine.")


def _limits_given(arguments: argparse.Namespace) -> dict[str, float]:
    limits = {"seconds": arguments.seconds, "nodes": arguments.nodes}
    return {name: value for name, value in limits.items() if value is not None}


def _with_progress(problems: list[Problem], tally: Tally) -> Iterator[Problem]:
    """Yield the problems, with a progress bar on standard error if it is a terminal."""
    is_shown = sys.stderr.isatty()
    try:
        for done, problem in enumerate(problems):
            if is_shown:
                text = f"{draw_bar(done, len(problems))}, {tally.solved} solved"
                print(f"\r{text} ", end="", file=sys.stderr)
                sys.stderr.flush()
            yield problem
    finally:
        if is_shown:
            print(file=sys.stderr)


def _print_text(tally: Tally) -> None:
    measures = tally.comparison
    if tally.total or measures is None:
        share = 100 * tally.solved / tally.total if tally.total else 0.0
        left_out = f", {tally.left_out} left out" if tally.left_out else ""
        print(f"solved {tally.solved} of {tally.total} ({share:.1f} %){left_out}")
    for group, counts in tally.by_group.items():
        for label, count in counts.items():
            print(f"  {group:<6} {label:<10} {count['solved']:>4} of {count['total']}")
    for label, count in tally.proven.items():
        wrong = f", {count['wrong']} wrong" if count["wrong"] else ""
        print(f"  proven {label:<10} {count['right']:>4} of {count['total']}{wrong}")
    if measures is not None:
        _print_measures(measures)
    if tally.misses:
        print("missed:")
    for name, miss in tally.misses:
        print(f"  {name}  {miss.text}")


def _print_measures(measures: Measures) -> None:
    print(f"reference verdicts compared: {measures.positions}")
    rows = [
        ("log loss", measures.log_loss, ".3f"),
        ("correlation", measures.correlation, ".2f"),
        ("sign right", measures.sign, ".1%"),
        ("reference move", measures.agreement, ".1%"),
    ]
    if measures.result_correlation != measures.correlation:
        rows.insert(2, ("correlation with results", measures.result_correlation, ".2f"))
    for name, figure, form in rows:
        if figure is not None:
            print(f"  {name:<24} {figure:>8{form}}")
