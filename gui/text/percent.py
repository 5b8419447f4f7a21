"""Percentages in the form of the language: "78 %" in English, "78%" in Chinese."""

from __future__ import annotations

from gui.text.i18n import tr


def percent_text(percent: float, decimals: int = 0, *, sign: str = "") -> str:
    """Return a number of percent with its sign.

    Args:
        percent: The number.
        decimals: Number of its decimals.
        sign: Text before it, such as that of a bound.
    """
    return _with_sign(f"{sign}{percent:.{decimals}f}")


def percent_unit() -> str:
    """Return the text behind a number of percent, as in a field."""
    return _with_sign("")


def _with_sign(number: str) -> str:
    return tr("Percent", "{percent} %").format(percent=number)
