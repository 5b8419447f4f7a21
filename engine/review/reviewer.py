"""Search of every position of a game; the record keeps what is found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.core.errors import RecordError
from engine.core.message import Message
from engine.core.types import MoveAnalysis
from engine.records.model.record import GameRecord
from engine.review.reviewed_line import ReviewedLine
from engine.search.kept_analysis import has_priors, is_proven, kept_analysis

if TYPE_CHECKING:
    from engine.search.api import Limits, Searcher, SearchResult, StopFlag


TOLERANCE = 0.9
"""Share of the time that is enough, as searches end before a batch that is too long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewProgress:
    """State of a review after a search."""

    record: GameRecord
    """The record with all analyses so far."""

    node: int
    """Node of the position that was searched last."""

    done: int
    """Positions searched."""

    total: int
    """Positions to search."""


def is_reviewed(
    analysis: MoveAnalysis | None, *, seconds: float, with_network: bool
) -> bool:
    """Return whether a review need not search a position again.

    Its analysis is proven, or took as long by the same kind of evaluation: values of
    engines with and without a network differ too much to be compared. A search with a
    network ends early when no other move can overtake the best one.

    Args:
        analysis: Analysis of the position in the record.
        seconds: Time of the review for a position.
        with_network: Whether the engine of the review has a network.
    """
    if analysis is None or not analysis.pv:
        return False
    if is_proven(analysis):
        return True
    if has_priors(analysis) is not with_network:
        return False
    if analysis.seconds >= TOLERANCE * seconds:
        return True
    return with_network and _is_decided(analysis, seconds)


def _is_decided(analysis: MoveAnalysis, seconds: float) -> bool:
    """Return whether more simulations, up to a time, could not change the best move."""
    visits = sorted((one.visits for one in analysis.candidates), reverse=True)
    if analysis.seconds <= 0 or not visits:
        return False
    lead = visits[0] - sum(visits[1:2])
    return lead >= analysis.nodes * (seconds / analysis.seconds - 1)


class Reviewer:
    """Search of the positions of a game's main line, from the start to the end.

    A finished position needs no search, nor does one with fixed moves of an opening.

    Args:
        searcher: Searcher of all positions.
        limits: Limits of each search.
    """

    def __init__(self, searcher: Searcher, limits: Limits) -> None:
        self._searcher = searcher
        self._limits = limits

    def review(
        self,
        record: GameRecord,
        *,
        stop: StopFlag | None = None,
        on_progress: Callable[[ReviewProgress], None] | None = None,
    ) -> GameRecord:
        """Return the record with an analysis of each position of its main line.

        After a stop the record has the analyses of the searches that were complete;
        those of the other positions are as they were. A result without a value
        changes nothing.

        Raises:
            RecordError: The record has no moves, or fixed moves of an opening alone.
        """
        from engine.search.api import StopFlag  # noqa: PLC0415

        waiting = ReviewedLine.through(record).searches()
        if not waiting:
            raise RecordError(
                Message("Expected a game with moves to analyse, got none.")
            )
        stop = StopFlag() if stop is None else stop
        self._searcher.prepare(waiting[0][1])
        for done, (node, position) in enumerate(waiting, start=1):
            result = self._searcher.search(
                position, self._limits, stop=stop, on_progress=_take_samples
            )
            if stop:
                break
            if result.has_value:
                record = record.with_node(node, analysis=kept_analysis(result))
            if on_progress is not None:
                progress = ReviewProgress(
                    record=record, node=node, done=done, total=len(waiting)
                )
                on_progress(progress)
        return record


def _take_samples(_report: SearchResult) -> None:
    """Do nothing with a report; a search with reports has samples of its progress."""
