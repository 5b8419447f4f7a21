"""What the commands of the protocol servers share."""

from __future__ import annotations

import argparse
import logging
import os
import sys

from engine.commands.dispatch import SUCCESS
from engine.core.errors import UsageError
from engine.players import PlayerConfig, check_plays


def add_engine(parser: argparse.ArgumentParser) -> None:
    """Declare the engine and its seed."""
    parser.add_argument(
        "--engine",
        default="strength:full",
        metavar="P",
        help="an engine or a strength, such as uct:3 (default: strength:full)",
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="random seed of the engine"
    )


def read_engine(text: str, game: str) -> PlayerConfig:
    """Return the engine of a server.

    Raises:
        PresetError: There is no such engine, or it does not play the game.
        UsageError: It is an external program.
    """
    config = PlayerConfig.parse(text)
    if config.command is not None:
        raise UsageError(f"Expected an engine of this program, got {text!r}.")
    check_plays(config, game)
    return config


def end_serving(*, is_at_rest: bool) -> int:
    """Return the exit status, or end the process at once.

    Args:
        is_at_rest: Whether no thread compiles. A regular exit unloads modules that such
            a thread uses, which may crash.
    """
    if not is_at_rest:
        logging.shutdown()
        sys.stderr.flush()
        os._exit(SUCCESS)
    return SUCCESS
