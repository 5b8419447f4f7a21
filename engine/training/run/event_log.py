"""Event log of a run: one JSON object per line, appended.

A resumed run drops a line that a kill has cut short, and lines about steps that are
not in the saved state.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from engine.core.atomic_file import write_atomically
from engine.core.json_lines import LineReader, LineWriter
from engine.training.run.score import Score

Event = Mapping[str, Any]
"""``kind`` and flat figures; events of the trainer have a ``step``."""

NUMBERS: Mapping[str, tuple[str, ...]] = {
    "dataset": ("training", "validation"),
    "shard": ("number", "games"),
    "validation": ("step", "policy", "value", "agreement", "entropy"),
    "match": ("generation", "games", "share"),
    "generation": ("generation", "steps"),
    "judged": ("step",),
}
"""Numbers that an event of a kind must have to be shown."""

TEXTS: Mapping[str, tuple[str, ...]] = {
    "match": ("opponent",),
    "judged": ("suite",),
    "warning": ("text",),
}
"""Likewise its texts."""

SELF_PLAY_NUMBERS = ("positions", "judged", "seconds")
"""Numbers of a shard of self-play, beside those of every shard."""

TEXT_FIELDS = frozenset({"kind", "opponent", "suite", "text"})
"""Fields of events with a text; those not named here or below have a number."""


def read_events(path: Path) -> list[Event]:
    """Return the events of a file in order, or an empty list without the file.

    Lines that are no whole events, as in a damaged file, are left out.
    """
    return [line for line in LineReader(path).read() if _is_whole(line)]


def count_damaged_lines(path: Path) -> int:
    """Return the number of the lines of a file that ``read_events`` leaves out."""
    reader = LineReader(path)
    return sum(not _is_whole(line) for line in reader.read()) + reader.damaged_count


def _is_whole(line: Event) -> bool:
    """Return whether a line has what events of its kind have."""
    kind = line.get("kind")
    if not isinstance(kind, str):
        return False
    needed = ("kind", *NUMBERS.get(kind, ()), *TEXTS.get(kind, ()))
    if kind == "shard" and "generation" in line:
        needed += SELF_PLAY_NUMBERS
    return (
        all(name in line for name in needed)
        and all(_fits(name, value) for name, value in line.items())
        and (kind != "match" or Score.of_event(line).is_possible)
    )


def _fits(name: str, value: object) -> bool:
    """Return whether a field has a value of its type."""
    if name in TEXT_FIELDS:
        return isinstance(value, str)
    if name == "sizes":
        return isinstance(value, list) and all(isinstance(one, str) for one in value)
    # A truth value counts as a number; NaN is in no range, nor is a huge integer.
    return isinstance(value, int | float) and abs(value) <= sys.float_info.max


class EventLog:
    """Writer of events.

    Args:
        path: The file; its events are kept.
        last_step: Step of the saved state; events about later steps are dropped, since
            these steps will be repeated. ``None`` keeps all events.
    """

    def __init__(self, path: Path, *, last_step: int | None = None) -> None:
        self._path = path
        if last_step is not None:
            self.keep(lambda event: event.get("step", 0) <= last_step)

    def keep(self, is_kept: Callable[[Event], bool]) -> None:
        """Drop the other events."""
        events = read_events(self._path)
        kept = [event for event in events if is_kept(event)]
        if len(kept) < len(events):
            write_atomically(self._path, "".join(map(_line, kept)).encode())

    def add(self, kind: str, **figures: object) -> None:
        """Append one event."""
        with LineWriter(self._path) as file:
            file.add({"kind": kind, **figures})


def _line(event: Event) -> str:
    return json.dumps(event, ensure_ascii=False) + "\n"
