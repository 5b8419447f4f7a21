"""Lists the engines that can be named in other commands."""

from __future__ import annotations

import argparse
import sys

from engine.commands.arguments import add_json, print_json
from engine.games import GAMES
from engine.players import damaged_presets, presets_for

SUMMARY = "list the engines"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("--game", choices=sorted(GAMES), help="only those that play it")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print a line for each engine and game; damaged ones go to standard error."""
    for sentence in damaged_presets().values():
        print(f"pentahex: {sentence}", file=sys.stderr)
    games = [arguments.game] if arguments.game else list(GAMES)
    rows = [
        {
            "name": preset.name,
            "game": game,
            "kind": preset.kind,
            "description": preset.description,
            "source": preset.source,
            "levels": preset.top_level,
            "size": preset.usual_setup(game).size_text,
        }
        for game in games
        for preset in presets_for(game)
    ]
    if arguments.json:
        print_json(rows)
        return 0
    for row in rows:
        print(
            f"{row['name']:<14} {row['game']:<7} levels 1-{row['levels']:<3} "
            f"{row['description']} ({row['source']})"
        )
    return 0
