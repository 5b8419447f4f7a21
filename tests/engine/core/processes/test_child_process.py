"""Child processes and Ctrl+C."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[4]

PROGRAM = """
import os, signal, sys
sys.path.insert(0, {root!r})
from engine.core.processes.child_process import outlive_interrupt, start_child

def work(connection):
    outlive_interrupt()
    os.kill(os.getpid(), signal.SIGINT)
    connection.send("alive")

if __name__ == "__main__":
    child = start_child(work)
    os.kill(child.process.pid, signal.SIGINT)
    print(child.connection.recv())
    os.kill(os.getpid(), signal.SIGINT)
"""


@pytest.mark.processes
@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot block Ctrl+C")
def test_an_interrupt_while_a_child_starts_does_not_end_it(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM.format(root=str(ROOT)), encoding="utf-8")

    done = subprocess.run(
        [sys.executable, program], capture_output=True, text=True, check=False
    )

    assert done.stdout == "alive\n"
    assert done.stderr.count("Traceback") == 1  # that of the parent, which gets it
    assert done.stderr.endswith("KeyboardInterrupt\n")
