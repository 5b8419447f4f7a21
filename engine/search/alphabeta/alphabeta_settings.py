"""Settings of the alpha-beta engine, apart from the search that reads them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from engine.core.formats.settings_reader import Count, Range, Share

MOST_DEPTH = 100
"""Largest depth of an iteration, in plies."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AlphaBetaSettings:
    """Settings of an alpha-beta search."""

    depth: Annotated[int, Range(least=1, most=MOST_DEPTH)] = MOST_DEPTH
    """Largest depth in plies, also if the limits allow more."""

    deepens: bool = True
    """Whether to deepen iteratively; else one iteration searches to ``depth``."""

    nodes: Count | None = None
    """Largest number of nodes for a move, also if the limits allow more."""

    table_bits: Annotated[int, Range(least=1, most=30)] = 21
    """Log2 of the number of entries of the transposition table, 16 bytes each."""

    attack_share: Share = 0.0
    """Share of nodes for attacks by threats alone, before each iteration."""

    lines: Annotated[int, Range(least=1, most=20)] = 1
    """Root moves with a value and a line of their own, if the search deepens."""

    scale: Annotated[float, Range(above=0)] = 400.0
    """Value of the game's search at which the side wins about 3 games of 4."""

    params: Mapping[str, int] = field(default_factory=dict)
    """Parameters of the game's search; see ``AlphaBeta.params``."""
