"""An attempt to solve a puzzle, one own move after the other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from engine.core.game import Position
from engine.core.types import Move
from engine.puzzles.puzzle import Puzzle


class Verdict(Enum):
    """What a move of an attempt is worth."""

    GOES_ON = "goes-on"
    """It is the line's move; the opponent has answered."""

    SOLVED = "solved"
    """It is the last move of the line."""

    WINS_OTHERWISE = "wins-otherwise"
    """It wins as well, by another way."""

    WRONG = "wrong"
    """It does not win."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """Attempt at a puzzle; right moves and their answers lie on the board."""

    puzzle: Puzzle
    """The puzzle."""

    ply: int = 0
    """Number of moves of the line that were played."""

    other_win: Move | None = None
    """The move that won in place of the line's, if one did."""

    @property
    def position(self) -> Position:
        """The position on the board."""
        position = self.puzzle.start
        for move in self.puzzle.line[: self.ply]:
            position = position.play(move)
        return position if self.other_win is None else position.play(self.other_win)

    @property
    def is_solved(self) -> bool:
        """Whether the win is found."""
        return self.other_win is not None or self.ply == len(self.puzzle.line)

    @property
    def remaining_line(self) -> tuple[Move, ...]:
        """The rest of the line from the position on the board."""
        return () if self.is_solved else self.puzzle.line[self.ply :]

    def play(self, move: Move) -> tuple[Attempt, Verdict]:
        """Return the attempt after an own move and its answer, and the verdict.

        A wrong move, and any after the end, changes nothing.
        """
        if self.is_solved or move not in self.puzzle.wins[self.ply // 2]:
            return self, Verdict.WRONG
        if move != self.puzzle.line[self.ply]:
            return replace(self, other_win=move), Verdict.WINS_OTHERWISE
        ply = min(self.ply + 2, len(self.puzzle.line))
        after = replace(self, ply=ply)
        return after, Verdict.SOLVED if after.is_solved else Verdict.GOES_ON
