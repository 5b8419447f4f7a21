"""Ratings of all engines and levels of a game: one table with Elo and errors."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.commands.arguments import (
    add_json,
    add_seed,
    add_setup,
    make_setup,
    print_json,
)
from engine.commands.run_display import play_shown
from engine.core.errors import UsageError
from engine.core.game import GameSetup
from engine.core.message import as_clause
from engine.players.player_config import PlayerConfig, parse_engine
from engine.players.preset_player import PresetPlayer
from engine.players.presets import list_presets
from engine.tournament.opening_choice import choose_openings
from engine.tournament.plan import MoveLimits, Plan
from engine.tournament.reports.report import format_text, make_report
from engine.tournament.run import Run
from engine.tournament.run_state import RunState

SUMMARY = (
    "rate all engines and levels of a game; stop at any time and resume with --resume"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    add_setup(parser)
    parser.add_argument(
        "--engine",
        action="append",
        metavar="E",
        help="rate this engine at each of its levels, or at one, such as uct:3, "
        "instead of all engines; can be given several times",
    )
    parser.add_argument(
        "--games",
        type=int,
        default=100,
        metavar="N",
        help="games of each engine on average (default 100)",
    )
    parser.add_argument(
        "--error",
        type=float,
        metavar="ELO",
        help="stop when no bound of a 95 %% interval is more than ELO away from its "
        "rating",
    )
    parser.add_argument(
        "--seconds",
        type=float,
        metavar="S",
        help="time for a move; without it the limits of each engine",
    )
    parser.add_argument(
        "--clock",
        choices=("wall", "cpu"),
        default="wall",
        help="whether --seconds is wall-clock time (default) or processor time",
    )
    parser.add_argument(
        "--concurrency",
        type=int,
        default=1,
        metavar="K",
        help="games at a time (default 1)",
    )
    add_seed(parser, "seed of openings and engines")
    parser.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="folder of the ratings"
    )
    parser.add_argument(
        "--resume", action="store_true", help="resume the ratings in DIR, if any"
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play the games and print the table."""
    plan, refusals = make_plan(arguments)
    ratings = Run(plan, arguments.out, resume=arguments.resume)
    for name, reason in refusals.items():
        print(f"pentahex: not rated: {name}: {reason}.", file=sys.stderr)
    state = play_shown(ratings, arguments.out)
    if arguments.json:
        print_json(as_json(state))
    else:
        print(format_text(make_report(state).tables[:1]))
    return 0


def make_plan(arguments: argparse.Namespace) -> tuple[Plan, dict[str, str]]:
    """Return the plan of the arguments, and why each engine left out is not rated.

    Those are engines that do not play on the board; the reasons are clauses.

    Raises:
        UsageError: Fewer than two engines are left.
        PresetError: An engine does not exist.
    """
    setup = make_setup(arguments)
    engines, refusals = _select_engines(arguments.engine, setup)
    if len(engines) < 2:  # noqa: PLR2004
        reasons = [f"; not rated: {name}: {why}" for name, why in refusals.items()]
        raise UsageError(
            f"Expected two engines or more for {setup.game} on {setup.size_text}, got "
            f"{', '.join(engines) or 'none'}{''.join(reasons)}."
        )
    plan = Plan(
        kind="ratings",
        engines=engines,
        setup=setup,
        limits=MoveLimits(
            seconds=arguments.seconds,
            own=arguments.seconds is None,
            clock=arguments.clock,
        ),
        games=arguments.games,
        error=arguments.error,
        seed=arguments.seed,
        concurrency=arguments.concurrency,
    )
    openings, source = choose_openings(setup, plan.games, seed=plan.seed)
    return replace(plan, openings=openings, openings_source=source), refusals


def _select_engines(
    names: Sequence[str] | None, setup: GameSetup
) -> tuple[tuple[str, ...], dict[str, str]]:
    """Return the engines to rate, and why each other one is not rated.

    Args:
        names: Names of engines; ``None`` for all of the game.
        setup: Game, size and rules.

    Returns:
        Each engine at each of its levels, weakest first; clauses by name.
    """
    if names is None:
        names = [preset.name for preset in list_presets(setup.game)]
    engines: list[str] = []
    refusals: dict[str, str] = {}
    for name in names:
        player = parse_engine(name, game=setup.game)
        player.check_plays(setup.game)
        refusal = player.refusal(setup)
        if refusal is None:
            engines += _list_levels(player, setup)
        else:
            refusals[name] = as_clause(refusal)
    return tuple(dict.fromkeys(engines)), refusals


def _list_levels(player: PlayerConfig, setup: GameSetup) -> list[str]:
    """Return an engine at each of its levels, or as it is if it has only one."""
    if not isinstance(player, PresetPlayer) or player.level is not None:
        return [str(player)]
    top = player.load_preset().for_game(setup.game).top_level
    if top == 1:
        return [str(player)]
    return [str(replace(player, level=level)) for level in range(1, top + 1)]


def as_json(state: RunState) -> list[dict[str, Any]]:
    """Return a row for each engine, strongest first."""
    return [
        {
            "engine": state.plan.specs[row.engine],
            "elo": None if row.rating is None else row.rating.elo,
            "elo_low": None if row.rating is None else row.rating.low,
            "elo_high": None if row.rating is None else row.rating.high,
            "games": row.games,
            "points": row.points,
            "time_losses": row.time_losses,
            "failures": row.failures,
        }
        for row in state.standings.ranking()
    ]
