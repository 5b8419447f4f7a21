"""The markers that sort tests by their cost."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import COSTS, cost_of

TESTS = Path(__file__).parent
FILES = sorted(TESTS.rglob("test_*.py"))

WINDOW_AND_NETWORKS = {"PyQt5", "gui", "torch", "onnxruntime"}


def modules_imported_by(path):
    """Return the first parts of the names of all modules that a file imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.split(".")[0])
    return found


@pytest.mark.parametrize("name", COSTS)
def test_every_place_with_a_cost_exists(name):
    assert (TESTS / name).exists()


def test_every_test_has_a_cost_that_the_settings_declare(pytestconfig):
    declared = {line.split(":")[0] for line in pytestconfig.getini("markers")}

    assert {cost_of(path) for path in FILES} <= declared


def test_fast_tests_import_neither_window_nor_networks():
    fast = [path for path in FILES if cost_of(path) == "fast"]

    assert fast
    for path in fast:
        assert not modules_imported_by(path) & WINDOW_AND_NETWORKS, path
        assert not re.search(r"\bqt(bot|app)\b", path.read_text("utf-8")), path


def test_a_test_is_marked_by_the_longest_place_that_fits(request):
    assert cost_of(TESTS / "engine" / "core" / "test_game.py") == "fast"
    assert cost_of(TESTS / "engine" / "core" / "kernels" / "test_rng.py") == "engine"
    assert [mark.name for mark in request.node.iter_markers()] == ["build"]


def test_a_run_of_fast_tests_imports_no_other_ones():
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-m", "fast"]

    done = subprocess.run(
        [*command, "tests/engine"],
        cwd=TESTS.parent,
        env={**os.environ, "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
        check=False,
    )

    found = {line.split("::")[0] for line in done.stdout.splitlines() if "::" in line}
    assert done.returncode == 0, done.stdout
    assert {cost_of(TESTS.parent / name) for name in found} == {"fast"}
    assert "deselected" not in done.stdout
