"""Progress of an experiment: its parts, the time left, and the status file.

A part is a set of games, of searches, or one training run. Windows follow the status
file of the folder, which the process of the experiment writes every second.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from engine.core.formats.settings_reader import CountOrNone, Range, Share
from engine.core.processes.status_file import Status, read_status_file

Kind = Literal["games", "searches", "generations"]

LONGEST = 1e10
"""Largest estimate in seconds, three centuries."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One part of an experiment and how far it is."""

    key: str
    """Name of the part."""

    kind: Kind
    """What is counted."""

    done: int
    """Finished games, searches or generations."""

    total: int
    """All of them."""

    phase: str = ""
    """What the process does within the next one: ``preparing`` an engine, or a phase
    of ``engine.training.run.progress``; empty for nothing in particular."""

    phase_done: int = 0
    """Finished steps of the phase."""

    phase_total: int = 0
    """All of them; 0 if there is nothing to count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress(Status):
    """How far an experiment is."""

    part: str = ""
    """Name of the current part; empty before the first one."""

    kind: Kind = "games"
    """What the part counts."""

    phase: str = ""
    """See ``Part``."""

    phase_done: CountOrNone = 0
    """See ``Part``."""

    phase_total: CountOrNone = 0
    """See ``Part``."""

    done: CountOrNone = 0
    """Finished ones of the part."""

    total: CountOrNone = 0
    """All of the part."""

    number: CountOrNone = 0
    """Number of the part, from 1; 0 before the first one."""

    count: CountOrNone = 0
    """Number of parts."""

    share: Share = 0.0
    """Finished share of the experiment, each part counted alike, from 0 to 1."""

    seconds_left: Annotated[float, Range(least=0, most=LONGEST)] | None = None
    """Estimate from the pace of this start; ``None`` while there is none."""

    is_least: bool = False
    """Whether the estimate leaves out parts whose pace is not known yet."""


class _Pace:
    """Seconds of one unit of a part, measured since this start began with it."""

    def __init__(self, part: Part, now: float) -> None:
        self._first = part.done
        self._began = now
        self.units = 0
        self.seconds = 0.0

    def add(self, part: Part, now: float) -> None:
        """Take another report of the same part."""
        self.units = part.done - self._first
        self.seconds = now - self._began


class ProgressMeter:
    """Estimator of the time left.

    Args:
        parts: The parts as far as they are known, in order.
        now: Source of seconds.
    """

    def __init__(
        self, parts: Iterable[Part], *, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._parts = {part.key: part for part in parts}
        self._paces: dict[str, _Pace] = {}
        self._now = now

    def update(self, part: Part) -> Progress:
        """Take a report; return the progress of the experiment."""
        now = self._now()
        self._parts[part.key] = part
        if part.key not in self._paces:
            self._paces[part.key] = _Pace(part, now)
        self._paces[part.key].add(part, now)
        seconds, is_least = self._estimate()
        shares = [one.done / one.total for one in self._parts.values() if one.total]
        return Progress(
            part=part.key,
            kind=part.kind,
            phase=part.phase,
            phase_done=part.phase_done,
            phase_total=part.phase_total,
            done=part.done,
            total=part.total,
            number=list(self._parts).index(part.key) + 1,
            count=len(self._parts),
            share=sum(shares) / len(shares) if shares else 0.0,
            seconds_left=seconds,
            is_least=is_least,
        )

    def _estimate(self) -> tuple[float | None, bool]:
        """Return the seconds left, and whether parts are left out."""
        left = [part for part in self._parts.values() if part.done < part.total]
        costs = [
            (part.total - part.done) * pace
            for part in left
            if (pace := self._find_pace(part)) is not None
        ]
        seconds = min(sum(costs), LONGEST) if costs else None
        return seconds, len(costs) < len(left)

    def _find_pace(self, part: Part) -> float | None:
        """Return the seconds of a unit: of this part, else of others of its kind."""
        own = self._paces.get(part.key)
        if own is not None and own.units:
            return own.seconds / own.units
        paces = [
            pace
            for key, pace in self._paces.items()
            if pace.units and self._parts[key].kind == part.kind
        ]
        units = sum(pace.units for pace in paces)
        return sum(pace.seconds for pace in paces) / units if units else None


def read_progress(folder: Path, *, now: float | None = None) -> Progress | None:
    """Return the progress; ``None`` if no process runs the experiment."""
    return read_status_file(Progress, folder, now=now)
