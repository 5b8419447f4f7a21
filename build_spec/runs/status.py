"""Status table of the queue: state, time and latest figures of each run."""

from __future__ import annotations

from pathlib import Path

from build_spec.runs.plan import (
    AT_WORK,
    CODE,
    OUT,
    QUEUE_LOCK,
    SECONDS_AN_HOUR,
    Progress,
    QueuedRun,
    read_progress,
    seconds_left,
)
from engine.core.files.file_lock import held_lock
from engine.core.processes.background_work import is_pause_requested
from engine.training.run.event_log import Event, read_events


def status_text(plan: list[QueuedRun], runs: Path) -> str:
    """Return the table, one line per run, with its latest figures."""
    is_working = runs.is_dir() and _is_taken(runs)
    head = "paused" if is_working and is_pause_requested(runs) else "working"
    lines = [f"The queue is {head if is_working else 'idle'} ({runs.name}/)."]
    at_work = (runs / AT_WORK).read_text() if (runs / AT_WORK).exists() else ""
    left = 0.0
    for run in plan:
        progress = read_progress(runs / run.name)
        is_at_work = is_working and run.name == at_work
        state = state_of(run, progress, runs / run.name, is_at_work=is_at_work)
        used = f"{progress.seconds / SECONDS_AN_HOUR:.1f}"
        hours = f"{used:>5} of {run.core_hours:.1f} h"
        lines.append(f"  {run.name:<20} {state:<10} {hours:<15} {_reached(run, runs)}")
        if progress.error:
            lines.append(f"    {progress.error}")
        if state not in {"finished", "out of time"}:
            left += max(seconds_left(run, progress), 0.0)
    lines.append(f"At most {left / SECONDS_AN_HOUR:.1f} core-hours are left.")
    return "\n".join(lines) + "\n"


def state_of(
    run: QueuedRun, progress: Progress, folder: Path, *, is_at_work: bool
) -> str:
    """Return the state of a run in one or two words."""
    if progress.is_finished:
        return "finished"
    if progress.error:
        return "failed"
    if seconds_left(run, progress) <= 0:
        return "out of time"
    if not (folder / CODE).is_dir():
        return "to do"
    return "working" if is_at_work else "stopped"


def _is_taken(runs: Path) -> bool:
    with held_lock(runs / QUEUE_LOCK) as is_held:
        return not is_held


def _reached(run: QueuedRun, runs: Path) -> str:
    """Return a text with the latest figures in a run's events."""
    events = read_events(runs / run.name / OUT / "events.jsonl")
    parts = []
    generations = [int(e["generation"]) for e in events if e["kind"] == "generation"]
    if generations:
        parts.append(f"generation {max(generations)}")
    shards = [event for event in events if event["kind"] == "shard"]
    games = sum(int(shard.get("games", 0)) for shard in shards)
    if games:
        positions = sum(int(shard.get("positions", 0)) for shard in shards)
        parts.append(f"{games:,} games, {positions:,} positions")
    validation = _last(events, "validation")
    if validation is not None:
        parts.append(
            f"step {validation['step']:,}, policy {validation['policy']:.3f}, "
            f"value {validation['value']:.3f}"
        )
    judged = _last(events, "judged")
    if judged is not None:
        parts.append(f"{judged['suite']} log-loss {judged['log_loss']:.3f}")
    return "; ".join(parts)


def _last(events: list[Event], kind: str) -> Event | None:
    return next((event for event in reversed(events) if event["kind"] == kind), None)
