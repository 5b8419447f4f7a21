"""The pinned packages of the requirements files, for tests."""

from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROJECT = Path(__file__).resolve().parents[1]


def pinned(file: str) -> list[Requirement]:
    """Return the packages that a requirements file pins itself."""
    lines = (PROJECT / file).read_text(encoding="utf-8").splitlines()
    return [Requirement(line) for line in lines if line[:1].isalpha()]


def included(file: str) -> set[str]:
    """Return the requirements files that a file includes, itself among them."""
    lines = (PROJECT / file).read_text(encoding="utf-8").splitlines()
    others = [line.split()[1] for line in lines if line.startswith("-r ")]
    return {file}.union(*map(included, others))


def pinned_names(file: str) -> set[str]:
    """Return the canonical names of all packages that a file installs."""
    return {
        canonicalize_name(requirement.name)
        for part in included(file)
        for requirement in pinned(part)
    }
