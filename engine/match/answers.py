"""Answers of engines: the analysis that records keep, and hopeless games."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.core.types import MoveAnalysis
from engine.session import GameSession

if TYPE_CHECKING:
    from engine.search.api import SearchResult

KEPT_CANDIDATES = 8
"""Candidates kept with each move; all of them would make a record of megabytes."""

HOPELESS = -0.98
"""Value at which an engine resigns: one win in a hundred games."""

PLIES_BETWEEN = 2
"""Moves from one search of an engine to its next one."""

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

    More nodes replace fewer ones. A simulation with a network is worth many nodes
    without, so such an analysis replaces one without a network.
    """
    if old is None or new.nodes >= old.nodes:
        return True
    is_learned = has_priors(new) and not has_priors(old)
    return is_learned and new.nodes >= ENOUGH_NODES


def has_priors(analysis: MoveAnalysis) -> bool:
    """Return whether a network has judged the moves of an analysis."""
    return any(candidate.prior is not None for candidate in analysis.candidates)


def is_hopeless(session: GameSession, result: SearchResult) -> bool:
    """Return whether the engine to move sees a loss, now and at its last move."""
    record = session.record
    line = record.path_to(session.cursor)
    last = record.nodes[line[-3]].analysis if len(line) > PLIES_BETWEEN else None
    found = (result, last)
    return all(
        one is not None and one.value <= HOPELESS and one.nodes >= ENOUGH_NODES
        for one in found
    )
