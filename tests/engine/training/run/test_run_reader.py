"""A run as another process reads it."""

import json

import pytest

from engine.core.errors import RunFolderError
from engine.training.run.run_folder import CONFIG
from engine.training.run.run_reader import read_training_run
from engine.training.run.run_status import StatusMonitor
from tests.engine.training.training_folders import (
    EVENTS_OF_TWO_GENERATIONS,
    add_net,
    make_run,
)


def test_a_folder_without_a_run_has_no_state(tmp_path):
    assert read_training_run(tmp_path) is None


def test_curves_games_and_network_are_read(tmp_path):
    make_run(tmp_path)
    add_net(tmp_path)

    state = read_training_run(tmp_path)

    assert state.games == 40
    assert state.net == tmp_path / "net.safetensors"
    assert state.status is None
    assert not state.is_finished
    assert state.setup.size_text == "6"
    titles = [panel.title for panel in state.panels]
    assert "Policy loss over steps" in titles
    assert "Points won against each engine" in titles


def test_a_run_is_finished_after_its_last_generation(tmp_path):
    last = {"kind": "generation", "generation": 12, "steps": 720}
    make_run(tmp_path, events=(*EVENTS_OF_TWO_GENERATIONS, last))

    assert read_training_run(tmp_path).is_finished


def test_a_supervised_run_is_finished_after_its_last_step(tmp_path):
    first, last = (
        {
            **{"kind": "validation", "step": step, "policy": 1, "value": 1},
            **{"agreement": 0.2, "entropy": 3.1},
        }
        for step in (0, 10**9)
    )
    make_run(tmp_path, events=(first,), name="gomoku-supervised")
    assert not read_training_run(tmp_path).is_finished
    steps = read_training_run(tmp_path).config.train.steps

    make_run(tmp_path, events=(first, last | {"step": steps}), name="gomoku-supervised")

    assert read_training_run(tmp_path).is_finished


def test_the_process_at_work_is_seen(tmp_path):
    make_run(tmp_path)

    with StatusMonitor(tmp_path) as status:
        status.update("steps", 3, 60)
        status.refresh()

        assert read_training_run(tmp_path).status.done == 3


@pytest.mark.parametrize("text", ["", "{", '{"game": "hex"', "[" * 100_000])
def test_a_damaged_configuration_is_named(tmp_path, text):
    make_run(tmp_path)
    (tmp_path / CONFIG).write_text(text)

    with pytest.raises(RunFolderError, match=r"run\.json, got .*: it is damaged"):
        read_training_run(tmp_path)


def test_a_line_that_is_being_written_is_left_for_later(tmp_path):
    make_run(tmp_path)
    with (tmp_path / "events.jsonl").open("a") as file:
        file.write(json.dumps({"kind": "shard", "games": 7})[:9])

    assert read_training_run(tmp_path).games == 40
