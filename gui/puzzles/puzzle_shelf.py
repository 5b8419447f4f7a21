"""Puzzles by game and group, and which of them are solved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.puzzles.puzzle import Puzzle
from gui.settings.settings import Settings
from gui.settings.solved_puzzles import SOLVED_PUZZLES


@dataclass(frozen=True, slots=True)
class Group:
    """Puzzles of one game and group, in their order."""

    game: str
    """Name of the game."""

    number: int
    """See ``Puzzle.group``."""

    puzzles: tuple[Puzzle, ...] = field(compare=False)
    """At least one."""

    is_last: bool = False
    """Whether it is the last group of its game."""


class PuzzleShelf:
    """Puzzles in groups; remembers those that were solved.

    Args:
        puzzles: Puzzles of all games.
        settings: Where the solved ones are kept.
    """

    def __init__(self, puzzles: Sequence[Puzzle], settings: Settings) -> None:
        self._settings = settings
        self.groups = _list_groups(puzzles)
        """The groups that have puzzles, the easiest of each game first."""

    def is_solved(self, puzzle: Puzzle) -> bool:
        """Return whether a puzzle was solved without help."""
        return puzzle.name in self._settings[SOLVED_PUZZLES]

    def mark_solved(self, puzzle: Puzzle) -> None:
        """Remember that a puzzle was solved."""
        self._settings[SOLVED_PUZZLES] = self._settings[SOLVED_PUZZLES] | {puzzle.name}

    def count_solved(self, group: Group) -> int:
        """Return the number of solved puzzles of a group."""
        return sum(map(self.is_solved, group.puzzles))

    def find_open(self, group: Group) -> int:
        """Return the index of the first puzzle that is not solved, or 0."""
        open_ones = (
            n for n, one in enumerate(group.puzzles) if not self.is_solved(one)
        )
        return next(open_ones, 0)

    def first_group(self, game: str) -> int:
        """Return the index of the first group of a game with open puzzles, or 0."""
        own = [n for n, group in enumerate(self.groups) if group.game == game]
        for number in own:
            group = self.groups[number]
            if self.count_solved(group) < len(group.puzzles):
                return number
        return own[0] if own else 0


def _list_groups(puzzles: Sequence[Puzzle]) -> tuple[Group, ...]:
    found: dict[tuple[str, int], list[Puzzle]] = {}
    for puzzle in puzzles:
        found.setdefault((puzzle.start.setup.game, puzzle.group), []).append(puzzle)
    last = {game: max(n for name, n in found if name == game) for game, _ in found}
    return tuple(
        Group(game, number, tuple(ones), is_last=number == last[game])
        for (game, number), ones in found.items()
    )
