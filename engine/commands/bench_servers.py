"""Benchmark of the protocol servers, as their managers see them.

A server plays both sides of games, so that its searches continue each other. Times are
those of a clock, from the command to the answer: other load on the machine counts.
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import IO

from engine.core.errors import BenchError
from engine.core.files.paths import program_command
from engine.core.game import Position
from engine.core.types import Move
from engine.games import get_game
from engine.servers.process_memory import peak_resident_bytes

ENGINES = ("alphabeta", "uct", "mcts")
"""Engines that are measured, each in both games."""

MEGABYTE = 1 << 20

TURN_MS = 500
"""Time for a move in milliseconds."""

LEAST_MOVES = 4
"""Smallest number of moves."""

LAST_SECONDS = 10.0
"""Time for the server to end."""

Ask = Callable[[str], str]
"""Sends lines and returns the answer to the last one."""

Game = Callable[[Ask], Iterator[float]]
"""Plays games without end; yields the seconds of each move."""


def measure_servers(games: list[str], seconds: float) -> dict[str, float]:
    """Measure start, largest overrun and memory of servers.

    Args:
        games: Names of games.
        seconds: Time of the moves of each engine.
    """
    figures: dict[str, float] = {}
    moves = max(round(1000 * seconds / TURN_MS), LEAST_MOVES)
    for name in games:
        if name not in SERVERS:
            continue
        command, play = SERVERS[name]
        for engine in ENGINES:
            key = f"servers.{name}.{engine}"
            with run_server(command, engine) as process:
                started = time.monotonic()
                played = play(partial(ask_server, process))
                next(played)
                figures[f"{key}.start_s"] = round(time.monotonic() - started, 2)
                overruns = [1000 * next(played) - TURN_MS for _ in range(moves)]
                figures[f"{key}.overrun_max_ms"] = round(max(overruns), 1)
                peak = peak_resident_bytes(process.pid)
                if peak is not None:
                    figures[f"{key}.peak_mb"] = round(peak / MEGABYTE)
    return figures


def play_gomoku(ask: Ask) -> Iterator[float]:
    """Play Gomoku by boards, of which each side sees its own stones."""
    game = get_game("gomoku")
    setup = game.setup()
    ask(f"START {setup.width}\n")
    yield 0.0
    ask(f"INFO timeout_turn {TURN_MS}\nABOUT\n")
    while True:
        position = game.new_position(setup)
        while position.outcome is None:
            board = _format_board(position)
            began = time.monotonic()
            answer = ask(board)
            yield time.monotonic() - began
            column, row = map(int, answer.split(","))
            position = position.play(Move(row * setup.width + column))


def play_hex(ask: Ask) -> Iterator[float]:
    """Play Hex by moves of both colours."""
    game = get_game("hex")
    setup = game.setup()
    ask(f"boardsize {setup.width} {setup.height}\n")
    yield 0.0
    ask(f"set_time {TURN_MS / 1000}\n")
    while True:
        ask("clear_board\n")
        for turn in range(setup.cell_count):
            began = time.monotonic()
            answer = ask(f"genmove {'bw'[turn % 2]}\n")
            if "resign" in answer:
                break
            yield time.monotonic() - began


SERVERS: dict[str, tuple[str, Game]] = {
    "gomoku": ("gomocup", play_gomoku),
    "hex": ("htp", play_hex),
}
"""Command and play of the server of each game."""


def _format_board(position: Position) -> str:
    """Return the command that gives a position to the side to move."""
    lines = []
    for cell in position.history:
        row, column = divmod(cell, position.setup.width)
        field = 1 if position.stones[cell] == position.to_move else 2
        lines.append(f"{column},{row},{field}\n")
    return "BOARD\n" + "".join(lines) + "DONE\n"


@contextmanager
def run_server(command: str, engine: str) -> Iterator[subprocess.Popen[str]]:
    """Run a server during the ``with`` block."""
    words = [*program_command(), command, "--engine", engine]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            if process.stdin is not None:
                process.stdin.close()
            try:
                process.wait(LAST_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()


def ask_server(process: subprocess.Popen[str], lines: str) -> str:
    """Send lines and return the first answer that is no message.

    Raises:
        BenchError: The server ended.
    """
    source, target = process.stdout, process.stdin
    if source is None or target is None:
        raise BenchError("Expected a server with pipes.")
    target.write(lines)
    target.flush()
    return _read_answer(source)


def _read_answer(source: IO[str]) -> str:
    for line in source:
        if line.startswith(("ERROR", "UNKNOWN", "?")):
            raise BenchError(f"Expected an answer of the server, got: {line.strip()}")
        if line.strip() and not line.startswith("MESSAGE"):
            return line.strip()
    raise BenchError("Expected an answer of the server, but it ended.")
