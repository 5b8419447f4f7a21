"""Progress of an experiment: parts, time left, the file that windows read."""

import json

import pytest

from engine.core.processes.status_file import LONGEST_SILENCE, STATUS, StatusFile
from engine.experiments.catalogue import EXPERIMENTS
from engine.experiments.progress import Part, Progress, ProgressMeter, read_progress
from engine.experiments.run import list_work


def part(key="a", done=0, total=4, kind="games", **keys):
    return Part(key=key, kind=kind, done=done, total=total, **keys)


class Clock:
    seconds = 0.0

    def __call__(self):
        return self.seconds


@pytest.fixture
def clock():
    return Clock()


def test_the_time_left_follows_from_the_pace_of_this_start(clock):
    meter = ProgressMeter([part(done=1), part("b", total=10)], now=clock)
    meter.update(part(done=1))
    clock.seconds = 6.0

    progress = meter.update(part(done=3))

    assert progress.seconds_left == (1 + 10) * 3.0
    assert not progress.is_least
    assert (progress.number, progress.count) == (1, 2)
    assert progress.share == pytest.approx(3 / 4 / 2)


def test_the_estimate_is_a_bound_while_another_kind_has_no_pace(clock):
    meter = ProgressMeter([part(), part("b", kind="searches")], now=clock)
    meter.update(part())
    clock.seconds = 2.0

    progress = meter.update(part(done=1))

    assert progress.seconds_left == 6.0
    assert progress.is_least


def test_there_is_no_estimate_before_the_first_game(clock):
    meter = ProgressMeter([part()], now=clock)

    assert meter.update(part(phase="preparing")).seconds_left is None


def test_a_part_that_only_the_data_show_is_counted(clock):
    meter = ProgressMeter([part()], now=clock)

    assert meter.update(part("late")).count == 2


def test_the_file_is_there_while_the_process_works(tmp_path):
    with StatusFile(tmp_path, Progress(), now=lambda: 100.0) as file:
        file.status = Progress(part="a", done=3, total=4)
        file.refresh()
        seen = read_progress(tmp_path, now=101.0)
        assert (seen.part, seen.done, seen.total) == ("a", 3, 4)
        assert read_progress(tmp_path, now=100.0 + LONGEST_SILENCE) is None

    assert not (tmp_path / STATUS).exists()


@pytest.mark.parametrize(
    "change", [{"done": -1}, {"seconds_left": float("inf")}, {"kind": "x"}, {"y": 1}]
)
def test_a_damaged_file_is_no_progress(tmp_path, change):
    (tmp_path / STATUS).write_text(json.dumps({"updated": 100.0} | change))

    assert read_progress(tmp_path, now=100.0) is None


def test_the_work_of_a_scale_is_counted_without_doing_it():
    experiment = next(one for one in EXPERIMENTS if one.name == "blog-batches")

    parts = list_work(experiment, "small")

    assert [(one.kind, one.total) for one in parts] == [
        ("searches", 560),
        ("games", 200),
        ("games", 200),
    ]
    assert not any(one.done for one in parts)


def test_a_training_run_counts_its_generations():
    experiment = next(one for one in EXPERIMENTS if one.name == "ou-figure-6")

    (only,) = list_work(experiment, "small")

    assert (only.kind, only.total) == ("generations", 24)
