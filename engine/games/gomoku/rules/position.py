"""Readable rules of Gomoku: H x W crossings, a line of n stones wins."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.core.board_notation import format_column
from engine.core.game import GameSetup, KernelState, Position
from engine.core.types import EMPTY, Move, Outcome, Player
from engine.games.gomoku.rules import renju, swap2
from engine.games.gomoku.rules.constants import RENJU
from engine.games.gomoku.rules.lines import winning_row


@dataclass(frozen=True, slots=True, kw_only=True)
class GomokuPosition(Position):
    """See ``Position``."""

    @property
    def last_cell(self) -> Move | None:
        """See ``Position.last_cell``; a choice of the opening leaves no stone."""
        cells = self.setup.cell_count
        return next((move for move in reversed(self.history) if move < cells), None)

    @property
    def seat_to_move(self) -> Player:
        """See ``Position.seat_to_move``."""
        state = swap2.find_swap2_state(self)
        return state.seat_to_move or self.get_seat(self.to_move)

    @property
    def has_fixed_colours(self) -> bool:
        """See ``Position.has_fixed_colours``."""
        return swap2.find_swap2_state(self).is_complete

    def get_seat(self, colour: Player) -> Player:
        """See ``Position.get_seat``; until swap2 is complete, ``FIRST`` holds Black."""
        black = swap2.find_swap2_state(self).black
        return black if colour is Player.FIRST else black.opponent

    def special_moves(self) -> list[Move]:
        """See ``Position.special_moves``; the choices of swap2."""
        return swap2.list_choices(self)

    def objection_to(self, move: Move) -> str | None:
        """See ``Position.objection_to``."""
        if swap2.choice_name(self.setup, move) is None:
            return Position.objection_to(self, move)
        return swap2.objection_to_choice(self, move)

    def play(self, move: Move) -> Position:
        """See ``Position.play``; a choice puts no stone and leaves the turn."""
        is_stone = swap2.choice_name(self.setup, move) is None
        if is_stone or self.objection_to(move) is not None:
            return Position.play(self, move)
        return replace(self, history=(*self.history, move))

    def adjudicate(self, move: Move) -> Position:
        """See ``Position.adjudicate``.

        A foul depends on the move just played: the same stones may result from legal
            moves.
        """
        owner = Player(self.stones[move])
        line = winning_row(self.setup, self.stones, move)
        if line:
            return replace(self, outcome=Outcome(owner, "line"), winning_cells=line)
        if (
            self._is_renju
            and owner is Player.FIRST
            and move == self.last_move
            and renju.TrialBoard(self.setup, self.stones).foul_reasons(move)
        ):
            return replace(self, outcome=Outcome(Player.SECOND, "foul"))
        if EMPTY not in self.stones:
            return replace(self, outcome=Outcome(None, "board_full"))
        return self

    def fouls(self) -> dict[Move, tuple[str, ...]]:
        """See ``Position.fouls``; only Black commits them, and only in renju."""
        if self.outcome is not None or self.to_move is not Player.FIRST:
            return {}
        return renju.find_fouls(self.setup, self.stones) if self._is_renju else {}

    @property
    def _is_renju(self) -> bool:
        return self.setup.option("rule") == RENJU

    def cell_name(self, move: Move) -> str:
        """See ``Position.cell_name``."""
        return cell_name(self.setup, move)

    def kernel_state(self) -> KernelState:
        """See ``Position.kernel_state``."""
        from engine.games.gomoku.rules.kernels import state  # noqa: PLC0415

        return state.make_state(self)


def cell_name(setup: GameSetup, move: Move) -> str:
    """Return column letter and row number, rows from the bottom, or a choice."""
    choice = swap2.choice_name(setup, move)
    if choice is not None:
        return choice
    row, column = divmod(move, setup.width)
    return f"{format_column(column)}{setup.height - row}"
