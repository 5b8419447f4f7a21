"""Win rates along the line on the board, from the analyses in the record.

A win rate is that of the first colour, Black in Gomoku and Red in Hex. While the
participants choose their colours, no colour has one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.core.game import Position
from engine.core.types import MoveAnalysis, Player
from engine.records.model.positions import start_position
from engine.records.model.record import GameRecord
from engine.review.game_review import review_line
from engine.review.reviewed_line import ReviewedLine

BRIDGED = 2
"""Largest number of moves between two searched positions that a curve joins: in a game
against an engine, every second position is searched.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphPoint:
    """A position of the line."""

    node: int
    """Index of its node in the record."""

    win_rate: float | None = None
    """Win rate of the first colour, from 0 to 1; ``None`` if unknown."""

    loss: float | None = None
    """Win rate that the move to it gave away, from 0 to 1; ``None`` if unknown."""

    def __post_init__(self) -> None:
        for share in (self.win_rate, self.loss):
            if share is not None and not 0 <= share <= 1:
                raise ValueError(f"Expected shares from 0 to 1, got {share}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class GameGraph:
    """Win rates and losses along a line."""

    line: ReviewedLine
    """The line with its positions."""

    points: tuple[GraphPoint, ...]
    """A point for each position; the index is the number of moves before it."""

    cursor: int
    """Index of the position on the board."""

    has_analysis: bool
    """Whether any position of the line has been searched."""

    def mistakes(self, threshold: float) -> tuple[int, ...]:
        """Return the numbers of the moves that lose ``threshold`` or more."""
        return tuple(
            number
            for number, point in enumerate(self.points)
            if point.loss is not None and point.loss >= threshold
        )

    def runs(self) -> tuple[tuple[int, ...], ...]:
        """Return the numbers of the positions with a win rate, as a curve joins them.

        A single position without a win rate does not end a run.
        """
        runs: list[list[int]] = []
        for number, point in enumerate(self.points):
            if point.win_rate is None:
                continue
            if not runs or number > runs[-1][-1] + BRIDGED:
                runs.append([])
            runs[-1].append(number)
        return tuple(tuple(run) for run in runs)


class GraphReader:
    """Reader of graphs that keeps the last one: browsing changes its cursor alone."""

    def __init__(self) -> None:
        self._line: ReviewedLine | None = None
        self._last: tuple[GameRecord, GameGraph] | None = None

    def read(self, record: GameRecord, cursor: int) -> GameGraph:
        """Return the graph of the line through a node."""
        line = self._find_line(record, cursor)
        if self._last is not None and self._last[0] is record:
            graph = self._last[1]
            if graph.line is line:
                return replace(graph, cursor=line.nodes.index(cursor))
        graph = _read_line(record, line, cursor)
        self._last = record, graph
        return graph

    def _find_line(self, record: GameRecord, cursor: int) -> ReviewedLine:
        """Return the line through a node; the last one if it has the same moves."""
        nodes = record.line_through(cursor)
        last = self._line
        is_same = (
            last is not None
            and last.nodes == tuple(nodes)
            and last.moves == tuple(record.moves_of(nodes))
            and last.positions[0] == start_position(record)
        )
        if last is None or not is_same:
            self._line = last = ReviewedLine.through(record, cursor)
        return last


def _read_line(record: GameRecord, line: ReviewedLine, cursor: int) -> GameGraph:
    """Return the graph of a line whose cursor is at a node of the record."""
    losses = {move.ply: move.loss for move in review_line(record, line).moves}
    nodes = zip(line.nodes, line.positions, strict=True)
    points = tuple(
        GraphPoint(
            node=node,
            win_rate=find_win_rate(position, record.nodes[node].analysis),
            loss=losses.get(number),
        )
        for number, (node, position) in enumerate(nodes)
    )
    return GameGraph(
        line=line,
        points=points,
        cursor=line.nodes.index(cursor),
        has_analysis=any(record.nodes[node].analysis for node in line.nodes),
    )


def find_win_rate(position: Position, analysis: MoveAnalysis | None) -> float | None:
    """Return the first colour's win rate in a position; ``None`` if unknown.

    The result of a finished game counts as its value.
    """
    if position.outcome is not None:
        winner = position.outcome.winner
        return {None: 0.5, Player.FIRST: 1.0, Player.SECOND: 0.0}[winner]
    if analysis is None or not position.has_fixed_colours:
        return None
    share = (1 + analysis.value) / 2
    return share if position.to_move is Player.FIRST else 1 - share
