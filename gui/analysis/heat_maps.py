"""Values of all moves of a position for heat maps: the policy, or the visits."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from engine.core.game import Position
from engine.core.types import EMPTY, Candidate, Move, MoveAnalysis
from gui.board.heat_map import HeatCell
from gui.text.labels import brief_count_text

if TYPE_CHECKING:
    from engine.search.api import SearchResult

Policy = tuple[tuple[Move, float], ...]
"""Prior of every move of a position."""

LEAST_PRIOR = 0.0005
"""Smallest prior with a tile."""

LEAST_SHARE = 0.002
"""Smallest share of the highest number of visits with a tile."""

LEAST_TEXT = 0.005
"""Smallest prior with a text."""


class HeatKind(Enum):
    """What a heat map shows."""

    POLICY = "policy"
    """Priors of the network."""

    VISITS = "visits"
    """Simulations or nodes of the search."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatMap:
    """Values of the moves of one position."""

    kind: HeatKind
    """What they are."""

    values: Mapping[Move, float]
    """Values of moves on cells, above 0."""

    is_complete: bool
    """Whether every move has its value; a record keeps the best candidates only."""

    @property
    def highest(self) -> float:
        """The highest value; 0 without values."""
        return max(self.values.values(), default=0.0)

    def value_text(self, value: float) -> str:
        """Return a value for people: percent of a prior, or a number of visits."""
        if self.kind is HeatKind.VISITS:
            return brief_count_text(round(value))
        percent = 100 * value
        return f"{percent:.0f}" if percent >= 9.95 else f"{percent:.1f}"  # noqa: PLR2004

    def cells(self) -> tuple[HeatCell, ...]:
        """Return the tiles; brightness grows with the square root of the value."""
        is_policy, highest = self.kind is HeatKind.POLICY, self.highest
        least = LEAST_PRIOR if is_policy else LEAST_SHARE * highest
        return tuple(
            HeatCell(
                cell=move,
                share=math.sqrt(value / highest),
                text="" if is_policy and value < LEAST_TEXT else self.value_text(value),
            )
            for move, value in self.values.items()
            if value >= least
        )


def policy_map(
    position: Position,
    result: SearchResult | None,
    analysis: MoveAnalysis | None,
    evaluated: Policy | None,
) -> HeatMap:
    """Return the priors of a position from the best source that there is.

    Args:
        position: The position.
        result: Result of its search, if one is running.
        analysis: Analysis in the record.
        evaluated: Policy of one evaluation without a search.
    """
    policy = result.policy if result is not None and result.policy else evaluated
    if policy:
        return _heat_map(HeatKind.POLICY, position, dict(policy), is_complete=True)
    stored = {
        found.move: found.prior
        for found in _candidates(analysis)
        if found.prior is not None
    }
    return _heat_map(HeatKind.POLICY, position, stored, is_complete=False)


def visit_map(
    position: Position, result: SearchResult | None, analysis: MoveAnalysis | None
) -> HeatMap:
    """Return the visits of a position: of its search, otherwise of the record."""
    is_live = result is not None
    candidates = result.candidates if result is not None else _candidates(analysis)
    visits: dict[Move, float] = {found.move: found.visits for found in candidates}
    return _heat_map(HeatKind.VISITS, position, visits, is_complete=is_live)


def _heat_map(
    kind: HeatKind,
    position: Position,
    values: Mapping[Move, float],
    *,
    is_complete: bool,
) -> HeatMap:
    """Return a heat map of the values on empty cells."""
    count, stones = position.setup.cell_count, position.stones
    shown = {
        move: value
        for move, value in values.items()
        if value > 0 and move < count and stones[move] == EMPTY
    }
    return HeatMap(kind=kind, values=shown, is_complete=is_complete)


def _candidates(analysis: MoveAnalysis | None) -> tuple[Candidate, ...]:
    return () if analysis is None else analysis.candidates
