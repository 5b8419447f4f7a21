"""Arguments shared by several commands, and their conversion."""

from __future__ import annotations

import argparse
import codecs
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.core.board.board_notation import parse_size
from engine.core.errors import PresetError, UsageError
from engine.core.formats.json_text import without_negative_zeros
from engine.core.formats.settings_reader import LARGEST, LONGEST_TEXT, Seed, read_value
from engine.core.game import GameSetup, Position
from engine.core.game_options import Option
from engine.games import GAMES, get_game
from engine.players.player_config import PlayerConfig, parse_engine
from engine.search.api import Limits

ENGINE_HELP = (
    "an engine, such as uct:3, alphabeta{seconds=2}, file:my.toml, strength:medium or "
    "cmd:./program (Gomocup or HTP); keys in braces are those of its preset, such as "
    "net (a shipped network, a file or the folder of a training run), and nodes, "
    "seconds, threads and seed"
)
"""Help text of the options that name an engine."""


def add_json(parser: argparse.ArgumentParser) -> None:
    """Declare ``--json``."""
    parser.add_argument(
        "--json", action="store_true", help="print one line of JSON and nothing else"
    )


def add_stop_with_input(parser: argparse.ArgumentParser) -> None:
    """Declare ``--stop-with-input``."""
    parser.add_argument(
        "--stop-with-input",
        action="store_true",
        help="stop as by Ctrl+C when standard input ends, for programs that start "
        "this one",
    )


def add_setup(parser: argparse.ArgumentParser) -> None:
    """Declare the game, its size and its rules."""
    parser.add_argument(
        "--game", required=True, choices=sorted(GAMES), help="the game to play"
    )
    parser.add_argument(
        "--size",
        metavar="N|HxW",
        help="rows, or rows x columns; by default the usual board of the game, or one "
        "that the engine's network supports",
    )
    parser.add_argument(
        "--rule",
        metavar="R",
        help="short for --option rule=R",
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help=f"a rule of the game: {_describe_options()}; can be given several times",
    )


def _describe_options() -> str:
    """Return the rules that each game lets the players choose, with their values."""
    return "; ".join(
        f"in {name} {', '.join(map(_describe_option, game.options))}"
        for name, game in sorted(GAMES.items())
    )


def _describe_option(option: Option) -> str:
    return f"{option.key}={'|'.join(option.choices)} (default {option.default})"


def add_seed(parser: argparse.ArgumentParser, description: str) -> None:
    """Declare ``--seed``; it is 0 by default."""
    parser.add_argument(
        "--seed",
        type=_read_seed,
        default=0,
        metavar="N",
        help=f"{description} (default 0)",
    )


def _read_seed(text: str) -> int:
    """Return a random seed; all commands and settings accept the same ones."""
    try:
        seed: int = read_value(Seed, int(text), "--seed")
    except ValueError as error:
        raise argparse.ArgumentTypeError(
            f"expected a whole number from 0 to {LARGEST}, got {text[:LONGEST_TEXT]!r}"
        ) from error
    return seed


def add_limits(parser: argparse.ArgumentParser) -> None:
    """Declare the limits of a search, and its seed."""
    bound = parser.add_mutually_exclusive_group()
    bound.add_argument(
        "--seconds",
        type=float,
        metavar="S",
        help="time for a move; without it and --nodes the limits of the engine",
    )
    bound.add_argument(
        "--nodes", type=int, metavar="N", help="nodes or simulations for a move"
    )
    add_seed(parser, "the same seed and nodes give the same move")


def make_setup(
    arguments: argparse.Namespace, player: PlayerConfig | None = None
) -> GameSetup:
    """Return the setup of the arguments.

    The default size is the game's usual one, or one that ``player`` supports.

    Raises:
        SetupError: The size or an option is not supported.
        UsageError: An option has no value, or two.
    """
    is_sized = arguments.size is not None
    height, width = parse_size(arguments.size) if is_sized else (None, None)
    options: dict[str, str] = {}
    rule = [] if arguments.rule is None else [f"rule={arguments.rule}"]
    for text in (*arguments.option, *rule):
        key, equals, value = text.partition("=")
        if not equals:
            raise UsageError(f"Expected KEY=VALUE after --option, got {text!r}.")
        known = options.setdefault(key, value)
        if known != value:
            raise UsageError(
                f"Expected one value of the option {key}, got {known!r} and {value!r}."
            )
    game = get_game(arguments.game)
    setup = game.setup(height=height, width=width, options=options)
    return setup if player is None or is_sized else player.fitted(setup)


def add_search(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of a search of one position by an engine."""
    parser.add_argument("--engine", required=True, metavar="P", help=ENGINE_HELP)
    add_setup(parser)
    parser.add_argument(
        "--moves",
        default="",
        metavar='"h8 i9"',
        help="moves played so far; none by default",
    )
    add_limits(parser)
    add_json(parser)


def find_search(arguments: argparse.Namespace) -> tuple[PlayerConfig, Position]:
    """Return the engine and the position of the arguments of ``add_search``.

    Raises:
        IllegalMoveError: A move is no cell, or not legal.
        PresetError: The engine does not exist, or does not support the setup.
        SetupError: The size or an option is not supported.
        UsageError: An option has no value, or two.
    """
    player = parse_engine(arguments.engine, game=arguments.game).with_options(
        make_limits(arguments)
    )
    setup = make_setup(arguments, player)
    check_supports(player, setup)
    return player, play_moves(setup, arguments.moves)


def check_supports(player: PlayerConfig, setup: GameSetup) -> None:
    """Raise ``PresetError`` unless a player supports game, board and rules."""
    player.check_plays(setup.game)
    refusal = player.refusal(setup)
    if refusal is not None:
        raise PresetError(refusal)


def check_source(path: Path) -> None:
    """Raise ``UsageError`` unless a file to read exists; a pipe is one, too."""
    if path.is_dir():
        raise UsageError(f"Expected a file, got the folder {path}.")
    if not path.exists():
        raise UsageError(f"Expected a file {path}, found none.")


def check_target(path: Path) -> None:
    """Raise ``UsageError`` unless the folder of a file to write exists."""
    if not path.absolute().parent.is_dir():
        raise UsageError(f"Expected a file in an existing folder, got {path}.")


def make_limits(arguments: argparse.Namespace) -> Limits | None:
    """Return the search limits of the arguments, or ``None`` if they name none.

    Raises:
        LimitsError: A limit is not above zero.
    """
    if arguments.seconds is None and arguments.nodes is None:
        return None
    return Limits(seconds=arguments.seconds, nodes=arguments.nodes)


def play_moves(setup: GameSetup, moves: str) -> Position:
    """Return the position after ``moves``, names of cells separated by spaces.

    Raises:
        IllegalMoveError: A name is not a cell, or the move is not legal.
    """
    game = get_game(setup.game)
    position = game.new_position(setup)
    for name in moves.replace(",", " ").split():
        position = position.play(game.parse_cell(setup, name))
    return position


def print_json(value: Mapping[str, Any] | list[dict[str, Any]]) -> None:
    """Print one JSON value on standard output, in ASCII unless that is Unicode.

    A value that a search or a rounding leaves at -0.0 is printed as 0.0.
    """
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    is_unicode = codecs.lookup(encoding).name.startswith("utf")
    tidy = without_negative_zeros(value)
    json.dump(tidy, sys.stdout, ensure_ascii=not is_unicode)
    sys.stdout.write("\n")
