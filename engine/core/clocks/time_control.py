"""Time controls and their text form.

A ``TimeControl`` is the time of one participant, ``TimeTerms`` that of both. Both have
a short text form for settings, records and people: ``20s/move``, ``30m``, ``30m+5s``,
``10m+3x30s``, ``1h30m+30s``.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace

from engine.core.errors import TimeControlError
from engine.core.message import Message
from engine.core.types import Player

MIN_SECONDS, MAX_SECONDS = 0.1, 360_000.0
"""Bounds of every time of a control: a tenth of a second to a hundred hours."""

MAX_PERIODS = 99
"""Maximum number of byo-yomi periods."""

UNLIMITED = "none"
"""Text of a participant whose time is only counted."""

WARNS = "warn"
"""Suffix of terms under which a fallen flag does not end the game."""

_TIME = (
    r"(?:(?P<{0}h>\d+(?:\.\d+)?)h)?(?:(?P<{0}m>\d+(?:\.\d+)?)m)?"
    r"(?:(?P<{0}s>\d+(?:\.\d+)?)s)?"
)
_PER_MOVE = re.compile(_TIME.format("period") + r"/move")
_PERIODS = r"(?P<count>\d{1,4})[x×*]" + _TIME.format("period")  # noqa: RUF001
_BYO_YOMI = re.compile(_PERIODS)
_WITH_MAIN = re.compile(
    _TIME.format("main") + rf"(?:\+(?=\d)(?:{_PERIODS}|{_TIME.format('step')}))?"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeControl:
    """Time of one participant: in total, with increment, in periods, or per move.

    A time per move is a byo-yomi of one period without main time: unused time is lost.

    Raises:
        TimeControlError: The times make no control.
    """

    main_seconds: float = 0.0
    """Time for all moves, used first."""

    increment_seconds: float = 0.0
    """Added to the main time after each move (Fischer)."""

    periods: int = 0
    """Number of byo-yomi periods; overstepping the last one loses the game."""

    period_seconds: float = 0.0
    """Time for each move after the main time."""

    def __post_init__(self) -> None:
        for seconds in (
            self.main_seconds,
            self.increment_seconds,
            self.period_seconds,
        ):
            if seconds and not MIN_SECONDS <= seconds <= MAX_SECONDS:
                raise TimeControlError(
                    Message(
                        "Expected a time of {low:g} to {high:g} seconds, got {got:g}.",
                        low=MIN_SECONDS,
                        high=MAX_SECONDS,
                        got=seconds,
                    )
                )
        if not 0 <= self.periods <= MAX_PERIODS:
            raise TimeControlError(
                Message(
                    "Expected at most {most} periods, got {got}.",
                    most=MAX_PERIODS,
                    got=self.periods,
                )
            )
        if bool(self.periods) != bool(self.period_seconds):
            raise TimeControlError(Message("Expected periods that have a time."))
        if self.increment_seconds and (self.periods or not self.main_seconds):
            raise TimeControlError(
                Message("Expected an increment with a main time and without periods.")
            )
        if not (self.main_seconds or self.periods):
            raise TimeControlError(
                Message("Expected a main time or a time for each move.")
            )

    @classmethod
    def per_move(cls, seconds: float) -> TimeControl:
        """Return a time for each move."""
        return cls(periods=1, period_seconds=seconds)

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """Return the control of a text such as ``10m+3x30s``.

        Raises:
            TimeControlError: The text is no time control.
        """
        compact = re.sub(r"\s+", "", text).lower()
        for form in (_PER_MOVE, _BYO_YOMI, _WITH_MAIN):
            match = form.fullmatch(compact)
            if match is not None and compact:
                return _make_control(match)
        raise TimeControlError(
            Message(
                "Expected a time such as 20s/move, 30m, 30m+5s or 10m+3x30s, got "
                "{text!r:.40}.",
                text=text,
            )
        )

    @property
    def is_per_move(self) -> bool:
        """Whether every move has the same time of its own."""
        return self.periods == 1 and not self.main_seconds

    def __str__(self) -> str:
        if self.is_per_move:
            return f"{_format_time(self.period_seconds)}/move"
        parts = [_format_time(self.main_seconds)] if self.main_seconds else []
        if self.periods:
            parts.append(f"{self.periods}x{_format_time(self.period_seconds)}")
        if self.increment_seconds:
            parts.append(_format_time(self.increment_seconds))
        return "+".join(parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeTerms:
    """Time controls of both participants, and the effect of a fallen flag."""

    first: TimeControl | None = None
    """Time of the participant who begins; ``None`` if it is only counted."""

    second: TimeControl | None = None
    """Time of the other participant."""

    flag_ends_game: bool = True
    """Whether a fallen flag loses the game; else there is only a warning."""

    @classmethod
    def for_both(
        cls, control: TimeControl | None, *, flag_ends_game: bool = True
    ) -> TimeTerms:
        """Return terms that are the same for both."""
        return cls(first=control, second=control, flag_ends_game=flag_ends_game)

    @classmethod
    def parse(cls, text: str) -> TimeTerms:
        """Return the terms of a text.

        The text is one control or ``none`` for both, or one for each separated by a
        space; the suffix ``warn`` continues the game after a fallen flag.

        Raises:
            TimeControlError: The text is no time terms.
        """
        words = text.split()
        flag_ends_game = WARNS not in words[-1:]
        if not flag_ends_game:
            words.pop()
        if len(words) not in (1, len(Player)):
            raise TimeControlError(
                Message(
                    "Expected the time of both or of each side, got {text!r:.40}.",
                    text=text,
                )
            )
        first, *others = (
            None if word.lower() == UNLIMITED else TimeControl.parse(word)
            for word in words
        )
        second = others[0] if others else first
        return cls(first=first, second=second, flag_ends_game=flag_ends_game)

    @property
    def is_unlimited(self) -> bool:
        """Whether the time of both is only counted."""
        return self.first is None and self.second is None

    @property
    def is_even(self) -> bool:
        """Whether both have the same time."""
        return self.first == self.second

    def get_control(self, player: Player) -> TimeControl | None:
        """Return the time of a participant."""
        return self.first if player is Player.FIRST else self.second

    def with_control(self, player: Player, control: TimeControl | None) -> TimeTerms:
        """Return the terms with another control for one participant."""
        if player is Player.FIRST:
            return replace(self, first=control)
        return replace(self, second=control)

    def exchanged(self) -> TimeTerms:
        """Return the terms for participants who change places."""
        return replace(self, first=self.second, second=self.first)

    def __str__(self) -> str:
        controls = [self.first] if self.is_even else [self.first, self.second]
        words = [UNLIMITED if control is None else str(control) for control in controls]
        return " ".join(words if self.flag_ends_game else [*words, WARNS])


def _make_control(match: re.Match[str]) -> TimeControl:
    parts = match.groupdict()
    count = parts.get("count")
    if count is None:
        count = "1" if _seconds(parts, "period") else "0"
    return TimeControl(
        main_seconds=_seconds(parts, "main"),
        increment_seconds=_seconds(parts, "step"),
        periods=int(count),
        period_seconds=_seconds(parts, "period"),
    )


def _seconds(parts: dict[str, str | None], name: str) -> float:
    """Return the total seconds of the groups of a match."""
    hours, minutes, seconds = (
        float(parts.get(f"{name}{unit}") or 0) for unit in ("h", "m", "s")
    )
    return hours * 3600 + minutes * 60 + seconds


def _format_time(seconds: float) -> str:
    """Return the text of a time, which parses to the same time: ``1h30m``, ``0.5s``."""
    if seconds != math.floor(seconds):
        return f"{seconds!r}s"
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    parts = ((hours, "h"), (minutes, "m"), (rest, "s"))
    return "".join(f"{count}{unit}" for count, unit in parts if count) or "0s"
