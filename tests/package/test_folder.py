"""What lies in the built folder, and what does not."""

import hashlib
from collections import defaultdict
from importlib.metadata import packages_distributions
from importlib.util import find_spec
from pathlib import Path

import pytest
from packaging.utils import canonicalize_name

from build_spec.package import size_of
from build_spec.parts import is_used
from tests.requirement_files import pinned_names

pytestmark = pytest.mark.package

MEGABYTE = 1_000_000


def test_it_unpacks_to_less_than_500_megabytes(program_folder):
    assert size_of(program_folder) < 500 * MEGABYTE


def test_both_starters_share_everything(program_folder):
    starters = [path for path in program_folder.iterdir() if path.is_file()]

    assert len(starters) == 2
    assert all(size_of(path) < 2 * MEGABYTE for path in starters)


def test_no_large_file_lies_there_twice(program_folder):
    by_content = defaultdict(list)
    for path in program_folder.rglob("*"):
        if path.is_file() and not path.is_symlink() and size_of(path) > MEGABYTE:
            by_content[hashlib.sha256(path.read_bytes()).digest()].append(path.name)

    # Both starters are the same program with another name.
    twice = [names for names in by_content.values() if len(names) > 1]
    assert [n for n in twice if not all("pentahex" in name for name in n)] == []


def test_what_is_not_used_stayed_behind(program_folder):
    inside = program_folder / "_internal"
    names = [path.relative_to(inside) for path in inside.rglob("*") if path.is_file()]

    assert [name for name in names if not is_used((str(name), "", ""))] == []
    assert not list(inside.rglob("*Qt5Quick*"))
    assert not list(inside.rglob("*_ssl*"))


def test_networks_come_with_onnx_runtime_and_without_torch(program_folder):
    has_onnx_runtime = bool(list(program_folder.rglob("onnxruntime_pybind11_state*")))

    assert has_onnx_runtime == (find_spec("onnxruntime") is not None)
    assert not list(program_folder.rglob("*torch_cpu*"))


def test_it_holds_no_package_that_playing_does_not_need(program_folder):
    others = pinned_names("requirements-dev.txt") - pinned_names("requirements.txt")
    inside = {
        Path(path.name.partition(".")[0]).name
        for path in (program_folder / "_internal").iterdir()
    }

    found = {
        module: owners
        for module, owners in packages_distributions().items()
        if module in inside and others.intersection(map(canonicalize_name, owners))
    }

    assert found == {}


def test_no_link_leads_nowhere(program_folder):
    links = [path for path in program_folder.rglob("*") if path.is_symlink()]

    assert [path for path in links if not path.exists()] == []


@pytest.mark.parametrize(
    "name",
    [
        "docs/guide/pictures/zh_CN/game.webp",
        "docs/guide/user-guide.md",
        "docs/guide/user-guide.zh_CN.md",
        "kernels/digests.json",
        "licences/LICENSE",
        "licences/Python.txt",
        "resources/presets/uct.toml",
        "resources/translations/zh_CN.toml",
    ],
)
def test_what_the_program_reads_is_there(program_folder, name):
    assert (program_folder / "_internal" / name).is_file()


def test_the_dialogs_of_qt_speak_chinese(program_folder):
    assert list(program_folder.rglob("qtbase_zh_CN.qm"))


@pytest.mark.parametrize("name", ["PyQt5-", "PyQt5-Qt5", "numba", "llvmlite", "numpy"])
def test_the_licence_of_each_part_is_there(program_folder, name):
    texts = list((program_folder / "_internal" / "licences").glob(f"{name}*.txt"))

    assert texts
    assert all("icen" in text.read_text(encoding="utf-8") for text in texts)
