"""Labels of time controls, and of the time left on a clock."""

from __future__ import annotations

import math
from typing import Literal

from engine.core.clocks.time_control import TimeControl
from gui.text.i18n import tr
from gui.text.labels import clock_text

ROUNDING = 0.005
"""Tolerance in seconds for rounding errors in a time that was set by hand."""

ControlKind = Literal["none", "move", "total", "increment", "periods"]

KINDS: tuple[ControlKind, ...] = ("none", "move", "total", "increment", "periods")
"""In the order in which a dialog offers them."""


def control_kind(control: TimeControl | None) -> ControlKind:
    """Return the kind of a time control."""
    if control is None:
        return "none"
    if control.is_per_move:
        return "move"
    if control.periods:
        return "periods"
    return "increment" if control.increment_seconds else "total"


def kind_title(kind: ControlKind) -> str:
    """Return the name of a kind of time control."""
    return {
        "none": tr("Time", "No limit"),
        "move": tr("Time", "For each move"),
        "total": tr("Time", "In total"),
        "increment": tr("Time", "Total + increment"),
        "periods": tr("Time", "Byo-yomi"),
    }[kind]


def control_title(control: TimeControl) -> str:
    """Return a control in short: ``10 min + 5 s a move``."""
    texts = {
        "move": tr("Time", "{period} per move"),
        "increment": tr("Time", "{main} + {increment} per move"),
        "periods": tr("Time", "{main} + {count} × {period}"),  # noqa: RUF001
    }
    return texts.get(control_kind(control), "{main}").format(
        main=duration_title(control.main_seconds),
        increment=duration_title(control.increment_seconds),
        count=control.periods,
        period=duration_title(control.period_seconds),
    )


def duration_title(seconds: float) -> str:
    """Return a time in words: ``1 h 30 min``, ``45 s``."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(int(minutes), 60)
    parts = (
        (hours, tr("Time", "{count} h").format(count=hours)),
        (minutes, tr("Time", "{count} min").format(count=minutes)),
        (rest, tr("Time", "{count:g} s").format(count=rest)),
    )
    return " ".join(text for count, text in parts if count) or parts[-1][1]


def round_time_left(seconds: float, *, parts: int = 1) -> float:
    """Return the time left that a clock shows, rounded up: 0 only when time is up.

    Args:
        seconds: Seconds left; negative beyond the limit.
        parts: Parts of a second that the clock shows.
    """
    return math.ceil((seconds - ROUNDING) * parts) / parts


def time_left_text(seconds: float) -> str:
    """Return the time left as ``14:59``, rounded up to whole seconds."""
    shown = round_time_left(seconds)
    return f"−{clock_text(-shown)}" if shown < 0 else clock_text(shown)  # noqa: RUF001
