"""Folders of runs: whose settings they accept, and what they keep."""

import json

import pytest

from engine.core.errors import RunFolderError
from engine.training.run.run_folder import CONFIG, STATE, TrainingRunFolder
from tests.engine.training.self_play.self_play_runs import config as self_play_config
from tests.engine.training.supervised_runs import config

TOO_DEEP = "[" * 100_000


def make_folder(path, run):
    """Make the folder of a run that has games."""
    folder = TrainingRunFolder(path, run, resume=False)
    folder.shards.mkdir()
    (folder.shards / "shard-00000.npz").touch()


def test_all_changed_settings_are_named_with_both_values(tmp_path):
    make_folder(tmp_path, config(steps=12, batch_size=8))

    with pytest.raises(RunFolderError) as problem:
        TrainingRunFolder(tmp_path, config(steps=13, batch_size=9), resume=True)

    assert str(problem.value) == (
        f"Expected the settings that the run in {tmp_path} started with; train.steps "
        "was 12 and is 13, train.batch_size was 8 and is 9. Only train.threads, "
        "data.workers, evaluation may change."
    )


def test_generations_of_self_play_may_grow_only(tmp_path):
    two, three = (self_play_config(play={"generations": n}) for n in (2, 3))
    make_folder(tmp_path, two)

    TrainingRunFolder(tmp_path, three, resume=True)
    with pytest.raises(
        RunFolderError,
        match=r"play\.generations was 3 and is 2\. Only play\.generations may grow, "
        r"and train\.threads, play\.threads, play\.workers, evaluation, cluster may",
    ):
        TrainingRunFolder(tmp_path, two, resume=True)


@pytest.mark.parametrize("text", ["", "{", "[]", TOO_DEEP, json.dumps({"game": []})])
def test_damaged_settings_are_named(tmp_path, text):
    make_folder(tmp_path, config())
    (tmp_path / CONFIG).write_text(text)

    with pytest.raises(
        RunFolderError, match=r"^Expected the settings .*run\.json, got"
    ):
        TrainingRunFolder(tmp_path, config(), resume=True)


def test_a_state_without_games_and_events_is_not_deleted(tmp_path):
    make_folder(tmp_path, config(steps=12))
    (tmp_path / "shards" / "shard-00000.npz").unlink()
    (tmp_path / STATE).write_bytes(b"weights")

    with pytest.raises(RunFolderError, match=r"train\.steps was 12 and is 13"):
        TrainingRunFolder(tmp_path, config(steps=13), resume=True)

    assert (tmp_path / STATE).read_bytes() == b"weights"


def test_settings_that_are_lost_are_named(tmp_path):
    make_folder(tmp_path, config())
    (tmp_path / STATE).touch()
    (tmp_path / CONFIG).unlink()

    with pytest.raises(RunFolderError, match=r"^Expected the settings .*found none\.$"):
        TrainingRunFolder(tmp_path, config(), resume=True)
