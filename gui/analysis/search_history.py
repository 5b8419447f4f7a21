"""Searches over time: inside the search of a move, and over the game.

Tables are CSV with English headings. Win rates are those of the first colour.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.core.game import Position
from engine.core.types import MoveAnalysis, Player
from engine.games import get_game
from engine.records.model.record import GameRecord
from engine.review.reviewed_line import ReviewedLine
from gui.analysis.game_graph import find_win_rate

SHOWN_MOVES = 5
"""Number of moves whose shares are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryPoint:
    """Quantities of a search at one moment, or of the search of one position."""

    at: float
    """Seconds since the start of the search, or number of the move."""

    nodes: int
    """Simulations or nodes."""

    depth: int
    """Plies of the longest line."""

    win_rate: float | None = None
    """Win rate of the first colour, from 0 to 1."""

    speed: float | None = None
    """Nodes a second."""

    shares: tuple[tuple[str, float], ...] = ()
    """Shares of all visits, from 0 to 1, by cell, or by rank from 1."""

    def share_of(self, name: str) -> float | None:
        """Return the share of a cell or rank, if it is known."""
        return dict(self.shares).get(name)


def read_samples(
    position: Position, analysis: MoveAnalysis | None
) -> tuple[HistoryPoint, ...]:
    """Return the search of a position over time; nothing if it is not known."""
    if analysis is None:
        return ()
    return tuple(
        HistoryPoint(
            at=sample.seconds,
            nodes=sample.nodes,
            depth=sample.depth,
            win_rate=find_win_rate(position, MoveAnalysis(value=sample.value)),
            speed=_speed(sample.nodes, sample.seconds),
            shares=tuple(
                (position.cell_name(move), share) for move, share in sample.shares
            ),
        )
        for sample in analysis.samples
    )


def read_game(record: GameRecord, line: ReviewedLine) -> tuple[HistoryPoint, ...]:
    """Return a point for each analysed position of a line."""
    points = []
    pairs = zip(line.nodes, line.positions, strict=True)
    for number, (node, position) in enumerate(pairs):
        analysis = record.nodes[node].analysis
        if analysis is not None:
            point = HistoryPoint(
                at=number,
                nodes=analysis.nodes,
                depth=analysis.depth,
                win_rate=find_win_rate(position, analysis),
                speed=_speed(analysis.nodes, analysis.seconds),
                shares=_ranked_shares(analysis),
            )
            points.append(point)
    return tuple(points)


def name_shares(points: Sequence[HistoryPoint]) -> tuple[str, ...]:
    """Return the names of the shares to show, the largest at the end first."""
    names: dict[str, None] = {}
    for point in reversed(points):
        names |= dict.fromkeys(name for name, _ in point.shares)
    return tuple(names)[:SHOWN_MOVES]


def samples_table(position: Position, points: Sequence[HistoryPoint]) -> str:
    """Return the search of a position over time as CSV."""
    names = name_shares(points)
    heading = ["seconds", *_headings(position), *(f"share_{name}" for name in names)]
    rows = ([point.at, *_values(point, names)] for point in points)
    return _table(heading, rows)


def game_table(line: ReviewedLine, points: Sequence[HistoryPoint]) -> str:
    """Return the searches of a game as CSV."""
    ranks = tuple(str(rank) for rank in range(1, SHOWN_MOVES + 1))
    start = line.positions[0]
    heading = ["move_number", "move", *_headings(start)]
    heading += [f"share_{rank}" for rank in ranks]
    rows = []
    for point in points:
        number = int(point.at)
        name = start.cell_name(line.moves[number - 1]) if number else ""
        rows.append([number, name, *_values(point, ranks)])
    return _table(heading, rows)


def candidates_table(position: Position, analysis: MoveAnalysis) -> str:
    """Return a row for each root move of a search as CSV.

    These are the quantities of figure 5 of OU-2020: visits, probability and win rate
    of each point, number of searches and maximum depth.
    """
    side = get_game(position.setup.game).sides[0]
    heading = ["move", "visits", "share", "prior", f"win_rate_{side}"]
    total = sum(candidate.visits for candidate in analysis.candidates)
    rows = []
    for candidate in analysis.candidates:
        share = candidate.visits / total if total else None
        rate = find_win_rate(position, MoveAnalysis(value=candidate.value))
        name = position.cell_name(candidate.move)
        numbers = (share, candidate.prior, rate)
        texts = (_text(number) for number in numbers)
        rows.append(
            [name, candidate.visits, *texts, analysis.nodes, analysis.depth],
        )
    return _table([*heading, "total_nodes", "depth"], rows)


def _ranked_shares(analysis: MoveAnalysis) -> tuple[tuple[str, float], ...]:
    """Return the shares of the most visited moves by rank."""
    if analysis.samples:
        shares = [share for _, share in analysis.samples[-1].shares]
    else:
        visits = sorted((one.visits for one in analysis.candidates), reverse=True)
        total = sum(visits)
        shares = [count / total for count in visits if count]
    return tuple((str(rank), share) for rank, share in enumerate(shares, start=1))[
        :SHOWN_MOVES
    ]


def _speed(nodes: int, seconds: float) -> float | None:
    return nodes / seconds if seconds > 0 else None


def _headings(position: Position) -> list[str]:
    side = get_game(position.setup.game).sides[Player.FIRST - 1]
    return [f"win_rate_{side}", "depth", "nodes", "nodes_per_second"]


def _values(point: HistoryPoint, names: Iterable[str]) -> list[object]:
    """Return the values of a row behind its first column."""
    speed = "" if point.speed is None else round(point.speed)
    shares = (_text(point.share_of(name)) for name in names)
    return [_text(point.win_rate), point.depth, point.nodes, speed, *shares]


def _text(number: float | None) -> str:
    return "" if number is None else f"{number:.4f}"


def _table(heading: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(heading)
    writer.writerows(rows)
    return text.getvalue()
