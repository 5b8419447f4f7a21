"""What the clock of one player shows, and when it will show something else."""

from __future__ import annotations

import math
from dataclasses import dataclass

from engine.core.clocks.game_clock import TimeLeft
from engine.core.clocks.time_control import TimeControl
from engine.core.types import Player
from engine.records.model.parsing import TIME
from engine.session import GameSession
from gui.text.i18n import tr
from gui.text.labels import clock_text

LOW_SECONDS = 10
"""Below this a clock warns and shows tenths."""

TENTHS = 10
"""Parts of a second that are shown then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeFace:
    """Texts and looks of one player's times."""

    move: str
    """Time of the move at hand, or else of the last one."""

    total: str
    """Time of all moves."""

    left: str = ""
    """Time left; empty where time is only counted."""

    note: str = ""
    """What more there is to know about the time left."""

    is_low: bool = False
    """Whether the flag falls within ``LOW_SECONDS`` of this move, or has fallen."""

    has_fallen: bool = False
    """Whether the flag has fallen."""


def time_face(session: GameSession, player: Player) -> TimeFace:
    """Return what the clock of ``player`` shows now."""
    move = clock_text(session.time.of_move(player))
    total = clock_text(session.time.total(player))
    left = session.time.left(player)
    control = session.time.terms.get_control(player)
    if left is None or control is None:
        return TimeFace(move=move, total=total)
    has_turn = session.outcome is None and session.position.seat_to_move is player
    has_lost = _has_lost_on_time(session, player)
    has_fallen = has_lost or left.is_up
    seconds = min(left.seconds, 0.0) if has_lost else left.seconds
    return TimeFace(
        move=move,
        total=total,
        left=left_text(seconds),
        note=tr("Players", "Time is up") if has_fallen else _note(left, control),
        is_low=has_fallen or (has_turn and left.until_flag < LOW_SECONDS),
        has_fallen=has_fallen,
    )


def left_text(seconds: float) -> str:
    """Return the time left as ``4:31``, near its end as ``0:09.4``."""
    if seconds >= LOW_SECONDS:
        return clock_text(seconds)
    if seconds > 0:
        return f"0:{math.floor(seconds * TENTHS) / TENTHS:04.1f}"
    return f"−{clock_text(-seconds)}" if seconds <= -1 else clock_text(0)  # noqa: RUF001


def seconds_to_change(session: GameSession) -> float | None:
    """Return when the running clock shows another text; ``None`` if none runs."""
    if not session.time.is_running:
        return None
    player = session.position.seat_to_move
    waits = [1 - session.time.of_move(player) % 1, 1 - session.time.total(player) % 1]
    left = session.time.left(player)
    if left is not None:
        parts = TENTHS if 0 < left.seconds < LOW_SECONDS else 1
        waits.append(left.seconds * parts % 1 / parts)
    return min(waits)


def _has_lost_on_time(session: GameSession, player: Player) -> bool:
    outcome = session.outcome
    if outcome is None or outcome.reason != TIME or outcome.winner is None:
        return False
    return outcome.winner is not session.position.colour_of(player)


def _note(left: TimeLeft, control: TimeControl) -> str:
    if control.is_per_move:
        return tr("Players", "for this move")
    if control.increment_seconds:
        return tr("Players", "+{seconds:g} s per move").format(
            seconds=control.increment_seconds
        )
    if not control.periods:
        return ""
    if left.is_in_periods and left.periods == 1:
        return tr("Players", "last period")
    text = (
        tr("Players", "{count} × {period}")  # noqa: RUF001
        if left.is_in_periods
        else tr("Players", "+ {count} × {period}")  # noqa: RUF001
    )
    return text.format(count=left.periods, period=clock_text(control.period_seconds))
