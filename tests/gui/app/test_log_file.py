"""The log file, and the end of a process whose screen is gone."""

import subprocess
import sys

import pytest

from tests.gui.app.test_app import PROJECT

LOSING = """
import sys
from pathlib import Path
from PyQt5.QtCore import qWarning
from gui.app.log_file import open_log

open_log(Path(sys.argv[1]))
qWarning("Some other message.")
qWarning("The X11 connection broke (error 1). Did the X11 server die?")
sys.exit(7)
"""


@pytest.mark.processes
def test_a_lost_screen_is_logged_and_ends_the_process_at_once(tmp_path):
    folder = tmp_path / "state"

    ended = subprocess.run(
        [sys.executable, "-c", LOSING, str(folder)], cwd=PROJECT, check=False
    )

    assert ended.returncode == 1
    lines = (folder / "pentahex.log").read_text(encoding="utf-8").splitlines()
    assert "Some other message." in lines[-2]
    assert "The X11 connection broke" in lines[-1]
