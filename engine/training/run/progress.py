"""Progress reports of a run: observer interface and texts."""

from __future__ import annotations

from collections.abc import Sequence

from engine.training.run.config import PREVIOUS
from engine.training.run.event_log import Event
from engine.training.run.score import Score

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0


class Monitor:
    """Observer of a run; the base class ignores all reports."""

    def announce(self, line: str) -> None:
        """Show a permanent line, such as the result of a generation."""

    def begin_generation(self, generation: int, generations: int) -> None:
        """Set the generation of the next phases."""

    def update(self, phase: str, done: int, total: int) -> None:
        """Report the progress of a phase; called often.

        Args:
            phase: ``compiling``, ``games``, ``wins``, ``steps`` or ``match``.
            done: Finished games, shards or steps of the phase.
            total: Games, shards or steps of the phase; 0 if there is nothing to count.
        """


class MonitorGroup(Monitor):
    """Observer that passes all reports on.

    Args:
        monitors: The observers.
    """

    def __init__(self, *monitors: Monitor) -> None:
        self._monitors = monitors

    def announce(self, line: str) -> None:
        """See ``Monitor.announce``."""
        for monitor in self._monitors:
            monitor.announce(line)

    def begin_generation(self, generation: int, generations: int) -> None:
        """See ``Monitor.begin_generation``."""
        for monitor in self._monitors:
            monitor.begin_generation(generation, generations)

    def update(self, phase: str, done: int, total: int) -> None:
        """See ``Monitor.update``."""
        for monitor in self._monitors:
            monitor.update(phase, done, total)


def format_generation(
    events: Sequence[Event],
    generation: int,
    generations: int,
    *,
    seconds_left: float | None,
) -> str:
    """Return a line with the results of a generation.

    Args:
        events: Events of the run.
        generation: The generation, from 1.
        generations: Number of generations of the run.
        seconds_left: Estimate for the rest of the run, if there is one.
    """
    shards = [e for e in events if e["kind"] == "shard" and "generation" in e]
    own = [event for event in shards if event["generation"] == generation]
    losses = [event for event in events if event["kind"] == "validation"][-1:]
    seconds = sum(event["seconds"] for event in own)
    parts = [
        f"gen {generation}/{generations}",
        f"{sum(event['games'] for event in shards):,} games",
        *(f"policy {e['policy']:.2f}  value {e['value']:.2f}" for e in losses),
        *_match_parts(events, generation),
    ]
    if seconds > 0:
        evaluations = sum(event["judged"] for event in own)
        parts.append(f"{evaluations / seconds:,.0f} positions/s")
    if seconds_left is not None:
        parts.append(f"{format_duration(seconds_left)} left")
    return "  ".join(parts)


def _match_parts(events: Sequence[Event], generation: int) -> list[str]:
    """Return the texts for the results of a generation's matches."""
    parts = []
    for event in events:
        if event["kind"] != "match" or event["generation"] != generation:
            continue
        score, opponent = Score.of_event(event), event["opponent"]
        against = "" if opponent == PREVIOUS else f" against {opponent}"
        parts.append(f"{format_elo(score)} Elo{against}")
    return parts


def format_elo(score: Score) -> str:
    """Return the Elo of a score with its error, such as ``+34 ± 20``."""
    return f"{score.elo:+.0f} ± {score.elo_error:.0f}"


def format_duration(seconds: float) -> str:
    """Return a duration in its largest unit, such as ``5 h``."""
    if seconds < MINUTE:
        return f"{seconds:.0f} s"
    if seconds < HOUR:
        return f"{seconds / MINUTE:.0f} min"
    if seconds < 2 * DAY:
        return f"{seconds / HOUR:.0f} h"
    return f"{seconds / DAY:.0f} days"
