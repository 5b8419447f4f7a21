"""Server of the Gomocup protocol on standard input and output."""

from __future__ import annotations

import argparse
import time

from engine.commands.dispatch import log_to_file
from engine.commands.serving import add_engine, end_serving, read_engine

SUMMARY = "play Gomoku under a manager that speaks the Gomocup protocol"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    add_engine(parser)


def run(arguments: argparse.Namespace) -> int:
    """Serve until the manager ends it."""
    config = read_engine(arguments.engine, "gomoku")
    log_to_file()
    from engine.servers.gomocup.brain import Brain  # noqa: PLC0415
    from engine.servers.gomocup.server import GomocupServer  # noqa: PLC0415
    from engine.servers.line_io import LineWriter, open_standard_streams  # noqa: PLC0415
    from engine.servers.serve import serve  # noqa: PLC0415
    from engine.servers.thinker import Thinker  # noqa: PLC0415

    source, target = open_standard_streams()
    write = LineWriter(target).write

    def make(thinker: Thinker) -> GomocupServer:
        brain = Brain(config, thinker, write, time.monotonic)
        return GomocupServer(brain, thinker, write)

    is_at_rest = serve(
        source,
        make,
        notify=lambda text: write(f"MESSAGE {text}"),
        seed=arguments.seed,
    )
    return end_serving(is_at_rest=is_at_rest)
