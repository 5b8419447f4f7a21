"""The program as it is started."""

import subprocess
import sys
from pathlib import Path

import pytest

from main import name_command

MAIN = Path(__file__).resolve().parents[1] / "main.py"


@pytest.mark.skipif(
    sys.platform == "win32", reason="closes the streams as a shell does"
)
def test_a_command_needs_no_terminal():
    """A windowed program of Windows has neither output nor errors."""
    command = [sys.executable, str(MAIN), "engines", "--json"]

    closed = subprocess.run(["sh", "-c", '"$@" >&- 2>&-', "sh", *command], check=False)

    assert closed.returncode == 0


@pytest.mark.parametrize(
    ("program", "argv", "expected"),
    [
        ("/opt/pentahex/pbrain-pentahex", [], ["gomocup"]),
        ("PBrain-Pentahex.exe", [], ["gomocup"]),
        ("pbrain-pentahex.exe", ["engines"], ["engines"]),
        ("pentahex-console", [], []),
        ("/home/pbrain-me/main.py", [], []),
    ],
)
def test_a_manager_of_gomoku_starts_the_server_by_its_name(program, argv, expected):
    assert name_command(program, argv) == expected
