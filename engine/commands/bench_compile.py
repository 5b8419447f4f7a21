"""Benchmark of the first search from the sources, which compiles its kernels.

A process with an empty cache of kernels searches once. Its processor time counts:
start, compilation and search, in all threads. A package loads ready kernels instead.
"""

from __future__ import annotations

import os
import subprocess
import tempfile

from engine.core.errors import BenchError
from engine.core.files.paths import program_command

ENGINE = "strength:medium"
"""What the window suggests to a new player."""

NODES = "50"


def measure_compile(games: list[str], _seconds: float) -> dict[str, float]:
    """Measure the CPU seconds of a first search; on Windows they are unknown.

    Args:
        games: Names of games.

    Raises:
        BenchError: A search failed.
    """
    if os.name == "nt":
        return {}
    return {f"compile.{game}.cpu_s": round(_first_search(game), 1) for game in games}


def _first_search(game: str) -> float:
    """Return the CPU seconds of a search with an empty cache."""
    command = [*program_command(), "genmove", "--engine", ENGINE, "--game", game]
    before = os.times()
    with tempfile.TemporaryDirectory(prefix="pentahex-bench-") as home:
        places = dict.fromkeys(("HOME", "XDG_CACHE_HOME"), home)
        done = subprocess.run(
            [*command, "--nodes", NODES],
            env=os.environ | places,
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode != 0:
        complaint = done.stderr.strip().splitlines() or ["no error output"]
        raise BenchError(
            f"Expected a first search of {game}, but it failed: {complaint[-1]}"
        )
    after = os.times()
    user = after.children_user - before.children_user
    return user + after.children_system - before.children_system
