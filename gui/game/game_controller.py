"""Does what people want with the game on the screen, and keeps the other games."""

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
    """Plays the game on the screen; the other games wait at their tables.

    Args:
        engine: Runs the searches.
        maker: Lays a table when a game is looked at for the first time.
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
        """Every game that has a board."""
        return list(self._tables.values())

    @property
    def session(self) -> GameSession:
        """The session of the game on the screen."""
        return self._table.session

    @property
    def activity(self) -> Activity:
        """What the engines of the game on the screen do."""
        return activity_at(self._table, is_preparing=self._turns.is_preparing)

    @property
    def compiled_share(self) -> float | None:
        """See ``EngineThread.compiled_share``."""
        return self._turns.compiled_share

    def start(self) -> None:
        """Let engines think from now on; until then they cost the window no time."""
        self._turns.start()

    def put(self, table: Table) -> None:
        """Show ``table`` in the place of its game's old one, and go on with it."""
        self._turns.suspend()
        old = self._tables.get(table.session.setup.game)
        if old is not None:
            self.table_discarded.emit(old)
        self._show(self._seated(table))

    def again(self) -> None:
        """Begin another game as the one on the screen was chosen."""
        self.put(self._maker.again(self._table, self._table.wish))

    def again_with_sides_changed(self) -> None:
        """Begin another game in which each player has the other one's place."""
        wish = self._table.choice.with_sides_changed()
        wish = replace(wish, draws_colours=False)
        self.put(self._maker.again(self._table, wish))

    def switch_to(self, game: str) -> None:
        """Show the board of another game; its engine goes on where it was."""
        if game != self.session.setup.game:
            self._turns.suspend()
            table = self._tables.get(game)
            self._show(table or self._seated(self._maker.last_chosen(game)))

    def play(self, move: Move) -> None:
        """Play a person's move and let the engine answer."""
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
        """Play a move without a cell, such as the swap, by its place in the list."""
        special = self._table.special_moves
        if number < len(special):
            self.play(special[number])

    def take_back(self) -> None:
        """Go back to the last decision of a person, also while an engine thinks."""
        if self.session.can_take_back:
            self._turns.rest()
            self._table.is_running = False
            self.session.take_back()
            self._turns.run_clock()
            self.activity_changed.emit()

    def redo(self) -> None:
        """Play again what was taken back."""
        if self.session.can_redo:
            self._turns.rest()
            self._table.is_running = False
            self.session.redo()
            self._turns.run_clock()
            self._turns.wake_engine_at_end()

    def go_to(self, node: int) -> None:
        """Look at another position of the record."""
        if node != self.session.cursor:
            self._turns.rest()
            self._table.is_running = False
            self.session.go_to(node)
            self._turns.wake_engine_at_end()

    def make_main_line(self, node: int) -> None:
        """Make the line through a node the game really played."""
        self._change_lines(partial(self.session.make_main_line, node))

    def delete_from(self, node: int) -> None:
        """Delete the move of a node and all moves after it."""
        self._change_lines(partial(self.session.delete_from, node))

    def restore_deleted(self) -> None:
        """Undo a deletion, if nothing was changed since."""
        self._change_lines(self.session.restore)

    def resign(self, player: Player) -> None:
        """Give the game up for a person who plays."""
        if self._table.can_resign and player in self._table.persons:
            self._turns.rest()
            self.session.resign(player)
            self.activity_changed.emit()
            self.game_ended.emit()

    def set_running(self, is_running: bool) -> None:
        """Let engines that play each other go on, or pause them."""
        if self._table.is_watched:
            self._turns.rest()
            self._table.is_running = is_running
            self._table.is_paused = False
            self._turns.wake_engine()

    def toggle_pause(self) -> None:
        """Stop clock and engine and lock the board, or let them go on."""
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
        """Let two engines that play each other move faster or slower."""
        self._turns.set_pace(pace)

    def step(self) -> None:
        """Let one engine of a paused game make one move."""
        if self._table.is_watched and self.session.outcome is None:
            self._turns.rest()
            self._table.is_running = False
            self._turns.request_move()

    def move_now(self) -> None:
        """Let the engine that thinks answer at once, or one whose turn it is move."""
        if self._table.is_paused:
            return
        if self._table.awaits_engine:
            self._turns.answer_now()
        elif self.session.engine_is_to_move:
            self._turns.request_move()

    def place_answer(self) -> None:
        """Play the engine's move that was held until its stone lies on a real board."""
        if not self._table.is_paused:
            self._turns.play_held_answer()

    def end(self) -> None:
        """Stop the engine and the clock for good, as the program ends."""
        self._turns.suspend()

    def stop_engine(self) -> None:
        """Stop thinking without a move; ``move_now`` takes it up again."""
        if self._table.awaits_engine:
            self._turns.rest()
            self._table.is_running = False
            self._table.is_stopped = True
            self.activity_changed.emit()

    def set_player(self, player: Player, engine: PlayerConfig | None) -> None:
        """Let an engine, or a person, play ``player`` from here on."""
        self._turns.rest()
        self._table.is_stopped = False
        self._maker.set_player(self._table, player, engine)
        self.table_changed.emit()
        self._turns.wake_engine_at_end()

    def change_sides(self) -> None:
        """Let the players change places in the middle of the game."""
        if self._table.can_change_sides:
            self._turns.rest()
            self._maker.change_sides(self._table)
            self.table_changed.emit()
            self._turns.wake_engine_at_end()

    def _change_lines(self, change: Callable[[], None]) -> None:
        """Change the tree while nobody thinks; no engine moves because of it."""
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
        """Pause a game that people play here; at a contest the clock runs on."""
        table = self._table
        log.warning("the program stood still for %.0f s", seconds)
        if table.clock_runs_on:
            self.problem_reported.emit(lost_time_message(seconds))
            return
        if table.is_running or not (table.is_watched or table.is_paused):
            self.toggle_pause()
        table.standstill_seconds = seconds
        self.activity_changed.emit()
        self.problem_reported.emit(suspension_message(seconds))

    def _on_engine_failed(self, message: str) -> None:
        """Let another engine play on, or a person where there is none."""
        table, seat = self._table, self.session.position.seat_to_move
        log.warning("the engine gave up: %s", message)
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
