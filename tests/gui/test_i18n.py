"""Every text of the window can be found by a tool."""

import ast
from pathlib import Path

import pytest

GUI = Path(__file__).resolve().parents[2] / "gui"


def calls_of_tr(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "tr":
            yield node


@pytest.mark.parametrize("path", sorted(GUI.rglob("*.py")), ids=lambda path: path.stem)
def test_context_and_text_are_literals(path):
    for call in calls_of_tr(path):
        literals = [isinstance(arg, ast.Constant) for arg in call.args]
        assert literals == [True, True], f"{path}:{call.lineno}"
