"""Measures of values and moves against the references of a suite."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from engine.search.api import SearchResult
from engine.suites.problems import Reference

LOWEST_CHANCE = 0.01
"""Smallest win probability; its complement is the largest.

Clipping keeps the log loss of a wrong certainty finite.
"""

EVEN = 0.5
"""Win probability that favours neither side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measures:
    """Agreement of values and moves with the references of a suite.

    A measure is ``None`` where nothing can be compared.
    """

    positions: int
    """Positions compared."""

    log_loss: float | None
    """Mean of -(t ln p + (1 - t) ln(1 - p)): p the engine's win rate, t the result."""

    correlation: float | None
    """Pearson correlation of the win rates with the reference values."""

    result_correlation: float | None
    """Pearson correlation of the win rates with the results."""

    sign: float | None
    """Share of positions whose value and result favour the same side.

    Positions with an even result are excluded.
    """

    agreement: float | None
    """Share of reference moves among the moves that can be compared."""


def measure(pairs: Sequence[tuple[Reference, SearchResult]]) -> Measures:
    """Return the agreement of answers with their references.

    Args:
        pairs: Reference and answer for each position.
    """
    references = [reference for reference, _ in pairs]
    chances = [_chance(result.value) for _, result in pairs]
    results = [reference.result for reference in references]
    return Measures(
        positions=len(pairs),
        log_loss=_mean(list(map(_log_loss, results, chances))),
        correlation=_correlation([r.value for r in references], chances),
        result_correlation=_correlation(results, chances),
        sign=_mean(
            [
                (result - EVEN) * (chance - EVEN) > 0
                for result, chance in zip(results, chances, strict=True)
                if result != EVEN
            ]
        ),
        agreement=_mean(
            [
                result.move in reference.moves
                for reference, result in pairs
                if reference.moves and result.move not in reference.unrated
            ]
        ),
    )


def _chance(value: float) -> float:
    """Return a value in [-1, 1] as a clipped win probability in [0, 1]."""
    return min(max((1 + value) / 2, LOWEST_CHANCE), 1 - LOWEST_CHANCE)


def _log_loss(target: float, chance: float) -> float:
    return -(target * math.log(chance) + (1 - target) * math.log(1 - chance))


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _correlation(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Return Pearson's correlation, or ``None`` if one side does not vary."""
    deviations = [_deviations(one), _deviations(other)]
    norms = [math.hypot(*values) for values in deviations]
    if not all(norms):
        return None
    products = map(float.__mul__, *deviations)
    found = math.fsum(products) / math.prod(norms)
    return min(max(found, -1.0), 1.0)  # rounding may leave the range


def _deviations(values: Sequence[float]) -> list[float]:
    mean = math.fsum(values) / max(len(values), 1)
    return [value - mean for value in values]
