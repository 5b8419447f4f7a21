"""How much time participants have: the forms of time control, and their text.

A ``TimeControl`` is what one participant gets, ``TimeTerms`` is what two agreed on.
Both have a short text form that settings, records and people share: ``20s/move``,
``30m``, ``30m+5s``, ``10m+3x30s``, ``1h30m+30s``.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace

from engine.core.errors import TimeControlError
from engine.core.message import Message
from engine.core.types import Player

SHORTEST_SECONDS, LONGEST_SECONDS = 0.1, 360_000.0
"""Bounds of every time of a control: a tenth of a second to a hundred hours."""

MOST_PERIODS = 99
"""Periods of a byo-yomi; more would not be read by anybody."""

UNLIMITED = "none"
"""Text of a participant whose time is only counted."""

WARNS = "warn"
"""Text behind terms under which a fallen flag ends no game."""

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
    """The time of one participant: in total, with increment, in periods, or a move's.

    A time per move is a byo-yomi of one period without main time: what is not used
    of it is lost.

    Raises:
        TimeControlError: The times make no control.
    """

    main_seconds: float = 0.0
    """Time for all moves, used up first."""

    increment_seconds: float = 0.0
    """Added to the main time after each move (Fischer)."""

    periods: int = 0
    """How often the participant may overstep ``period_seconds``, the last time with
    the loss of the game (byo-yomi)."""

    period_seconds: float = 0.0
    """Time for each move when the main time is used up."""

    def __post_init__(self) -> None:
        for seconds in (
            self.main_seconds,
            self.increment_seconds,
            self.period_seconds,
        ):
            if seconds and not SHORTEST_SECONDS <= seconds <= LONGEST_SECONDS:
                raise TimeControlError(
                    Message(
                        "Expected a time of {low:g} to {high:g} seconds, got {got:g}.",
                        low=SHORTEST_SECONDS,
                        high=LONGEST_SECONDS,
                        got=seconds,
                    )
                )
        if not 0 <= self.periods <= MOST_PERIODS:
            raise TimeControlError(
                Message(
                    "Expected at most {most} periods, got {got}.",
                    most=MOST_PERIODS,
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
        """Return the control that a text such as ``10m+3x30s`` means.

        Raises:
            TimeControlError: The text means none.
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
    """The time both participants of a game have, and what a fallen flag means."""

    first: TimeControl | None = None
    """Time of the participant who begins; ``None`` is only counted."""

    second: TimeControl | None = None
    """Time of the other participant."""

    flag_ends_game: bool = True
    """Whether the one whose time is up has lost; else there is only a warning."""

    @classmethod
    def for_both(
        cls, control: TimeControl | None, *, flag_ends_game: bool = True
    ) -> TimeTerms:
        """Return terms that are the same for both."""
        return cls(first=control, second=control, flag_ends_game=flag_ends_game)

    @classmethod
    def parse(cls, text: str) -> TimeTerms:
        """Return the terms that a text means.

        The text is one control or ``none`` for both, or one for each with a space
        between them; ``warn`` behind it keeps the game going when a flag falls.

        Raises:
            TimeControlError: The text means none.
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
        """Return the terms with another time of one participant."""
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
    """Return the seconds that the groups of a match name together."""
    hours, minutes, seconds = (
        float(parts.get(f"{name}{unit}") or 0) for unit in ("h", "m", "s")
    )
    return hours * 3600 + minutes * 60 + seconds


def _format_time(seconds: float) -> str:
    """Return a time that reads back as the same one: ``1h30m``, ``45s``, ``0.5s``."""
    if seconds != math.floor(seconds):
        return f"{seconds!r}s"
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    parts = ((hours, "h"), (minutes, "m"), (rest, "s"))
    return "".join(f"{count}{unit}" for count, unit in parts if count) or "0s"
