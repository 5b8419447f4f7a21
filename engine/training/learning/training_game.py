"""Samples of a training game, collected while it is played, and its resignation."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.core.game import GameSetup, Position
from engine.core.types import Move, Player
from engine.games import get_game
from engine.search.evaluation import NO_LAST_MOVE, relative_cells, relative_stones
from engine.training.learning.samples import Samples
from engine.training.run.game_settings import GamesSettings

DECIDED_TIMES = 3
"""Number of values in a row beyond ``resign_threshold``, all for the same side, that
end a game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionSample:
    """One searched position with ``N`` cells, without the game's result."""

    position: Position
    """The position."""

    policy: npt.NDArray[np.float32]
    """``[N]``: policy label of each cell; sums to 1, or to 0 without a label."""

    value: float
    """Value of the search in [-1, 1], for the side to move."""


class TrainingGame:
    """A game for training: its samples, and its end by rules or resignation.

    Args:
        games: Settings of the games.
        number: Number of the game in its run.
        plays_to_end: Whether the game has no resignation.
    """

    def __init__(
        self, games: GamesSettings, number: int, *, plays_to_end: bool
    ) -> None:
        self.number = number
        self.position_samples: list[PositionSample] = []
        self._resign_threshold = games.resign_threshold
        self._must_end = plays_to_end
        self.decided_count = 0
        """Values in a row beyond ``resign_threshold`` for ``leader``."""

        self.leader: Player | None = None
        """Side that the last value is sure to win; ``None`` if it is not sure."""

        self._conceded: Player | None = None

    def add_sample(self, sample: PositionSample) -> None:
        """Keep a sample."""
        self.position_samples.append(sample)

    def restore_samples(self, samples: Samples, moves: Iterable[int]) -> None:
        """Add the samples of the game before an interruption.

        A sample of the last position is left out: its move was not played yet.

        Args:
            samples: Samples saved with the game.
            moves: Moves of the game so far.
        """
        position = get_game(samples.setup.game).new_position(samples.setup)
        passed: dict[tuple[bytes, Player], Position] = {}
        for move in moves:
            passed[bytes(position.stones), position.to_move] = position
            position = position.play(Move(move))
        for row in range(len(samples)):
            side = Player(int(samples.to_move[row]))
            stones = relative_stones(samples.cells[row], side).tobytes()
            searched = passed.get((stones, side))
            if searched is not None:
                policy, value = samples.policy[row], float(samples.value[row])
                self.add_sample(
                    PositionSample(position=searched, policy=policy, value=value)
                )

    def add_value(self, position: Position, value: float) -> None:
        """Add the value of a search, for the side to move; it may end the game."""
        side = position.to_move
        leader = None
        if abs(value) >= self._resign_threshold:
            leader = side if value > 0 else side.opponent
        if leader is not self.leader:
            self.leader, self.decided_count = leader, 0
        if leader is not None:
            self.decided_count += 1
        if self.decided_count == DECIDED_TIMES and not self._must_end:
            self._conceded = leader

    def is_over(self, position: Position) -> bool:
        """Return whether the game has ended, by the rules or by resignation."""
        return position.outcome is not None or self._conceded is not None

    def winner(self, position: Position) -> Player | None:
        """Return the winner of a finished game; ``None`` for a draw."""
        if self._conceded is not None:
            return self._conceded
        return None if position.outcome is None else position.outcome.winner

    def samples(self, winner: Player | None) -> Samples:
        """Return the samples with the game's result; there must be at least one."""
        found = self.position_samples
        sides = [sample.position.to_move for sample in found]
        results = [
            0 if winner is None else 1 if side is winner else -1 for side in sides
        ]
        last = [sample.position.last_cell for sample in found]
        return Samples(
            setup=found[0].position.setup,
            cells=np.stack([relative_cells(sample.position) for sample in found]),
            to_move=np.array(sides, np.int8),
            last_move=np.array(
                [NO_LAST_MOVE if cell is None else cell for cell in last], np.int16
            ),
            policy=np.stack([sample.policy for sample in found]),
            value=np.array([sample.value for sample in found], np.float32),
            result=np.array(results, np.float32),
            game=np.full(len(found), self.number, np.int32),
        )


def replay_moves(setup: GameSetup, moves: Iterable[int]) -> Position:
    """Return the position after moves from the empty board."""
    position = get_game(setup.game).new_position(setup)
    for move in moves:
        position = position.play(Move(move))
    return position


def play_random_opening(
    games: GamesSettings, setup: GameSetup, rng: random.Random
) -> Position:
    """Return an unfinished position after a few random stones."""
    while True:
        position = get_game(setup.game).new_position(setup)
        for _ in range(rng.randint(*games.opening_plies)):
            if position.outcome is None:
                position = position.play(_random_cell(games, position, rng))
        if position.outcome is None:
            return position


def _random_cell(games: GamesSettings, position: Position, rng: random.Random) -> Move:
    setup, reach = position.setup, games.opening_distance
    cells = [move for move in position.legal_moves() if move < setup.cell_count]
    if reach > 0:
        stones = [cell for cell, stone in enumerate(position.stones) if stone]
        middle = setup.height // 2 * setup.width + setup.width // 2
        near = stones or [middle]
        cells = [c for c in cells if _distance(setup, c, near) <= reach] or cells
    return rng.choice(cells)


def _distance(setup: GameSetup, cell: int, others: list[int]) -> int:
    """Return the distance of a cell from the nearest of others (maximum norm)."""
    row, column = divmod(cell, setup.width)
    return min(
        max(abs(row - other // setup.width), abs(column - other % setup.width))
        for other in others
    )
