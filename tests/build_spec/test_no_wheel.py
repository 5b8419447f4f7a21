"""pip refuses the program in one sentence, and names the two commands that help."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from build_spec.no_wheel import REFUSAL

PROJECT = Path(__file__).resolve().parents[2]


@pytest.mark.processes
@pytest.mark.parametrize("way", [["install", "--no-index"], ["install", "-e"]])
def test_pip_says_what_to_run_instead(tmp_path, way):
    (tmp_path / "build_spec").mkdir()
    shutil.copy(PROJECT / "build_spec" / "no_wheel.py", tmp_path / "build_spec")
    shutil.copy(PROJECT / "pyproject.toml", tmp_path)

    done = subprocess.run(
        [sys.executable, "-m", "pip", *way, str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 1
    assert "make run" in REFUSAL
    assert "make package" in REFUSAL
    assert REFUSAL in done.stderr
    assert "Traceback" not in done.stderr
