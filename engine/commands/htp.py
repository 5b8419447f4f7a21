"""Server of HTP, the Hex text protocol, on standard input and output."""

from __future__ import annotations

import argparse
import sys
import time
from typing import TYPE_CHECKING

from engine.commands.serving import (
    Write,
    add_engine,
    read_engine,
    serve_standard_streams,
)

if TYPE_CHECKING:
    from engine.servers.htp.server import HtpServer
    from engine.servers.thinker import Thinker

SUMMARY = "play Hex under a window that speaks HTP, such as HexGui"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    add_engine(parser)


def run(arguments: argparse.Namespace) -> int:
    """Serve until the window ends it."""
    config = read_engine(arguments.engine, "hex")

    def make(thinker: Thinker, write: Write) -> HtpServer:
        from engine.servers.htp.server import HtpServer  # noqa: PLC0415

        return HtpServer(config, thinker, write, notify=_notify, now=time.monotonic)

    return serve_standard_streams(
        make, notify=lambda text, _write: _notify(text), seed=arguments.seed
    )


def _notify(text: str) -> None:
    """Write a message where it is no response."""
    print(f"pentahex: {text}", file=sys.stderr)
