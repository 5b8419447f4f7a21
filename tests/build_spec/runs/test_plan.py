"""The plan of the queue: order, time limits, dependencies and damaged files."""

from __future__ import annotations

from pathlib import Path

import pytest

from build_spec.runs.plan import (
    Progress,
    QueuedRun,
    QueueError,
    next_run,
    read_plan,
    read_progress,
    write_progress,
)


def queued(name: str, *, hours: float = 1.0, after: str = "") -> QueuedRun:
    return QueuedRun(
        name=name, file=Path(f"{name}.toml"), core_hours=hours, after=after
    )


def advance(runs: Path, name: str, **progress: object) -> None:
    (runs / name).mkdir(parents=True, exist_ok=True)
    write_progress(runs / name, Progress(**progress))  # type: ignore[arg-type]


def test_the_first_run_with_work_left_comes_next(tmp_path: Path):
    plan = [queued("a"), queued("b", hours=0.5), queued("c")]

    advance(tmp_path, "a", is_finished=True)
    advance(tmp_path, "b", seconds=1800.0)

    following = next_run(plan, tmp_path, set())
    assert following is not None
    assert following.name == "c"


def test_a_run_waits_for_the_one_before_it_and_others_go_on(tmp_path: Path):
    plan = [queued("games"), queued("net", after="games"), queued("other")]

    following = next_run(plan, tmp_path, {"games"})

    assert following is not None
    assert following.name == "other"


def test_a_run_out_of_time_lets_the_one_after_it_start(tmp_path: Path):
    advance(tmp_path, "games", seconds=3600.0)

    following = next_run(
        [queued("games"), queued("net", after="games")], tmp_path, set()
    )

    assert following is not None
    assert following.name == "net"


def test_an_empty_queue_has_no_next_run(tmp_path: Path):
    advance(tmp_path, "a", is_finished=True)

    assert next_run([queued("a")], tmp_path, set()) is None


def test_progress_survives_damage(tmp_path: Path):
    write_progress(tmp_path, Progress(seconds=12.5, error="full disk"))
    assert read_progress(tmp_path) == Progress(seconds=12.5, error="full disk")

    (tmp_path / "progress.json").write_text('{"seconds": 1, "other": 2}')
    assert read_progress(tmp_path) == Progress()


def test_the_plan_of_the_program_names_files_that_exist():
    folder = Path(__file__).parents[3] / "resources" / "training"

    plan = read_plan(folder / "queue.toml")

    assert plan
    assert all(run.file.is_file() and run.core_hours > 0 for run in plan)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "'run'"),
        ('[[run]]\nname = "a"\nfile = "a.toml"\n', "core_hours"),
        (
            '[[run]]\nname = "a"\nfile = "a.toml"\ncore_hours = 1\nafter = "b"\n',
            "before a, got b",
        ),
        ('[[run]]\nname = "a"\nfile = "a"\ncore_hours = 1\n' * 2, "got a twice"),
    ],
)
def test_a_plan_that_cannot_work_is_refused(tmp_path: Path, text: str, said: str):
    path = tmp_path / "queue.toml"
    path.write_text(text)

    with pytest.raises(QueueError, match=said):
        read_plan(path)
