"""A game in progress: a cursor in its move tree, undo and redo, clocks, the result.

The session owns no engine and no widget. It knows which participants play by
themselves only to take back the right number of moves. ``FIRST`` is the participant
who began, whatever colour an opening gives to whom.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import replace

from engine.core.clock import GameClock
from engine.core.errors import IllegalMoveError
from engine.core.game import GameSetup, Position
from engine.core.sentence import Sentence
from engine.core.types import Move, MoveAnalysis, Outcome, Player
from engine.records.reading import RESIGNATION, start_position
from engine.records.record import GameRecord, Headers


class GameSession:
    """One game from its setup to its result.

    Args:
        record: The game so far; the cursor is put at the end of its main line.
        automatic: Participants for whom an engine plays.
        now: Source of seconds for the clock.
    """

    def __init__(
        self,
        record: GameRecord,
        *,
        automatic: Iterable[Player] = (),
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._record = record
        self._automatic = frozenset(automatic)
        self._clock = GameClock(now)
        self._changed: list[Callable[[], None]] = []
        self._start = start_position(record)
        self._cursor = 0
        self._positions = [self._start]
        self._seek(record.line_through(0)[-1])

    @classmethod
    def new(
        cls,
        setup: GameSetup,
        *,
        automatic: Iterable[Player] = (),
        headers: Headers | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> GameSession:
        """Return a session on the empty board."""
        record = GameRecord(setup=setup, headers=headers or Headers())
        return cls(record, automatic=automatic, now=now)

    def subscribe(self, callback: Callable[[], None]) -> None:
        """Call ``callback`` after every change of cursor, tree or result."""
        self._changed.append(callback)

    @property
    def record(self) -> GameRecord:
        """The whole game with its variations."""
        return self._record

    @property
    def setup(self) -> GameSetup:
        """Game, size and rules."""
        return self._record.setup

    @property
    def cursor(self) -> int:
        """Index of the record's node whose position is on the board."""
        return self._cursor

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._positions[-1]

    @property
    def ply(self) -> int:
        """Number of moves between the start and the cursor."""
        return len(self._positions) - 1

    @property
    def automatic(self) -> frozenset[Player]:
        """The participants for whom an engine plays."""
        return self._automatic

    @automatic.setter
    def automatic(self, sides: Iterable[Player]) -> None:
        self._automatic = frozenset(sides)
        self._report_change()

    @property
    def is_at_end(self) -> bool:
        """Whether no move of the current line follows the cursor."""
        return not self._record.nodes[self._cursor].children

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it has and its last position is on the board."""
        if self.position.outcome is not None:
            return self.position.outcome
        is_last = self._cursor == self._record.line_through(0)[-1]
        return self._record.outcome if is_last else None

    @property
    def engine_is_to_move(self) -> bool:
        """Whether the game goes on and an engine has to move."""
        return self.outcome is None and self.position.seat_to_move in self._automatic

    @property
    def can_take_back(self) -> bool:
        """Whether there is a move to take back."""
        return self.take_back_count > 0

    @property
    def take_back_count(self) -> int:
        """How many moves a take-back goes back."""
        if not self._is_against_engine():
            return min(1, self.ply)
        for count in range(1, self.ply + 1):
            if self._positions[-1 - count].seat_to_move not in self._automatic:
                return count
        return 0

    @property
    def can_redo(self) -> bool:
        """Whether there is a move to play again."""
        return not self.is_at_end

    def play(self, move: Move, *, analysis: MoveAnalysis | None = None) -> None:
        """Play ``move`` and go to it; another line there becomes a variation.

        Args:
            move: The move of the side to move.
            analysis: What the search that chose it said about the position before.

        Raises:
            IllegalMoveError: The rules do not allow it, or the game is over.
        """
        if self.outcome is not None:
            raise IllegalMoveError(
                Sentence("The game is over; take a move back or start a new game.")
            )
        mover = self.position.seat_to_move
        after = self.position.play(move)
        seconds = self._clock.end_move(mover)
        if analysis is not None:
            self._record = self._record.with_node(self._cursor, analysis=analysis)
        previous_line = self._record.main_moves()
        self._record, self._cursor = self._record.with_move(
            self._cursor, move, seconds=round(seconds, 3)
        )
        self._positions.append(after)
        if self._record.main_moves() != previous_line:
            self._record = replace(self._record, outcome=self._outcome_at_end())
        self._report_change()

    def take_back(self) -> int:
        """Go back to the last decision of a person and return how many moves it was.

        Against an engine that takes back its move and the person's; with two people
        or two engines, one move.
        """
        count = self.take_back_count
        if count:
            path = self._record.path_to(self._cursor)
            self.go_to(path[-1 - count])
        return count

    def redo(self) -> int:
        """Go forward along the current line as far as a take-back went back.

        Returns:
            How many moves were played again.
        """
        line = self._record.line_through(self._cursor)
        ahead = line[line.index(self._cursor) + 1 :]
        count = min(1, len(ahead))
        if self._is_against_engine():
            count = self._moves_to_next_turn(self._record.moves_of(ahead))
        if count:
            self.go_to(ahead[count - 1])
        return count

    def go_to(self, index: int) -> None:
        """Put the position of a node on the board."""
        if index != self._cursor:
            self._seek(index)
            self._report_change()

    def resign(self, player: Player) -> None:
        """End the game in favour of the colour of the other participant.

        Args:
            player: The participant who gives up.

        Raises:
            IllegalMoveError: The game is over, or later moves stand in the record.
        """
        if self.outcome is not None:
            raise IllegalMoveError(Sentence("The game is already over."))
        if not self.is_at_end:
            raise IllegalMoveError(Sentence("Go to the last move before you resign."))
        self._clock.end_move(self.position.seat_to_move)
        winner = self.position.colour_of(player.opponent)
        self._record = replace(self._record, outcome=Outcome(winner, RESIGNATION))
        self._report_change()

    def set_headers(self, headers: Headers) -> None:
        """Change names, event, place and date."""
        self._record = replace(self._record, headers=headers)
        self._report_change()

    def start_clock(self) -> None:
        """Let the time of the participant to move run, unless the game is over."""
        if self.outcome is None:
            self._clock.start(self.position.seat_to_move)

    def pause_clock(self) -> None:
        """Stop the time; it goes on where it stopped."""
        self._clock.pause()

    def move_seconds(self, player: Player) -> float:
        """Return the time of ``player``'s move at hand, or else of the last one."""
        if player is self.position.seat_to_move and self.outcome is None:
            return self._clock.this_move()
        for index in reversed(self._record.path_to(self._cursor)[1:]):
            if self._mover_of(index) is player:
                return self._record.nodes[index].seconds or 0.0
        return 0.0

    def total_seconds(self, player: Player) -> float:
        """Return all the time of ``player`` in the line on the board."""
        return self._clock.total(player, to_move=self.position.seat_to_move)

    def _outcome_at_end(self) -> Outcome | None:
        """Return what the rules say about the last position of the main line."""
        position = self.position
        line = self._record.line_through(self._cursor)
        for move in self._record.moves_of(line[line.index(self._cursor) + 1 :]):
            position = position.play(move)
        return position.outcome

    def _moves_to_next_turn(self, moves: list[Move]) -> int:
        """Return after how many of ``moves`` the same participant decides again."""
        position = self.position
        seat = position.seat_to_move
        for count, move in enumerate(moves, start=1):
            position = position.play(move)
            if position.seat_to_move is seat:
                return count
        return len(moves)

    def _is_against_engine(self) -> bool:
        return len(self._automatic) == 1

    def _mover_of(self, index: int) -> Player:
        path = self._record.path_to(index)
        return self._positions[len(path) - 2].seat_to_move

    def _seek(self, index: int) -> None:
        """Replay the moves up to node ``index`` from the last common position."""
        old_path = self._record.path_to(self._cursor)
        new_path = self._record.path_to(index)
        common = 0
        for old, new in zip(old_path, new_path, strict=False):
            if old != new:
                break
            common += 1
        del self._positions[common:]
        for move in self._record.moves_of(new_path[common:]):
            self._positions.append(self._positions[-1].play(move))
        self._cursor = index
        totals = {Player.FIRST: 0.0, Player.SECOND: 0.0}
        for position, node in zip(self._positions, new_path[1:], strict=False):
            totals[position.seat_to_move] += self._record.nodes[node].seconds or 0.0
        self._clock.reset(totals[Player.FIRST], totals[Player.SECOND])

    def _report_change(self) -> None:
        for callback in self._changed:
            callback()
