"""Cleanup of unfinished files that killed processes left."""

import os
import sys

import pytest

from engine.core.files.atomic_file import (
    PARTIAL_SECONDS,
    remove_partial_files,
    write_atomically,
)


@pytest.fixture
def folder(tmp_path):
    """A folder with a record and some files that look unfinished."""
    write_atomically(tmp_path / "game.sgf", b"(;)")
    (tmp_path / "deep").mkdir()
    for name in (
        ".0123456789abcdef.partial",
        "deep/.fedcba9876543210.partial",
        ".0123456789ABCDEF.partial",
        "0123456789abcdef.partial",
        ".0123.partial",
        ".0123456789abcdef.partial.sgf",
    ):
        (tmp_path / name).touch()
    return tmp_path


def names_below(folder):
    return {
        str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()
    }


def test_old_unfinished_files_of_this_program_are_deleted(folder):
    before = names_below(folder)
    start = (folder / "game.sgf").stat().st_mtime

    remove_partial_files(folder, now=lambda: start + PARTIAL_SECONDS + 10)

    assert before - names_below(folder) == {
        ".0123456789abcdef.partial",
        os.path.join("deep", ".fedcba9876543210.partial"),  # noqa: PTH118
    }


def test_young_unfinished_files_stay(folder):
    before = names_below(folder)
    start = (folder / "game.sgf").stat().st_mtime

    deleted = remove_partial_files(folder, now=lambda: start + PARTIAL_SECONDS - 10)

    assert deleted == []
    assert names_below(folder) == before


def test_a_missing_folder_has_none(tmp_path):
    assert remove_partial_files(tmp_path / "missing") == []


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_a_link_that_leads_to_itself_is_replaced(tmp_path):
    loop = tmp_path / "game.sgf"
    loop.symlink_to(loop)

    write_atomically(loop, b"(;)")

    assert loop.read_bytes() == b"(;)"
