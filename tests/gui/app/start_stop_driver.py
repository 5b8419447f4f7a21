"""Starts of the real program that end at random moments.

A moment is drawn from a seed; what the program does at it depends on the machine.
``python -m tests.gui.app.start_stop_driver 500`` makes 500 starts and reports those
that ended badly.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[3]

MAX_SECONDS = 2.0
"""The latest moment after the first picture."""

SOON_SECONDS = 0.2
"""Every other moment lies in this time after it, in which most is loaded."""

PATIENCE_SECONDS = 120.0
"""A program that has not ended by then hangs."""

CLOSING = """
import sys
from PyQt5.QtCore import QTimer
from gui.app import application as app

begin = app.open_first_games

def begin_and_close(program, paths):
    begin(program, paths)
    close = program.window.close
    delay = round(1000 * float(sys.argv[1]))
    program.window.painted.connect(lambda: QTimer.singleShot(delay, close))

app.open_first_games = begin_and_close
sys.exit(app.main([]))
"""

WAYS = {"SIGTERM": signal.SIGTERM, "SIGINT": signal.SIGINT, "close": None}
"""How the program ends; ``close`` closes the window."""


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """How one start ended."""

    way: str
    """Key of ``WAYS``."""

    seconds: float
    """Seconds after the first picture."""

    status: int | None
    """Exit status, negative for a signal; ``None`` for a program that hangs."""

    errors: str
    """What the program wrote to its error output."""

    @property
    def is_clean(self) -> bool:
        """Whether nothing was wrong."""
        return self.status == 0 and not self.errors


def start_and_stop(rng: random.Random) -> End:
    """Start the program in a state folder of its own, and end it."""
    way = rng.choice(list(WAYS))
    seconds = rng.uniform(0, rng.choice([SOON_SECONDS, MAX_SECONDS]))
    number = WAYS[way]
    command = ["main.py"] if number else ["-c", CLOSING, str(seconds)]
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        process = subprocess.Popen(
            [sys.executable, *command],
            cwd=PROJECT,
            env=os.environ
            | {
                "QT_QPA_PLATFORM": "offscreen",
                "PYTHONPATH": str(PROJECT),
                "XDG_CONFIG_HOME": folder,
                "XDG_RUNTIME_DIR": folder,
                "XDG_STATE_HOME": folder,
            },
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        if number and _wait_for_picture(home, process):
            time.sleep(seconds)
            process.send_signal(number)
        status, errors = _end_of(process)
    return End(way=way, seconds=seconds, status=status, errors=errors)


def _wait_for_picture(home: Path, process: subprocess.Popen[str]) -> bool:
    """Wait for the log to say that the window is painted."""
    log = home / "pentahex" / "pentahex.log"
    while process.poll() is None:
        if log.is_file() and "painted after" in log.read_text(encoding="utf-8"):
            return True
        time.sleep(0.002)
    return False


def _end_of(process: subprocess.Popen[str]) -> tuple[int | None, str]:
    try:
        _, errors = process.communicate(timeout=PATIENCE_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        _, errors = process.communicate()
        return None, errors
    return process.returncode, _without_platform_notes(errors)


def _without_platform_notes(errors: str) -> str:
    """Leave out what the platform without a screen says about every window."""
    note = "This plugin does not support propagateSizeHints()"
    return "\n".join(line for line in errors.splitlines() if line != note)


def main(count: int, seed: int) -> int:
    """Report ``count`` starts, or those until Ctrl+C; return 1 after a bad end."""
    rng, ways, bad = random.Random(seed), Counter[str](), 0
    try:
        for number in range(1, count + 1):
            end = start_and_stop(rng)
            ways[end.way] += 1
            if not end.is_clean:
                bad += 1
                sys.stdout.write(f"start {number}: {end}\n")
                sys.stdout.flush()
    except KeyboardInterrupt:
        sys.stdout.write("stopped\n")
    done = sum(ways.values())
    sys.stdout.write(f"{done} starts, seed {seed}: {bad} bad ends; {dict(ways)}\n")
    return min(bad, 1)


if __name__ == "__main__":
    starts = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    chosen = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1_000_000)
    sys.exit(main(starts, chosen))
