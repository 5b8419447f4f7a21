"""Benchmark of the window's response time while all cores are busy."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from PyQt5.QtCore import QCoreApplication, QSettings, Qt, QTimer
from PyQt5.QtGui import QFont, QImage, QPainter
from PyQt5.QtWidgets import QAction, QWidget

from engine.games import GAMES, get_game
from engine.match.match_setup import MatchSetup
from engine.match.view import MatchView
from engine.players.preset_player import PresetPlayer
from gui.app import application as app
from gui.app.program import Program
from gui.bench.event_loop import Heart, PaintWatch, run_until
from gui.bench.long_game import long_record
from gui.bench.processes import find_child, start_program
from gui.bench.search_watch import SearchWatch
from gui.board.board_options import NUMBERS
from gui.board.board_painter import BoardPainter
from gui.board.scene import Canvas, Scene
from gui.game.notice_messages import has_ended
from gui.settings.settings import Settings
from gui.style.theme import LIGHT

ENGINE = PresetPlayer(preset="uct")
"""The engine of both sides, at full strength."""

WATCHED_SECONDS, STOPPED_SECONDS = 0.5, 30.0
"""Time for a move, while gaps are measured and while searches are stopped."""

GAP_FACTOR = 5.0
"""Factor of the time for gaps, which are rare, to that of other figures."""

STOPS_PER_SECOND, KEYS_PER_SECOND = 50, 100
"""Number of samples per second of a figure's time."""

FEWEST_SAMPLES = 20

SEARCH_SECONDS, ANALYSIS_SECONDS = 0.03, 0.15
"""Duration of a search before it is stopped, and of an analysis before a key press."""

BOARD_ROWS, BOARD_PIXELS = 15, 900
"""The full boards whose painting is measured, in processor time."""

LONGEST_LOAD = "3600"
"""Seconds after which a load process ends by itself."""


def measure(seconds: float) -> Mapping[str, float]:
    """Open the window, run a game of engines in it and load the other cores."""
    application = app.get_application()
    home = Path(os.environ["HOME"])
    store = QSettings(str(home / "settings.ini"), QSettings.IniFormat)
    watch = SearchWatch()
    with every_other_core_at_work():
        program = app.new_program(
            [], settings=Settings(store), make_searcher=watch.make
        )
        heart = Heart()
        program.window.painted.connect(heart.start)
        program.window.show()
        try:
            _watch_engines(program, watch, GAP_FACTOR * seconds)
            stops = [
                _stop_seconds(program, watch)
                for _ in range(_count(STOPS_PER_SECOND * seconds))
            ]
            heart.stop()
            options = _option_seconds(program, _count(KEYS_PER_SECOND * seconds))
            keys = _count(KEYS_PER_SECOND * seconds)
            repaints = _repaint_seconds(program, keys)
            analysed = _analysed_repaint_seconds(program, watch, keys)
            boards = {game: _board_seconds(game) for game in GAMES}
        finally:
            program.window.close()
            application.processEvents()
            program.shutdown()
    return {
        "ui.gap_p99_ms": _milliseconds(percentile(heart.gaps, 99)),
        "ui.gap_max_ms": _milliseconds(max(heart.gaps)),
        "ui.stop_p99_ms": _milliseconds(percentile(stops, 99)),
        "ui.repaint_p99_ms": _milliseconds(percentile(repaints, 99)),
        "ui.analysed_repaint_p99_ms": _milliseconds(percentile(analysed, 99)),
        "ui.option_ms": _milliseconds(percentile(options, 50)),
        **{
            f"ui.board_{game}_ms": _milliseconds(percentile(boards[game], 50))
            for game in boards
        },
    }


def percentile(values: Sequence[float], share: float) -> float:
    """Return the nearest-rank percentile of the values; ``share`` is in percent."""
    return sorted(values)[max(math.ceil(len(values) * share / 100), 1) - 1]


@contextmanager
def every_other_core_at_work() -> Iterator[None]:
    """Keep all cores busy except the one that the engine will use."""
    with ExitStack() as stack:
        for _ in range((os.cpu_count() or 1) - 1):
            stack.enter_context(start_program("--measure-window", "load", LONGEST_LOAD))
        yield


def _watch_engines(program: Program, watch: SearchWatch, seconds: float) -> None:
    """Run a game of two engines for ``seconds`` after their preparation."""
    controller = program.controller
    controller.put(program.factory.make_game(_two_engines(WATCHED_SECONDS)))
    run_until(lambda: watch.begun_at is not None, "the first search")
    end = time.perf_counter() + seconds

    def play_again(view: MatchView) -> None:
        if has_ended(view.notices):
            QTimer.singleShot(0, controller.rematch)

    controller.match_changed.connect(play_again)
    run_until(lambda: time.perf_counter() >= end, "the time", patience=2 * seconds)
    controller.match_changed.disconnect(play_again)
    controller.put(program.factory.make_game(_two_engines(STOPPED_SECONDS)))


def _two_engines(seconds: float) -> MatchSetup:
    setup = get_game("gomoku").setup()
    return MatchSetup(
        setup=setup, first=ENGINE, second=ENGINE, seconds_per_move=seconds
    )


def _stop_seconds(program: Program, watch: SearchWatch) -> float:
    """Return the seconds from the stop request to the end of the search."""
    controller = program.controller
    if not controller.view.awaits_engine:
        controller.move_now()

    def is_at_work() -> bool:
        begun = watch.begun_at or 0.0
        return watch.is_searching and time.perf_counter() - begun > SEARCH_SECONDS

    run_until(is_at_work, "a search")
    asked = time.perf_counter()
    controller.stop_engine()
    run_until(lambda: not watch.is_searching, "the end of a search")
    return (watch.ended_at or 0.0) - asked


def _repaint_seconds(
    program: Program, count: int, *, wait: Callable[[], None] = lambda: None
) -> list[float]:
    """Return the seconds from a key press to the painted position of the long game.

    Args:
        program: The program.
        count: Number of key presses.
        wait: Waits before each of them.
    """
    from PyQt5.QtTest import QTest  # noqa: PLC0415

    program.controller.put(program.factory.open_record(long_record(), None))
    window = program.window
    QCoreApplication.processEvents()
    painted = PaintWatch(find_child(window, QWidget, "board"))
    times = []
    for index in range(count):
        key = Qt.Key_Right if index // 20 % 2 else Qt.Key_Left
        wait()
        painted.is_painted = False
        begun = time.perf_counter()
        QTest.keyClick(window, key)
        run_until(lambda: painted.is_painted, "a repaint")
        times.append(time.perf_counter() - begun)
    return times


def _analysed_repaint_seconds(
    program: Program, watch: SearchWatch, count: int
) -> list[float]:
    """Return the same while each position is analysed before the next key press."""
    program.controller.put(program.factory.open_record(long_record(), None))
    find_child(program.window, QAction, "arrange_analyse").trigger()
    switch = find_child(program.window, QAction, "analysis_on")
    switch.trigger()

    def is_at_work() -> bool:
        begun = watch.begun_at or 0.0
        return watch.is_searching and time.perf_counter() - begun > ANALYSIS_SECONDS

    try:
        return _repaint_seconds(
            program, count, wait=lambda: run_until(is_at_work, "an analysis")
        )
    finally:
        switch.trigger()


def _option_seconds(program: Program, count: int) -> list[float]:
    """Return the processor seconds from a display option's action to its return."""
    action = find_child(program.window, QAction, NUMBERS.name)
    times = []
    for _ in range(count):
        begun = time.thread_time()
        action.trigger()
        times.append(time.thread_time() - begun)
        QCoreApplication.processEvents()
    return times


def _board_seconds(name: str) -> list[float]:
    """Return the processor seconds of each painting of a game's full board."""
    game = get_game(name)
    setup = game.setup(height=BOARD_ROWS)
    stones = bytes(
        1 if (2 * (cell // setup.width) + cell % setup.width) % 4 < 2 else 2  # noqa: PLR2004
        for cell in range(setup.height * setup.width)
    )
    scene = Scene(
        position=game.position(setup, stones=stones),
        layout=game.layout(setup),
        sides=game.sides,
    )
    board_painter = BoardPainter(LIGHT, QFont())
    image = QImage(BOARD_PIXELS, BOARD_PIXELS, QImage.Format_ARGB32_Premultiplied)
    canvas = Canvas(width=BOARD_PIXELS, height=BOARD_PIXELS)
    times = []
    with QPainter(image) as painter:
        for _ in range(FEWEST_SAMPLES):
            begun = time.process_time()
            board_painter.paint(painter, scene, canvas)
            times.append(time.process_time() - begun)
    return times


def _count(wanted: float) -> int:
    return max(round(wanted), FEWEST_SAMPLES)


def _milliseconds(seconds: float) -> float:
    return round(1000 * seconds, 2)
