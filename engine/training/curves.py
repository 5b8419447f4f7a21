"""Curves of a training run, as a table and as a picture for any browser."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO

from engine.training.events import Event

COLUMNS = (
    *("step", "learning_rate", "policy", "value", "agreement", "entropy"),
    *("loss", "policy_bits", "value_chance"),
)
"""Figures of a validation, in the order of the table."""

WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 640, 200, 70, 30, 30
"""Measures of one curve in the picture, and its margins."""


def table_of(events: Sequence[Event]) -> str:
    """Return the validations of a run as CSV."""
    file = StringIO()
    writer = csv.DictWriter(file, COLUMNS, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(validations(events))
    return file.getvalue()


def validations(events: Sequence[Event]) -> list[Event]:
    """Return the events that tell losses, in order."""
    return [event for event in events if event["kind"] == "validation"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """One figure over something that grows."""

    name: str
    """What is drawn."""

    across: str
    """What it is drawn over."""

    x: Sequence[float]
    """Where."""

    y: Sequence[float]
    """How much there."""


def picture_of(curves: Sequence[Curve]) -> str:
    """Return an SVG with the curves below each other; those without points are left."""
    drawn = [curve for curve in curves if curve.x]
    parts = [_drawn(curve, number * HEIGHT) for number, curve in enumerate(drawn)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} '
        f'{HEIGHT * len(drawn)}" font-family="sans-serif" font-size="12">\n'
        '<rect width="100%" height="100%" fill="white"/>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def _drawn(curve: Curve, top: int) -> str:
    name, steps, figures = curve.name, curve.x, curve.y
    low, high = min(figures), max(figures)
    span, last = high - low or 1.0, max(steps) or 1.0
    across, down = WIDTH - LEFT - 20, HEIGHT - TOP - BOTTOM
    floor = top + HEIGHT - BOTTOM
    points = " ".join(
        f"{LEFT + step / last * across:.1f},{floor - (y - low) / span * down:.1f}"
        for step, y in zip(steps, figures, strict=True)
    )
    return (
        f'<text x="{LEFT}" y="{top + TOP - 10}" font-weight="bold">{name}</text>\n'
        f'<text x="{LEFT - 8}" y="{top + TOP + 4}" text-anchor="end">'
        f"{high:.3f}</text>\n"
        f'<text x="{LEFT - 8}" y="{floor}" text-anchor="end">{low:.3f}</text>\n'
        f'<text x="{WIDTH - 20}" y="{floor + 18}" text-anchor="end">'
        f"{curve.across} {last:.0f}</text>\n"
        f'<path d="M{LEFT} {top + TOP}V{floor}H{WIDTH - 20}" fill="none" '
        'stroke="#999"/>\n'
        f'<polyline points="{points}" fill="none" stroke="#2563c9" '
        'stroke-width="2"/>'
    )
