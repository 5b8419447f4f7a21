"""Labels of time controls."""

from __future__ import annotations

from typing import Literal

from engine.core.clocks.time_control import TimeControl
from gui.text.i18n import tr

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
