"""Ctrl+C, SIGTERM and closed windows end the program cleanly at any moment."""

import os
import random
import signal
import sys
import threading

import pytest

from gui.app.end_signals import END_SIGNALS, EndSignals
from tests.gui.app.start_stop_driver import start_and_stop

STARTS = 3
"""`make starts` makes 500."""


@pytest.fixture
def signals(qtbot):
    made = EndSignals()
    yield made
    made.close()


@pytest.mark.skipif(sys.platform == "win32", reason="a signal ends the process there")
@pytest.mark.parametrize("number", END_SIGNALS)
def test_a_signal_becomes_an_event(signals, qtbot, number):
    received = []
    signals.received.connect(lambda: received.append(threading.current_thread()))

    os.kill(os.getpid(), number)
    assert sum(range(1000))  # Python's own handler runs here and does nothing
    assert not received
    qtbot.waitUntil(lambda: bool(received))

    assert received == [threading.main_thread()]


def test_handlers_come_back_at_the_end(qtbot):
    before = [signal.getsignal(number) for number in END_SIGNALS]
    signals = EndSignals()

    signals.close()

    assert [signal.getsignal(number) for number in END_SIGNALS] == before


@pytest.mark.processes
@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a signal ends the process there")
def test_starts_that_end_at_random_moments_end_cleanly():
    rng = random.Random(1)

    ends = [start_and_stop(rng) for _ in range(STARTS)]

    assert [end for end in ends if not end.is_clean] == []
