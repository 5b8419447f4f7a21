"""Server of HTP, the Hex text protocol, on standard input and output."""

from __future__ import annotations

import argparse
import sys
import time

from engine.commands.dispatch import log_to_file
from engine.commands.serving import add_engine, end_serving, read_engine

SUMMARY = "play Hex under a window that speaks HTP, such as HexGui"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    add_engine(parser)


def run(arguments: argparse.Namespace) -> int:
    """Serve until the window ends it."""
    config = read_engine(arguments.engine, "hex")
    log_to_file()
    from engine.servers.htp.server import HtpServer  # noqa: PLC0415
    from engine.servers.line_io import LineWriter, open_standard_streams  # noqa: PLC0415
    from engine.servers.serve import serve  # noqa: PLC0415
    from engine.servers.thinker import Thinker  # noqa: PLC0415

    source, target = open_standard_streams()
    write = LineWriter(target).write

    def make(thinker: Thinker) -> HtpServer:
        return HtpServer(config, thinker, write, notify=_notify, now=time.monotonic)

    is_at_rest = serve(source, make, notify=_notify, seed=arguments.seed)
    return end_serving(is_at_rest=is_at_rest)


def _notify(text: str) -> None:
    """Write a message where it is no response."""
    print(f"pentahex: {text}", file=sys.stderr)
