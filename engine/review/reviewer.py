"""Search of every position of a game; the record keeps what is found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.core.errors import RecordError
from engine.core.message import Message
from engine.match.answers import kept_analysis
from engine.records.model.record import GameRecord
from engine.review.game_review import main_positions
from engine.search.api import Limits, Searcher, StopFlag


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


class Reviewer:
    """Search of the positions of a game's main line, from the start to the end.

    A finished position needs no search.

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
        those of the other positions are as they were.

        Raises:
            RecordError: The record has no moves.
        """
        if not record.main_line():
            raise RecordError(
                Message("Expected a game with moves to analyse, got none.")
            )
        waiting = [
            (node, position)
            for node, position in zip(
                record.line_through(0), main_positions(record), strict=True
            )
            if position.outcome is None
        ]
        stop = StopFlag() if stop is None else stop
        self._searcher.prepare(waiting[0][1])
        for done, (node, position) in enumerate(waiting, start=1):
            result = self._searcher.search(position, self._limits, stop=stop)
            if stop:
                break
            record = record.with_node(node, analysis=kept_analysis(result))
            if on_progress is not None:
                progress = ReviewProgress(
                    record=record, node=node, done=done, total=len(waiting)
                )
                on_progress(progress)
        return record
