import signal
import threading

import pytest

from engine.core.processes.interrupts import held_interrupt


def press():
    signal.raise_signal(signal.SIGINT)


def held(work):
    """Return a function that works with Ctrl+C held back."""

    def run():
        with held_interrupt() as is_interrupted:
            work(is_interrupted)

    return run


@pytest.fixture(autouse=True)
def usual_handler():
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_an_interrupt_waits_for_the_end_of_the_work():
    done = []

    @held
    def work(is_interrupted):
        assert not is_interrupted()
        press()
        assert is_interrupted()
        done.append("the work")

    with pytest.raises(KeyboardInterrupt):
        work()

    assert done == ["the work"]
    with pytest.raises(KeyboardInterrupt):
        press()


def test_a_second_interrupt_does_not_wait():
    done = []

    @held
    def work(is_interrupted):
        press()
        press()
        done.append("the work")

    with pytest.raises(KeyboardInterrupt):
        work()

    assert not done


def test_a_block_inside_another_leaves_the_interrupt_to_the_outer_one():
    done = []

    @held
    def work(is_interrupted):
        with held_interrupt():
            press()
        assert is_interrupted()
        done.append("the outer work")

    with pytest.raises(KeyboardInterrupt):
        work()

    assert done == ["the outer work"]


def test_an_error_of_the_work_comes_first():
    @held
    def work(is_interrupted):
        press()
        raise ValueError("damaged")

    with pytest.raises(ValueError, match="damaged"):
        work()


def test_an_ignored_interrupt_stays_ignored():
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    with held_interrupt() as is_interrupted:
        press()
        assert not is_interrupted()

    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def test_other_threads_hold_nothing_back():
    found = []

    def work():
        with held_interrupt() as is_interrupted:
            found.append((is_interrupted(), signal.getsignal(signal.SIGINT)))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()

    assert found == [(False, signal.default_int_handler)]
