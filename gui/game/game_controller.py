"""Controller of the game on the screen; holds the matches of the other games."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PyQt5.QtCore import QObject, pyqtSignal

from engine.core.types import Move, Player
from engine.players import PlayerConfig
from engine.session import GameSession
from gui.game.activity import Activity, activity_at
from gui.game.engine_thread import EngineThread
from gui.game.match import Table
from gui.game.match_factory import TableMaker
from gui.game.match_runner import Turns
from gui.setup.playback_speed import Pace
from gui.text.labels import foul_message, lost_time_message, suspension_message

log = logging.getLogger(__name__)


class GameController(QObject):
    """Controller of the game on the screen; the other games are suspended.

    Args:
        engine: Runs the searches.
        maker: Factory of the match when a game is shown for the first time.
        first_game: Name of the game on the screen.
    """

    table_changed = pyqtSignal()  # another game, setup or player
    position_changed = pyqtSignal()  # cursor, tree, result or headers
    activity_changed = pyqtSignal()  # see ``activity``
    compiled_changed = pyqtSignal()  # see ``compiled_share``
    search_progressed = pyqtSignal(object)  # SearchResult
    game_ended = pyqtSignal()  # by a move, a resignation or a flag just now
    problem_reported = pyqtSignal(str)  # one sentence
    engine_replaced = pyqtSignal(str, object)  # one sentence on why, Player
    table_discarded = pyqtSignal(object)  # Table that gave way to another game

    def __init__(
        self,
        engine: EngineThread,
        maker: TableMaker,
        first_game: str,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._maker = maker
        self._tables: dict[str, Table] = {}
        self._table = self._seated(maker.last_chosen(first_game))
        self._turns = Turns(engine, self._table, self)
        self._turns.activity_changed.connect(self.activity_changed)
        self._turns.compiled_changed.connect(self.compiled_changed)
        self._turns.search_progressed.connect(self.search_progressed)
        self._turns.game_ended.connect(self.game_ended)
        self._turns.problem_reported.connect(self.problem_reported)
        self._turns.engine_failed.connect(self._on_engine_failed)
        self._turns.stood_still.connect(self._on_stood_still)
        self.position_changed.connect(self._turns.refresh_clock)

    @property
    def table(self) -> Table:
        """The game on the screen."""
        return self._table

    @property
    def tables(self) -> list[Table]:
        """The matches of all games that were shown."""
        return list(self._tables.values())

    @property
    def session(self) -> GameSession:
        """The session of the game on the screen."""
        return self._table.session

    @property
    def activity(self) -> Activity:
        """The activity of the engines of the game on the screen."""
        return activity_at(self._table, is_preparing=self._turns.is_preparing)

    @property
    def compiled_share(self) -> float | None:
        """See ``EngineThread.compiled_share``."""
        return self._turns.compiled_share

    def start(self) -> None:
        """Start the engines; before that they must not slow the window down."""
        self._turns.start()

    def put(self, table: Table) -> None:
        """Replace the match of this game by ``table``, show it and resume it."""
        self._turns.suspend()
        old = self._tables.get(table.session.setup.game)
        if old is not None:
            self.table_discarded.emit(old)
        self._show(self._seated(table))

    def rematch(self) -> None:
        """Begin another game with the same setup."""
        self.put(self._maker.again(self._table, self._table.wish))

    def rematch_with_sides_changed(self) -> None:
        """Begin another game with the players' sides exchanged."""
        wish = self._table.choice.with_sides_changed()
        wish = replace(wish, draws_colours=False)
        self.put(self._maker.again(self._table, wish))

    def switch_to(self, game: str) -> None:
        """Show the board of another game and resume its engine."""
        if game != self.session.setup.game:
            self._turns.suspend()
            table = self._tables.get(game)
            self._show(table or self._seated(self._maker.last_chosen(game)))

    def play(self, move: Move) -> None:
        """Play a person's move and request the engine's answer."""
        if self._table.is_locked:
            return
        move = self._table.move_meant_by(move)
        reasons = self.session.position.fouls().get(move)
        if reasons:
            self.problem_reported.emit(
                foul_message(self.session.position, move, reasons)
            )
        elif self._turns.commit(move):
            self._table.engine_failed = False
            self._turns.wake_engine()

    def play_special(self, number: int) -> None:
        """Play the special move at index ``number``, such as the swap."""
        special = self._table.special_moves
        if number < len(special):
            self.play(special[number])

    def take_back(self) -> None:
        """Go back to the last decision of a person, also during a search."""
        if self.session.can_take_back:
            self._turns.rest()
            self._table.is_running = False
            self.session.take_back()
            self._turns.run_clock()
            self.activity_changed.emit()

    def redo(self) -> None:
        """Play the moves again that were taken back."""
        if self.session.can_redo:
            self._turns.rest()
            self._table.is_running = False
            self.session.redo()
            self._turns.run_clock()
            self._turns.wake_engine_at_end()

    def go_to(self, node: int) -> None:
        """Show another position of the record."""
        if node != self.session.cursor:
            self._turns.rest()
            self._table.is_running = False
            self.session.go_to(node)
            self._turns.wake_engine_at_end()

    def make_main_line(self, node: int) -> None:
        """Make the line through a node the main line."""
        self._change_lines(partial(self.session.make_main_line, node))

    def delete_from(self, node: int) -> None:
        """Delete the move of a node and all moves after it."""
        self._change_lines(partial(self.session.delete_from, node))

    def restore_deleted(self) -> None:
        """Undo a deletion if nothing has changed since."""
        self._change_lines(self.session.restore)

    def resign(self, player: Player) -> None:
        """Resign for a person."""
        if self._table.can_resign and player in self._table.persons:
            self._turns.rest()
            self.session.resign(player)
            self.activity_changed.emit()
            self.game_ended.emit()

    def set_running(self, is_running: bool) -> None:
        """Resume or pause a game between engines."""
        if self._table.is_watched:
            self._turns.rest()
            self._table.is_running = is_running
            self._table.is_paused = False
            self._turns.wake_engine()

    def toggle_pause(self) -> None:
        """Stop clock and engine and lock the board, or resume the game."""
        table = self._table
        if table.is_watched and not table.is_paused:
            self.set_running(not table.is_running)
        elif table.can_pause:
            table.is_paused = not table.is_paused
            table.standstill_seconds = 0.0
            if table.is_paused:
                self._turns.suspend()
                self.activity_changed.emit()
            else:
                self._turns.go_on()

    def set_pace(self, pace: Pace) -> None:
        """Set the minimum time between moves of two engines."""
        self._turns.set_pace(pace)

    def step(self) -> None:
        """Request one move in a game between engines, then pause."""
        if self._table.is_watched and self.session.outcome is None:
            self._turns.rest()
            self._table.is_running = False
            self._turns.request_move()

    def move_now(self) -> None:
        """Make a searching engine answer at once, or request a move on its turn."""
        if self._table.is_paused:
            return
        if self._table.awaits_engine:
            self._turns.answer_now()
        elif self.session.engine_is_to_move:
            self._turns.request_move()

    def place_answer(self) -> None:
        """Play the engine's held move after its stone was placed on a real board."""
        if not self._table.is_paused:
            self._turns.play_held_answer()

    def end(self) -> None:
        """Stop the engine and the clock at the end of the program."""
        self._turns.suspend()

    def stop_engine(self) -> None:
        """Stop the search without a move; ``move_now`` requests a move again."""
        if self._table.awaits_engine:
            self._turns.rest()
            self._table.is_running = False
            self._table.is_stopped = True
            self.activity_changed.emit()

    def set_player(self, player: Player, engine: PlayerConfig | None) -> None:
        """Assign a side to an engine or a person from here on."""
        self._turns.rest()
        self._table.is_stopped = False
        self._maker.set_player(self._table, player, engine)
        self.table_changed.emit()
        self._turns.wake_engine_at_end()

    def change_sides(self) -> None:
        """Exchange the players' sides in the middle of the game."""
        if self._table.can_change_sides:
            self._turns.rest()
            self._maker.change_sides(self._table)
            self.table_changed.emit()
            self._turns.wake_engine_at_end()

    def _change_lines(self, change: Callable[[], None]) -> None:
        """Change the move tree with the engine stopped; request no move afterwards."""
        self._turns.rest()
        self._table.is_running = False
        change()
        self._turns.run_clock()
        self.activity_changed.emit()

    def _seated(self, table: Table) -> Table:
        self._tables[table.session.setup.game] = table
        table.session.subscribe(self.position_changed.emit)
        return table

    def _show(self, table: Table) -> None:
        self._table = table
        self._turns.serve(table)
        self.table_changed.emit()
        self.position_changed.emit()
        self._turns.go_on()

    def _on_stood_still(self, seconds: float) -> None:
        """Pause a game of people after a standstill; at a contest the clock runs on."""
        table = self._table
        log.warning("the program did not run for %.0f s", seconds)
        if table.clock_runs_on:
            self.problem_reported.emit(lost_time_message(seconds))
            return
        if table.is_running or not (table.is_watched or table.is_paused):
            self.toggle_pause()
        table.standstill_seconds = seconds
        self.activity_changed.emit()
        self.problem_reported.emit(suspension_message(seconds))

    def _on_engine_failed(self, message: str) -> None:
        """Replace a failed engine by another one, or by a person if there is none."""
        table, seat = self._table, self.session.position.seat_to_move
        log.warning("the engine failed: %s", message)
        substitute = table.substitute(seat)
        if substitute is not None:
            self.set_player(seat, substitute)
            self.engine_replaced.emit(message, seat)
            return
        self._turns.rest()
        table.is_running = False
        table.engine_failed = True
        table.forget_searcher(seat)
        self.position_changed.emit()
        self.activity_changed.emit()
        self.problem_reported.emit(message)
