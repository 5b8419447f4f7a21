"""Lists the strengths and engines that can be named in other commands."""

from __future__ import annotations

import argparse
import sys
from itertools import chain
from typing import Any

from engine.commands.arguments import add_json, print_json
from engine.games import GAMES
from engine.players.preset_file import Preset
from engine.players.presets import damaged_presets, list_presets, read_user_presets
from engine.players.strength_player import StrengthPlayer
from engine.players.strengths import NAMES

SUMMARY = "list the strengths and the engines"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("--game", choices=sorted(GAMES), help="only those that play it")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print a line for each strength or engine and game; damaged ones to stderr."""
    problems = damaged_presets(), read_user_presets().problems
    for message in chain.from_iterable(found.values() for found in problems):
        print(f"pentahex: {message}", file=sys.stderr)
    games = [arguments.game] if arguments.game else list(GAMES)
    rows = [
        _strength_row(game, name)
        for game in games
        for name in NAMES
        if StrengthPlayer(strength=name).refusal(GAMES[game].setup()) is None
    ]
    rows += [
        _preset_row(game, preset) for game in games for preset in list_presets(game)
    ]
    if arguments.json:
        print_json(rows)
        return 0
    for row in rows:
        print(
            f"{row['name']:<19} {row['game']:<7} levels 1-{row['levels']:<3} "
            f"{row['description']} ({row['source']})"
        )
    return 0


def _preset_row(game: str, preset: Preset) -> dict[str, Any]:
    """Return the list entry of a preset; one of the user names its file as source."""
    own = "" if preset.file is None else f"user preset {preset.file.name}; "
    return {
        "name": preset.name,
        "game": game,
        "kind": preset.kind,
        "description": preset.description,
        "source": own + preset.source,
        "levels": preset.top_level,
        "size": preset.usual_setup(game).size_text,
        "file": None if preset.file is None else str(preset.file),
    }


def _strength_row(game: str, name: str) -> dict[str, Any]:
    """Return the list entry of a strength: its engine on the usual board."""
    setup = GAMES[game].setup()
    strength = StrengthPlayer(strength=name)
    player = strength.for_setup(setup)
    preset = player.load_preset()
    level = preset.for_game(game).top_level if player.level is None else player.level
    return {
        "name": str(strength),
        "game": game,
        "kind": preset.kind,
        "description": f"{preset.title}, level {level} on the usual board",
        "source": "docs/engines.md",
        "levels": 1,
        "size": setup.size_text,
        "file": None,
    }
