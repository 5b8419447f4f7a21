"""Folders that cannot be written are refused in one sentence, and nothing is left."""

import errno

import pytest

from engine.core.errors import RunFolderError
from engine.core.files.atomic_file import describe_os_error
from engine.core.files.writable_folder import check_writable
from engine.core.message import Message


def test_a_missing_folder_can_be_written_and_is_not_made(tmp_path):
    check_writable(tmp_path / "one" / "two")

    assert not list(tmp_path.iterdir())


def test_a_file_is_no_folder(tmp_path):
    file = tmp_path / "thesis.txt"
    file.write_text("mine")

    with pytest.raises(RunFolderError, match=r"Expected a folder, .* is a file\."):
        check_writable(file)


def test_a_folder_below_a_file_cannot_be_written(tmp_path):
    (tmp_path / "thesis.txt").write_text("mine")

    with pytest.raises(RunFolderError, match=r"can be written, got .*x: a part"):
        check_writable(tmp_path / "thesis.txt" / "x")


def test_a_name_beyond_the_system_s_is_refused(tmp_path):
    with pytest.raises(RunFolderError, match="the name is too long"):
        check_writable(tmp_path / ("n" * 1000))


def test_an_error_of_the_system_is_a_sentence_that_names_the_file():
    error = OSError(errno.ENOSPC, "No space left on device", "/runs/moves.jsonl")

    text = describe_os_error(error)

    assert text == "/runs/moves.jsonl could not be used: the disk is full."


def test_an_error_without_a_file_is_a_sentence():
    text = describe_os_error(OSError(errno.ENOSPC, "No space left on device"))

    assert text == "The system refuses an access: the disk is full."
    assert isinstance(text, Message)
    assert isinstance(text.fields["reason"], Message)


def test_a_folder_in_place_of_a_file_is_one_sentence():
    error = OSError(errno.EISDIR, "Is a directory", "/runs")

    assert describe_os_error(error) == "/runs could not be used: it is a folder."
