"""Analysis that a record keeps of a search, and which of two it keeps."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.core.types import MoveAnalysis

if TYPE_CHECKING:
    from engine.search.api import SearchResult

KEPT_CANDIDATES = 8
"""Candidates kept with each move; all of them would make a record of megabytes."""

ENOUGH_NODES = 100
"""Nodes of a search whose value is more than a guess."""


def kept_analysis(result: SearchResult) -> MoveAnalysis:
    """Return the part of a result that the record keeps with the move.

    A search that continues a tree counts the simulations that it found there, too.
    """
    analysis = result.analysis()
    visits = sum(candidate.visits for candidate in analysis.candidates)
    return replace(
        analysis,
        nodes=max(analysis.nodes, visits),
        candidates=analysis.candidates[:KEPT_CANDIDATES],
    )


def replaces(new: MoveAnalysis, old: MoveAnalysis | None) -> bool:
    """Return whether a new analysis of a position replaces the one in the record.

    A proof replaces an estimate, however few nodes it needed, and never the reverse.
    Otherwise more nodes replace fewer ones. A simulation with a network is worth many
    nodes without, so such an analysis replaces one without a network.
    """
    if old is None:
        return True
    if is_proven(new) is not is_proven(old):
        return is_proven(new)
    if new.nodes >= old.nodes:
        return True
    is_learned = has_priors(new) and not has_priors(old)
    return is_learned and new.nodes >= ENOUGH_NODES


def is_proven(analysis: MoveAnalysis) -> bool:
    """Return whether a position is proven to be won or lost."""
    return abs(analysis.value) == 1


def has_priors(analysis: MoveAnalysis) -> bool:
    """Return whether a network has evaluated the moves of an analysis."""
    return any(candidate.prior is not None for candidate in analysis.candidates)
