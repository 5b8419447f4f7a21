"""Records with named fields, compiled and as plain Python."""

import numpy as np
import pytest

from engine.core.kernels.game_api import packed_arrays
from engine.core.kernels.jit import njit_lean
from engine.core.kernels.records import new_records

STONE = np.dtype([("cell", np.int16), ("ply", np.int32)], align=True)


@njit_lean()
def move_stone(stones, index):
    """Change both fields of a record; return its last cell."""
    before = stones[index].cell
    stones[index].cell = 7
    stones[index].ply += 3
    return before


def check_fields():
    """Check that a kernel reads and writes fields by name."""
    stones = new_records(4, STONE)
    stones["cell"] = 5

    before = move_stone(stones, 2)

    assert before == 5
    assert stones["cell"].tolist() == [5, 5, 7, 5]
    assert stones["ply"].tolist() == [0, 0, 3, 0]


def check_packed_fields():
    """Check that records in a packed block change the block."""
    memory, (rows, stones) = packed_arrays(((3,), np.uint32), ((2,), STONE))

    move_stone(stones, 1)

    assert memory.size == rows.nbytes + stones.nbytes
    assert memory[rows.nbytes :].view(STONE)["cell"].tolist() == [0, 7]
    assert stones.flags.aligned


def test_kernels_read_and_write_fields_by_name():
    check_fields()


def test_packed_records_lie_in_the_common_block():
    check_packed_fields()


def test_packed_records_have_attributes_in_plain_python():
    _, (stones,) = packed_arrays(((2,), STONE))

    stones[1].ply += 4

    assert stones["ply"].tolist() == [0, 4]


def test_a_field_that_numpy_would_hide_is_refused():
    with pytest.raises(TypeError, match=r"^Expected a field name .*, got 'size'\.$"):
        packed_arrays(((1,), np.dtype([("size", np.int32)])))


@pytest.mark.processes
def test_fields_have_the_same_names_without_a_compiler(run_quickly):
    code = (
        "import tests.engine.core.kernels.test_records as t\n"
        "t.check_fields()\n"
        "t.check_packed_fields()\n"
        "assert t.move_stone.__class__.__name__ == 'function'\n"
    )

    run_quickly(code, NUMBA_DISABLE_JIT="1")
