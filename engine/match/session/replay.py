"""Positions from the start of a record to its cursor."""

from __future__ import annotations

from collections.abc import Collection

from engine.core.game import Position
from engine.core.types import Move, Outcome, Player
from engine.records.model.positions import start_position
from engine.records.model.record import GameRecord


class Replay:
    """Cursor in a record, with the positions on its path.

    Args:
        record: The game; the cursor starts at the end of its main line.
    """

    def __init__(self, record: GameRecord) -> None:
        self._record = record
        self._path: list[int] = []
        self._positions: list[Position] = []
        self._seats: list[Player] = []
        self.restart(record)

    @property
    def record(self) -> GameRecord:
        """The game."""
        return self._record

    @property
    def cursor(self) -> int:
        """Index of the current node."""
        return self._path[-1]

    @property
    def path(self) -> list[int]:
        """The nodes from the start to the cursor, both included."""
        return self._path

    @property
    def positions(self) -> list[Position]:
        """The position at each node of the path."""
        return self._positions

    @property
    def position(self) -> Position:
        """The current position."""
        return self._positions[-1]

    def seek(self, index: int) -> None:
        """Go to a node; moves are played from the last common position."""
        path = self._record.path_to(index)
        common = 0
        for old, new in zip(self._path, path, strict=False):
            if old != new:
                break
            common += 1
        del self._positions[common:], self._seats[common:]
        for move in self._record.moves_of(path[common:]):
            self._append(self._positions[-1].play(move))
        self._path = path

    def advance(self, record: GameRecord, index: int, after: Position) -> None:
        """Go to the node of a new move, in the record with that move.

        Args:
            record: The record with the move.
            index: Index of the move's node.
            after: Position after the move.
        """
        self._append(after)
        self.take_record(record, index)

    def restart(self, record: GameRecord) -> None:
        """Replace the record and go to the end of its main line."""
        self.reset(record, record.line_through(0)[-1])

    def reset(self, record: GameRecord, index: int) -> None:
        """Replace the record and go to one of its nodes."""
        self._positions, self._seats = [], []
        self._append(start_position(record))
        self._path = [0]
        self._record = record
        self.seek(index)

    def take_record(self, record: GameRecord, index: int) -> None:
        """Replace the record by one with the same moves up to the cursor."""
        self._record = record
        self._path = record.path_to(index)

    def get_seat(self, depth: int) -> Player:
        """Return the participant who played the move number ``depth`` of the path."""
        return self._seats[depth - 1]

    def seconds_of(self, seat: Player) -> list[float]:
        """Return the seconds of each move of a participant; 0 if unknown."""
        return [
            self._record.nodes[node].seconds or 0.0
            for depth, node in enumerate(self._path)
            if depth and self.get_seat(depth) is seat
        ]

    def outcome_at_end(self) -> Outcome | None:
        """Return the outcome by the rules at the end of the current line."""
        position = self.position
        for move in self._moves_ahead():
            position = position.play(move)
        return position.outcome

    def moves_since_turn_of(self, seats: Collection[Player]) -> int:
        """Return the number of moves since the last turn of ``seats``; 0 if none."""
        for count in range(1, len(self._path)):
            if self._seats[-1 - count] in seats:
                return count
        return 0

    def moves_to_next_turn(self) -> int:
        """Return the number of moves to the next turn of the participant to move.

        If the line ends before, the number of its remaining moves.
        """
        position = self.position
        seat = position.seat_to_move
        moves = self._moves_ahead()
        for count, move in enumerate(moves, start=1):
            position = position.play(move)
            if position.seat_to_move is seat:
                return count
        return len(moves)

    def _append(self, position: Position) -> None:
        self._positions.append(position)
        self._seats.append(position.seat_to_move)

    def _moves_ahead(self) -> list[Move]:
        line = self._record.line_through(self.cursor)
        return self._record.moves_of(line[len(self._path) :])
