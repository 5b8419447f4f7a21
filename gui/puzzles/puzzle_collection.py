"""Puzzles by game and group, and which of them are solved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.puzzles.puzzle import Puzzle
from gui.settings.settings import Settings
from gui.settings.solved_puzzles import SOLVED_PUZZLES


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzleGroup:
    """Puzzles of one game and one difficulty, in their order."""

    game: str
    """Name of the game."""

    number: int
    """See ``Puzzle.group``."""

    puzzles: tuple[Puzzle, ...] = field(compare=False)
    """At least one."""

    is_last: bool = False
    """Whether it is the last group of its game."""


class PuzzleCollection:
    """The puzzles in groups, and a record of those that are solved.

    Args:
        puzzles: Puzzles of all games.
        settings: Storage of the names of solved puzzles.
    """

    def __init__(self, puzzles: Sequence[Puzzle], settings: Settings) -> None:
        self._settings = settings
        self.groups = _list_groups(puzzles)
        """The groups, the easiest of each game first; none is empty."""

    def is_solved(self, puzzle: Puzzle) -> bool:
        """Return whether a puzzle has been solved without help."""
        return puzzle.name in self._settings[SOLVED_PUZZLES]

    def mark_solved(self, puzzle: Puzzle) -> None:
        """Store that a puzzle is solved."""
        self._settings[SOLVED_PUZZLES] = self._settings[SOLVED_PUZZLES] | {puzzle.name}

    def count_solved(self, group: PuzzleGroup) -> int:
        """Return the number of solved puzzles of a group."""
        return sum(map(self.is_solved, group.puzzles))

    def find_unsolved_puzzle(self, group: PuzzleGroup) -> int:
        """Return the index of the first unsolved puzzle of a group, or 0."""
        unsolved = (
            index
            for index, puzzle in enumerate(group.puzzles)
            if not self.is_solved(puzzle)
        )
        return next(unsolved, 0)

    def find_unsolved_group(self, game: str) -> int:
        """Return the index of a game's first group with an unsolved puzzle.

        If all are solved, it is the game's first group; without any group it is 0.
        """
        own = [index for index, group in enumerate(self.groups) if group.game == game]
        unsolved = (
            index
            for index in own
            if self.count_solved(self.groups[index]) < len(self.groups[index].puzzles)
        )
        return next(unsolved, own[0] if own else 0)


def _list_groups(puzzles: Sequence[Puzzle]) -> tuple[PuzzleGroup, ...]:
    found: dict[tuple[str, int], list[Puzzle]] = {}
    for puzzle in puzzles:
        found.setdefault((puzzle.start.setup.game, puzzle.group), []).append(puzzle)
    last: dict[str, int] = {}
    for game, number in found:
        last[game] = max(number, last.get(game, number))
    return tuple(
        PuzzleGroup(
            game=game,
            number=number,
            puzzles=tuple(own),
            is_last=number == last[game],
        )
        for (game, number), own in found.items()
    )
