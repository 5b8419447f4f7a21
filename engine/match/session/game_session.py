"""A game in progress: its moves, undo and redo, its result.

The session owns no engine and no widget. It needs the participants that engines play
only for the length of a take-back. ``FIRST`` is the participant who began, whatever
the colours after an opening.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.core.clocks.sleep_clock import seconds_with_sleep
from engine.core.clocks.time_control import TimeTerms
from engine.core.errors import IllegalMoveError
from engine.core.game import GameSetup
from engine.core.message import Message
from engine.core.types import Move, MoveAnalysis, Outcome, Player
from engine.match.session.timed_cursor import TimedCursor
from engine.records.model.correction import with_correction, with_move_times
from engine.records.model.reasons import RESIGNATION
from engine.records.model.record import GameRecord


class GameSession(TimedCursor):
    """One game from its setup to its result.

    Args:
        record: The game so far; the cursor starts at the end of its main line.
        automatic: Participants played by engines.
        original_record: A game with the same beginning; its other moves become
            variations with the next move.
        terms: Time controls from now on; those in the record may differ.
        is_opened: Whether the record was opened; new moves before its end are then
            variations, even after a take-back.
        now: Source of seconds for the clock.
    """

    def __init__(
        self,
        record: GameRecord,
        *,
        automatic: Iterable[Player] = (),
        original_record: GameRecord | None = None,
        terms: TimeTerms | None = None,
        is_opened: bool = False,
        now: Callable[[], float] = seconds_with_sleep,
    ) -> None:
        super().__init__(
            record, terms=terms or TimeTerms(), is_opened=is_opened, now=now
        )
        self._automatic = frozenset(automatic)
        self._original_record = original_record

    @classmethod
    def new(
        cls,
        setup: GameSetup,
        *,
        automatic: Iterable[Player] = (),
        terms: TimeTerms | None = None,
        now: Callable[[], float] = seconds_with_sleep,
    ) -> GameSession:
        """Return a session on the empty board."""
        record = GameRecord(setup=setup, time=terms or TimeTerms())
        return cls(record, automatic=automatic, terms=terms, now=now)

    @property
    def automatic(self) -> frozenset[Player]:
        """The participants played by engines."""
        return self._automatic

    @automatic.setter
    def automatic(self, sides: Iterable[Player]) -> None:
        self._automatic = frozenset(sides)
        self._report_change()

    @property
    def engine_is_to_move(self) -> bool:
        """Whether the game is not over and an engine is to move."""
        return self.outcome is None and self.position.seat_to_move in self._automatic

    @property
    def can_take_back(self) -> bool:
        """Whether there is a move to take back."""
        return self.take_back_count > 0

    @property
    def take_back_count(self) -> int:
        """Number of moves that a take-back removes."""
        if not self._is_against_engine():
            return min(1, self.ply)
        return self._replay.moves_since_turn_of(set(Player) - self._automatic)

    @property
    def can_redo(self) -> bool:
        """Whether there is a move to redo."""
        return not self.is_at_end

    def play(self, move: Move, *, analysis: MoveAnalysis | None = None) -> None:
        """Play ``move`` and go to its node.

        In a game in progress, moves taken back become a variation and lose their
        result. Elsewhere the move is added as the last variation.

        Args:
            move: The move of the side to move.
            analysis: Search result for the position before the move.

        Raises:
            IllegalMoveError: The rules do not allow the move, or the game is over, also
                by the time of the side to move.
        """
        self.drop_flag()
        if self.outcome is not None:
            raise IllegalMoveError(
                Message("The game is over; take a move back or start a new game.")
            )
        after = self.position.play(move)
        is_timed = self.is_in_play
        seconds = self.time.end_move() if is_timed else 0.0
        before = record = self.record
        if analysis is not None:
            record = record.with_node(self.cursor, analysis=analysis)
        record, index = self._line.with_move(record, move, round(seconds, 3))
        if self._original_record is not None:
            record, index = record.with_lines_of(self._original_record, index)
            self._original_record = None
        self._replay.advance(record, index, after)
        self._line.update(before)
        if is_timed:
            self._follow_move()
        self._report_move()

    def correct(
        self, ply: int, move: Move, *, keeps_later: bool = True
    ) -> tuple[Move, ...]:
        """Replace a wrongly recorded move, and go to the end of the game.

        The clocks are not changed; variations are dropped.

        Args:
            ply: Number of the wrong move in the main line, counted from 1.
            move: The move actually played.
            keeps_later: Whether to keep the moves after it, as far as they are legal.

        Returns:
            Later moves that are no longer part of the game.

        Raises:
            IllegalMoveError: ``move`` is not legal there, or the cursor is not at the
                end of the game.
        """
        if not self.is_at_game_end or not self.ply:
            raise IllegalMoveError(
                Message("Go to the last move of the game to correct it.")
            )
        correction = with_correction(self.record, ply, move, keeps_later=keeps_later)
        used = {player: self.time.total(player) for player in Player}
        was_running = self.time.is_running
        record, at_hand = with_move_times(correction.record, used)
        self._replay.restart(record)
        self._line.restart()
        self._begin_move()
        self.time.resume_move(at_hand)
        if was_running:
            self.start_clock()
        self._report_change()
        return correction.dropped

    def take_back(self) -> int:
        """Take back to the last decision of a person; return the number of moves.

        Against an engine both its move and the person's are taken back; with two people
        or two engines, one move. A resignation or a loss on time is withdrawn until the
        moves are back.
        """
        count = self.take_back_count
        if count:
            self._line.take_back(count)
            self._report_move()
        return count

    def go_on_here(self) -> None:
        """Go on with the game in progress from here, as after a take-back to here.

        In a variation and within the moves of an opened record, nothing changes.
        """
        if self._line.go_on_here():
            self._report_move()

    def redo(self) -> int:
        """Go forward along the current line by the length of a take-back.

        At the end of the game a result that the take-back has withdrawn is set again.

        Returns:
            Number of moves played again.
        """
        line = self.record.line_through(self.cursor)
        ahead = line[len(self._replay.path) :]
        count = min(1, len(ahead))
        if self._is_against_engine():
            count = self._replay.moves_to_next_turn()
        if count:
            self._line.redo(ahead[count - 1])
            self._report_move()
        return count

    def resign(self, player: Player) -> None:
        """End the game by resignation of ``player``; see ``forfeit``."""
        self.forfeit(player, RESIGNATION)

    def forfeit(self, player: Player, reason: str) -> None:
        """End the game in favour of the colour of the other participant.

        The game ends in the current position: moves taken back are deleted, which
        ``restore`` undoes.

        Args:
            player: The participant who loses.
            reason: Reason of the outcome, such as ``RESIGNATION``.

        Raises:
            IllegalMoveError: The game is over, or does not go on from here.
        """
        if self.outcome is not None:
            raise IllegalMoveError(Message("The game is already over."))
        if not self.is_in_play:
            raise IllegalMoveError(Message("Go to the last move before you resign."))
        self._lose(player, reason)
        self._report_change()

    def declare(self, outcome: Outcome | None) -> None:
        """Set the result by hand; ``None`` clears it.

        Raises:
            IllegalMoveError: The game has ended by the rules, or the cursor is not at
                its end.
        """
        if self.position.outcome is not None:
            raise IllegalMoveError(Message("The game is already over."))
        if not self.is_at_game_end:
            raise IllegalMoveError(Message("Go to the last move of the game first."))
        self.time.pause()
        self._line.set_outcome(outcome)
        self._report_change()

    def _is_against_engine(self) -> bool:
        return len(self._automatic) == 1
