"""Event log of a run: one JSON object per line, appended.

A resumed run drops a line that a kill has cut short, and lines about steps that are
not in the saved state.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.core.files.atomic_file import write_atomically
from engine.core.formats.json_lines import JsonLineReader, JsonLineWriter
from engine.core.formats.json_text import is_figure
from engine.core.message import Message
from engine.training.run.score import Score

Event = Mapping[str, Any]
"""``kind`` and flat figures; events of the trainer have a ``step``."""

NUMBERS: Mapping[str, tuple[str, ...]] = {
    "dataset": ("training", "validation"),
    "start_samples": ("shards", "checksum"),
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


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedEvents:
    """Content of an event log."""

    events: list[Event]
    """The events in order."""

    warning: Message | None
    """How many damaged lines there are, as a sentence, if any."""


def read_log(path: Path) -> LoggedEvents:
    """Return the content of an event log; there are no events without the file.

    Lines that are no whole events, as in a damaged file, are left out.
    """
    reader = JsonLineReader(path)
    lines = reader.read()
    events: list[Event] = [line for line in lines if _is_whole(line)]
    count = len(lines) - len(events) + reader.damaged_count
    warning = Message(
        "Damaged lines in {file}: {count}. The report and the curves lack their "
        "events.",
        file=path,
        count=count,
    )
    return LoggedEvents(events=events, warning=warning if count else None)


def read_events(path: Path) -> list[Event]:
    """Return the events of an event log; see ``read_log``."""
    return read_log(path).events


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
    return is_figure(value)


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
        with JsonLineWriter(self._path) as file:
            file.add({"kind": kind, **figures})


def _line(event: Event) -> str:
    return json.dumps(event, ensure_ascii=False) + "\n"
