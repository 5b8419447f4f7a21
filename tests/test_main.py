"""The program as it is started."""

import subprocess
import sys
from pathlib import Path

import pytest

MAIN = Path(__file__).resolve().parents[1] / "main.py"


@pytest.mark.skipif(
    sys.platform == "win32", reason="closes the streams as a shell does"
)
def test_a_command_needs_no_terminal():
    """A windowed program of Windows has neither output nor errors."""
    command = [sys.executable, str(MAIN), "engines", "--json"]

    closed = subprocess.run(["sh", "-c", '"$@" >&- 2>&-', "sh", *command], check=False)

    assert closed.returncode == 0
