"""No modules import each other in a circle, not even inside functions."""

import sys
from pathlib import Path

import grimp

PROJECT = Path(__file__).resolve().parents[1]


def find_cycles(imports):
    """Return the strongly connected groups of more than one module (Tarjan 1972)."""
    number, lowest, waiting, groups = {}, {}, [], []

    def visit(module):
        number[module] = lowest[module] = len(number)
        waiting.append(module)
        for other in imports.get(module, ()):
            if other not in number:
                visit(other)
                lowest[module] = min(lowest[module], lowest[other])
            elif other in waiting:
                lowest[module] = min(lowest[module], number[other])
        if lowest[module] == number[module]:
            start = waiting.index(module)
            group, waiting[start:] = waiting[start:], []
            if len(group) > 1:
                groups.append(sorted(group))

    for module in imports:
        if module not in number:
            visit(module)
    return groups


def test_a_circle_of_imports_is_found():
    imports = {"a": ["b"], "b": ["c", "d"], "c": ["a"], "d": ["e"], "e": []}

    assert find_cycles(imports) == [["a", "b", "c"]]


def test_no_modules_import_each_other(monkeypatch):
    monkeypatch.setattr(sys, "path", [str(PROJECT), *sys.path])
    graph = grimp.build_graph(
        "engine", "gui", exclude_type_checking_imports=True, cache_dir=None
    )

    imports = {
        module: graph.find_modules_directly_imported_by(module)
        for module in graph.modules
    }

    assert len(imports) > 300
    assert find_cycles(imports) == []
