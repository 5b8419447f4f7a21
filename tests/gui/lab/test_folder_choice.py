"""Folders of new runs: a free name, and one sentence where there can be none."""

import sys

import pytest

from gui.lab.folder_choice import find_folder_problem, find_name_problem, free_folder
from gui.text import languages
from tests.gui.lab.conftest import LockedPath

LONG_NAME = 86 * "很"
"""A name of more bytes than a Linux file system takes."""

too_long = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows counts letters, not bytes"
)


def test_a_name_that_is_taken_gets_a_number(tmp_path):
    assert free_folder(tmp_path, "a").name == "a"
    (tmp_path / "a").mkdir()
    (tmp_path / "a-2").mkdir()

    assert free_folder(tmp_path, "a").name == "a-3"


def test_a_name_in_a_locked_folder_stays_as_it_is(tmp_path):
    assert free_folder(LockedPath(tmp_path), "a").name == "a"


@too_long
def test_a_name_that_is_too_long_stays_as_it_is(tmp_path):
    assert free_folder(tmp_path, LONG_NAME).name == LONG_NAME


def test_a_missing_folder_has_no_problem(tmp_path):
    assert not find_folder_problem(tmp_path / "a" / "b")


def test_a_locked_folder_is_one_sentence(qapp, tmp_path):
    folder = LockedPath(tmp_path) / "a"

    sentence = f"{folder} cannot be written: it is not permitted."
    assert find_folder_problem(folder) == sentence


@too_long
def test_a_name_that_is_too_long_is_one_chinese_sentence(qapp, tmp_path):
    folder = tmp_path / LONG_NAME
    languages.apply(qapp, "zh_CN")

    assert find_folder_problem(folder) == f"{folder} 无法写入：名称太长。"


@pytest.mark.parametrize(
    "name",
    ["first-run", "五子棋 15×15", ".hidden", "v1.2", "com", "conic"],  # noqa: RUF001
)
def test_a_name_for_every_system_has_no_problem(name):
    assert not find_name_problem(name)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("../a", "without any of"),
        ("a/b", "without any of"),
        ("a\\b", "without any of"),
        ("c*", "without any of"),
        ("a\tb", "control characters"),
        ("..", "end in a dot"),
        (".", "end in a dot"),
        ("a.", "end in a dot"),
        ("a ", "or a space"),
        ("con", "no device of Windows, got con"),
        ("NUL.old", "no device"),
        ("Lpt1 .x", "no device"),
    ],
)
def test_a_name_that_some_system_refuses_is_one_sentence(name, reason):
    assert reason in find_name_problem(name)
