"""A line of a record with its positions, the subject of a review."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from engine.core.game import Position
from engine.core.types import Move
from engine.games import get_game
from engine.records.model.positions import start_position
from engine.records.model.record import GameRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewedLine:
    """Line from the start of a record to the end of a branch."""

    nodes: tuple[int, ...]
    """Index of each node in the record; the first is the start of the record."""

    positions: tuple[Position, ...]
    """The position after the move of each node."""

    @classmethod
    def through(cls, record: GameRecord, node: int = 0) -> Self:
        """Return the line through a node; default: the main line."""
        nodes = record.line_through(node)
        positions = [start_position(record)]
        for move in record.moves_of(nodes):
            positions.append(positions[-1].play(move))
        return cls(nodes=tuple(nodes), positions=tuple(positions))

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves from the start of the record to the end of the line."""
        return self.positions[-1].history

    def is_through(self, record: GameRecord, node: int = 0) -> bool:
        """Return whether a record has this line through a node, at the same nodes."""
        nodes = record.line_through(node)
        return (
            self.nodes == tuple(nodes)
            and self.moves == tuple(record.moves_of(nodes))
            and self.positions[0] == start_position(record)
        )

    def searches(self) -> list[tuple[int, Position]]:
        """Return node and position of each search; none if the line has no moves."""
        if len(self.nodes) == 1:
            return []
        pairs = zip(self.nodes, self.positions, strict=True)
        return [(node, at) for node, at in pairs if needs_search(at)]


def needs_search(position: Position) -> bool:
    """Return whether a review searches a position.

    The result of a finished position is known. Where an opening places fixed stones
    engines do not search, so that the position has no value.
    """
    return position.outcome is None and not _has_fixed_moves(position)


def is_compared(before: Position, after: Position) -> bool:
    """Return whether a review compares a move with the best one.

    Both positions need a value. One in which an opening places fixed stones has none,
    whatever a record has there.
    """
    return not (_has_fixed_moves(before) or _has_fixed_moves(after))


def _has_fixed_moves(position: Position) -> bool:
    """Return whether an opening has moves here that engines make without a search."""
    opening = get_game(position.setup.game).opening()
    if opening is None or opening.is_over(position):
        return False
    return bool(opening.fixed_moves(position, seed=0))
