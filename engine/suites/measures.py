"""Measures of values and moves against the references of a suite."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from engine.search.api import SearchResult
from engine.suites.problems import Reference

LOWEST_CHANCE = 0.01
"""Chances are clipped to this and its complement, so that a wrong certainty has a
finite log loss."""

EVEN = 0.5
"""Chance that favours neither side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measures:
    """Agreement of values and moves with the references of a suite.

    A measure is ``None`` where nothing can be compared.
    """

    positions: int
    """Positions compared."""

    log_loss: float | None
    """Mean of -(t ln p + (1 - t) ln(1 - p)), p the engine's chance, t the result."""

    correlation: float | None
    """Pearson correlation of the chances with the reference values."""

    result_correlation: float | None
    """Pearson correlation of the chances with the results."""

    sign: float | None
    """Share of positions whose value favours the same side as the result; positions
    with an even result are left out."""

    agreement: float | None
    """Share of reference moves among the moves that can be compared."""


def measure(pairs: Sequence[tuple[Reference, SearchResult]]) -> Measures:
    """Return the measures of some answers.

    Args:
        pairs: the reference of each position, and the answer to compare.
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
    """Return a value in [-1, 1] as a chance, clipped."""
    return min(max((1 + value) / 2, LOWEST_CHANCE), 1 - LOWEST_CHANCE)


def _log_loss(target: float, chance: float) -> float:
    return -(target * math.log(chance) + (1 - target) * math.log(1 - chance))


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _correlation(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Return Pearson's correlation, or ``None`` where one side does not vary."""
    deviations = [_deviations(one), _deviations(other)]
    norms = [math.hypot(*values) for values in deviations]
    if not all(norms):
        return None
    products = map(float.__mul__, *deviations)
    return math.fsum(products) / math.prod(norms)


def _deviations(values: Sequence[float]) -> list[float]:
    mean = math.fsum(values) / max(len(values), 1)
    return [value - mean for value in values]
