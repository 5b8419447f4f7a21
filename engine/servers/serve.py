"""Run of a server: reader, worker, engine and main loop of one protocol."""

from __future__ import annotations

import contextlib
import io
import time
from collections.abc import Callable

from engine.players.build import build_searcher
from engine.servers.line_io import LineReader
from engine.servers.served_engine import SearcherFactory, ServedEngine
from engine.servers.server_loop import KernelCompiled, ServedProtocol, ServerLoop
from engine.servers.thinker import Thinker
from engine.servers.worker import Worker

LAST_SECONDS = 0.3
"""Longest wait at the end for a search that was stopped."""


def serve(
    source: io.RawIOBase,
    make_protocol: Callable[[Thinker], ServedProtocol],
    *,
    notify: Callable[[str], None],
    seed: int = 0,
    build: SearcherFactory = build_searcher,
    now: Callable[[], float] = time.monotonic,
) -> bool:
    """Serve until the other program ends it or reads no more.

    Args:
        source: Input, without a buffer.
        make_protocol: Factory of the protocol for an engine.
        notify: Called with one sentence when the engine fails.
        seed: Random seed of searchers.
        build: Factory of searchers.
        now: Clock in seconds.

    Returns:
        Whether the engine is at rest; else a thread still compiles.
    """
    loop = ServerLoop(now)
    worker = Worker(loop.post)
    engine = ServedEngine(
        now, seed=seed, build=build, on_compiling=lambda: loop.post(KernelCompiled())
    )
    thinker = Thinker(engine, worker, now=now, notify=notify)
    protocol = make_protocol(thinker)
    LineReader(source, loop.post, now).start()
    with contextlib.suppress(BrokenPipeError):
        loop.run(protocol, thinker)
    thinker.drop()
    return worker.wait(LAST_SECONDS)
