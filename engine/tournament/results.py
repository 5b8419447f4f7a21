"""Result of one game as a line of the run folder."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from engine.core.errors import SettingsError
from engine.core.formats.settings_reader import CountOrNone, NotNegative, read_table
from engine.core.message import Message

DRAW_POINTS = 0.5

TIME_REASONS = ("time", "overrun")
"""Reasons of a loss on time: our own engine, or an external program."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SideUsage:
    """What one engine used in a game."""

    moves: CountOrNone = 0
    """Moves that it searched."""

    seconds: NotNegative = 0.0
    """Sum of their times."""

    seconds_max: NotNegative = 0.0
    """Longest time."""

    nodes: CountOrNone = 0
    """Sum of their nodes."""

    overruns: CountOrNone = 0
    """Moves that took longer than the limit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameResult:
    """Result of one finished game."""

    number: int
    """Number of the game in the schedule."""

    first: int
    """Number of the engine that began."""

    second: int
    """Number of the other engine."""

    winner: int | None
    """Number of the engine that won; ``None`` for a draw."""

    reason: str
    """Reason of the outcome, such as ``line``, ``time`` or ``crash``."""

    detail: str = ""
    """One sentence about a failure; empty if there was none."""

    opening: str = ""
    """Name of the opening; empty for the empty board."""

    plies: CountOrNone = 0
    """Length of the game."""

    record: str = ""
    """Path of its record in the run folder."""

    usage: tuple[SideUsage, SideUsage] = (SideUsage(), SideUsage())
    """What the first and the second engine used."""

    seconds: tuple[float, ...] = ()
    """Seconds of each searched move, in the order of play."""

    def __post_init__(self) -> None:
        if self.first == self.second or self.winner not in (
            None,
            self.first,
            self.second,
        ):
            raise SettingsError(Message("Expected a winner among two engines."))

    @property
    def points_of_first(self) -> float:
        """Points of the engine that began."""
        if self.winner is None:
            return DRAW_POINTS
        return 1.0 if self.winner == self.first else 0.0

    @property
    def loser(self) -> int | None:
        """Number of the engine that lost."""
        if self.winner is None:
            return None
        return self.second if self.winner == self.first else self.first

    def points_of(self, engine: int) -> float:
        """Return the points of an engine of this game."""
        own = self.points_of_first
        return own if engine == self.first else 1 - own

    def usage_of(self, engine: int) -> SideUsage:
        """Return the time and the nodes that an engine of this game used."""
        return self.usage[0 if engine == self.first else 1]

    def is_time_loss_of(self, engine: int) -> bool:
        """Return whether an engine lost on time."""
        return self.loser == engine and self.reason in TIME_REASONS

    def to_line(self) -> str:
        """Return the result as one line of JSON."""
        return json.dumps(asdict(self), ensure_ascii=False, allow_nan=False)


def parse_result(line: Mapping[str, Any]) -> GameResult:
    """Return the result in a parsed line.

    Raises:
        SettingsError: The line is no result.
    """
    return read_table(GameResult, line)
