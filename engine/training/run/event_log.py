"""What a run tells while it goes on: one JSON object a line, appended.

A line that a kill has cut short is dropped when the run goes on, and so are lines
about steps that were lost with it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.core.atomic_file import write_atomically

Event = Mapping[str, Any]
"""``kind``, and flat figures; those of the trainer have a ``step``."""


def read_events(path: Path) -> list[Event]:
    """Return the events of a file in order; none if it is not there."""
    if not path.exists():
        return []
    events: list[Event] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            event = json.loads(line)
        except ValueError:
            continue
        if isinstance(event, dict):
            events.append(event)
    return events


class EventLog:
    """Appends events to a file.

    Args:
        path: The file; what stands in it stays.
        last_step: Steps known to be done; later ones will happen again.
    """

    def __init__(self, path: Path, *, last_step: int) -> None:
        self._path = path
        kept = [e for e in read_events(path) if e.get("step", 0) <= last_step]
        write_atomically(path, "".join(map(_line, kept)).encode())

    def add(self, kind: str, **figures: object) -> None:
        """Append one event."""
        with self._path.open("a", encoding="utf-8") as file:
            file.write(_line({"kind": kind, **figures}))


def _line(event: Event) -> str:
    return json.dumps(event, ensure_ascii=False) + "\n"
