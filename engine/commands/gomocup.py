"""Server of the Gomocup protocol on standard input and output."""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING

from engine.commands.serving import (
    Write,
    add_engine,
    read_engine,
    serve_standard_streams,
)

if TYPE_CHECKING:
    from engine.servers.gomocup.server import GomocupServer
    from engine.servers.thinker import Thinker

SUMMARY = "play Gomoku under a manager that speaks the Gomocup protocol"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    add_engine(parser)


def run(arguments: argparse.Namespace) -> int:
    """Serve until the manager ends it."""
    config = read_engine(arguments.engine, "gomoku")

    def make(thinker: Thinker, write: Write) -> GomocupServer:
        from engine.servers.gomocup.brain import Brain  # noqa: PLC0415
        from engine.servers.gomocup.server import GomocupServer  # noqa: PLC0415

        brain = Brain(config, thinker, write, time.monotonic)
        return GomocupServer(brain, thinker, write)

    return serve_standard_streams(make, notify=_notify, seed=arguments.seed)


def _notify(text: str, write: Write) -> None:
    """Write a message of the protocol."""
    write(f"MESSAGE {text}")
