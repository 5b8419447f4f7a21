"""What is kept of a game while it is played, to be learned from once it is over."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.core.game import GameSetup, Position
from engine.core.types import Move, Player
from engine.games import get_game
from engine.search.evaluation import NO_LAST_MOVE
from engine.training.learning.samples import Samples
from engine.training.run.settings import GamesSettings

DECIDED_TIMES = 3
"""Values in a row beyond ``resign_at`` that end a game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """One searched position."""

    position: Position
    """What was searched."""

    policy: npt.NDArray[np.float32]
    """``[N]``: what the search made of the cells; sums to 1."""

    value: float
    """What it thought, for the side to move."""


class GameLog:
    """The lessons of a game, and whether it is as good as over.

    Args:
        games: How games are played.
        number: The game's.
        must_end: Whether it goes on to the very end.
    """

    def __init__(self, games: GamesSettings, number: int, *, must_end: bool) -> None:
        self.number = number
        self.lessons: list[Lesson] = []
        self._resign_at = games.resign_at
        self._must_end = must_end
        self.sure = 0
        """Values in a row beyond ``resign_at``."""

        self._conceded: Player | None = None

    def learn(self, lesson: Lesson) -> None:
        """Keep a lesson."""
        self.lessons.append(lesson)

    def learn_again(self, samples: Samples, moves: Iterable[int]) -> None:
        """Keep what the game had taught before, when these were its moves.

        A lesson of the last position is left out: its move was not played yet.
        """
        position = get_game(samples.setup.game).new_position(samples.setup)
        passed: dict[tuple[bytes, Player], Position] = {}
        for move in moves:
            passed[bytes(position.stones), position.to_move] = position
            position = position.play(Move(move))
        for row in range(len(samples)):
            side = Player(int(samples.to_move[row]))
            stones = mover_view(samples.cells[row], side).tobytes()
            searched = passed.get((stones, side))
            if searched is not None:
                policy, value = samples.policy[row], float(samples.value[row])
                self.learn(Lesson(position=searched, policy=policy, value=value))

    def hear(self, position: Position, value: float) -> None:
        """Take note of what a search thinks; ``value`` is for the side to move."""
        is_sure = abs(value) >= self._resign_at
        self.sure = self.sure + 1 if is_sure else 0
        if self.sure == DECIDED_TIMES and not self._must_end:
            side = position.to_move
            self._conceded = side if value > 0 else side.opponent

    def is_over(self, position: Position) -> bool:
        """Say whether the game ends here, by the rules or as good as decided."""
        return position.outcome is not None or self._conceded is not None

    def winner(self, position: Position) -> Player | None:
        """Return who has won a game that is over; ``None`` for a draw."""
        if self._conceded is not None:
            return self._conceded
        return None if position.outcome is None else position.outcome.winner

    def samples(self, winner: Player | None) -> Samples:
        """Return the lessons with the result; there is at least one."""
        found = self.lessons
        sides = [lesson.position.to_move for lesson in found]
        results = [
            0 if winner is None else 1 if side is winner else -1 for side in sides
        ]
        last = [lesson.position.last_cell for lesson in found]
        return Samples(
            setup=found[0].position.setup,
            cells=np.stack([mover_cells(lesson.position) for lesson in found]),
            to_move=np.array(sides, np.int8),
            last_move=np.array(
                [NO_LAST_MOVE if cell is None else cell for cell in last], np.int16
            ),
            policy=np.stack([lesson.policy for lesson in found]),
            value=np.array([lesson.value for lesson in found], np.float32),
            result=np.array(results, np.float32),
            game=np.full(len(found), self.number, np.int32),
        )


def mover_cells(position: Position) -> npt.NDArray[np.int8]:
    """Return the cells seen by the side to move: 0 empty, 1 own, 2 the other's."""
    return mover_view(np.frombuffer(position.stones, np.int8), position.to_move)


def mover_view(stones: npt.NDArray[np.int8], side: Player) -> npt.NDArray[np.int8]:
    """Return stones of colours as own and the other's for ``side``, or the reverse."""
    if side is Player.FIRST:
        return stones.copy()
    return np.array([0, 2, 1], np.int8)[stones]


def replayed(setup: GameSetup, moves: Iterable[int]) -> Position:
    """Return the position after moves from the empty board."""
    position = get_game(setup.game).new_position(setup)
    for move in moves:
        position = position.play(Move(move))
    return position


def random_opening(
    games: GamesSettings, setup: GameSetup, rng: random.Random
) -> Position:
    """Return a position after a few random stones that goes on."""
    while True:
        position = get_game(setup.game).new_position(setup)
        for _ in range(rng.randint(*games.opening_plies)):
            if position.outcome is None:
                position = position.play(_random_cell(games, position, rng))
        if position.outcome is None:
            return position


def _random_cell(games: GamesSettings, position: Position, rng: random.Random) -> Move:
    setup, reach = position.setup, games.opening_reach
    cells = [move for move in position.legal_moves() if move < setup.cell_count]
    if reach > 0:
        stones = [cell for cell, stone in enumerate(position.stones) if stone]
        near = stones or [setup.cell_count // 2]
        cells = [c for c in cells if _distance(setup, c, near) <= reach] or cells
    return rng.choice(cells)


def _distance(setup: GameSetup, cell: int, others: list[int]) -> int:
    """Return the rows or columns between a cell and the nearest of others."""
    row, column = divmod(cell, setup.width)
    return min(
        max(abs(row - other // setup.width), abs(column - other % setup.width))
        for other in others
    )
