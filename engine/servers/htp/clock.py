"""Times that a Hex window sets, for a move or for a game."""

from __future__ import annotations

from engine.core.types import Player
from engine.servers.htp.command import (
    check_count,
    parse_colour,
    parse_count,
    parse_number,
)
from engine.servers.move_time import MoveTime


class HtpClock:
    """Time of both sides.

    A main time may be followed by a time for some stones, of which each move takes its
    part (Canadian byo-yomi).
    """

    def __init__(self) -> None:
        self._turn_seconds: float | None = None
        self._main_seconds: float | None = None
        self._stone_seconds: float | None = None
        self._left: dict[Player, float] = {}

    @property
    def is_limited(self) -> bool:
        """Whether any time was set."""
        return self._turn_seconds is not None or self._main_seconds is not None

    def set_turn(self, seconds: float) -> None:
        """Set the time for each move."""
        self._turn_seconds = seconds

    def set_game(self, main: float, extra: float, stones: int) -> None:
        """Set main time, and extra time for some stones.

        Extra time without stones means no limit, as does no time at all.
        """
        is_unlimited = not stones and (extra > 0 or not main)
        self._main_seconds = None if is_unlimited else main
        self._stone_seconds = extra / stones if stones and extra else None
        self._turn_seconds = None
        self.restart()

    def set_left(self, player: Player, seconds: float, stones: int) -> None:
        """Set the time that a side has left: for so many stones, or main time."""
        if stones:
            self._stone_seconds = seconds / stones
            self._left[player] = 0.0
        else:
            self._left[player] = seconds
        if self._main_seconds is None:
            self._main_seconds = seconds

    def left(self, player: Player) -> float | None:
        """Return the main time that a side has left; ``None`` without a limit."""
        if self._main_seconds is None:
            return None
        return self._left.get(player, self._main_seconds)

    def spend(self, player: Player, seconds: float) -> None:
        """Take the time of a move off the main time."""
        left = self.left(player)
        if left is not None:
            self._left[player] = max(left - seconds, 0.0)

    def restart(self) -> None:
        """Give both sides their whole time."""
        self._left.clear()

    def move_time(self, player: Player) -> MoveTime:
        """Return the limits of the next move of a side."""
        return MoveTime(
            turn_seconds=self._turn_seconds,
            match_seconds=self.left(player),
            period_seconds=self._stone_seconds,
        )


class ClockCommands:
    """Commands of HTP that concern the clock; see ``hex_commands``.

    Args:
        clock: The clock.
    """

    def __init__(self, clock: HtpClock) -> None:
        self._clock = clock

    def set_game(self, arguments: tuple[str, ...], _at: float) -> str:
        """Set main time, extra time and its stones."""
        check_count(arguments, 3)
        main, extra = map(parse_number, arguments[:2])
        self._clock.set_game(main, extra, parse_count(arguments[2]))
        return ""

    def set_turn(self, arguments: tuple[str, ...], _at: float) -> str:
        """Set the seconds for each move."""
        check_count(arguments, 1)
        self._clock.set_turn(parse_number(arguments[0]))
        return ""

    def set_or_show_left(self, arguments: tuple[str, ...], _at: float) -> str:
        """Set the time that a side has left, or return it."""
        check_count(arguments, 1, 2, 3)
        player = parse_colour(arguments[0])
        if len(arguments) == 1:
            left = self._clock.left(player)
            return "unlimited" if left is None else f"{left:.1f}"
        stones = parse_count(arguments[2]) if len(arguments) > 2 else 0  # noqa: PLR2004
        self._clock.set_left(player, parse_number(arguments[1]), stones)
        return ""
