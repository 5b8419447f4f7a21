"""What is looked at before a build, and the way through a link in ASCII."""

import shutil
import sys
from pathlib import Path

import pytest

from build_spec.preconditions import (
    BuildError,
    ascii_path,
    check_machine,
    through,
)


def test_a_folder_with_chinese_letters_is_reached_through_an_ascii_link(tmp_path):
    folder = tmp_path / "新 用户"
    folder.mkdir()
    (folder / "file").write_text("here")

    with ascii_path(folder) as path:
        assert str(path).isascii()
        assert (path / "file").read_text() == "here"

    assert not path.exists()
    assert (folder / "file").exists()


def test_a_folder_in_ascii_needs_no_link(tmp_path):
    with ascii_path(tmp_path) as path:
        assert path == tmp_path


def test_where_no_link_can_be_made_one_sentence_says_so(tmp_path, monkeypatch):
    def refuse(*_arguments, **_settings):
        raise OSError("no links here")

    monkeypatch.setattr(Path, "symlink_to", refuse)

    with (
        pytest.raises(BuildError, match=r"新.*no links here"),
        ascii_path(tmp_path / "新"),
    ):
        pass


def test_programs_inside_the_folder_are_called_through_the_link(tmp_path):
    folder, link = tmp_path / "新", Path("/link")

    inside = through(link, folder, folder / ".venv/bin/python")
    outside = through(link, folder, Path("/usr/bin/python3"))

    assert inside == Path("/link/.venv/bin/python")
    assert outside == Path("/usr/bin/python3")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs Linux")
@pytest.mark.parametrize(
    ("there", "words"),
    [
        (["strip", "dpkg"], "found no objdump"),
        (["strip", "objdump"], "dpkg, rpm or pacman"),
    ],
)
def test_a_missing_program_is_named_at_once(monkeypatch, there, words):
    monkeypatch.setattr(
        shutil, "which", lambda name, **_: name if name in there else None
    )

    with pytest.raises(BuildError, match=words):
        check_machine()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs Linux")
@pytest.mark.parametrize("manager", ["dpkg", "rpm", "pacman"])
def test_every_package_manager_will_do(monkeypatch, manager):
    there = {"strip", "objdump", manager}
    monkeypatch.setattr(
        shutil, "which", lambda name, **_: name if name in there else None
    )

    check_machine()
