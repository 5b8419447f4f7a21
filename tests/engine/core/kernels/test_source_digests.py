"""Dependencies of a module, and changes of its digest."""

import ast
import math
import os
from pathlib import Path

import pytest

from engine.core.kernels.source_digests import SourceDigests

PROJECT = Path(__file__).parents[4]


def digests_of(root, *, closed=(), import_time=math.inf):
    return SourceDigests(root, closed=frozenset(closed), import_time=import_time)


def write(root, files=(), **modules):
    """Write files by their paths, and top modules by their names."""
    for name, text in dict(files, **{f"{m}.py": t for m, t in modules.items()}).items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    "line",
    [
        "import a.b",
        "import math, a.b as c",
        "from a import b",
        "from a import (  # a comment, with (brackets)\n    c,  # another\n    b,\n)",
        "from a import x, \\\n    b",
        "from a.b import anything as other",
        "from a.b import *",
        "def f():\n    from a import b",
        "if True: from a import b",
        "x = 1; import a.b",
    ],
)
def test_every_form_of_an_import_is_found(tmp_path, line):
    write(tmp_path, {"a/b.py": ""}, start=line)

    assert "a.b" in digests_of(tmp_path).dependencies("start")


def test_relative_imports_start_from_the_package(tmp_path):
    files = {
        "top/one/__init__.py": "from .here import x",
        "top/one/here.py": "from ..two import there\nfrom . import beside",
        "top/one/beside.py": "",
        "top/two/there.py": "",
    }
    write(tmp_path, files)

    found = digests_of(tmp_path).dependencies("top.one")

    assert found == {"top.one", "top.one.here", "top.one.beside", "top.two.there"}


def test_imports_for_type_checkers_and_libraries_do_not_count(tmp_path):
    source = "import numpy\nif TYPE_CHECKING:\n    import a\n\n    x = 1\n\nimport b\n"
    write(tmp_path, a="", b="", start=source)

    assert digests_of(tmp_path).dependencies("start") == {"start", "b"}


def imports_by_parser(source):
    """Return the names that a source imports, as Python's own parser sees them."""
    names = set()
    waiting = [ast.parse(source)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names |= {node.module, *(f"{node.module}.{a.name}" for a in node.names)}
        waiting.extend(ast.iter_child_nodes(node))
    return names


def test_no_import_of_the_engine_is_missed():
    digests = digests_of(PROJECT)
    modules = set(digests.modules("engine"))

    missed = {}
    for module in modules:
        place = PROJECT / module.replace(".", "/")
        path = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
        expected = imports_by_parser(path.read_text(encoding="utf-8")) & modules
        missed[module] = expected - digests.imports(module)

    assert "engine.core.kernels.jit" in modules
    assert {module: names for module, names in missed.items() if names} == {}


def test_a_digest_changes_with_each_dependency_and_nothing_else(tmp_path):
    write(tmp_path, a="import b", b="import c", c="import a", d="import a", e="")
    before = {name: digests_of(tmp_path).digest(name) for name in "abcde"}

    write(tmp_path, d="import a  # changed")

    after = {name: digests_of(tmp_path).digest(name) for name in "abcde"}
    assert [name for name in "abcde" if before[name] != after[name]] == ["d"]
    write(tmp_path, b="import c  # changed")
    last = {name: digests_of(tmp_path).digest(name) for name in "abcde"}
    assert [name for name in "abcde" if after[name] != last[name]] == [*"abcd"]


def test_a_closed_module_counts_but_not_what_it_imports(tmp_path):
    write(tmp_path, a="import b", b="import c", c="")
    before = digests_of(tmp_path, closed={"b"}).digest("a")

    write(tmp_path, c="# changed")
    with_other_import = digests_of(tmp_path, closed={"b"}).digest("a")
    write(tmp_path, b="import c  # changed")
    with_other_module = digests_of(tmp_path, closed={"b"}).digest("a")

    assert before == with_other_import != with_other_module


def test_a_missing_module_has_no_digest(tmp_path):
    assert digests_of(tmp_path).digest("numpy") is None


def test_a_module_that_changed_after_the_start_has_no_digest(tmp_path, caplog):
    write(tmp_path, a="import b", b="", c="")
    os.utime(tmp_path / "b.py", (4e9, 4e9))
    digests = digests_of(tmp_path, import_time=3e9)

    assert [digests.digest(name) is None for name in "abc"] == [True, True, False]
    assert "b.py is newer than this process" in caplog.text
