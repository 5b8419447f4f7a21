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


def read_events(path: Path) -> list[Event]:
    """Return the events of a file in order, or an empty list without the file."""
    return list(LineReader(path).read())


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
