"""Gomoku as a readable value: H x W crossings, a line of n stones wins."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.core.errors import IllegalMoveError
from engine.core.game import (
    Game,
    GameSetup,
    KernelState,
    Option,
    Position,
    column_letters,
    split_cell_name,
)
from engine.core.geometry import BoardLayout
from engine.core.types import EMPTY, Move, Outcome, Player
from engine.games.gomoku import layout

FREESTYLE = "freestyle"
"""A line of n or more stones wins."""

EXACT = "exact"
"""Only a line of exactly n stones wins."""

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
"""Row and column steps along a row, a column and the two diagonals."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GomokuPosition(Position):
    """See ``Position``."""

    def judged_at(self, move: Move) -> Position:
        """See ``Position.judged_at``."""
        winner = Player(self.stones[move])
        line = self._winning_line(move)
        if line:
            outcome = Outcome(winner, "line")
            return replace(self, outcome=outcome, winning_cells=line)
        if EMPTY not in self.stones:
            return replace(self, outcome=Outcome(None, "board_full"))
        return self

    def _winning_line(self, move: Move) -> tuple[Move, ...]:
        needed = int(self.setup.option("line_length"))
        exact = self.setup.option("rule") == EXACT
        for row_step, column_step in DIRECTIONS:
            line = [
                *reversed(self._run_from(move, -row_step, -column_step)),
                move,
                *self._run_from(move, row_step, column_step),
            ]
            if len(line) == needed or (len(line) > needed and not exact):
                return tuple(line)
        return ()

    def _run_from(self, move: Move, row_step: int, column_step: int) -> list[Move]:
        """Return the stones of the same colour that follow ``move`` in a direction."""
        height, width = self.setup.height, self.setup.width
        row, column = divmod(move, width)
        run: list[Move] = []
        while True:
            row += row_step
            column += column_step
            if not (0 <= row < height and 0 <= column < width):
                return run
            if self.stones[row * width + column] != self.stones[move]:
                return run
            run.append(Move(row * width + column))

    def cell_name(self, move: Move) -> str:
        """See ``Position.cell_name``."""
        return cell_name(self.setup, move)

    def kernel_state(self) -> KernelState:
        """See ``Position.kernel_state``."""
        from engine.games.gomoku.kernels import state_of  # noqa: PLC0415

        return state_of(self)


class Gomoku(Game):
    """The rules that can be chosen for a game of Gomoku."""

    name = "gomoku"
    sides = ("black", "white")
    smallest_side = 5
    largest_side = 22
    default_side = 15
    common_sides = (9, 13, 15, 19, 20)
    options = (
        Option("rule", (FREESTYLE, EXACT), FREESTYLE),
        Option("line_length", ("4", "5", "6"), "5"),
    )

    def unjudged_position(
        self, setup: GameSetup, *, stones: bytes, to_move: Player
    ) -> Position:
        """See ``Game.unjudged_position``."""
        return GomokuPosition(setup=setup, stones=stones, to_move=to_move)

    def layout(self, setup: GameSetup) -> BoardLayout:
        """See ``Game.layout``."""
        return layout.crossings(setup.height, setup.width)

    def cell_name(self, setup: GameSetup, move: Move) -> str:
        """Return column letter and row number, rows counted from the bottom."""
        return cell_name(setup, move)

    def parse_cell(self, setup: GameSetup, text: str) -> Move:
        """See ``Game.parse_cell``."""
        parts = split_cell_name(text)
        if parts is not None:
            column, row_number = parts
            if 0 <= column < setup.width and 1 <= row_number <= setup.height:
                return Move((setup.height - row_number) * setup.width + column)
        last = column_letters(setup.width - 1)
        raise IllegalMoveError(
            f"Expected a cell from a1 to {last}{setup.height}, got {text!r}."
        )


def cell_name(setup: GameSetup, move: Move) -> str:
    """Return column letter and row number, rows counted from the bottom."""
    row, column = divmod(move, setup.width)
    return f"{column_letters(column)}{setup.height - row}"
