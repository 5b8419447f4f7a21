"""Benchmark of the start: time to the painted window and to the first reply."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import NoReturn

from PyQt5.QtCore import QSettings
from PyQt5.QtWidgets import QLabel

from engine.core.errors import BenchError
from engine.core.files.paths import APPLICATION
from engine.games import get_game
from engine.match.match_setup import MatchSetup
from engine.match.view import Activity, MatchView
from engine.players.preset_player import PresetPlayer
from gui.app import application as app
from gui.app.log_file import FILE_NAME
from gui.bench.processes import borrow_home, create_home, find_child, start_program
from gui.board.board_view import BoardView
from gui.settings.last_match import save_last_match
from gui.settings.settings import Settings

STARTS = 3
"""Number of starts per figure, which is their median."""

ENGINE = PresetPlayer(preset="uct", level=5)
THINKING_SECONDS = 0.5
"""The opponent whose first reply is measured, on the default Gomoku board."""

PATIENCE_SECONDS = 120.0
"""Time limit; a compilation on a slow machine takes less."""

COMPILING_SECONDS = 10.0
"""Limit between loading kernels, about a second, and compiling, half a minute."""

LOOK_SECONDS = 0.002
"""Interval of reading the log: the resolution of the figures."""

PAINTED = "painted after"
"""Beginning of the log line about the first paint."""


def measure() -> Mapping[str, float]:
    """Start the program several times; see ``bench`` for the keys."""
    _reply_times()  # from here on kernels are compiled
    windows = [_window_seconds() for _ in range(STARTS)]
    replies = [_reply_times()["reply"] for _ in range(STARTS)]
    is_warm = max(replies) < COMPILING_SECONDS
    with tempfile.TemporaryDirectory(prefix="pentahex-cold-") as cache:
        cold = {"XDG_CACHE_HOME": cache}
        cold_window = _window_seconds(cold)
        cold_text = _reply_times(cold, until="preparing")["preparing"]
    return {
        "startup.window_s": round(statistics.median(windows), 3),
        "startup.first_reply_s": round(statistics.median(replies), 3),
        "startup.warm_cache": int(is_warm),
        "startup.cold_window_s": round(cold_window, 3),
        "startup.cold_text_s": round(cold_text, 3),
    }


def _window_seconds(environment: Mapping[str, str] | None = None) -> float:
    """Return the time from the start of the program to its painted window."""
    with tempfile.TemporaryDirectory(prefix="pentahex-home-") as home:
        place = create_home(Path(home)) | dict(environment or {})
        log = Path(place["XDG_STATE_HOME"]) / APPLICATION / FILE_NAME
        begun = time.monotonic()
        with start_program(environment=place) as process:
            while PAINTED not in _text_of(log):
                if process.poll() is not None or _is_late(begun):
                    raise BenchError("Expected a painted window, but none came.")
                time.sleep(LOOK_SECONDS)
            return time.monotonic() - begun


def _text_of(log: Path) -> str:
    try:
        return log.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""


def _is_late(begun: float) -> bool:
    return time.monotonic() - begun > PATIENCE_SECONDS


def _reply_times(
    environment: Mapping[str, str] | None = None, *, until: str = "reply"
) -> dict[str, float]:
    """Return the times of ``show_reply``'s events, in seconds after the start."""
    times: dict[str, float] = {}
    begun = time.monotonic()
    arguments = ("--measure-window", "reply", str(THINKING_SECONDS))
    with start_program(*arguments, environment=environment) as process:
        alarm = threading.Timer(PATIENCE_SECONDS, process.kill)
        alarm.start()
        try:
            while until not in times:
                word = _next_word(process)
                times.setdefault(word, time.monotonic() - begun)
        finally:
            alarm.cancel()
    return times


def _next_word(process: subprocess.Popen[str]) -> str:
    line = process.stdout.readline() if process.stdout is not None else ""
    if not line:
        raise BenchError("Expected an engine's reply, but the program ended before it.")
    return line.split()[0]


def show_reply(seconds: float) -> NoReturn:
    """Open the window in a new home, play a move at once, and end the process.

    Each event prints a line. The lines begin with ``painted``, ``preparing`` (followed
    by the text of the status bar) and ``reply``.
    """
    with borrow_home() as home:
        _play_move(home, seconds)
    app.exit_process(0)


def _play_move(home: Path, seconds: float) -> None:
    """Open the window, play a move and print the events until the reply."""
    application = app.get_application()
    settings = Settings(QSettings(str(home / "settings.ini"), QSettings.IniFormat))
    setup = get_game("gomoku").setup()
    save_last_match(
        settings, MatchSetup(setup=setup, second=ENGINE, seconds_per_move=seconds)
    )
    program = app.new_program([], settings=settings)
    window, controller = program.window, program.controller
    board = find_child(window, BoardView, "board")
    status = find_child(window, QLabel, "label_status")

    def on_painted() -> None:
        _tell("painted")
        board.cell_clicked.emit(setup.height // 2 * setup.width + setup.width // 2)

    def on_match_changed(view: MatchView) -> None:
        if view.ply == 2:  # noqa: PLR2004 - the move and its answer
            controller.match_changed.disconnect(on_match_changed)
            _tell("reply")
            application.quit()
        elif view.activity is Activity.PREPARING:
            _tell(f"preparing {status.text()}")

    window.painted.connect(on_painted)
    controller.match_changed.connect(on_match_changed)
    window.show()
    app.end_on_signals(application, window)
    application.exec_()
    program.shutdown()


def _tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
