"""The requirements files: what playing and training install."""

from collections import Counter
from importlib.metadata import PackageNotFoundError, requires

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.requirement_files import included, pinned, pinned_names

PLAYING = {
    *("pyqt5", "pyqtgraph", "numba", "numpy"),
    *("onnxruntime", "pillow", "safetensors", "sgfmill"),
}
"""Packages that the program imports for playing."""

TRAINING = {"torch", "matplotlib"}
"""Packages that only training imports."""

FILES = [f"requirements{part}.txt" for part in ("", "-train", "-dev", "-cluster")]


def needed_by(names: set[str]) -> set[str]:
    """Return packages and all that they need on this system."""
    found: set[str] = set()
    waiting = set(names)
    while waiting:
        name = waiting.pop()
        found.add(name)
        try:
            lines = requires(name) or []
        except PackageNotFoundError:  # one for another system
            continue
        for requirement in map(Requirement, lines):
            wanted = requirement.marker is None or requirement.marker.evaluate(
                {"extra": ""}
            )
            if wanted:
                waiting |= {canonicalize_name(requirement.name)} - found
    return found


def test_playing_installs_what_it_imports_and_what_that_needs():
    assert pinned_names("requirements.txt") == needed_by(PLAYING)


def test_training_installs_what_it_imports_and_what_that_needs():
    expected = needed_by(PLAYING | TRAINING)

    # kiwisolver and others pin for every system, so names alone are compared.
    others = {"tzdata"}  # python-dateutil needs it where the system has no time zones
    assert pinned_names("requirements-train.txt") - others == expected - others


@pytest.mark.parametrize(("file", "smaller"), list(zip(FILES[1:], FILES, strict=False)))
def test_each_file_includes_the_smaller_ones(file, smaller):
    assert included(smaller) < included(file)


@pytest.mark.parametrize("file", FILES)
def test_every_version_is_fixed(file):
    loose = [
        str(requirement)
        for requirement in pinned(file)
        if not str(requirement.specifier).startswith("==")
    ]
    assert loose == []


def test_no_package_is_pinned_in_two_files():
    names = Counter(
        name
        for file in FILES
        for name in {requirement.name for requirement in pinned(file)}
    )

    assert [name for name, count in names.items() if count > 1] == []
