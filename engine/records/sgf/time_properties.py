"""Time controls in SGF: ``TM`` is the main time, ``OT`` the overtime.

``OT`` is free text, here in the words of Go servers. Other terms, such as different
times for the sides, are in ``PXTIME`` in our own notation.
"""

from __future__ import annotations

import re

from engine.core.clocks.time_control import TimeControl, TimeTerms
from engine.core.errors import TimeControlError

MAIN, OVERTIME = "TM", "OT"
TERMS = "PXTIME"

_NUMBER = r"(\d+(?:\.\d+)?)"
_BYO_YOMI = re.compile(
    rf"(\d+)\s*[x×]\s*{_NUMBER}\s*(?:s|sec)?(?:\s+byo-?\s?yomi)?",  # noqa: RUF001
    re.IGNORECASE,
)
_FISCHER = re.compile(
    rf"{_NUMBER}\s*(?:s|sec)?\s+fischer|fischer\s+{_NUMBER}", re.IGNORECASE
)


def parse_control(main: str, overtime: str) -> TimeControl | None:
    """Return the time control of ``TM`` and ``OT``, if there is one.

    Unknown kinds, such as Canadian overtime, give ``None``.
    """
    periods = _BYO_YOMI.fullmatch(overtime.strip())
    increment = _FISCHER.fullmatch(overtime.strip())
    if overtime.strip() and periods is None and increment is None:
        return None
    try:
        return TimeControl(
            main_seconds=float(main or 0),
            increment_seconds=float(increment[1] or increment[2]) if increment else 0,
            periods=int(periods[1]) if periods else 0,
            period_seconds=float(periods[2]) if periods else 0,
        )
    except (TimeControlError, ValueError):
        return None


def format_terms(terms: TimeTerms) -> dict[str, str]:
    """Return the properties for the time of a game; empty without a time control."""
    if terms == TimeTerms():
        return {}
    if not terms.is_even or terms.first is None:
        return {TERMS: str(terms)}
    control = terms.first
    lines = {MAIN: f"{control.main_seconds:.10g}"}
    if control.periods:
        lines[OVERTIME] = f"{control.periods}x{control.period_seconds:.10g} byo-yomi"
    if control.increment_seconds:
        lines[OVERTIME] = f"{control.increment_seconds:.10g} fischer"
    read_back = TimeTerms.for_both(parse_control(lines[MAIN], lines.get(OVERTIME, "")))
    return lines if read_back == terms else {**lines, TERMS: str(terms)}
