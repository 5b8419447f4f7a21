"""What the commands of the protocol servers share."""

from __future__ import annotations

import argparse
import logging
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.commands.arguments import add_seed
from engine.commands.dispatch import SUCCESS, log_to_file
from engine.core.errors import NetError, PresetError, UsageError
from engine.games import get_game
from engine.players.player_config import OwnEngine, parse_engine
from engine.players.program_player import ProgramPlayer
from engine.players.strength_player import StrengthPlayer

if TYPE_CHECKING:
    from engine.servers.server_loop import ServedProtocol
    from engine.servers.thinker import Thinker

Write = Callable[[str], None]
"""Function that writes a line."""


def add_engine(parser: argparse.ArgumentParser) -> None:
    """Declare the engine and its seed."""
    parser.add_argument(
        "--engine",
        default="strength:full",
        metavar="P",
        help="an engine or a strength, such as uct:3 (default: strength:full)",
    )
    add_seed(parser, "random seed of the engine")


def read_engine(text: str, game: str) -> OwnEngine:
    """Return the engine of a server.

    Raises:
        PresetError: There is no such engine, or it or its network does not play the
            game.
        UsageError: It is an external program.
    """
    config = parse_engine(text, game=game)
    if isinstance(config, ProgramPlayer):
        raise UsageError(f"Expected an engine of this program, got {text!r}.")
    config.check_plays(game)
    _check_network(config, game)
    return config


def _check_network(config: OwnEngine, game: str) -> None:
    """Raise ``PresetError`` if the engine has a network for another game.

    Boards and rules that the network supports are checked when a game starts.
    """
    if isinstance(config, StrengthPlayer):
        return
    try:
        info = config.resolve_preset(game).net_info(game)
        if info is not None and info.game != game:
            info.check_fits(get_game(game).setup())
    except NetError as error:
        raise PresetError(error.message) from error


def serve_standard_streams(
    make_protocol: Callable[[Thinker, Write], ServedProtocol],
    *,
    notify: Callable[[str, Write], None],
    seed: int,
) -> int:
    """Serve on standard input and output, with a log in a file.

    A regular exit unloads modules that a thread which still compiles uses, and may
    crash: then the process ends at once.

    Args:
        make_protocol: Factory of the protocol for an engine and the output.
        notify: Called with one sentence when the engine fails, and the output.
        seed: Random seed of the engine.

    Returns:
        The exit status.
    """
    log_to_file()
    from engine.servers.line_io import LineWriter, open_standard_streams  # noqa: PLC0415
    from engine.servers.serve import serve  # noqa: PLC0415

    source, target = open_standard_streams()
    write = LineWriter(target).write
    is_at_rest = serve(
        source,
        lambda thinker: make_protocol(thinker, write),
        notify=lambda text: notify(text, write),
        seed=seed,
    )
    if not is_at_rest:
        logging.shutdown()
        sys.stderr.flush()
        os._exit(SUCCESS)
    return SUCCESS
