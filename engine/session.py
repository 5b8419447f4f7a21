"""A game in progress: a cursor in its move tree, undo and redo, clocks, the result.

The session owns no engine and no widget. It knows which participants play by
themselves only to take back the right number of moves. ``FIRST`` is the participant
who began, whatever colour an opening gives to whom.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from engine.core.clocks.sleep_clock import seconds_with_sleep
from engine.core.clocks.time_control import TimeTerms
from engine.core.errors import IllegalMoveError
from engine.core.game import GameSetup, Position
from engine.core.message import Message
from engine.core.types import Move, MoveAnalysis, Outcome, Player
from engine.records.model.correction import with_correction, with_move_times
from engine.records.model.game_time import GameTime
from engine.records.model.main_line import MainLine
from engine.records.model.parsing import RESIGNATION, TIME
from engine.records.model.record import GameRecord, Headers
from engine.records.model.replay import Replay


class GameSession:
    """One game from its setup to its result.

    Args:
        record: The game so far; the cursor is put at the end of its main line.
        automatic: Participants for whom an engine plays.
        aside: A game with the same beginning; its other moves become variations as
            soon as a move is played.
        terms: The time both have from here on; the record may tell of another one.
        is_opened: Whether the game was played elsewhere; new moves before its end
            are then variations, also after a take-back.
        now: Source of seconds for the clock.
    """

    def __init__(
        self,
        record: GameRecord,
        *,
        automatic: Iterable[Player] = (),
        aside: GameRecord | None = None,
        terms: TimeTerms | None = None,
        is_opened: bool = False,
        now: Callable[[], float] = seconds_with_sleep,
    ) -> None:
        self._automatic = frozenset(automatic)
        self._aside = aside
        self._changed: list[Callable[[], None]] = []
        self._replay = Replay(record)
        self._line = MainLine(self._replay, is_opened=is_opened)
        self._flag_is_noted = False
        self.time = GameTime(self._replay, terms or TimeTerms(), now)
        """Time used and left."""

    @classmethod
    def new(
        cls,
        setup: GameSetup,
        *,
        automatic: Iterable[Player] = (),
        headers: Headers | None = None,
        terms: TimeTerms | None = None,
        now: Callable[[], float] = seconds_with_sleep,
    ) -> GameSession:
        """Return a session on the empty board."""
        record = GameRecord(
            setup=setup, headers=headers or Headers(), time=terms or TimeTerms()
        )
        return cls(record, automatic=automatic, terms=terms, now=now)

    def subscribe(self, callback: Callable[[], None]) -> None:
        """Call ``callback`` after every change of cursor, tree or result."""
        self._changed.append(callback)

    @property
    def record(self) -> GameRecord:
        """The whole game with its variations."""
        return self._replay.record

    @property
    def setup(self) -> GameSetup:
        """Game, size and rules."""
        return self.record.setup

    @property
    def cursor(self) -> int:
        """Index of the record's node whose position is on the board."""
        return self._replay.cursor

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._replay.position

    @property
    def ply(self) -> int:
        """Number of moves between the start and the cursor."""
        return len(self._replay.path) - 1

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
        return not self.record.nodes[self.cursor].children

    @property
    def is_in_play(self) -> bool:
        """Whether the next move belongs to the game, not to a variation.

        So it is at the end of the game and where moves were taken back.
        """
        return self._line.is_continued

    @property
    def is_at_game_end(self) -> bool:
        """Whether the last position of the main line is on the board."""
        return self._line.is_at_end

    @property
    def can_restore(self) -> bool:
        """Whether the last change was a deletion that can be undone."""
        return self._line.can_restore

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it has and its last position is on the board."""
        if self.position.outcome is not None:
            return self.position.outcome
        return self.record.outcome if self.is_at_game_end else None

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
        return self._replay.moves_since_turn_of(set(Player) - self._automatic)

    @property
    def can_redo(self) -> bool:
        """Whether there is a move to play again."""
        return not self.is_at_end

    def play(self, move: Move, *, analysis: MoveAnalysis | None = None) -> None:
        """Play ``move`` and go to it.

        In a game in progress, moves taken back become a variation and their result
        is void. Anywhere else the move is a variation, after those tried before it.

        Args:
            move: The move of the side to move.
            analysis: What the search that chose it said about the position before.

        Raises:
            IllegalMoveError: The rules do not allow it, or the game is over, if only
                because the time of the side to move is up.
        """
        self.drop_flag()
        if self.outcome is not None:
            raise IllegalMoveError(
                Message("The game is over; take a move back or start a new game.")
            )
        after = self.position.play(move)
        seconds = self.time.end_move()
        before = record = self.record
        if analysis is not None:
            record = record.with_node(self.cursor, analysis=analysis)
        record, index = self._line.with_move(record, move, round(seconds, 3))
        if self._aside is not None:
            record, index = record.with_lines_of(self._aside, index)
            self._aside = None
        self._replay.advance(record, index, after)
        self._line.update(before)
        self._flag_is_noted = False
        self._report_change()

    def correct(
        self, ply: int, move: Move, *, keeps_later: bool = True
    ) -> tuple[Move, ...]:
        """Put ``move`` in the place of a wrong one of the game, and go to the end.

        The clocks stay as they are and run on; variations are left out.

        Args:
            ply: Number of the wrong move in the main line, counted from 1.
            move: The move really played.
            keeps_later: Whether the moves after it were really played too.

        Returns:
            Later moves that are no longer part of the game, as the rules do not allow
            them any more or they were not to be kept.

        Raises:
            IllegalMoveError: ``move`` was not possible there, or the last move of the
                game is not on the board.
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
        """Go back to the last decision of a person and return how many moves it was.

        Against an engine that takes back its move and the person's; with two people
        or two engines, one move. A resignation or a loss on time here is taken back.
        """
        count = self.take_back_count
        if count:
            self._line.take_back(count)
            self._report_move()
        return count

    def redo(self) -> int:
        """Go forward along the current line as far as a take-back went back.

        Returns:
            How many moves were played again.
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

    def go_to(self, index: int) -> None:
        """Put the position of a node on the board, to look at it."""
        if index != self.cursor:
            self._line.seek(index)
            self._report_move()

    def make_main_line(self, index: int) -> None:
        """Make the line through a node the game really played, with its result."""
        self._line.make(index)
        self._report_move()

    def delete_from(self, index: int) -> None:
        """Delete the move of a node and all moves after it; ``restore`` undoes that.

        Raises:
            RecordError: The node is the start.
        """
        self._line.delete(index)
        self._report_move()

    def restore(self) -> None:
        """Undo a deletion, if nothing was changed since."""
        self._line.restore()
        self._report_move()

    def resign(self, player: Player) -> None:
        """End the game in favour of the colour of the other participant.

        Args:
            player: The participant who gives up.

        Raises:
            IllegalMoveError: The game is over, or later moves stand in the record.
        """
        if self.outcome is not None:
            raise IllegalMoveError(Message("The game is already over."))
        if not self.is_at_game_end:
            raise IllegalMoveError(Message("Go to the last move before you resign."))
        self._lose(player, RESIGNATION)
        self._report_change()

    def declare(self, outcome: Outcome | None) -> None:
        """End the game by a word from outside; ``None``: it goes on after all.

        Raises:
            IllegalMoveError: The rules have ended it, or its last move is not on the
                board.
        """
        if self.position.outcome is not None:
            raise IllegalMoveError(Message("The game is already over."))
        if not self.is_at_game_end:
            raise IllegalMoveError(Message("Go to the last move of the game first."))
        self.time.pause()
        self._line.set_outcome(outcome)
        self._report_change()

    def set_headers(self, headers: Headers) -> None:
        """Change names, event, place and date."""
        self._replay.take_record(replace(self.record, headers=headers), self.cursor)
        self._report_change()

    def start_clock(self) -> None:
        """Let the time of the participant to move run, unless the game is over."""
        if self.outcome is None:
            self.time.start()

    def drop_flag(self) -> bool:
        """Let the flag fall if the time of the participant to move is up.

        It falls only at the end of the game, and once a move. Depending on the terms
        the game is lost, or nothing but the report follows.

        Returns:
            Whether it fell just now.
        """
        player = self.position.seat_to_move
        left = self.time.left(player)
        is_up = left is not None and left.is_up and self.is_at_game_end
        if not is_up or self._flag_is_noted or self.outcome is not None:
            return False
        self._flag_is_noted = True
        if self.time.terms.flag_ends_game:
            self._lose(player, TIME)
        self._report_change()
        return True

    def set_terms(self, terms: TimeTerms) -> None:
        """Change the time both have, as if it had been so from the first move.

        A loss on time that does not hold any more is void.
        """
        self.time.set_terms(terms)
        self._replay.take_record(replace(self.record, time=terms), self.cursor)
        left = self.time.left(self.position.seat_to_move)
        is_up = left is not None and left.is_up and terms.flag_ends_game
        outcome = self.outcome
        if outcome is not None and outcome.reason == TIME and not is_up:
            self._line.set_outcome(None)
        self._flag_is_noted = False
        self._report_change()

    def set_time_left(self, player: Player, seconds: float) -> None:
        """Correct by hand the main time that ``player`` has left now.

        Moves taken back later give their time back as before.

        Raises:
            TimeControlError: ``player`` has no main time, or cannot have so much.
        """
        self.set_terms(self.time.terms_with_left(player, seconds))

    def _lose(self, player: Player, reason: str) -> None:
        self.time.pause()
        winner = self.position.colour_of(player.opponent)
        self._line.set_outcome(Outcome(winner, reason))

    def _report_move(self) -> None:
        """Report another position on the board, after its clocks are set."""
        self._begin_move()
        self._report_change()

    def _begin_move(self) -> None:
        """Let the clock show what was left in the position on the board."""
        self.time.begin_move()
        self._flag_is_noted = False

    def _is_against_engine(self) -> bool:
        return len(self._automatic) == 1

    def _report_change(self) -> None:
        for callback in self._changed:
            callback()
