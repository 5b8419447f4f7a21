"""Readable rules of Gomoku: H x W crossings, a line of n stones wins."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.core.game import GameSetup, KernelState, Position
from engine.core.types import EMPTY, Move, Outcome, Player
from engine.games.gomoku.rules import renju
from engine.games.gomoku.rules.constants import RENJU
from engine.games.gomoku.rules.lines import winning_row
from engine.games.gomoku.rules.notation import format_cell
from engine.games.gomoku.rules.openings import choices
from engine.games.gomoku.rules.openings.rules import find_state, objection_to_choice


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
        return find_state(self).decider or self.get_seat(self.to_move)

    @property
    def has_fixed_colours(self) -> bool:
        """See ``Position.has_fixed_colours``."""
        return find_state(self).has_fixed_colours

    @property
    def offered_cells(self) -> tuple[Move, ...]:
        """See ``Position.offered_cells``; the fifth moves of an opening."""
        return find_state(self).offered

    def get_seat(self, colour: Player) -> Player:
        """See ``Position.get_seat``; an opening begins with ``FIRST`` as Black."""
        black = find_state(self).black
        return black if colour is Player.FIRST else black.opponent

    def legal_moves(self) -> list[Move]:
        """See ``Position.legal_moves``; an opening may leave few cells."""
        cells = find_state(self).cells
        if cells is None:
            return Position.legal_moves(self)
        empty = sorted(cell for cell in cells if self.stones[cell] == EMPTY)
        return empty + self.special_moves()

    def special_moves(self) -> list[Move]:
        """See ``Position.special_moves``; the choices of an opening."""
        return list(find_state(self).choices)

    def move_on(self, cell: Move) -> Move:
        """See ``Position.move_on``; a fifth move that is offered, or the cell."""
        if find_state(self).offers_left and cell < self.setup.cell_count:
            return choices.offer(self.setup, cell)
        return cell

    def cell_of(self, move: Move) -> Move | None:
        """See ``Position.cell_of``."""
        offered = choices.offered_cell(self.setup, move)
        return Position.cell_of(self, move) if offered is None else offered

    def objection_to(self, move: Move) -> str | None:
        """See ``Position.objection_to``."""
        if move >= len(self.stones) and choices.is_choice(self.setup, move):
            return objection_to_choice(self, move)
        objection = Position.objection_to(self, move)
        if objection is not None:
            return objection
        state = find_state(self)
        is_free = state.cells is None or move in state.cells
        return None if is_free else state.objection

    def play(self, move: Move) -> Position:
        """See ``Position.play``; a choice puts no stone and leaves the turn."""
        is_stone = move < len(self.stones)
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
    special = choices.special_move(setup, move)
    return format_cell(setup, move) if special is None else special.name
