"""Threads that search beside another one, with runs that count."""

import threading

import pytest

from engine.search.api import StopFlag
from engine.search.thread_team import ThreadTeam

FAR = 1 << 40


class CountingRun:
    """Run that counts its nodes, slices of ten at most, up to an end."""

    def __init__(self, end=FAR, error=None):
        self.nodes = 0
        self.thread = None
        self._end = end
        self._error = error

    def advance(self, count, stop):
        self.thread = threading.current_thread()
        if self._error is not None:
            raise self._error
        for _ in range(min(count, 10)):
            if stop or self.nodes >= self._end:
                return False
            self.nodes += 1
        return True


class WaitingRun(CountingRun):
    """Run that goes on until it is stopped."""

    has_ended = False

    def advance(self, count, stop):
        while not stop:
            super().advance(count, stop)
        self.has_ended = True
        return False


class PatientRun(CountingRun):
    """Run that ends its slice when the others have finished theirs."""

    def __init__(self, others, share):
        super().__init__()
        self._others, self._share = others, share

    def advance(self, count, stop):
        while any(run.nodes < self._share for run in self._others):
            pass
        return super().advance(count, stop)


def test_each_run_gets_an_equal_share_of_the_nodes():
    others = [CountingRun(), CountingRun()]
    first = PatientRun(others, share=10)

    goes_on = ThreadTeam(2).advance([first, *others], 30, StopFlag())

    assert goes_on
    assert [run.nodes for run in (first, *others)] == [10, 10, 10]


def test_the_first_run_stays_in_the_thread_that_calls():
    others = [CountingRun()]
    first = PatientRun(others, share=1)

    ThreadTeam(1).advance([first, *others], 2, StopFlag())

    assert first.thread is threading.current_thread()
    assert others[0].thread is not first.thread


def test_the_others_stop_when_the_first_run_returns():
    waiting = WaitingRun()
    first = PatientRun([waiting], share=1)

    ThreadTeam(1).advance([first, waiting], 1000, StopFlag())

    assert waiting.has_ended


def test_the_end_of_the_first_run_is_the_end_of_all():
    ended = CountingRun(end=0)

    assert not ThreadTeam(1).advance([ended, CountingRun()], 20, StopFlag())


def test_the_end_of_another_run_is_no_end():
    assert ThreadTeam(1).advance([CountingRun(), CountingRun(end=0)], 20, StopFlag())


@pytest.mark.parametrize("failing", [0, 1])
def test_an_error_in_any_thread_reaches_the_caller(failing):
    runs = [CountingRun(), CountingRun()]
    runs[failing] = CountingRun(error=ValueError("broken"))
    team = ThreadTeam(1)

    with pytest.raises(ValueError, match="broken"):
        team.advance(runs, 20, StopFlag())

    assert team.advance([CountingRun(), CountingRun()], 20, StopFlag())


def test_tasks_return_their_results_in_order():
    team = ThreadTeam(2)

    assert team.start([lambda k=k: k * k for k in range(3)]) == [0, 1, 4]


def test_an_error_of_a_task_is_raised_when_all_have_ended():
    ended = threading.Event()

    def fail():
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        ThreadTeam(1).start([fail, ended.set])

    assert ended.is_set()
