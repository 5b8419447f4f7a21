"""When a release may be tagged."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from build_spec.release import ReleaseError, check, notes, release

SOMEBODY = {
    f"GIT_{role}_{what}": text
    for role in ("AUTHOR", "COMMITTER")
    for what, text in (("NAME", "Somebody"), ("EMAIL", "somebody@localhost"))
}


@pytest.fixture
def project(tmp_path, monkeypatch):
    for name, text in SOMEBODY.items():
        monkeypatch.setenv(name, text)
    for name in [name for name in os.environ if name in ("GIT_DIR", "GIT_WORK_TREE")]:
        monkeypatch.delenv(name)
    (tmp_path / "CHANGELOG.md").write_text("## [1.2.0] - 2026-01-01\n")
    git(tmp_path, "init", "--quiet", "--initial-branch", "main")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "Begin")
    return tmp_path


def git(project, *arguments):
    done = subprocess.run(
        ["git", *arguments], cwd=project, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def test_a_tidy_tree_is_tagged(project):
    assert release(project, "1.2.0") == "v1.2.0"
    assert git(project, "describe") == "v1.2.0"


def test_a_check_tags_nothing(project):
    check(project, "1.2.0")

    assert git(project, "tag", "--list") == ""


def test_a_check_refuses_what_a_release_refuses(project):
    (project / "left behind").write_text("")

    with pytest.raises(ReleaseError, match="clean working tree"):
        check(project, "1.2.0")


def test_make_runs_all_checks_before_it_tags():
    makefile = (Path(__file__).resolve().parents[2] / "Makefile").read_text("utf-8")
    recipe = re.search(r"^release:.*\n((?:\t.*\n)+)", makefile, re.MULTILINE)[1]

    steps = [line.split()[-1] for line in recipe.splitlines()]
    assert steps[-4:] == ["check", "test", "processes", "build_spec.release"]


def test_an_untidy_tree_is_refused(project):
    (project / "left behind").write_text("")

    with pytest.raises(ReleaseError, match=r"clean working tree, got:\n.*left behind"):
        release(project, "1.2.0")


def test_another_branch_is_refused(project):
    git(project, "checkout", "--quiet", "-b", "try")

    with pytest.raises(ReleaseError, match="Expected the branch main, got try"):
        release(project, "1.2.0")


def test_a_version_is_released_once(project):
    release(project, "1.2.0")

    with pytest.raises(ReleaseError, match=r"v1\.2\.0 already exists"):
        release(project, "1.2.0")


def test_a_version_without_its_changes_is_refused(project):
    with pytest.raises(ReleaseError, match=r"section \[1\.3\.0\] in CHANGELOG\.md"):
        release(project, "1.3.0")


CHANGES = """# Changelog

## [Unreleased]

- To come.

## [1.2.0] - 2026-02-01

### Added

- A board.

## [1.1.0] - 2026-01-01

- Nothing.

[1.2.0]: https://example.invalid
"""


@pytest.mark.parametrize(
    ("version", "text"),
    [("1.2.0", "### Added\n\n- A board.\n"), ("1.1.0", "- Nothing.\n")],
)
def test_the_notes_of_a_version_are_its_part_of_the_changelog(tmp_path, version, text):
    (tmp_path / "CHANGELOG.md").write_text(CHANGES)

    assert notes(tmp_path, version) == text


def test_notes_of_a_version_without_changes_are_refused(tmp_path):
    (tmp_path / "CHANGELOG.md").write_text(CHANGES)

    with pytest.raises(ReleaseError, match=r"section \[1\.3\.0\] in CHANGELOG\.md"):
        notes(tmp_path, "1.3.0")
