"""A hasty user: random actions while engines think leave a legal game.

``make stress`` does 10,000, other ones each time; STRESS_SEED repeats the
actions of a run.
"""

import gc
import os
import random
import sys
import threading

import pytest
from PyQt5.QtCore import QRect

from gui.app import application as app
from gui.app.garbage import GarbageCollector
from gui.settings.table import WINDOW_GEOMETRY
from tests.gui.stress_driver import StressDriver

ACTIONS = int(os.environ.get("STRESS_ACTIONS", "300"))
IS_LONG = "STRESS_ACTIONS" in os.environ
SEED = int(
    os.environ.get("STRESS_SEED") or (random.randrange(1_000_000) if IS_LONG else 1)
)
REST_SECONDS = 1.0


@pytest.fixture
def real_program(qtbot, settings, file_answers, state_home):
    """Return the window with the program's own engines."""
    settings[WINDOW_GEOMETRY] = QRect(0, 0, 1240, 860)
    program = app.new_program([], settings=settings, dialogs=file_answers)
    qtbot.addWidget(program.window)
    with qtbot.waitExposed(program.window):
        program.window.show()
    collector = GarbageCollector()
    collector.start()
    yield program
    collector.stop()
    program.window.close()
    program.shutdown()


@pytest.fixture
def complaints(qtbot, qtlog, caplog):
    """Return a function that tells of exceptions, Qt's warnings and logged errors."""

    def told():
        caught = [repr(error) for _, error, _ in exceptions]
        warned = [
            record.message
            for record in qtlog.records
            if record.type_name != "QtDebugMsg" and not record.ignored
        ]
        logged = [r.getMessage() for r in caplog.records if r.levelname == "ERROR"]
        return [*caught, *warned, *logged]

    with qtbot.captureExceptions() as exceptions:
        yield told


@pytest.fixture
def collecting_threads():
    """The threads in which garbage was collected."""
    threads = set()

    def note(phase, info):
        threads.add(threading.current_thread())

    gc.callbacks.append(note)
    yield threads
    gc.callbacks.remove(note)


@pytest.mark.slow
def test_random_actions_while_engines_think_leave_a_legal_game(
    real_program, file_answers, complaints, collecting_threads, capsys
):
    with capsys.disabled():
        sys.stdout.write(f"\nstress: {ACTIONS} actions, seed {SEED}\n")
    driver = StressDriver(real_program, file_answers, complaints, SEED)

    driver.run(ACTIONS)

    assert driver.rest(REST_SECONDS)
    assert real_program.shutdown()
    assert complaints() == []
    assert collecting_threads == {threading.main_thread()}
    assert driver.engine_moves > ACTIONS // 50
