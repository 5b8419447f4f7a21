"""Curves of a training run, made from its events and grouped into panels."""

from __future__ import annotations

import csv
import math
from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO

from engine.training.run.config import PREVIOUS
from engine.training.run.event_log import Event
from engine.training.run.score import Score

COLUMNS = ("panel", "curve", "across", "x", "y", "low", "high")
"""Columns of the CSV table; ``low`` and ``high`` bound the 95 % interval."""

MEASURES = {
    "log_loss": "Log loss",
    "correlation": "Correlation of the values",
    "sign": "Values with the right sign",
    "agreement": "Agreement in the first move",
}
"""Titles of the measures on suites of positions."""

PAPER_LOSSES = {"L": "loss", "L_V": "value_chance", "L_P": "policy_bits"}
"""Fields of a validation event that hold ZHANG-HEX's losses, by name of the loss."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """Points of one figure."""

    name: str
    """Name in the legend."""

    x: Sequence[float]
    """Steps, games or generations, in ascending order."""

    y: Sequence[float]
    """Figure at each ``x``."""

    errors: Sequence[float] | None = None
    """Half the width of each figure's 95 % interval, if there is one."""

    least: float = -math.inf
    """Smallest possible figure, which bounds the intervals."""

    most: float = math.inf
    """Largest possible figure, likewise."""

    @property
    def intervals(self) -> list[tuple[float, float]]:
        """Bounds of each figure's 95 % interval; empty without ``errors``."""
        return [
            (max(y - error, self.least), min(y + error, self.most))
            for y, error in zip(self.y, self.errors or (), strict=False)
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """Curves with common axes."""

    title: str
    """Title above the panel."""

    across: str
    """Label of the x axis."""

    unit: str
    """Label of the y axis."""

    curves: Sequence[Curve]
    """The curves, each with at least one point."""

    level: float | None = None
    """Reference figure, drawn as a horizontal line."""


def make_panels(
    events: Sequence[Event], *, has_paper_losses: bool = False
) -> list[Panel]:
    """Return the panels that have curves, in the order of the report.

    Args:
        events: Events of the run.
        has_paper_losses: Whether the run uses ZHANG-HEX's losses.
    """
    panels = [
        *(_paper_panels(events) if has_paper_losses else ()),
        *_loss_panels(events),
        *_game_panels(events),
        *_match_panels(events),
        *_generation_panels(events),
        *_suite_panels(events),
    ]
    return [panel for panel in panels if panel.curves]


def format_csv(panels: Sequence[Panel]) -> str:
    """Return all points as CSV, one line each."""
    file = StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    for panel in panels:
        for curve in panel.curves:
            bounds: Sequence[tuple[object, object]] = curve.intervals
            bounds = bounds or [("", "")] * len(curve.x)
            for x, y, both in zip(curve.x, curve.y, bounds, strict=True):
                writer.writerow((panel.title, curve.name, panel.across, x, y, *both))
    return file.getvalue()


def select_validations(events: Sequence[Event]) -> list[Event]:
    """Return the events with validation losses, in order."""
    return select_events(events, "validation")


def select_events(events: Sequence[Event], kind: str) -> list[Event]:
    """Return the events of a kind, in order."""
    return [event for event in events if event["kind"] == kind]


def _curve(name: str, events: Sequence[Event], across: str, key: str) -> list[Curve]:
    """Return the curve of a figure, or an empty list if no event has the figure."""
    found = [event for event in events if across in event and key in event]
    if not found:
        return []
    x = [float(event[across]) for event in found]
    return [Curve(name=name, x=x, y=[float(event[key]) for event in found])]


def _loss_panels(events: Sequence[Event]) -> list[Panel]:
    """Return losses and agreement over the steps, for validation and training."""
    found = select_validations(events)
    titles = {
        "policy": ("Policy loss over steps", "cross-entropy [nats]"),
        "value": ("Value loss over steps", "squared error"),
        "agreement": ("Best move as in the search", "share of positions"),
    }
    return [
        Panel(
            title=title,
            across="step",
            unit=unit,
            curves=[
                *_curve("validation", found, "step", key),
                *_curve("training", found, "step", f"training_{key}"),
            ],
        )
        for key, (title, unit) in titles.items()
    ]


def _paper_panels(events: Sequence[Event]) -> list[Panel]:
    """Return ZHANG-HEX's L, L_V and L_P over the steps, the curves of its figure 6."""
    curves = [
        curve
        for name, key in PAPER_LOSSES.items()
        for curve in _curve(name, select_validations(events), "step", key)
    ]
    title = "Losses of ZHANG-HEX over steps"
    return [Panel(title=title, across="step", unit="loss", curves=curves)]


def _game_panels(events: Sequence[Event]) -> list[Panel]:
    """Return loss and entropy over the games (OU-2020, figures 6 and 7).

    A supervised run has all of its games before the first step: entropy over steps.
    """
    is_self_play = any(
        "generation" in event for event in select_events(events, "shard")
    )
    seen, found = 0, []
    for event in events:
        seen += event.get("games", 0) if event["kind"] == "shard" else 0
        if event["kind"] == "validation":
            loss = event["policy"] + event["value"]
            found.append({**event, "games": seen, "sum": loss})
    if not is_self_play:
        entropy = _curve("entropy", found, "step", "entropy")
        title = "Entropy of the policy over steps"
        return [Panel(title=title, across="step", unit="nats", curves=entropy)]
    loss = _curve("loss", found, "games", "sum")
    entropy = _curve("entropy of the policy", found, "games", "entropy")
    return [
        Panel(
            title="Loss and entropy over games",
            across="games",
            unit="nats",
            curves=[*loss, *entropy],
        )
    ]


def _match_panels(events: Sequence[Event]) -> list[Panel]:
    """Return points and Elo over the generations (ZHANG-HEX, figure 7)."""
    matches = select_events(events, "match")
    shares = [
        _share_curve(opponent, [e for e in matches if e["opponent"] == opponent])
        for opponent in dict.fromkeys(event["opponent"] for event in matches)
        if opponent != PREVIOUS
    ]
    return [
        Panel(
            title="Points won against each engine",
            across="generation",
            unit="share of the points",
            curves=shares,
            level=0.5,
        ),
        Panel(
            title="Elo from match to match",
            across="generation",
            unit="Elo, first network 0",
            curves=_elo_curve([e for e in matches if e["opponent"] == PREVIOUS]),
        ),
    ]


def _share_curve(name: str, matches: Sequence[Event]) -> Curve:
    scores = [Score.of_event(event) for event in matches]
    return Curve(
        name=name,
        x=[float(event["generation"]) for event in matches],
        y=[score.share for score in scores],
        errors=[score.share_error for score in scores],
        least=0.0,
        most=1.0,
    )


def _elo_curve(matches: Sequence[Event]) -> list[Curve]:
    """Return the sum of the Elo gains from match to match.

    The errors of matches are independent, so their squares add up.
    """
    if not matches:
        return []
    scores = [Score.of_event(event) for event in matches]
    count = range(1, len(scores) + 1)
    return [
        Curve(
            name="Elo",
            x=[float(event["generation"]) for event in matches],
            y=[sum(score.elo for score in scores[:k]) for k in count],
            errors=[math.hypot(*(s.elo_error for s in scores[:k])) for k in count],
        )
    ]


def _generation_panels(events: Sequence[Event]) -> list[Panel]:
    """Return gate points and policy entropy over the generations."""
    found = select_events(events, "generation")
    gates = _curve("points", found, "generation", "share")
    return [
        Panel(
            title="Points won against the best network so far",
            across="generation",
            unit="share of the points",
            curves=gates,
            level=0.5,
        ),
        Panel(
            title="Entropy of the policy by generation",
            across="generation",
            unit="nats",
            curves=[
                *_curve("policy", found, "generation", "policy_entropy"),
                *_curve("uniform", found, "generation", "uniform_entropy"),
            ],
        ),
    ]


def _suite_panels(events: Sequence[Event]) -> list[Panel]:
    """Return the measures on suites over the steps, one panel per measure."""
    found = select_events(events, "judged")
    suites = dict.fromkeys(event["suite"] for event in found)
    return [
        Panel(
            title=f"{title} on suites",
            across="step",
            unit=title.lower(),
            curves=[
                curve
                for suite in suites
                for curve in _curve(
                    suite, [e for e in found if e["suite"] == suite], "step", key
                )
            ],
        )
        for key, title in MEASURES.items()
    ]
