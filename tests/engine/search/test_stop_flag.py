"""The stop flag: seen by kernels whether it is set before, while or after they ask."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from engine.search.api import StopFlag


def test_a_new_flag_is_not_set():
    stop = StopFlag()

    assert not stop
    assert stop.array.tolist() == [0]


@pytest.mark.parametrize("is_asked_first", [True, False])
def test_kernels_see_a_set_flag(is_asked_first):
    stop = StopFlag()
    seen = stop.array if is_asked_first else None

    stop.set()

    assert stop
    assert stop.array.tolist() == [1]
    assert seen is None or seen is stop.array


def test_threads_that_ask_at_once_get_one_array_that_is_set_in_the_end():
    for _ in range(50):
        stop = StopFlag()
        with ThreadPoolExecutor(4) as pool:
            asked = [pool.submit(lambda stop=stop: stop.array) for _ in range(3)]
            pool.submit(stop.set).result()
            arrays = [one.result() for one in asked]

        assert all(one is arrays[0] for one in arrays)
        assert arrays[0][0] == 1


@pytest.mark.processes
def test_making_and_setting_one_loads_no_numpy():
    code = (
        "import sys; from engine.search.api import StopFlag; stop = StopFlag();"
        "stop.set(); print(bool(stop), 'numpy' in sys.modules)"
    )

    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )

    assert done.stdout.split() == ["True", "False"]
