"""Self-play: many games of networks in lock-step, as training samples."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from itertools import chain

import numpy as np
import numpy.typing as npt

from engine.core.game import GameSetup, Position
from engine.core.types import Move, Player
from engine.games import get_game
from engine.search.evaluation import Evaluator
from engine.search.puct.batched.batched_search import BatchedSearch
from engine.search.puct.batched.slot_search import Task
from engine.search.puct.gumbel import improve_policy
from engine.search.puct.kernels.edge_tree import FIRST_EDGES
from engine.search.puct.puct_settings import LEAST_EDGES, PuctRules, PuctSettings
from engine.search.puct.root import Root, RootStatistics
from engine.training.learning.samples import Samples
from engine.training.learning.training_game import (
    PositionSample,
    TrainingGame,
    play_random_opening,
    replay_moves,
)
from engine.training.run.game_settings import PlaySettings
from engine.training.self_play.engine_opponent import EngineOpponent
from engine.training.self_play.labeller import Labeller

POOL_FACTOR = 4
"""Size of a tree's node and edge pools relative to the simulations of a search."""

WARM_UP_SIMULATIONS = 16
"""Simulations that run every kernel once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnfinishedGame:
    """An unfinished game, as stored on disk."""

    number: int
    """Number of the game in its run."""

    moves: tuple[int, ...]
    """Moves from the empty board, including random ones."""

    searched: int
    """Number of searched moves."""

    decided_count: int
    """Number of values in a row beyond ``resign_threshold`` for ``leader``."""

    leader: Player | None
    """Side that the last value is sure to win; ``None`` if it is not sure."""

    samples: Samples | None
    """Samples of the game so far."""


class _SelfPlayGame(TrainingGame):
    """A game in progress.

    Args:
        play: Settings of self-play.
        number: Number of the game in its run.
        position: First position to search.
        plays_to_end: Whether the game has no resignation.
    """

    def __init__(
        self, play: PlaySettings, number: int, position: Position, *, plays_to_end: bool
    ) -> None:
        super().__init__(play, number, plays_to_end=plays_to_end)
        self.position = position
        self.searched = 0
        """Number of searched moves."""

        self.is_full = True
        """Whether the current search is a full one."""

        self.is_sampled = True
        """Whether its position is trained on."""


def make_puct_settings(play: PlaySettings, cell_count: int) -> PuctSettings:
    """Return the search settings of self-play."""
    visited = POOL_FACTOR * play.simulations + 8
    # A node has more than its first edges only when so many nodes follow it, and with
    # evaluates_children a node and an edge for each of its moves.
    crowded = visited if play.evaluates_children else visited // FIRST_EDGES + 1
    rules = {rule.name: getattr(play, rule.name) for rule in fields(PuctRules)}
    return PuctSettings(
        **rules,
        batch=1,
        pool_edges=max(visited * FIRST_EDGES + crowded * cell_count, LEAST_EDGES),
        pool_nodes=visited * (cell_count if play.evaluates_children else 1),
        pool_policies=2 * visited,
    )


class SelfPlay:
    """Player of games of one setup in lock-step.

    Args:
        play: Settings of self-play.
        setup: Game, size and rules.
        evaluators: Evaluator of the newest network, then those of its opponents; alone,
            it plays against itself.
        seed: Random seed of the run.
    """

    def __init__(
        self,
        play: PlaySettings,
        setup: GameSetup,
        evaluators: Sequence[Evaluator],
        *,
        seed: int,
    ) -> None:
        self._play = play
        self._setup = setup
        self._seed = seed
        self._opponent_count = len(evaluators) - 1
        self._games: dict[int, _SelfPlayGame] = {}
        self._labels = play.policy_labels
        self._labeller: Labeller | None = None
        if play.label_engine:
            self._labeller = Labeller(play, setup.game, seed=seed)
        self._engine: EngineOpponent | None = None
        if play.opponent:
            self._engine = EngineOpponent(play, setup)
        self._searches = BatchedSearch(
            get_game(setup.game).new_position(setup),
            evaluators,
            make_puct_settings(play, setup.cell_count),
            size=play.parallel_games,
            threads=play.threads,
            seed=seed,
        )

    @property
    def evaluations(self) -> int:
        """Number of positions that the networks have evaluated."""
        return self._searches.leaves

    def run(
        self, numbers: Sequence[int], kept: Sequence[UnfinishedGame] = ()
    ) -> Iterator[Samples | None]:
        """Play games; yield the samples of each finished one, and ``None`` in between.

        The caller may stop at any time and save ``unfinished_games``.

        Args:
            numbers: Numbers of the games, which determine their randomness.
            kept: Games among them to resume.
        """
        resumed = {game.number: game for game in kept}
        waiting = chain(
            (n for n in numbers if n in resumed),
            (n for n in numbers if n not in resumed),
        )
        for slot in range(self._play.parallel_games):
            self._start_next_game(slot, waiting, resumed)
        while self._games:
            yield None
            for slot in self._play_moves():
                game = self._games[slot]
                if game.is_over(game.position):
                    yield self._samples(game)
                    self._start_next_game(slot, waiting, resumed)
                else:
                    self._search(slot, game)

    def _play_moves(self) -> Iterator[int]:
        """Play the moves that are found next; yield the slot of each."""
        if self._engine is not None:
            for slot in self._engine.take_slots():
                self._move_engine(self._games[slot], self._engine)
                yield slot
        for slot in self._searches.advance():
            self._move_network(slot, self._games[slot])
            yield slot

    def _samples(self, game: _SelfPlayGame) -> Samples:
        """Return the samples of a finished game."""
        if self._labeller is not None:
            game.position_samples = self._labeller.label(game.position_samples)
        return game.samples(game.winner(game.position))

    def close(self) -> None:
        """End the threads; no search may be running."""
        self._searches.close()

    def unfinished_games(self) -> list[UnfinishedGame]:
        """Return the unfinished games, without a game yielded just now."""
        return [
            UnfinishedGame(
                number=game.number,
                moves=tuple(map(int, game.position.history)),
                searched=game.searched,
                decided_count=game.decided_count,
                leader=game.leader,
                samples=game.samples(None) if game.position_samples else None,
            )
            for game in self._games.values()
            if not game.is_over(game.position)
        ]

    def _start_next_game(
        self, slot: int, waiting: Iterator[int], resumed: dict[int, UnfinishedGame]
    ) -> None:
        """Start or resume the next game in a slot, if there is one."""
        self._games.pop(slot, None)
        self._searches.clear(slot)
        number = next(waiting, None)
        if number is None:
            return
        rng = random.Random(f"{self._seed} {number}")
        position = play_random_opening(self._play, self._setup, rng)
        plays_to_end = rng.random() < self._play.no_resign_share
        game = _SelfPlayGame(self._play, number, position, plays_to_end=plays_to_end)
        if number in resumed:
            self._resume(game, resumed[number])
        self._games[slot] = game
        self._search(slot, game)

    def _resume(self, game: _SelfPlayGame, kept: UnfinishedGame) -> None:
        game.position = replay_moves(self._setup, kept.moves)
        game.searched = kept.searched
        game.decided_count, game.leader = kept.decided_count, kept.leader
        if kept.samples is not None:
            game.restore_samples(kept.samples, kept.moves)

    def _search(self, slot: int, game: _SelfPlayGame) -> None:
        play, rng = self._play, self._new_rng(game)
        if self._engine is not None and not self._is_newest_to_move(game):
            self._searches.clear(slot)
            self._engine.add_slot(slot)
            return
        # The first search is always a full one, so every game has a sample.
        game.is_full = game.searched == 0 or rng.random() < play.full_search_share
        task = Task(
            position=game.position,
            simulations=play.simulations if game.is_full else play.quick_simulations,
            evaluator=self._choose_evaluator(game),
            has_noise=game.is_full,
            considered=play.considered_moves,
            seed=rng.getrandbits(31),
        )
        game.is_sampled = game.is_full or rng.random() < play.quick_sample_share
        self._searches.start(slot, task)

    def _new_rng(self, game: _SelfPlayGame) -> random.Random:
        """Return the source of randomness of the next search of a game."""
        return random.Random(f"{self._seed} {game.number} {game.searched}")

    def _is_newest_to_move(self, game: _SelfPlayGame) -> bool:
        """Return whether the newest network is to move, and not its opponent."""
        is_second = game.position.to_move is Player.SECOND
        return int(is_second) == game.number & 1

    def _choose_evaluator(self, game: _SelfPlayGame) -> int:
        """Return the index of the evaluator to move: the newest, or an earlier one.

        Each earlier network plays two games in a row, with colours exchanged.
        """
        if self._opponent_count == 0 or self._is_newest_to_move(game):
            return 0
        return 1 + game.number // 2 % self._opponent_count

    def _move_engine(self, game: _SelfPlayGame, engine: EngineOpponent) -> None:
        """Search with the engine, add the sample, and play the move."""
        move, sample = engine.search(game.position, self._new_rng(game))
        game.add_sample(sample)
        self._play_move(game, move, sample.value)

    def _move_network(self, slot: int, game: _SelfPlayGame) -> None:
        """Add the sample of a finished search, and play its move."""
        search = self._searches.get_search(slot)
        root, halving = search.root, search.halving
        move, value = root.choice(by_chance=True)
        if halving is not None:
            halving.rank(root.statistics(halving.left))
            move = halving.moves[0]
        if game.is_sampled:
            policy = np.zeros(self._setup.cell_count, np.float32)
            if game.is_full:
                policy = self._label_policy(root, move, is_gumbel=halving is not None)
            game.add_sample(
                PositionSample(position=game.position, policy=policy, value=value)
            )
        self._play_move(game, move, value)

    def _label_policy(
        self, root: Root, move: Move, *, is_gumbel: bool
    ) -> npt.NDArray[np.float32]:
        """Return the policy labels of a finished search by cell."""
        statistics = root.statistics()
        if is_gumbel:
            shares = improve_policy(statistics)
        else:
            shares = self._labels.shares(statistics.visits, statistics.values)
        return make_cell_policy(self._setup, statistics, shares, move)

    def _play_move(self, game: _SelfPlayGame, move: Move, value: float) -> None:
        """Note the value of the position, and play unless the game is over."""
        game.add_value(game.position, value)
        game.searched += 1
        if not game.is_over(game.position):
            game.position = game.position.play(move)


def compile_self_play(
    play: PlaySettings, setup: GameSetup, evaluator: Evaluator
) -> None:
    """Compile the kernels of self-play by a few moves of two games.

    Args:
        play: Settings of self-play.
        setup: Game, size and rules.
        evaluator: Evaluator of the run's network, with any weights.
    """
    few = min(WARM_UP_SIMULATIONS, play.simulations)
    tiny = replace(play, parallel_games=2, simulations=few, quick_simulations=few)
    games = SelfPlay(tiny, setup, [evaluator], seed=0)
    for _ in games.run(range(2)):
        if any(game.searched > 1 for game in games.unfinished_games()):
            break
    games.close()


def make_cell_policy(
    setup: GameSetup,
    statistics: RootStatistics,
    shares: npt.NDArray[np.float64],
    move: Move,
) -> npt.NDArray[np.float32]:
    """Return the policy labels by cell, ``[N]``; they sum to 1.

    Without shares, as after a proof without visits, ``move`` has the label 1.
    """
    policy = np.zeros(setup.cell_count, np.float64)
    is_cell = statistics.moves < setup.cell_count
    policy[statistics.moves[is_cell]] = shares[is_cell]
    if policy.sum() <= 0:
        cell = move if move < setup.cell_count else int(statistics.moves[is_cell][0])
        policy[cell] = 1
    found: npt.NDArray[np.float32] = (policy / policy.sum()).astype(np.float32)
    return found
