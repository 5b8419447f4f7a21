"""Garbage is collected in the window's thread, whichever thread makes it."""

import gc
import subprocess
import sys
import threading

import pytest

from gui.app import garbage
from gui.app.garbage import GarbageCollector
from tests.gui.app.test_app import PROJECT


class Ring:
    """An object that only the collector can free; notes the thread that does."""

    def __init__(self, freed_in):
        self.me = self
        self._freed_in = freed_in

    def __del__(self):
        self._freed_in.append(threading.current_thread())


@pytest.fixture
def collector(qtbot):
    made = GarbageCollector()
    thresholds = gc.get_threshold()
    yield made
    made.stop()
    gc.set_threshold(*thresholds)


def litter(freed_in, count=10_000):
    """Make garbage in another thread; wait until it is made."""
    thread = threading.Thread(target=lambda: [Ring(freed_in) for _ in range(count)])
    thread.start()
    thread.join()


def test_garbage_of_another_thread_is_collected_in_this_one(collector, qtbot):
    freed_in = []
    collector.start()

    litter(freed_in)
    assert not freed_in
    qtbot.waitUntil(lambda: bool(freed_in))

    assert set(freed_in) == {threading.main_thread()}


def test_automatic_collection_comes_back_at_the_end(collector):
    collector.start()
    assert not gc.isenabled()

    collector.stop()

    assert gc.isenabled()


@pytest.mark.parametrize("is_put_off", [True, False])
def test_full_collections_follow_their_threshold(collector, monkeypatch, is_put_off):
    monkeypatch.setattr(garbage, "FULL_SECONDS", 0.0)
    full = []
    note = lambda phase, info: full.append(info["generation"])  # noqa: E731
    collector.start()
    gc.set_threshold(0, 0, 1_000_000 if is_put_off else 0)
    gc.collect()
    gc.callbacks.append(note)

    for _ in range(5):
        litter([], count=10)
        collector.collect()
    gc.callbacks.remove(note)

    assert {0, 1} <= set(full)
    assert (2 in full) is not is_put_off


def test_full_collections_keep_their_distance(collector, monkeypatch):
    full = []
    note = lambda phase, info: full.append(info["generation"])  # noqa: E731
    collector.start()
    gc.set_threshold(0, 0, 0)
    gc.callbacks.append(note)

    for _ in range(5):
        litter([], count=10)
        collector.collect()
    gc.callbacks.remove(note)

    assert 2 not in full


PROGRAM = """
import gc, sys
from PyQt5.QtCore import QTimer
from gui.app import application as app

begin = app.open_first_games

def begin_and_look(program, paths):
    begin(program, paths)
    QTimer.singleShot(0, lambda: print(gc.isenabled(), flush=True))
    QTimer.singleShot(0, program.window.close)

app.open_first_games = begin_and_look
sys.exit(app.main([]))
"""


@pytest.mark.processes
def test_the_program_collects_by_its_timer(state_home):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout.split() == ["False"]
