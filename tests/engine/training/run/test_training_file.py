"""Training files as text, and the suites that they name."""

import json
import tomllib

import pytest

from engine.core.files.paths import resources
from engine.suites.reader import read_suite
from engine.training.run.config import read_config
from engine.training.run.training_file import (
    TEXT,
    find_suite,
    keep_training_text,
    read_training_text,
)
from tests.nonempty import nonempty


def test_suites_beside_a_file_are_found_from_another_folder(tmp_path):
    file = tmp_path / "a" / "own.toml"
    file.parent.mkdir()
    file.write_text('[evaluation]\nsuites = ["../suites/one.jsonl"]\n')

    text = read_training_text(file)

    assert json.dumps((tmp_path / "suites" / "one.jsonl").as_posix()) in text


@pytest.mark.parametrize("path", sorted((resources() / "suites").glob("*")))
def test_shipped_suites_are_found_by_name(path, tmp_path):
    assert find_suite(path.stem, tmp_path) == path
    assert len(read_suite(path)) > 50


@pytest.mark.parametrize("text", ["a = ", "a = " + "[" * 100_000])
def test_a_damaged_file_is_shown_as_it_is(tmp_path, text):
    file = tmp_path / "own.toml"
    file.write_text(text)

    assert read_training_text(file) == text


def test_the_names_of_shipped_suites_stay_as_they_are(tmp_path):
    file = tmp_path / "own.toml"
    file.write_text('[evaluation]\nsuites = ["judged11", "mine.jsonl"]\n')

    text = read_training_text(file)

    assert '"judged11"' in text
    assert json.dumps((tmp_path / "mine.jsonl").as_posix()) in text


def test_every_suite_of_a_shipped_training_file_is_there():
    files = set((resources() / "training").glob("*.toml"))
    files -= {resources() / "training" / "queue.toml"}
    suites = {name for file in files for name in read_config(file).evaluation.suites}

    for suite in nonempty(suites):
        assert read_suite(resources() / "suites" / suite)


def test_a_run_keeps_its_training_file_for_the_window(tmp_path):
    file, folder = tmp_path / "own.toml", tmp_path / "run"
    folder.mkdir()
    file.write_text("seed = 1\n")

    keep_training_text(file, folder)
    keep_training_text(folder / TEXT, folder)

    assert (folder / TEXT).read_text() == "seed = 1\n"


@pytest.mark.parametrize(
    "written", ["'mine.jsonl'", '"评测.jsonl"', '"sub/mine"', '"mine.jsonl"']
)
def test_a_suite_is_found_however_it_is_written(tmp_path, written):
    file = tmp_path / "run.toml"
    file.write_text(f"\ufeff[evaluation]\nsuites = [{written}]\n", encoding="utf-8")

    suites = tomllib.loads(read_training_text(file))["evaluation"]["suites"]

    assert suites == [(tmp_path.resolve() / written.strip("\"'")).as_posix()]
