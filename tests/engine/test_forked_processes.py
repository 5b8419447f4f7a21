"""Processes of the program in the engine's tests."""

import multiprocessing

import pytest


@pytest.mark.skipif(
    not hasattr(multiprocessing.get_context(), "set_forkserver_preload"),
    reason="processes are forks on Linux alone",
)
def test_without_their_marker_a_test_starts_none():
    process = multiprocessing.get_context("spawn").Process(target=print)

    with pytest.raises(AssertionError, match="mark a test that starts processes"):
        process.start()
