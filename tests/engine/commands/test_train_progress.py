"""Progress of a run on standard error, with and without a terminal."""

import time
from io import StringIO

import pytest

from engine.commands.train_progress import ProgressDisplay


class Clock:
    seconds = 100.0

    def __call__(self):
        return self.seconds


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def stream():
    return StringIO()


def plain(stream, clock):
    return ProgressDisplay(stream, is_terminal=False, now=clock)


def test_without_a_terminal_a_line_comes_every_minute(stream, clock):
    display = plain(stream, clock)
    display.begin_generation(12, 60)
    for second in range(181):
        clock.seconds = 100.0 + second
        display.update("games", second // 3, 160)
        display.tick()

    assert stream.getvalue().splitlines() == [
        "gen 12/60  games 20/160  7 min left",
        "gen 12/60  games 40/160  6 min left",
        "gen 12/60  games 60/160  5 min left",
    ]


def test_lines_that_stay_come_at_once(stream, clock):
    display = plain(stream, clock)

    display.announce("gen 1/60  160 games")

    assert stream.getvalue() == "gen 1/60  160 games\n"


@pytest.mark.parametrize(("seconds", "text"), [(2, ""), (4, "compiling (once)…\n")])
def test_long_compiling_is_announced_once(stream, clock, seconds, text):
    display = plain(stream, clock)
    display.update("compiling", 0, 0)

    clock.seconds += seconds
    display.tick()
    display.tick()

    assert stream.getvalue() == text


def test_a_terminal_has_one_line_under_those_that_stay(stream, clock):
    display = ProgressDisplay(stream, is_terminal=True, now=clock)
    for done in (4, 5):
        clock.seconds += 60
        display.update("games", done, 10)

    display.announce("gen 1/2")
    display.tick()

    drawn = stream.getvalue().split("\r")
    assert [text.strip() for text in drawn if text.strip()] == [
        "games 4/10",
        "games 5/10  5 min left",
        "gen 1/2",
        "games 5/10  5 min left",
    ]
    assert "\n" not in stream.getvalue().replace("gen 1/2\n", "")


def test_time_left_begins_anew_with_each_phase(stream, clock):
    display = plain(stream, clock)
    display.update("games", 1, 10)
    clock.seconds += 600
    display.update("games", 9, 10)
    display.update("steps", 0, 100)
    clock.seconds += 60
    display.update("steps", 50, 100)

    display.tick()

    assert stream.getvalue() == "steps 50/100  1 min left\n"


def test_a_thread_keeps_the_time_while_the_run_is_silent(stream, clock):
    with plain(stream, clock) as display:
        display.update("steps", 3, 20)
        clock.seconds += 61
        deadline = time.monotonic() + 30
        while not stream.getvalue() and time.monotonic() < deadline:
            time.sleep(0.01)

    assert stream.getvalue() == "steps 3/20\n"
