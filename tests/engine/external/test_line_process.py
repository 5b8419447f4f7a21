"""A child process of another program, without any protocol."""

import sys

import pytest

from engine.external.line_process import LineProcess

LATE_ERROR = """
import os, sys, time
os.close(1)
time.sleep(0.2)
sys.stderr.write("out of cheese\\n")
"""


def test_an_error_written_after_the_output_has_ended_is_not_lost():
    child = LineProcess([sys.executable, "-ISc", LATE_ERROR])

    with pytest.raises(EOFError):
        child.read_line(60)

    assert child.last_error == "out of cheese"
    child.end()
