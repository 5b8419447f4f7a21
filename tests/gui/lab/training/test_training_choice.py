"""Configurations of the training form, and the folder of a run."""

import pytest

from engine.core.errors import EngineError, RunFolderError, SettingsError, TrainingError
from engine.training.run.training_file import (
    TEXT,
    find_training_file,
    read_training_text,
)
from gui.lab.training.training_choice import (
    TEMPLATES,
    TrainingChoice,
    check_text,
)
from tests.engine.training.training_folders import make_run


@pytest.mark.parametrize("name", TEMPLATES)
def test_every_offered_configuration_is_accepted(name):
    config = check_text(read_training_text(find_training_file(name)))

    assert config.name


def test_a_configuration_is_written_into_the_folder_of_its_run(tmp_path):
    text = read_training_text(find_training_file("first-run"))
    choice = TrainingChoice(text=text, folder=tmp_path / "new" / "run")

    choice.write()

    assert (tmp_path / "new" / "run" / TEXT).read_text() == text


def test_a_folder_with_a_run_is_refused(tmp_path):
    make_run(tmp_path)
    choice = TrainingChoice(
        text=read_training_text(find_training_file("first-run")), folder=tmp_path
    )

    with pytest.raises(TrainingError, match="Expected a new name"):
        choice.write()


def test_a_folder_with_other_files_is_refused_and_left_alone(tmp_path):
    (tmp_path / "thesis.txt").write_text("mine")
    choice = TrainingChoice(
        text=read_training_text(find_training_file("first-run")), folder=tmp_path
    )

    with pytest.raises(RunFolderError, match=r"other files, such as thesis\.txt\.$"):
        choice.write()

    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("game = ", "^Expected TOML, got an error"),
        (
            "a = " + "[" * 100_000,
            "it is nested too deeply",
        ),
        ("a = " + "9" * 5_000, "^Expected TOML, got an error"),
        ('game = "chess"\nname = "x"', "chess"),
        ("", "Expected game, found none"),
    ],
)
def test_what_is_no_configuration_is_refused_and_nothing_is_written(
    tmp_path, text, message
):
    choice = TrainingChoice(text=text, folder=tmp_path / "run")

    with pytest.raises(EngineError, match=message):
        choice.write()

    assert not (tmp_path / "run").exists()


def test_a_damaged_file_is_shown_as_it_is(tmp_path):
    file = tmp_path / "own.toml"
    file.write_text("[evaluation\n")

    assert read_training_text(file) == "[evaluation\n"
    with pytest.raises(SettingsError):
        check_text("[evaluation\n")
