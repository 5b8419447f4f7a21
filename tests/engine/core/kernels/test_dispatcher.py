"""Kernels as bodies for other kernels and as entries for Python."""

import signal
from typing import NamedTuple

import numba
import numpy as np
import pytest
from numba.core.codegen import JITCodeLibrary

from engine.core.kernels.dispatcher import Kernel, widen
from engine.core.kernels.jit import OPTIONS, njit, njit_lean
from engine.core.kernels.libraries import EntryLibrary


class Inner(NamedTuple):
    """A part of a tuple."""

    weights: np.ndarray
    factor: float


class Outer(NamedTuple):
    """Arrays of several shapes, numbers, and another tuple."""

    counts: np.ndarray
    board: np.ndarray
    inner: Inner
    number: int
    is_on: bool


def make_outer():
    return Outer(
        counts=np.arange(5),
        board=np.arange(6, dtype=np.int8).reshape(2, 3),
        inner=Inner(np.full(4, 0.5), 0.25),
        number=7,
        is_on=True,
    )


@njit_lean()
def add(array, number):
    """Add to each item; return the last."""
    for k in range(array.size):
        array[k] += number
    return array[array.size - 1]


@njit_lean()
def add_twice(array, number):
    """Add a small and a large integer."""
    return add(array, np.int32(number)) + add(array, 2)


@njit_lean()
def is_even(number):
    """Return whether a number is even, by way of ``is_odd``."""
    return True if number == 0 else is_odd(number - 1)


@njit_lean()
def is_odd(number):
    """Return whether a number is odd, by way of ``is_even``."""
    return False if number == 0 else is_even(number - 1)


@njit_lean()
def sum_up(outer):
    """Return the sum of all that is in a tuple."""
    total = outer.number * outer.inner.factor
    for count in outer.counts:
        total += count
    for row in range(outer.board.shape[0]):
        for column in range(outer.board.shape[1]):
            total += outer.board[row, column]
    for weight in outer.inner.weights:
        total += weight
    return total if outer.is_on else 0.0


@njit_lean()
def change_and_sum(outer):
    """Change arrays of a tuple, then sum it up in another kernel."""
    outer.counts[0] = 10
    outer.inner.weights[3] = 1.5
    return sum_up(outer)


@njit_lean(fastmath={"reassoc", "contract", "nsz"})
def weigh(weights, number):
    """Return a weighted sum, which the compiler may reorder, after a call."""
    add(weights, number)
    total = 0.0
    for weight in weights:
        total += weight * number
    return total


@njit_lean()
def weigh_twice(weights, number):
    """Call a kernel that is optimised by itself, and one that it calls."""
    add(weights, number)
    return weigh(weights, number) + weigh(weights, number)


@njit()
def copy_counts(outer):
    """Return a new array."""
    return outer.counts[1:].copy()


def test_a_kernel_that_only_kernels_call_has_no_entry():
    called = Kernel(add.py_func, OPTIONS)
    caller = njit_lean()(lambda array: called(array, 1))
    array = np.zeros(3, np.int64)

    caller(array)

    assert array.tolist() == [1, 1, 1]
    assert called.signatures == []


def test_the_same_kernel_is_called_from_python_and_from_kernels():
    array = np.zeros(3, np.int64)

    assert add_twice(array, 5) == 5 + 7
    assert add(array, 1) == 8


def test_signed_integers_of_all_sizes_share_a_body():
    signed = (numba.int8, numba.int16, numba.int32, numba.int64)

    assert {widen(kind) for kind in signed} == {numba.int64}


@pytest.mark.parametrize("name", ["uint8", "uint32", "uint64", "float32", "boolean"])
def test_masks_and_other_types_are_passed_as_they_are(name):
    assert widen(getattr(numba, name)) == getattr(numba, name)


@pytest.mark.parametrize("number", [0, 1, 2, 9])
def test_kernels_may_call_each_other_in_turn(number):
    assert is_even(number) is (number % 2 == 0)
    assert is_odd(number) is (number % 2 == 1)


def test_kernels_read_all_fields_of_a_tuple():
    assert sum_up(make_outer()) == 10 + 15 + 2 + 7 * 0.25
    assert sum_up(make_outer()._replace(is_on=False)) == 0


def test_kernels_change_the_arrays_of_a_tuple():
    outer = make_outer()

    assert change_and_sum(outer) == 20 + 15 + 3 + 7 * 0.25
    assert outer.counts.tolist() == [10, 1, 2, 3, 4]
    assert outer.inner.weights.tolist() == [0.5, 0.5, 0.5, 1.5]


def test_kernels_that_may_reorder_sums_call_others_and_are_called():
    assert weigh(np.zeros(4), 2) == 16
    assert weigh_twice(np.zeros(4), 2) == 2 * 4 * 4 + 2 * 4 * 6


def test_an_array_that_a_kernel_creates_outlives_the_tuple():
    assert copy_counts(make_outer()).tolist() == [1, 2, 3, 4]


def test_tuples_of_arrays_of_other_types_are_compiled_again():
    outer = make_outer()

    assert sum_up(outer._replace(counts=np.arange(5) / 2)) == 5 + 15 + 2 + 1.75
    assert sum_up(outer) == 10 + 15 + 2 + 1.75


@pytest.fixture
def usual_interrupt():
    """Let Ctrl+C raise ``KeyboardInterrupt``; a test in the background ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("usual_interrupt")
def test_an_interrupt_while_machine_code_is_made_is_not_lost(monkeypatch):
    steps = []

    def interrupted(library):
        steps.append("begun")
        signal.raise_signal(signal.SIGINT)
        JITCodeLibrary._finalize_specific(library)
        steps.append("whole")

    double = Kernel(lambda number: 2 * number, OPTIONS)  # no file has its code
    monkeypatch.setattr(EntryLibrary, "_finalize_specific", interrupted)
    with pytest.raises(KeyboardInterrupt):
        double(3)
    assert steps == ["begun", "whole"]

    monkeypatch.undo()
    assert double(3) == 6
