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

Event = Mapping[str, Any]
"""``kind`` and flat figures; events of the trainer have a ``step``."""


def read_events(path: Path) -> list[Event]:
    """Return the events of a file in order, or an empty list without the file."""
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
    """Writer of events.

    Args:
        path: The file; its events are kept.
        last_step: Step of the saved state; events about later steps are dropped, since
            these steps will be repeated.
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
