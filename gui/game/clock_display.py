"""Texts of a player's clock, and the time until they change."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.clocks.game_clock import TimeLeft
from engine.core.clocks.time_control import TimeControl
from engine.core.types import Player
from engine.match.session.game_session import GameSession
from engine.records.model.reasons import TIME
from gui.text.i18n import tr
from gui.text.labels import clock_text
from gui.text.time_labels import ROUNDING, round_time_left, time_left_text

LOW_SECONDS = 10
"""Time left below which a clock warns and shows tenths."""

TENTHS = 10
"""Resolution then, in parts of a second."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockDisplay:
    """Texts and state of one player's clock."""

    move: str
    """Time of the current move, otherwise of the last one."""

    total: str
    """Time of all moves."""

    left: str = ""
    """Time left; empty without a time control."""

    note: str = ""
    """Remark on the time left, such as the increment."""

    is_low: bool = False
    """Whether the flag falls within ``LOW_SECONDS`` of this move, or has fallen."""

    has_fallen: bool = False
    """Whether the flag has fallen."""


def make_clock_display(session: GameSession, player: Player) -> ClockDisplay:
    """Return the texts of the clock of ``player`` now."""
    move = clock_text(session.time.of_move(player))
    total = clock_text(session.time.total(player))
    left = session.time.left(player)
    control = session.time.terms.get_control(player)
    if left is None or control is None:
        return ClockDisplay(move=move, total=total)
    has_turn = session.outcome is None and session.time.seat is player
    has_lost = has_lost_on_time(session, player)
    has_fallen = has_lost or left.is_up
    seconds = min(left.seconds, 0.0) if has_lost else left.seconds
    return ClockDisplay(
        move=move,
        total=total,
        left=format_time_left(seconds),
        note=tr("Players", "Time is up") if has_fallen else _note(left, control),
        is_low=has_fallen or (has_turn and left.until_flag <= LOW_SECONDS),
        has_fallen=has_fallen,
    )


def format_time_left(seconds: float) -> str:
    """Return the time left as ``4:31``, near its end as ``0:09.4``; rounded up."""
    shown = round_time_left(seconds, parts=TENTHS)
    if 0 < shown < LOW_SECONDS:
        return f"0:{shown:04.1f}"
    return time_left_text(seconds)


def seconds_to_change(session: GameSession) -> float | None:
    """Return the seconds until the running clock looks different; ``None`` if none."""
    if not session.time.is_running:
        return None
    player = session.time.seat
    waits = [1 - session.time.of_move(player) % 1, 1 - session.time.total(player) % 1]
    left = session.time.left(player)
    if left is not None:
        parts = TENTHS if 0 < left.seconds - ROUNDING <= LOW_SECONDS else 1
        shown = round_time_left(left.seconds, parts=parts)
        waits.append(left.seconds - ROUNDING - shown + 1 / parts)
        if left.until_flag > LOW_SECONDS:
            waits.append(left.until_flag - LOW_SECONDS)
    return min(waits)


def has_lost_on_time(session: GameSession, player: Player) -> bool:
    """Return whether the game ended by the flag of ``player``."""
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
