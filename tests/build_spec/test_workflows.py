"""What the workflows and the Makefile call exists, and runs on what GitHub starts."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((PROJECT / ".github" / "workflows").glob("*.yml"))
MAKEFILE = (PROJECT / "Makefile").read_text(encoding="utf-8")

FIRST_ON_NODE_24 = {
    "actions/checkout": 5,
    "actions/setup-python": 6,
    "actions/upload-artifact": 6,
    "actions/download-artifact": 7,
}
"""First major version of each action that runs on Node 24; older ones do not start."""


@pytest.fixture(params=WORKFLOWS, ids=lambda path: path.stem)
def text(request):
    return request.param.read_text(encoding="utf-8")


def test_every_make_target_exists(text):
    targets = re.findall(r"^(\w+):", MAKEFILE, re.MULTILINE)

    called = re.findall(r"\bmake (\w+)$", text, re.MULTILINE)

    assert called
    assert set(called) <= set(targets)


def test_every_module_and_file_of_ours_exists(text):
    modules = re.findall(r"python3? -m (build_spec\.\w+)", text)
    files = re.findall(
        r"\b(?:build_spec|tests)[/\\][\w/\\.]+|requirements[\w-]*\.txt", text
    )

    places = [PROJECT / f"{name.replace('.', '/')}.py" for name in modules]
    places += [PROJECT / name.replace("\\", "/") for name in files]
    assert [place for place in places if not place.exists()] == []


def test_every_module_and_path_of_the_makefile_exists():
    modules = re.findall(r"-m ((?:build_spec|tests)[\w.]*)", MAKEFILE)
    paths = re.findall(r"\b(?:build_spec|tests)/[\w/.]+", MAKEFILE)

    assert modules
    assert [name for name in modules if find_spec(name) is None] == []
    assert [path for path in paths if not (PROJECT / path).exists()] == []


def test_actions_run_on_a_node_that_runners_have(text):
    used = re.findall(r"uses: ([\w/-]+)@v(\d+)", text)

    assert used
    old = [(name, major) for name, major in used if int(major) < FIRST_ON_NODE_24[name]]
    assert old == []
