"""Tagging of a release: `make release`. The workflow builds and publishes its packages.

`make release` checks the tree, runs `make test` and `make processes`, and tags the
commit only if all pass.

The version is in ``engine.__version__`` and nowhere else; the changelog must have
a part for it. An untidy tree, a branch other than main or a tag that exists is refused.
Nothing is pushed. `python -m build_spec.release notes` prints the version's changes,
`… check` only checks the tree.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from engine import __version__

BRANCH = "main"


class ReleaseError(RuntimeError):
    """A precondition of the release does not hold."""


def main(arguments: list[str]) -> int:
    """Tag the current commit, check it or print its notes; print why that fails."""
    project = Path(__file__).resolve().parents[1]
    try:
        if arguments == ["notes"]:
            sys.stdout.buffer.write(notes(project, __version__).encode())
            return 0
        if arguments == ["check"]:
            check(project, __version__)
            return 0
        tag = release(project, __version__)
    except ReleaseError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(f"{tag} is ready; git push origin {BRANCH} {tag} publishes it.\n")
    return 0


def release(project: Path, version: str) -> str:
    """Tag the current commit of ``project`` and return the tag's name.

    Raises:
        ReleaseError: See ``check``.
    """
    check(project, version)
    tag = f"v{version}"
    _git(project, "tag", "--annotate", tag, "--message", f"Pentahex {version}")
    return tag


def check(project: Path, version: str) -> None:
    """Check that the current commit of ``project`` can be tagged.

    Raises:
        ReleaseError: The tree is not fit for a release.
    """
    tag = f"v{version}"
    untidy = _git(project, "status", "--porcelain")
    if untidy:
        raise ReleaseError(f"Expected a clean working tree, got:\n{untidy}")
    branch = _git(project, "branch", "--show-current")
    if branch != BRANCH:
        raise ReleaseError(f"Expected the branch {BRANCH}, got {branch or 'none'}.")
    if _git(project, "tag", "--list", tag):
        raise ReleaseError(f"Expected a new version, but {tag} already exists.")
    notes(project, version)


def notes(project: Path, version: str) -> str:
    """Return the changes of a version, without its heading.

    Raises:
        ReleaseError: The changelog has no part for the version.
    """
    changes = (project / "CHANGELOG.md").read_text(encoding="utf-8")
    part = rf"^## \[{re.escape(version)}\][^\n]*\n(.*?)(?=^## |^\[[^\]]*\]: |\Z)"
    found = re.search(part, changes, re.MULTILINE | re.DOTALL)
    if found is None:
        raise ReleaseError(f"Expected a section [{version}] in CHANGELOG.md.")
    return f"{found[1].strip()}\n"


def _git(project: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", *arguments], cwd=project, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise ReleaseError(f"git {arguments[0]}: {done.stderr.strip()}")
    return done.stdout.strip()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
