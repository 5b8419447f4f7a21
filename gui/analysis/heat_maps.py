"""Values of all moves of a position for heat maps: policy, visits or win rates."""

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

LEAST_SPAN = 0.2
"""Smallest difference of win rates from one end of the colours to the other."""


class HeatKind(Enum):
    """What a heat map shows."""

    POLICY = "policy"
    """Priors of the network."""

    VISITS = "visits"
    """Simulations or nodes of the search."""

    WIN_RATES = "win_rates"
    """Win rates of the side to move by a search after each move."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatMap:
    """Values of the moves of one position."""

    kind: HeatKind
    """What they are."""

    values: Mapping[Move, float]
    """Values of moves on cells: priors and visits above 0, win rates from 0 to 1."""

    is_complete: bool
    """Whether every move has its value; a record keeps the best candidates only."""

    lowest: float = 0.0
    """The value of the darkest colour."""

    highest: float
    """The value of the brightest colour; 0 without values."""

    @property
    def middle(self) -> float:
        """The value of the colour between both."""
        span = self.highest - self.lowest
        return self.lowest + span * (0.5 if self._is_linear else 0.25)

    def value_text(self, value: float) -> str:
        """Return a value for people: percent, or a number of visits."""
        if self.kind is HeatKind.VISITS:
            return brief_count_text(round(value))
        percent = 100 * value
        is_precise = self.kind is HeatKind.POLICY and percent < 9.95  # noqa: PLR2004
        return f"{percent:.1f}" if is_precise else f"{percent:.0f}"

    def cells(self) -> tuple[HeatCell, ...]:
        """Return the tiles.

        Brightness grows with the win rate, or with the square root of a prior or of
        visits.
        """
        return tuple(
            HeatCell(cell=move, share=self._share(value), text=self._tile_text(value))
            for move, value in self.values.items()
            if value >= self._least
        )

    @property
    def _is_linear(self) -> bool:
        return self.kind is HeatKind.WIN_RATES

    @property
    def _least(self) -> float:
        """The smallest value with a tile."""
        least = {
            HeatKind.POLICY: LEAST_PRIOR,
            HeatKind.VISITS: LEAST_SHARE * self.highest,
        }
        return least.get(self.kind, 0.0)

    def _share(self, value: float) -> float:
        share = (value - self.lowest) / (self.highest - self.lowest)
        return share if self._is_linear else math.sqrt(share)

    def _tile_text(self, value: float) -> str:
        is_small = self.kind is HeatKind.POLICY and value < LEAST_TEXT
        return "" if is_small else self.value_text(value)


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


def win_rate_map(win_rates: Mapping[Move, float]) -> HeatMap:
    """Return the win rates of the moves that are known so far."""
    values = dict(win_rates)
    low = min(values.values(), default=0.0)
    high = max(values.values(), default=1.0)
    missing = max(LEAST_SPAN - (high - low), 0.0)
    low = min(max(low - missing / 2, 0.0), 1.0 - LEAST_SPAN)
    return HeatMap(
        kind=HeatKind.WIN_RATES,
        values=values,
        is_complete=bool(values),
        lowest=low,
        highest=max(high, low + LEAST_SPAN),
    )


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
    return HeatMap(
        kind=kind,
        values=shown,
        is_complete=is_complete,
        highest=max(shown.values(), default=0.0),
    )


def _candidates(analysis: MoveAnalysis | None) -> tuple[Candidate, ...]:
    return () if analysis is None else analysis.candidates
