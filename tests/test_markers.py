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


STAGES = ("processes", "desktop", "package", "cluster")
"""The markers of tests that have a target of their own in the Makefile."""

STARTERS = {"run_kernel", "run_program", "run_quickly", "start_and_stop"}
"""What starts a Python for tests of other files."""

LIGHT = {
    "test_a_command_needs_no_terminal",  # the one start of the program in `make test`
    "test_a_request_of_a_process_that_has_ended_is_dropped",  # does nothing
}
"""Tests that start a Python and are in `make test` all the same."""


def starts_python(node):
    """Return whether a part of a program names a start of Python with its packages."""
    if isinstance(node, ast.List | ast.Tuple) and len(node.elts) > 1:
        program, option = map(ast.unparse, node.elts[:2])
        return program == "sys.executable" and not option.startswith("'-I")
    return getattr(node, "id", getattr(node, "arg", None)) in STARTERS


def names_in(node):
    """Return the names and arguments in a part of a program."""
    inner = list(ast.walk(node))
    names = {one.id for one in inner if isinstance(one, ast.Name)}
    return names | {one.arg for one in inner if isinstance(one, ast.arg)}


def starters_of_python(tree):
    """Return the tests of a file that do so, by its helpers and fixtures too."""
    functions = {one.name: one for one in tree.body if hasattr(one, "decorator_list")}
    found = set()
    more = {
        name
        for name, function in functions.items()
        if any(map(starts_python, ast.walk(function)))
    }
    while more:
        found |= more
        more = {
            name
            for name, function in functions.items()
            if name not in found and names_in(function) & found
        }
    return [functions[name] for name in found if name.startswith("test_")]


def is_marked(marker, function, tree):
    """Return whether a test has a marker, of its own or of its file."""
    of_file = [
        one.value
        for one in tree.body
        if isinstance(one, ast.Assign) and ast.unparse(one.targets[0]) == "pytestmark"
    ]
    marks = [*function.decorator_list, *of_file]
    return any(f"pytest.mark.{marker}" in ast.unparse(one) for one in marks)


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


def test_stages_of_their_own_are_no_part_of_the_others(pytestconfig):
    by_default = pytestconfig.getini("addopts")[-1]
    targets = (TESTS.parent / "Makefile").read_text("utf-8")

    assert by_default == " and ".join(f"not {stage}" for stage in STAGES)
    for stage in STAGES:
        assert f"\n{stage}: ## " in targets
    for place in (".ci/run", ".github/workflows/test.yml", "Makefile"):
        text = (TESTS.parent / place).read_text("utf-8")
        after = re.findall(r"(?:make|no-print-directory) (\w+)$", text, re.MULTILINE)
        assert after[after.index("test") + 1] == "processes", place


def test_whoever_starts_a_python_is_marked():
    seen = set()
    for path in FILES:
        if path.relative_to(TESTS).parts[0] in STAGES:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for function in starters_of_python(tree):
            is_light = function.name in LIGHT
            assert is_light != is_marked("processes", function, tree), function.name
            seen.add(function.name)

    assert seen > LIGHT


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


@pytest.mark.processes
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
