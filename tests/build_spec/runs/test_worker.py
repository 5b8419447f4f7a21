"""The queue at work on small programs that stand in for training runs."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from build_spec.runs.plan import QueuedRun, QueueError, read_progress
from build_spec.runs.status import status_text
from build_spec.runs.worker import Worker
from engine.core.processes.background_work import (
    is_pause_requested,
    paused_background_work,
)

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="the queue pauses its child by POSIX signals"
)

PROGRAM = """
import json, pathlib, signal, sys, time
out = pathlib.Path(sys.argv[sys.argv.index("--out") + 1])
out.mkdir(parents=True, exist_ok=True)
count, partial = out / "count", out / "partial"
done = int(count.read_text()) if count.exists() else 0
goal = int(pathlib.Path(sys.argv[2]).read_text())
signal.signal(signal.SIGINT, signal.default_int_handler)
try:
    while done < goal:
        done += 1
        for _ in range(200000): pass
        partial.write_text(str(done))
        partial.replace(count)
except KeyboardInterrupt:
    (out / "interrupted").touch()
    sys.exit(130)
if goal == 0:
    sys.exit("pentahex: Expected a goal above 0.")
print(json.dumps({"finished": True}))
"""
"""Counts to the number in its training file; Ctrl+C ends it, a restart resumes it."""

PATIENCE_SECONDS = 60.0


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A checkout whose ``main.py`` is the small program."""
    project = tmp_path / "project"
    for name in ("engine", "resources"):
        (project / name).mkdir(parents=True)
        (project / name / "kept").touch()
    (project / "main.py").write_text(PROGRAM)
    identity = ["-c", "user.name=a", "-c", "user.email=a@localhost"]
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "first"]):
        subprocess.run(["git", *identity, *command], cwd=project, check=True)
    return project


def queued(project: Path, name: str, goal: int, *, hours: float = 1.0) -> QueuedRun:
    file = project / f"{name}.toml"
    file.write_text(str(goal))
    return QueuedRun(name=name, file=file, core_hours=hours)


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < deadline, "the queue did not get there"
        time.sleep(0.05)


def count_of(runs: Path, name: str) -> int:
    text = ""
    path = runs / name / "out" / "count"
    if path.exists():
        text = path.read_text()
    return int(text or 0)


def at_work(worker: Worker, plan: list[QueuedRun]) -> threading.Thread:
    thread = threading.Thread(target=worker.work, args=(plan,))
    thread.start()
    return thread


def test_runs_are_made_one_after_the_other(project: Path, tmp_path: Path):
    runs = tmp_path / "runs"
    plan = [queued(project, "a", 3), queued(project, "b", 4)]

    Worker(project, runs).work(plan)

    assert [count_of(runs, name) for name in "ab"] == [3, 4]
    assert all(read_progress(runs / name).is_finished for name in "ab")
    assert status_text(plan, runs).count("finished") == 2


def test_a_stopped_run_saves_its_work_and_is_resumed(project: Path, tmp_path: Path):
    runs, goal = tmp_path / "runs", 10**9
    plan = [queued(project, "a", goal)]
    worker = Worker(project, runs)
    thread = at_work(worker, plan)
    wait_until(lambda: count_of(runs, "a") > 3)

    worker.stop()
    thread.join()
    reached = count_of(runs, "a")
    (runs / "a" / "run.toml").write_text(str(reached + 2))
    Worker(project, runs).work(plan)

    assert (runs / "a" / "out" / "interrupted").exists()
    assert count_of(runs, "a") == reached + 2
    assert read_progress(runs / "a").is_finished


def test_a_run_that_fails_is_named_and_the_next_one_starts(
    project: Path, tmp_path: Path
):
    runs = tmp_path / "runs"
    plan = [queued(project, "bad", 0), queued(project, "good", 2)]

    Worker(project, runs).work(plan)

    assert read_progress(runs / "bad").error == (
        "exit status 1: pentahex: Expected a goal above 0."
    )
    assert read_progress(runs / "good").is_finished
    assert "Expected a goal above 0." in status_text(plan, runs)


def test_a_run_out_of_time_makes_room_for_the_next_one(project: Path, tmp_path: Path):
    runs = tmp_path / "runs"
    plan = [
        queued(project, "long", 10**9, hours=0.2 / 3600),
        queued(project, "b", 2),
    ]

    Worker(project, runs).work(plan)

    assert not read_progress(runs / "long").is_finished
    assert read_progress(runs / "b").is_finished
    assert "out of time" in status_text(plan, runs)


def test_a_request_for_quiet_pauses_the_run_at_work(project: Path, tmp_path: Path):
    runs = tmp_path / "runs"
    worker = Worker(project, runs)
    thread = at_work(worker, [queued(project, "a", 10**9)])
    wait_until(lambda: count_of(runs, "a") > 0)

    with paused_background_work(runs):
        wait_until(lambda: _child_states() == {psutil.STATUS_STOPPED})
        paused_at = count_of(runs, "a")
        time.sleep(0.3)
        still_at = count_of(runs, "a")
    wait_until(lambda: count_of(runs, "a") > still_at)
    worker.stop()
    thread.join()

    assert still_at == paused_at


def test_the_run_at_work_has_the_lowest_priority(project: Path, tmp_path: Path):
    runs = tmp_path / "runs"
    worker = Worker(project, runs)
    run = queued(project, "a", 10**9)
    thread = at_work(worker, [run])
    wait_until(lambda: count_of(runs, "a") > 0)

    (child,) = psutil.Process().children()
    priority = child.nice()
    table = status_text([run], runs)
    group = Path(f"/proc/{child.pid}/autogroup")
    group_text = group.read_text() if group.exists() else "nice 19"
    worker.stop()
    thread.join()

    assert priority == 19
    assert "a                    working" in table
    assert group_text.strip().endswith("nice 19")


def _child_states() -> set[str]:
    return {child.status() for child in psutil.Process().children()}


def test_a_request_of_a_process_that_has_ended_is_dropped(tmp_path: Path):
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    request = tmp_path / "pause" / str(ended.pid)
    request.parent.mkdir()
    request.touch()

    assert not is_pause_requested(tmp_path)
    assert not request.exists()


def test_later_changes_of_the_sources_do_not_touch_a_run(project: Path, tmp_path: Path):
    runs = tmp_path / "runs"
    run = queued(project, "a", 2)
    Worker(project, runs).work([run])
    (project / "main.py").write_text("raise SystemExit(3)")

    copied = runs / "a" / "code" / "main.py"

    assert copied.read_text() == PROGRAM


def test_refresh_takes_the_last_commit(project: Path, tmp_path: Path):
    runs = tmp_path / "runs"
    worker = Worker(project, runs)
    worker.work([queued(project, "a", 2)])
    (project / "engine" / "kept").write_text("changed")
    identity = ["-c", "user.name=a", "-c", "user.email=a@localhost"]
    commit = ["git", *identity, "commit", "-qam", "second"]
    subprocess.run(commit, cwd=project, check=True)

    worker.refresh("a")

    assert (runs / "a" / "code" / "engine" / "kept").read_text() == "changed"


def test_a_second_queue_is_refused(project: Path, tmp_path: Path):
    runs = tmp_path / "runs"
    worker = Worker(project, runs)
    thread = at_work(worker, [queued(project, "a", 10**9)])
    wait_until(lambda: count_of(runs, "a") > 0)

    with pytest.raises(QueueError, match="idle queue"):
        Worker(project, runs).work([])

    worker.stop()
    thread.join()
