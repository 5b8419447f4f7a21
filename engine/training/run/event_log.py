"""Event log of a run: one JSON object per line, appended.

A resumed run drops a line that a kill has cut short, and lines about steps that are
not in the saved state.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.core.atomic_file import write_atomically
from engine.core.json_lines import LineReader, LineWriter

Event = Mapping[str, Any]
"""``kind`` and flat figures; events of the trainer have a ``step``."""

NUMBERS: Mapping[str, tuple[str, ...]] = {
    "dataset": ("training", "validation"),
    "shard": ("games",),
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

SELF_PLAY_NUMBERS = ("number", "positions", "judged", "seconds")
"""Numbers of a shard of self-play, beside those of every shard."""


def read_events(path: Path) -> list[Event]:
    """Return the events of a file in order, or an empty list without the file.

    Lines that are no whole events, as in a damaged file, are left out.
    """
    return [line for line in LineReader(path).read() if _is_whole(line)]


def _is_whole(line: Event) -> bool:
    """Return whether a line has what events of its kind have."""
    kind = line.get("kind")
    if not isinstance(kind, str):
        return False
    numbers = NUMBERS.get(kind, ())
    if kind == "shard" and "generation" in line:
        numbers += SELF_PLAY_NUMBERS
    return (
        all(isinstance(line.get(name), int | float) for name in numbers)
        and all(isinstance(line.get(name), str) for name in TEXTS.get(kind, ()))
        and not any(entry is None or isinstance(entry, dict) for entry in line.values())
    )


class EventLog:
    """Writer of events.

    Args:
        path: The file; its events are kept.
        last_step: Step of the saved state; events about later steps are dropped, since
            these steps will be repeated. ``None`` keeps all events.
    """

    def __init__(self, path: Path, *, last_step: int | None = None) -> None:
        self._path = path
        if last_step is None:
            return
        events = read_events(path)
        kept = [event for event in events if event.get("step", 0) <= last_step]
        if len(kept) < len(events):
            write_atomically(path, "".join(map(_line, kept)).encode())

    def add(self, kind: str, **figures: object) -> None:
        """Append one event."""
        with LineWriter(self._path) as file:
            file.add({"kind": kind, **figures})


def _line(event: Event) -> str:
    return json.dumps(event, ensure_ascii=False) + "\n"
