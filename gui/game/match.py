"""One game on its board: the session, who plays it, and the file it stands in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.core.errors import PresetError
from engine.core.types import Move, MoveAnalysis, Player
from engine.games import get_game
from engine.players import PlayerConfig
from engine.records.model.record import GameRecord
from engine.search.time_management import seconds_for_move
from engine.session import GameSession
from gui.game.engine_thread import LazySearcher
from gui.setup.new_game import NewGame, best_engine, substitute_engine

if TYPE_CHECKING:
    from engine.search.api import Searcher

SearcherFactory = Callable[[PlayerConfig, str], "Searcher"]
"""Makes a searcher for a game; called in the engine thread."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldAnswer:
    """An engine's move that waits for somebody to put its stone on a real board."""

    history: tuple[Move, ...]
    """The moves before it."""

    move: Move
    """The move."""

    analysis: MoveAnalysis | None = None
    """What the search said, where it is still known."""


class Table:
    """What the window keeps for each game while another one is on the screen.

    Args:
        wish: What was chosen, before any draw of colours; *Again* starts from it.
        choice: Who plays which side.
        session: The game.
        make_searcher: Makes the engines.
    """

    def __init__(
        self,
        *,
        wish: NewGame,
        choice: NewGame,
        session: GameSession,
        make_searcher: SearcherFactory,
    ) -> None:
        self.wish = wish
        self.session = session
        self.start = GameRecord(setup=choice.setup)
        """The game before its first move; *Again* begins there."""
        self.path: Path | None = None
        self.kept_at: Path | None = None
        """Where the program keeps the game for as long as the user has not saved it."""
        self.kept_record: GameRecord | None = None
        """The game as it stands there."""
        self.is_running = False
        """Whether engines that play each other go on by themselves."""
        self.is_live = False
        """Whether time counts: not before the first move of a board just looked at."""
        self.is_paused = False
        """Whether the user has stopped clock and engine; two engines just rest."""
        self.standstill_seconds = 0.0
        """How long the program did not run before it paused the game by itself."""
        self.clock_runs_on = False
        """Whether time counts while the program does not run, as at a contest."""
        self.awaits_engine = False
        """Whether an engine was asked for a move; survives a look at another game."""
        self.is_stopped = False
        """Whether the user has stopped the engine, until a move or *Move now*."""
        self.holds_answers = False
        """Whether an engine's move is played only when somebody says so."""
        self._held_answer: HeldAnswer | None = None
        self.engine_failed = False
        """Whether the engine gave up on this move, so that a person may play it."""
        self._choice = choice
        self._saved_record: GameRecord = session.record
        self._file_record: GameRecord | None = session.record
        self._make_searcher = make_searcher
        self._searchers: dict[Player, LazySearcher] = {}
        self._failed_presets: set[str] = set()
        self._hint_searcher: LazySearcher | None = None
        self._hinted: frozenset[tuple[Move, ...]] = frozenset()

    @property
    def choice(self) -> NewGame:
        """Who plays which side."""
        return self._choice

    @property
    def is_watched(self) -> bool:
        """Whether engines play both sides."""
        return self._choice.is_watched

    @property
    def has_moves(self) -> bool:
        """Whether there is anything to keep."""
        return len(self.session.record.nodes) > 1

    @property
    def is_modified(self) -> bool:
        """Whether the game has changed since it was saved, opened or begun."""
        return self.session.record is not self._saved_record

    @property
    def file_record(self) -> GameRecord | None:
        """The game as it stands in its file; ``None`` where that is not known."""
        return self._file_record

    @property
    def is_locked(self) -> bool:
        """Whether a click on the board has no meaning."""
        session = self.session
        if session.outcome is not None or self.is_watched or self.is_paused:
            return True
        return session.engine_is_to_move and not self.engine_failed

    @property
    def counts_time(self) -> bool:
        """Whether the time of the one to move runs; an engine's while it is asked."""
        session = self.session
        is_asked = self.awaits_engine or not session.engine_is_to_move
        is_going = self.is_live and not self.is_paused
        return is_going and is_asked and session.is_in_play

    @property
    def held_answer(self) -> HeldAnswer | None:
        """The engine's move for this position that is still to be played."""
        held, session = self._held_answer, self.session
        if held is None or session.outcome is not None:
            return None
        return held if held.history == session.position.history else None

    def hold_answer(self, move: Move, analysis: MoveAnalysis | None = None) -> None:
        """Keep an engine's move for this position until somebody plays it."""
        history = self.session.position.history
        self._held_answer = HeldAnswer(history=history, move=move, analysis=analysis)

    @property
    def can_pause(self) -> bool:
        """Whether there is a game that goes on, or could."""
        has_begun = self.is_live or self.awaits_engine
        return self.session.outcome is None and (has_begun or self.is_watched)

    @property
    def special_moves(self) -> list[Move]:
        """The moves without a cell, such as the swap, that a person may play now."""
        return [] if self.is_locked else self.session.position.special_moves()

    @property
    def takeover_move(self) -> Move | None:
        """The special move that takes over the last stone, if a person may now."""
        setup = self.session.setup
        game = get_game(setup.game)
        moves = (m for m in self.special_moves if not game.is_choice(setup, m))
        return next(moves, None)

    @property
    def can_resign(self) -> bool:
        """Whether a person is in a game that goes on and has begun."""
        session = self.session
        has_begun = session.is_at_game_end and session.ply > 0
        return has_begun and session.outcome is None and not self.is_watched

    @property
    def persons(self) -> list[Player]:
        """The participants for whom no engine plays, the one to move first."""
        to_move = self.session.position.seat_to_move
        seats = (to_move, to_move.opponent)
        return [player for player in seats if player not in self._choice.engines]

    @property
    def can_change_sides(self) -> bool:
        """Whether two different players are in a game that goes on."""
        return self._choice.has_two_kinds and self.session.outcome is None

    @property
    def can_continue(self) -> bool:
        """Whether a new game can begin at the position on the board."""
        return self.has_moves and self.session.position.outcome is None

    def move_meant_by(self, cell: Move) -> Move:
        """Return the move of a person who clicks a cell.

        A click on the stone that can be taken over means the special move.
        """
        takeover = self.takeover_move
        if takeover is not None and cell == self.session.position.last_cell:
            return takeover
        return cell

    @property
    def hint_engine(self) -> PlayerConfig | None:
        """The engine that gives hints, if one plays the game."""
        return best_engine(self.session.setup)

    @property
    def hinted(self) -> frozenset[tuple[Move, ...]]:
        """The positions in which a hint was shown, by the moves that led there."""
        return self._hinted

    @property
    def hint_count(self) -> int:
        """In how many positions of the line on the board a hint was shown."""
        history = self.session.position.history
        return sum(history[: len(hinted)] == hinted for hinted in self._hinted)

    def note_hint(self) -> None:
        """Note that a hint was shown for the position on the board."""
        self._hinted |= {self.session.position.history}

    def hint_searcher(self) -> LazySearcher:
        """Return the engine that gives hints, as strong as it can.

        Raises:
            PresetError: No engine plays the game.
        """
        if self._hint_searcher is None:
            engine, game = self.hint_engine, self.session.setup.game
            if engine is None:
                raise PresetError(f"Expected an engine that plays {game}, got none.")
            make_searcher = self._make_searcher
            self._hint_searcher = LazySearcher(lambda: make_searcher(engine, game))
        return self._hint_searcher

    def forget_hint_searcher(self) -> None:
        """Let the next hint be thought out by a fresh engine."""
        self._hint_searcher = None

    def seconds_to_think(self) -> float:
        """Return the time of the engine to move: its own, or what the clock gives."""
        session, choice = self.session, self._choice
        player = session.position.seat_to_move
        left = session.time.left(player)
        control = session.time.terms.get_control(player)
        if left is None or control is None:
            return choice.seconds_per_move
        seconds = seconds_for_move(left, control, session.position)
        return min(seconds, choice.seconds_per_move) if choice.caps_engines else seconds

    def searcher(self, player: Player) -> LazySearcher:
        """Return the engine of ``player``, which keeps its tree from move to move."""
        if player not in self._searchers:
            engine = self._choice.engines[player]
            game = self.session.setup.game
            make_searcher = self._make_searcher
            self._searchers[player] = LazySearcher(lambda: make_searcher(engine, game))
        return self._searchers[player]

    def forget_searcher(self, player: Player) -> None:
        """Let the next move of ``player`` be thought out by a fresh engine."""
        self._searchers.pop(player, None)

    def substitute(self, player: Player) -> PlayerConfig | None:
        """Return an engine that has not failed here for one that just has."""
        engine = self._choice.engines[player]
        setup = self.session.setup
        if engine.refusal(setup) is None:
            engine = engine.for_setup(setup)
        self._failed_presets.add(engine.preset)
        return substitute_engine(self.session.setup, engine, self._failed_presets)

    def change_sides(self) -> None:
        """Let each player sit in the other one's place from here on.

        The clocks stay where they are: what was used belongs to the side.
        """
        seated = self._searchers.items()
        self._searchers = {seat.opponent: searcher for seat, searcher in seated}
        choice = self._choice
        self._choice = self.wish = replace(
            choice, first=choice.second, second=choice.first
        )
        self.session.automatic = frozenset(self._choice.engines)

    def set_player(self, player: Player, engine: PlayerConfig | None) -> None:
        """Let an engine, or a person, play ``player`` from here on."""
        self.forget_searcher(player)
        self._choice = self._choice.with_player(player, engine)
        self.wish = self._choice
        self.session.automatic = frozenset(self._choice.engines)

    def mark_saved(self, path: Path | None) -> None:
        """Note that the game as it is now stands in a file."""
        self.path = path
        self._saved_record = self._file_record = self.session.record

    def mark_unsaved(self) -> None:
        """Note that no file of the user holds the game as it is now."""
        self._saved_record = GameRecord(setup=self.session.setup)
        self._file_record = None
