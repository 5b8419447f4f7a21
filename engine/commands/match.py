"""Match of two engines with swapped colours: points, Elo, sequential test."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.commands.arguments import (
    ENGINE_HELP,
    add_json,
    add_seed,
    add_setup,
    make_setup,
    print_json,
)
from engine.commands.run_display import play_shown
from engine.core.errors import EngineError, UsageError
from engine.core.game import GameSetup
from engine.core.message import as_clause
from engine.games import get_game
from engine.players.player_config import parse_engine
from engine.tournament.opening_choice import choose_openings
from engine.tournament.plan import Adjudication, MoveLimits, Plan
from engine.tournament.reports.report import format_text, make_report
from engine.tournament.run import Run
from engine.tournament.run_state import RunState
from engine.tournament.statistics.pair_statistics import Sprt

SUMMARY = "play a match of two engines; stop at any time and resume with --resume"

SPRT_NUMBERS = (2, 4)
"""Accepted lengths of the list after ``--sprt``: with and without error rates."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("a", metavar="A", help=ENGINE_HELP)
    parser.add_argument("b", metavar="B", help="its opponent, likewise")
    add_setup(parser)
    parser.add_argument(
        "--games", type=int, required=True, metavar="N", help="number of games"
    )
    _add_limits(parser)
    parser.add_argument(
        "--openings",
        type=Path,
        metavar="FILE",
        help="one opening a line, such as h8 i9 g7; without it those of the program",
    )
    parser.add_argument(
        "--concurrency",
        type=int,
        default=1,
        metavar="K",
        help="games at a time (default 1)",
    )
    parser.add_argument(
        "--sprt",
        metavar="ELO0,ELO1[,ALPHA,BETA]",
        help="end the match when a sequential test of ELO0 against ELO1 is decided; "
        "error rates ALPHA and BETA (default 0.05)",
    )
    parser.add_argument(
        "--adjudicate",
        metavar="RATE[,PLIES]",
        help="end a game as a win when both engines give the same side a win rate of "
        "RATE or more for PLIES plies in a row (default 6)",
    )
    parser.add_argument(
        "--draw-after",
        type=int,
        metavar="PLIES",
        help="end a game as a draw after so many plies; for games with draws",
    )
    add_seed(parser, "the same seed and nodes give the same games")
    parser.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="folder of the match"
    )
    parser.add_argument(
        "--resume", action="store_true", help="resume the match in DIR, if any"
    )
    add_json(parser)


def _add_limits(parser: argparse.ArgumentParser) -> None:
    bound = parser.add_mutually_exclusive_group(required=True)
    bound.add_argument("--seconds", type=float, metavar="S", help="time for a move")
    bound.add_argument(
        "--nodes", type=int, metavar="N", help="nodes or simulations for a move"
    )
    bound.add_argument(
        "--own-limits", action="store_true", help="the limits of each engine"
    )
    parser.add_argument(
        "--clock",
        choices=("wall", "cpu"),
        default="wall",
        help="whether --seconds is wall-clock time (default) or processor time",
    )
    parser.add_argument(
        "--grace",
        type=float,
        default=1.0,
        metavar="S",
        help="seconds beyond the limit that lose the game (default 1)",
    )
    parser.add_argument(
        "--threads", type=int, metavar="T", help="threads of a search (default 1)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Play the match and print its result."""
    match = Run(make_plan(arguments), arguments.out, resume=arguments.resume)
    state = play_shown(match, arguments.out)
    if arguments.json:
        print_json(as_json(state) | {"out": str(arguments.out)})
    else:
        print(format_text(make_report(state).tables))
    return 0


def make_plan(arguments: argparse.Namespace) -> Plan:
    """Return the plan of the arguments.

    Raises:
        UsageError: An argument does not fit, such as openings of another board.
    """
    setup = _choose_setup(arguments)
    limits = MoveLimits(
        seconds=arguments.seconds,
        nodes=arguments.nodes,
        own=arguments.own_limits,
        clock=arguments.clock,
        threads=arguments.threads,
        grace=arguments.grace,
    )
    plan = Plan(
        kind="match",
        engines=(arguments.a, arguments.b),
        setup=setup,
        limits=limits,
        games=arguments.games,
        seed=arguments.seed,
        sprt=_parse_sprt(arguments.sprt),
        adjudication=_parse_adjudication(arguments),
        concurrency=arguments.concurrency,
    )
    return _with_openings(plan, arguments.openings)


def _choose_setup(arguments: argparse.Namespace) -> GameSetup:
    """Return the board; without ``--size`` one that both engines support, if any."""
    a, b = (
        parse_engine(text, game=arguments.game) for text in (arguments.a, arguments.b)
    )
    setup = make_setup(arguments, a)
    return setup if arguments.size else b.fitted(setup)


def _with_openings(plan: Plan, file: Path | None) -> Plan:
    try:
        openings, source = choose_openings(
            plan.setup, (plan.games + 1) // 2, seed=plan.seed, file=file
        )
    except EngineError as error:
        raise UsageError(error.message) from error
    return replace(plan, openings=openings, openings_source=source)


def _parse_numbers(text: str, option: str, form: str) -> list[float]:
    """Return the numbers of a list with commas."""
    try:
        return [float(part) for part in text.split(",")]
    except ValueError as error:
        raise UsageError(f"Expected {form} after {option}, got {text!r}.") from error


def _parse_sprt(text: str | None) -> Sprt | None:
    if text is None:
        return None
    form = "ELO0,ELO1[,ALPHA,BETA]"
    numbers = _parse_numbers(text, "--sprt", form)
    if len(numbers) not in SPRT_NUMBERS:
        raise UsageError(f"Expected {form} after --sprt, got {text!r}.")
    return Sprt(**dict(zip(("elo0", "elo1", "alpha", "beta"), numbers, strict=False)))


def _parse_adjudication(arguments: argparse.Namespace) -> Adjudication:
    if arguments.draw_after is not None and not get_game(arguments.game).has_draws:
        raise UsageError(
            f"Expected no --draw-after in {arguments.game}, which has no draws."
        )
    bounds: dict[str, Any] = {"draw_plies": arguments.draw_after}
    text = arguments.adjudicate
    if text is not None:
        form = "RATE[,PLIES]"
        rate, *plies = _parse_numbers(text, "--adjudicate", form)
        if len(plies) > 1 or not all(number.is_integer() for number in plies):
            raise UsageError(f"Expected {form} after --adjudicate, got {text!r}.")
        bounds["win_rate"] = rate
        if plies:
            bounds["win_plies"] = int(plies[0])
    try:
        return Adjudication(**bounds)
    except EngineError as error:
        reason = as_clause(error.message)
        raise UsageError(f"Adjudication: {reason}.") from error


def as_json(state: RunState) -> dict[str, Any]:
    """Return the result of a match with flat keys."""
    a, b = state.standings.rows
    counts = state.standings.counts
    low, high = counts.elo_interval
    return {
        "a": state.plan.specs[0],
        "b": state.plan.specs[1],
        "games": counts.games,
        "a_wins": a.wins,
        "b_wins": b.wins,
        "draws": counts.draws,
        "a_wins_first": a.wins_first,
        "b_wins_first": b.wins_first,
        "elo": counts.elo,
        "elo_low": low,
        "elo_high": high,
        "sprt": state.standings.sprt,
        "a_time_losses": a.time_losses,
        "b_time_losses": b.time_losses,
        "seconds_per_move_a": a.seconds_per_move,
        "seconds_per_move_b": b.seconds_per_move,
        "seconds_max_a": a.seconds_max,
        "seconds_max_b": b.seconds_max,
        "log_likelihood_ratio": state.standings.log_ratio,
        "superiority": counts.superiority,
        "pairs": list(counts.pairs),
        "a_failures": a.failures,
        "b_failures": b.failures,
        "a_overruns": a.overruns,
        "b_overruns": b.overruns,
    }
