"""Tests for gui.game.engine_thread."""

import gc
import itertools
import threading
import time

import pytest
from PyQt5.QtCore import QObject, pyqtSignal

from engine.core.errors import IllegalMoveError
from engine.games import GAMES
from engine.search.api import Limits
from gui.game.engine_thread import EngineWork, limit_rate
from tests.gui.scripted_engines import ScriptedSearcher

LIMITS = Limits(seconds=1)
POSITION = GAMES["gomoku"].new_position(GAMES["gomoku"].setup())


class Listener(QObject):
    """Turns the end of its search into a signal, and collects results."""

    finished = pyqtSignal(object)
    failed = pyqtSignal(str)

    def __init__(self):
        super().__init__()
        self.results = []

    def search_finished(self, report):
        self.results.append(report.result)
        self.finished.emit(report)

    def search_failed(self, message):
        self.failed.emit(message)


@pytest.fixture
def listener(qtbot):
    return Listener()


class Preparing(ScriptedSearcher):
    """Takes its time to prepare."""

    def __init__(self, seconds):
        super().__init__()
        self.seconds = seconds

    def prepare(self, position):
        time.sleep(self.seconds)


def test_the_result_is_reported(engine_thread, qtbot, lazy, listener):
    with qtbot.waitSignal(listener.finished) as blocker:
        engine_thread.request(lazy(ScriptedSearcher()), POSITION, LIMITS, listener)

    assert blocker.args[0].result.move == 0
    assert blocker.args[0].position is POSITION
    assert not engine_thread.is_searching


def test_a_newer_request_replaces_the_older(engine_thread, qtbot, lazy, listener):
    slow = ScriptedSearcher(delay=60)
    engine_thread.request(lazy(slow), POSITION, LIMITS, listener)
    qtbot.waitUntil(lambda: len(slow.searched) > 0)

    with qtbot.waitSignal(listener.finished):
        engine_thread.request(
            lazy(ScriptedSearcher()), POSITION.play(0), LIMITS, listener
        )
    qtbot.wait(50)

    assert [result.move for result in listener.results] == [1]
    assert slow.stopped == 1


def test_a_cancelled_search_stops_and_is_not_reported(
    engine_thread, qtbot, lazy, listener
):
    searcher = ScriptedSearcher(delay=60)
    engine_thread.request(lazy(searcher), POSITION, LIMITS, listener)
    qtbot.waitUntil(lambda: len(searcher.searched) > 0)

    engine_thread.cancel()

    qtbot.waitUntil(lambda: searcher.stopped == 1)
    qtbot.wait(50)
    assert listener.results == []


def test_a_request_cancelled_before_its_turn_is_never_searched(
    engine_thread, qtbot, lazy, listener
):
    may_end = threading.Event()

    def choose(position):
        may_end.wait()
        return position.legal_moves()[0]

    first, second, third = (ScriptedSearcher(choose=choose) for _ in range(3))
    engine_thread.request(lazy(first), POSITION, LIMITS, listener)
    qtbot.waitUntil(lambda: len(first.searched) > 0)

    engine_thread.request(lazy(second), POSITION, LIMITS, listener)
    engine_thread.cancel()
    may_end.set()

    with qtbot.waitSignal(listener.finished):
        engine_thread.request(lazy(third), POSITION, LIMITS, listener)
    assert second.searched == []


def test_the_best_answer_so_far_can_be_had_at_once(
    engine_thread, qtbot, lazy, listener
):
    searcher = ScriptedSearcher(delay=60)
    engine_thread.request(lazy(searcher), POSITION, LIMITS, listener)
    qtbot.waitUntil(lambda: len(searcher.searched) > 0)

    with qtbot.waitSignal(listener.finished):
        engine_thread.answer_now()


def test_an_answer_wanted_before_the_search_began_comes_too(
    engine_thread, qtbot, lazy, listener
):
    first, second = ScriptedSearcher(delay=0.2), ScriptedSearcher(delay=60)
    engine_thread.warm_up(lazy(Preparing(0.2)), POSITION)
    engine_thread.request(lazy(first), POSITION, LIMITS, listener)
    engine_thread.request(lazy(second), POSITION, LIMITS, listener)

    with qtbot.waitSignal(listener.finished):
        engine_thread.answer_now()

    assert first.searched == []
    assert second.stopped == 1


def test_a_failure_is_one_sentence(engine_thread, qtbot, lazy, listener):
    broken = ScriptedSearcher(error=RuntimeError("boom"))
    with qtbot.waitSignal(listener.failed) as blocker:
        engine_thread.request(lazy(broken), POSITION, LIMITS, listener)

    assert blocker.args[0] == "The engine stopped with an error (RuntimeError)."


def test_an_error_raised_on_purpose_speaks_for_itself(
    engine_thread, qtbot, lazy, listener
):
    broken = ScriptedSearcher(error=IllegalMoveError("There is no move to find."))
    with qtbot.waitSignal(listener.failed) as blocker:
        engine_thread.request(lazy(broken), POSITION, LIMITS, listener)

    assert blocker.args[0] == "There is no move to find."


def test_a_searcher_that_cannot_be_built_is_a_failure(engine_thread, qtbot, listener):
    from gui.game.lazy_searcher import LazySearcher

    def build():
        raise MemoryError

    with qtbot.waitSignal(listener.failed) as blocker:
        engine_thread.request(LazySearcher(build), POSITION, LIMITS, listener)

    assert blocker.args[0] == "The engine ran out of memory."


def test_searchers_are_prepared_once_in_the_thread(
    engine_thread, qtbot, lazy, listener
):
    searcher = ScriptedSearcher()
    lazy_searcher = lazy(searcher)
    facts = []
    engine_thread.preparing_changed.connect(facts.append)

    engine_thread.warm_up(lazy_searcher, POSITION)
    for _ in range(2):
        with qtbot.waitSignal(listener.finished):
            engine_thread.request(lazy_searcher, POSITION, LIMITS, listener)

    assert len(searcher.prepared) == 1
    assert searcher.prepared != [threading.main_thread().name]
    assert facts == [True, False]


def test_the_collector_never_stops_the_window_while_an_engine_is_prepared(
    engine_thread, qtbot, lazy, listener
):
    before, during = gc.get_threshold(), []

    class Compiling(ScriptedSearcher):
        def prepare(self, position):
            during.append(gc.get_threshold())

    with qtbot.waitSignal(listener.finished):
        engine_thread.request(lazy(Compiling()), POSITION, LIMITS, listener)

    assert during[0][2] > 1000 * before[2]
    assert gc.get_threshold() == before


def test_progress_is_reported_at_most_ten_times_a_second(monkeypatch):
    now, reported = [0.0], []
    monkeypatch.setattr("gui.game.engine_thread.time.monotonic", lambda: now[0])
    report = limit_rate(lambda result: reported.append(now[0]))

    for step in range(101):
        now[0] = step / 100
        report(None)

    assert 9 <= len(reported) <= 10
    assert all(b - a >= 0.1 for a, b in itertools.pairwise(reported))


def test_observers_see_the_reports_of_a_search_and_its_result(
    engine_thread, qtbot, lazy, listener
):
    reports = []
    engine_thread.observe(reports.append)

    with qtbot.waitSignal(listener.finished):
        searcher = lazy(ScriptedSearcher(delay=0.3))
        engine_thread.request(searcher, POSITION, LIMITS, listener)

    assert [report.result.nodes for report in reports][-1] == 100
    assert {report.result.nodes for report in reports} == {1, 100}
    assert all(report.position is POSITION for report in reports)


def test_shutdown_does_not_wait_for_what_cannot_stop(qtbot, lazy):
    from gui.game.engine_thread import EngineThread

    compiling = threading.Event()

    class Compiling(ScriptedSearcher):
        def prepare(self, position):
            compiling.wait(5)

    thread = EngineThread()
    thread.warm_up(lazy(Compiling()), POSITION)
    qtbot.waitUntil(lambda: thread.is_preparing)

    assert not thread.shutdown(timeout_ms=20)

    compiling.set()
    assert thread.shutdown()


def test_a_thread_that_was_shut_down_does_not_begin_again(qtbot, lazy, listener):
    from gui.game.engine_thread import EngineThread

    thread = EngineThread()
    searcher = ScriptedSearcher()
    assert thread.shutdown()

    thread.warm_up(lazy(searcher), POSITION)
    thread.request(lazy(searcher), POSITION, LIMITS, listener)
    qtbot.wait(30)

    assert searcher.prepared == []
    assert thread.shutdown()


def test_a_thread_that_was_shut_down_reports_no_preparation(qtbot, lazy):
    from gui.game.engine_thread import EngineThread

    compiling = threading.Event()

    class Compiling(ScriptedSearcher):
        def prepare(self, position):
            compiling.wait(5)

    thread = EngineThread()
    thread.warm_up(lazy(Compiling()), POSITION)
    qtbot.waitUntil(lambda: thread.is_preparing)
    told = []
    thread.preparing_changed.connect(told.append)

    thread.shutdown(timeout_ms=20)
    compiling.set()
    assert thread.shutdown()
    qtbot.waitUntil(lambda: not thread.is_preparing)

    assert told == []


@pytest.mark.parametrize("count", [30])
def test_many_requests_in_a_row_give_one_answer(
    engine_thread, qtbot, lazy, count, listener
):
    lazy_searcher = lazy(ScriptedSearcher(delay=0.01))

    with qtbot.waitSignal(listener.finished):
        for _ in range(count):
            engine_thread.request(lazy_searcher, POSITION, LIMITS, listener)
    qtbot.wait(50)

    assert len(listener.results) == 1


def work_of(outcomes, run=lambda _searcher, _stop: "done"):
    return EngineWork(
        run=run,
        done=lambda result: outcomes.append(("done", result)),
        failed=lambda message: outcomes.append(("failed", message)),
        dropped=lambda: outcomes.append(("dropped", None)),
    )


def test_work_gets_the_prepared_searcher(engine_thread, qtbot, lazy):
    searcher, outcomes, reports = ScriptedSearcher(), [], []
    engine_thread.observe(reports.append)

    with qtbot.waitSignal(engine_thread.became_idle):
        engine_thread.run(
            lazy(searcher), POSITION, work_of(outcomes, lambda given, _stop: given)
        )

    assert outcomes == [("done", searcher)]
    assert len(searcher.prepared) == 1
    assert reports == []


def test_an_error_of_work_is_one_sentence(engine_thread, qtbot, lazy):
    outcomes = []

    def run(_searcher, _stop):
        raise IllegalMoveError("The game is over.")

    with qtbot.waitSignal(engine_thread.became_idle):
        engine_thread.run(lazy(ScriptedSearcher()), POSITION, work_of(outcomes, run))

    assert outcomes == [("failed", "The game is over.")]


def test_a_request_drops_work_that_runs(engine_thread, qtbot, lazy, listener):
    outcomes, began = [], threading.Event()

    def run(_searcher, stop):
        began.set()
        while not stop:
            time.sleep(0.001)

    engine_thread.run(lazy(ScriptedSearcher()), POSITION, work_of(outcomes, run))
    assert began.wait(10)

    with qtbot.waitSignal(listener.finished):
        engine_thread.request(lazy(ScriptedSearcher()), POSITION, LIMITS, listener)

    assert outcomes == [("dropped", None)]
