"""Folders that only the user may use."""

import stat
import sys

import pytest

from engine.core.files.private_folder import (
    is_private,
    make_private,
    new_temporary_folder,
    remove_temporary_folders,
)

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows has no modes of folders"
)


def mode_of(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_folder_is_closed_to_others(tmp_path):
    folder = tmp_path / "state" / "pentahex"

    make_private(folder)

    assert mode_of(folder) == 0o700


def test_an_open_folder_is_closed(tmp_path):
    folder = tmp_path / "pentahex"
    folder.mkdir()
    folder.chmod(0o775)

    make_private(folder)

    assert mode_of(folder) == 0o700


@pytest.mark.parametrize(
    ("mode", "expected"), [(0o700, True), (0o755, True), (0o775, False), (0o757, False)]
)
def test_a_folder_that_others_can_write_is_not_private(tmp_path, mode, expected):
    tmp_path.chmod(mode)

    assert is_private(tmp_path) is expected


def test_temporary_folders_are_private_and_removed(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    folder = new_temporary_folder()
    (folder / "file").touch()
    mode = mode_of(folder)

    remove_temporary_folders()

    assert mode == 0o700
    assert not list(tmp_path.iterdir())
