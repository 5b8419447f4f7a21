"""Worker of the queue: a child process for the current run, paused on request.

Each run has a copy of the program, made when it starts, so that later changes of the
sources do not touch it. The child has the lowest priority. Ctrl+C or SIGTERM ends it
within seconds; the next call resumes it.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import psutil

from build_spec.runs.plan import (
    AT_WORK,
    CODE,
    CONFIG,
    LOG,
    OUT,
    QUEUE_LOCK,
    Progress,
    QueuedRun,
    QueueError,
    next_run,
    read_progress,
    seconds_left,
    write_progress,
)
from engine.core.files.file_lock import held_lock
from engine.core.files.paths import APPLICATION
from engine.core.processes.background_work import is_pause_requested

LOWEST_PRIORITY = 19

SOURCES = ("main.py", "engine", "resources")
"""Parts of the checkout that a run needs."""

TICK_SECONDS = 0.5
"""Interval of the checks for the child's end and for pauses."""

SAVE_SECONDS = 10.0
"""Interval between two saves of the progress."""

GRACE_SECONDS = 15.0
"""Time for a child to save its work before it is killed."""


class Worker:
    """Supervisor of the queue's child processes.

    Args:
        project: The checkout whose last commit new runs copy.
        runs: Folder of the queue.
    """

    def __init__(self, project: Path, runs: Path) -> None:
        self._project = project
        self._runs = runs
        self._stops = False

    def work(self, plan: list[QueuedRun]) -> None:
        """Work until the queue is done or ``stop`` is called.

        Raises:
            QueueError: Another process works on the queue.
        """
        self._runs.mkdir(exist_ok=True)
        with self._taken():
            failed: set[str] = set()
            while not self._stops:
                run = next_run(plan, self._runs, failed)
                if run is None:
                    return
                _say(f"{run.name}: working")
                (self._runs / AT_WORK).write_text(run.name)
                progress = self._work_on(run)
                if progress.error:
                    failed.add(run.name)
                    _say(f"{run.name}: failed: {progress.error}")
                elif progress.is_finished:
                    _say(f"{run.name}: finished")

    def stop(self) -> None:
        """Request the end of child and queue; safe in a signal handler."""
        self._stops = True

    def refresh(self, name: str) -> None:
        """Replace the program copy of a run by the last commit.

        Raises:
            QueueError: Another process works on the queue, or there is no such copy.
        """
        with self._taken():
            code = self._runs / name / CODE
            if not code.is_dir():
                raise QueueError(f"Expected a run that has started, got {name}.")
            fresh = code.with_name("code.new")
            shutil.rmtree(fresh, ignore_errors=True)
            copy_sources(self._project, fresh)
            shutil.rmtree(code)
            fresh.rename(code)

    @contextmanager
    def _taken(self) -> Iterator[None]:
        with held_lock(self._runs / QUEUE_LOCK) as is_held:
            if not is_held:
                raise QueueError("Expected an idle queue; a process works on it.")
            yield

    def _work_on(self, run: QueuedRun) -> Progress:
        folder = self._runs / run.name
        prepare(self._project, run, folder)
        progress = replace(read_progress(folder), error="")
        with (folder / LOG).open("ab") as log:
            child = subprocess.Popen(
                [
                    *(sys.executable, str(Path(run.name) / CODE / "main.py")),
                    *("train", str(Path(run.name) / CONFIG)),
                    *("--out", str(Path(run.name) / OUT), "--resume", "--json"),
                ],
                cwd=self._runs,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                env={**os.environ, "PYTHONPATH": "", "PYTHONUNBUFFERED": "1"},
            )
            try:
                lower_priority(child.pid)
                progress = self._watched(child, run, progress)
            finally:
                has_ended = child.poll() is not None
                _end(child)
        if has_ended:
            progress = _concluded(folder, progress, child.returncode)
            write_progress(folder, progress)
        return progress

    def _watched(
        self, child: subprocess.Popen[bytes], run: QueuedRun, progress: Progress
    ) -> Progress:
        """Wait until a child ends, is out of time or must stop.

        A requested pause suspends the child. The progress is saved regularly.
        """
        folder, before = self._runs / run.name, progress.seconds
        is_paused, saved = False, time.monotonic()
        while child.poll() is None and not self._stops:
            wants_pause = is_pause_requested(self._runs)
            if wants_pause != is_paused:
                is_paused = wants_pause
                os.killpg(child.pid, signal.SIGSTOP if is_paused else signal.SIGCONT)
            time.sleep(TICK_SECONDS)
            used = cpu_seconds(child.pid)
            progress = replace(progress, seconds=max(progress.seconds, before + used))
            if seconds_left(run, progress) <= 0:
                break
            if time.monotonic() - saved >= SAVE_SECONDS:
                write_progress(folder, progress)
                saved = time.monotonic()
        write_progress(folder, progress)
        return progress


def lower_priority(process_id: int) -> None:
    """Set the lowest priority of a process, and on Linux of its scheduling group.

    Linux may share the processor between sessions first ("autogroup", see sched(7));
    the priority of a process then counts within its own session only.
    """
    os.setpriority(os.PRIO_PROCESS, process_id, LOWEST_PRIORITY)
    _set_group_priority(process_id, LOWEST_PRIORITY)


def _set_group_priority(process_id: int, priority: int) -> None:
    with suppress(OSError):
        Path(f"/proc/{process_id}/autogroup").write_text(str(priority))


def cpu_seconds(process_id: int) -> float:
    """Return the processor time of a process and its children, ended ones included.

    It is 0 if the process itself has ended.
    """
    try:
        process = psutil.Process(process_id)
        family = [process, *process.children(recursive=True)]
        times = [member.cpu_times() for member in family]
    except psutil.Error:
        return 0.0
    own = sum(used.user + used.system for used in times)
    ended = sum(used.children_user + used.children_system for used in times)
    return float(own + ended)


def prepare(project: Path, run: QueuedRun, folder: Path) -> None:
    """Copy the program and the training file into the folder of a new run.

    Raises:
        QueueError: The training file is missing.
    """
    if (folder / CODE).is_dir() and (folder / CONFIG).is_file():
        return
    if not run.file.is_file():
        raise QueueError(f"Expected the training file of {run.name} at {run.file}.")
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / CODE).is_dir():
        unfinished = folder / "code.new"
        shutil.rmtree(unfinished, ignore_errors=True)
        copy_sources(project, unfinished)
        unfinished.rename(folder / CODE)
    shutil.copyfile(run.file, folder / CONFIG)


def copy_sources(project: Path, target: Path) -> None:
    """Write the program of the last commit into a folder.

    Raises:
        QueueError: The project is no git checkout.
    """
    done = subprocess.run(
        ["git", "-C", str(project), "archive", "HEAD", *SOURCES],
        capture_output=True,
        check=False,
    )
    if done.returncode:
        reason = done.stderr.decode(errors="replace").strip()
        raise QueueError(f"Expected a git checkout in {project}, got: {reason}")
    target.mkdir(parents=True)
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
        archive.extractall(target, filter="data")


def _concluded(folder: Path, progress: Progress, status: int) -> Progress:
    """Return the progress after the end of the child process."""
    last = last_line(folder / LOG)
    try:
        is_finished = json.loads(last)["finished"] is True
    except (ValueError, LookupError, TypeError):
        is_finished = False
    if status == 0 and is_finished:
        return replace(progress, is_finished=True)
    reason = f": {last}" if last.startswith(f"{APPLICATION}: ") else ""
    return replace(progress, error=f"exit status {status}{reason}")


def last_line(path: Path) -> str:
    """Return the last non-blank line of a text file; empty without one."""
    with path.open("rb") as file:
        file.seek(0, os.SEEK_END)
        file.seek(max(file.tell() - 4096, 0))
        lines = file.read().decode(errors="replace").split("\n")
    return next((line.strip() for line in reversed(lines) if line.strip()), "")


def _end(child: subprocess.Popen[bytes]) -> None:
    """Interrupt a child so that it saves its work; kill it after a time limit."""
    if child.poll() is not None:
        return
    # On a busy machine the lowest priority leaves too little time to save anything.
    _set_group_priority(child.pid, 0)
    os.killpg(child.pid, signal.SIGCONT)
    os.kill(child.pid, signal.SIGINT)
    try:
        child.wait(GRACE_SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        child.wait()


def _say(text: str) -> None:
    sys.stdout.write(f"{time.strftime('%H:%M')} {text}\n")
    sys.stdout.flush()
