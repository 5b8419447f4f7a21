"""Means and shares with their 95 % intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from engine.core.elo import NORMAL_QUANTILE
from engine.core.message import Message
from engine.experiments.experiment import NOT_MEASURED, Cell, Verdict

SAME_SIZE = 2.0
"""Factor within which two numbers are of the same size."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A number with its 95 % interval."""

    value: float
    low: float
    high: float
    count: int
    """Number of observations."""

    @property
    def error(self) -> float:
        """Half the width of the interval; infinite without bounds."""
        return (self.high - self.low) / 2

    @property
    def has_bounds(self) -> bool:
        """Whether the interval is known: the mean of one number has no bounds."""
        return self.count > 0 and math.isfinite(self.error)

    @property
    def error_cells(self) -> tuple[Cell, Cell]:
        """Number and error in a table; empty cells for what is not known."""
        if not self.count:
            return None, None
        return self.value, self.error if self.has_bounds else None

    @property
    def interval_cells(self) -> tuple[Cell, Cell, Cell]:
        """Number and interval in a table; empty cells without an observation."""
        return (self.value, self.low, self.high) if self.count else (None, None, None)

    def with_error(self, digits: int, unit: str = "", *, factor: float = 1.0) -> str:
        """Return the number and its error, such as ``0.013 ± 0.009 s``.

        Args:
            digits: Digits after the decimal point.
            unit: Unit after a space; none if it is empty.
            factor: Factor of both numbers, such as 100 for percent.
        """
        if not self.count:
            return NOT_MEASURED
        numbers = [self.value, self.error] if self.has_bounds else [self.value]
        text = " ± ".join(f"{factor * number:.{digits}f}" for number in numbers)
        return f"{text} {unit}" if unit else text

    def as_percent(self) -> str:
        """Return the number as a percentage with its interval."""
        if not self.count:
            return NOT_MEASURED
        share, low, high = (
            f"{100 * part:.0f}" for part in (self.value, self.low, self.high)
        )
        if self.count == 1:
            return Message(
                "{share} % ({low} to {high}; 1 game)", share=share, low=low, high=high
            )
        return Message(
            "{share} % ({low} to {high}; {games} games)",
            share=share,
            low=low,
            high=high,
            games=self.count,
        )


def estimate_mean(values: Sequence[float]) -> Estimate:
    """Return the mean with the normal interval of its standard error.

    Nothing is known about the error of a single value: its interval has no bounds.
    """
    count = len(values)
    if not count:
        return Estimate(value=0.0, low=0.0, high=0.0, count=0)
    mean = math.fsum(values) / count
    squares = math.fsum((value - mean) ** 2 for value in values)
    reach = math.inf
    if count > 1:
        reach = NORMAL_QUANTILE * math.sqrt(squares / (count - 1) / count)
    return Estimate(value=mean, low=mean - reach, high=mean + reach, count=count)


def estimate_share(points: float, games: int) -> Estimate:
    """Return the share of the points with Wilson's interval; draws count half.

    Source: Wilson, "Probable Inference", 1927.
    """
    if not games:
        return Estimate(value=0.0, low=0.0, high=1.0, count=0)
    share, square = points / games, NORMAL_QUANTILE**2
    centre = (share + square / (2 * games)) / (1 + square / games)
    spread = share * (1 - share) / games + square / (4 * games**2)
    reach = NORMAL_QUANTILE * math.sqrt(spread) / (1 + square / games)
    return Estimate(
        value=share,
        low=max(0.0, centre - reach),
        high=min(1.0, centre + reach),
        count=games,
    )


def compare_size(estimate: Estimate, paper: float) -> Verdict:
    """Return whether a number above 0 is of the size of the paper's."""
    if not estimate.count:
        return "open"
    is_same = paper / SAME_SIZE <= estimate.value <= paper * SAME_SIZE
    return "agrees" if is_same else "differs"
