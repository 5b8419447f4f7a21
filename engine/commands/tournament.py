"""Tournament of several engines by a TOML file: cross-table, ratings, reports."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from engine.commands.arguments import add_json, add_stop_with_input, print_json
from engine.commands.run_display import play_shown
from engine.commands.stop_signal import stop_with_input
from engine.core.errors import UsageError
from engine.tournament.plan import Plan
from engine.tournament.reports.report import format_text, make_report
from engine.tournament.run import Run
from engine.tournament.run_folder import RunFolder
from engine.tournament.run_state import RunState
from engine.tournament.tournament_file import read_tournament

SUMMARY = "play a tournament; stop at any time and resume with --resume"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        type=Path,
        help="the tournament file, such as levels.toml; without it --resume continues "
        "the run in DIR",
    )
    parser.add_argument(
        "--out",
        metavar="DIR",
        type=Path,
        required=True,
        help="folder of the tournament",
    )
    parser.add_argument(
        "--resume", action="store_true", help="resume the tournament in DIR, if any"
    )
    add_stop_with_input(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play the tournament and print its tables."""
    if arguments.stop_with_input:
        stop_with_input(sys.stdin.fileno())
    plan = _load_plan(arguments)
    tournament = Run(plan, arguments.out, resume=arguments.resume)
    state = play_shown(tournament, arguments.out)
    if arguments.json:
        print_json(as_json(state) | {"out": str(arguments.out)})
    else:
        print(format_text(make_report(state).tables))
    return 0


def _load_plan(arguments: argparse.Namespace) -> Plan:
    """Return the plan of the file, or that of the folder without a file.

    Raises:
        UsageError: There is no file, and no run to resume.
        RunFolderError: The plan of the folder is damaged.
    """
    if arguments.file is not None:
        return read_tournament(arguments.file)
    plan = RunFolder(arguments.out).plan() if arguments.resume else None
    if plan is None:
        raise UsageError(
            f"Expected a FILE, or --resume and a run in {arguments.out}, got neither."
        )
    return plan


def as_json(state: RunState) -> dict[str, Any]:
    """Return the table of a tournament; engines are in the order of the file."""
    rows = state.standings.rows
    ratings = [row.rating for row in rows]
    return {
        "engines": list(state.plan.specs),
        "games": state.standings.games,
        "table": [list(points) for points in state.standings.points],
        "elo": [None if one is None else one.elo for one in ratings],
        "elo_low": [None if one is None else one.low for one in ratings],
        "elo_high": [None if one is None else one.high for one in ratings],
        "time_losses": [row.time_losses for row in rows],
        "failures": [row.failures for row in rows],
        "wins_first": [row.wins_first for row in rows],
    }
