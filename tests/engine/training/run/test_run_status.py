"""What a run's process does, told and stopped by files."""

import json

import pytest

from engine.core.errors import RecordFileError
from engine.core.processes.status_file import LONGEST_SILENCE, STATUS
from engine.training.run.run_status import (
    STOP,
    RunStatus,
    StatusMonitor,
    read_status,
    request_stop,
)


@pytest.fixture
def clock():
    return [1000.0]


@pytest.fixture
def status(tmp_path, clock):
    return StatusMonitor(tmp_path, now=lambda: clock[0])


def test_the_file_tells_phase_and_generation(tmp_path, clock, status):
    status.begin_generation(2, 12)
    status.update("games", 24, 40)
    status.refresh()

    assert read_status(tmp_path, now=clock[0]) == RunStatus(
        phase="games", done=24, total=40, generation=2, generations=12, updated=1000.0
    )


def test_a_process_that_was_killed_is_not_at_work(tmp_path, clock, status):
    status.refresh()

    assert read_status(tmp_path, now=clock[0] + LONGEST_SILENCE - 1) is not None
    assert read_status(tmp_path, now=clock[0] + LONGEST_SILENCE + 1) is None


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[]", "[" * 10**5, "\xff"),
        *('{"phase": 1, "new": 2}', '{"updated": "x"}', '{"total": 3000000000}'),
    ],
)
def test_a_damaged_file_is_no_process(tmp_path, text):
    (tmp_path / STATUS).write_text(text, encoding="latin-1")

    assert read_status(tmp_path) is None


def test_a_request_stops_the_process_and_does_not_outlive_it(tmp_path, status):
    with status:
        assert not status.is_stop_requested()
        request_stop(tmp_path)
        status.refresh()

        assert status.is_stop_requested()

    assert not (tmp_path / STATUS).exists()
    assert not (tmp_path / STOP).exists()


def test_an_old_request_does_not_stop_the_next_process(tmp_path, status):
    request_stop(tmp_path)

    with status:
        status.refresh()

        assert not status.is_stop_requested()
        assert json.loads((tmp_path / STATUS).read_text())["generation"] == 0


def test_a_request_stops_a_process_that_cannot_write_its_status(tmp_path, status):
    with status:
        (tmp_path / STATUS).unlink()
        (tmp_path / STATUS).mkdir()
        request_stop(tmp_path)

        with pytest.raises(RecordFileError):
            status.refresh()

        assert status.is_stop_requested()
        (tmp_path / STATUS).rmdir()
