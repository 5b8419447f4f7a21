"""Tables of tuples of arrays, read by kernels."""

import gc
from typing import NamedTuple

import numpy as np
import pytest

from engine.core.kernels.jit import njit_lean
from engine.core.kernels.tuple_table import TupleTable, get_entry


class Inner(NamedTuple):
    """A part of an entry."""

    weights: np.ndarray
    factor: float


class Entry(NamedTuple):
    """Arrays of several types and shapes, and numbers."""

    counts: np.ndarray
    board: np.ndarray
    inner: Inner
    number: int


def made(number, *, size=5):
    return Entry(
        counts=np.arange(size, dtype=np.int64) * number,
        board=np.full((2, 3), number, np.int8),
        inner=Inner(np.full(4, number / 2, np.float32), number / 4),
        number=number,
    )


@njit_lean()
def add_up(table, index):
    """Return the sum of an entry's numbers, and change the entry."""
    entry = get_entry(table, index)
    total = entry.number + entry.inner.factor
    for count in entry.counts:
        total += count
    for row in range(entry.board.shape[0]):
        for column in range(entry.board.shape[1]):
            total += entry.board[row, column]
    for weight in entry.inner.weights:
        total += weight
    entry.counts[0] += 1
    return total


def sum_of(entry):
    parts = [entry.counts, entry.board, entry.inner.weights]
    return sum(float(part.sum()) for part in parts) + entry.number + entry.inner.factor


def test_kernels_read_what_was_put_there():
    entries = [made(number, size=3 + number) for number in range(4)]
    expected = [sum_of(entry) for entry in entries]
    table = TupleTable(entries)

    for index in (2, 0, 3, 1):
        assert add_up(table, index) == expected[index]


def test_kernels_write_to_the_arrays_of_an_entry():
    table = TupleTable([made(1), made(2)])

    add_up(table, 1)
    add_up(table, 1)

    assert [table[k].counts[0] for k in range(2)] == [0, 2]


def test_an_entry_is_replaced_and_the_others_are_not():
    table = TupleTable([made(1), made(2), made(3)])

    table[1] = made(7, size=9)

    assert [table[k].number for k in range(3)] == [1, 7, 3]
    expected = [sum_of(made(1)), sum_of(made(7, size=9)), sum_of(made(3))]
    assert [add_up(table, k) for k in range(3)] == expected


def test_arrays_live_as_long_as_the_table():
    table = TupleTable([made(number) for number in range(50)])
    gc.collect()
    waste = [np.full(5, 99, np.int64) for _ in range(500)]

    assert [add_up(table, k) for k in range(50)] == [sum_of(made(k)) for k in range(50)]
    assert len(waste) == 500


def test_an_entry_of_another_type_is_refused():
    table = TupleTable([made(1)])
    other = made(1)._replace(counts=np.zeros(5, np.int32))

    with pytest.raises(TypeError, match=r"^Expected an entry of type .*, got "):
        table[0] = other
    with pytest.raises(TypeError, match="Expected an entry of type"):
        TupleTable([made(1), other])
    assert add_up(table, 0) == sum_of(made(1))


@pytest.mark.processes
def test_without_compiling_a_table_is_a_list(run_quickly):
    code = (
        "import tests.engine.core.kernels.test_tuple_table as t\n"
        "table = t.TupleTable([t.made(1), t.made(2)])\n"
        "assert t.add_up(table, 1) == t.sum_of(t.made(2))\n"
        "table[0] = t.made(3)\n"
        "assert t.add_up(table, 0) == t.sum_of(t.made(3))\n"
    )

    run_quickly(code, NUMBA_DISABLE_JIT="1")
