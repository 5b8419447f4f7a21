"""Games of networks against themselves, many at once, as samples to learn from."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np
import numpy.typing as npt

from engine.core.game import GameSetup, Position
from engine.core.types import Move, Player
from engine.games import get_game
from engine.search.evaluation import Evaluator
from engine.search.puct.batched.batched_search import Forest, Task
from engine.search.puct.gumbel import improved_policy
from engine.search.puct.kernels.edge_tree import FIRST_EDGES
from engine.search.puct.puct_settings import LEAST_EDGES, GuidedSettings
from engine.search.puct.root import RootFigures
from engine.training.learning.game_samples import (
    GameLog,
    Lesson,
    random_opening,
    replayed,
)
from engine.training.learning.samples import Samples
from engine.training.run.settings import PlaySettings
from engine.training.self_play.labeller import Labeller

ROOM = 4
"""Positions and edges a tree has room for, in multiples of what a search grows."""

PREPARING_SIMULATIONS = 16
"""Enough for every kernel to run once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenGame:
    """A game under way, as it is kept on disk."""

    number: int
    """The game's number in its run."""

    moves: tuple[int, ...]
    """Its moves from the empty board, the random ones included."""

    searched: int
    """Moves that were searched."""

    sure: int
    """Values in a row that decided it."""

    lessons: Samples | None
    """What it has taught so far."""


@dataclass(slots=True)
class _Game:
    """A game at work."""

    log: GameLog
    position: Position
    searched: int = 0
    is_full: bool = True


def guided_settings(play: PlaySettings, cell_count: int) -> GuidedSettings:
    """Return how the trees of self-play grow."""
    visited = ROOM * play.simulations + 8
    # A node has more than its first edges only when so many nodes follow it, and with
    # judges_moves a node and an edge for each of its moves.
    crowded = visited if play.judges_moves else visited // FIRST_EDGES + 1
    return GuidedSettings(
        batch=1,
        formula=play.formula,
        exploration=play.exploration,
        mix=play.mix,
        counts_node=play.counts_node,
        first_play=play.first_play,
        first_play_is_relative=play.first_play_is_relative,
        judges_moves=play.judges_moves,
        plays_out=play.plays_out,
        proves=play.proves,
        judges_leaves=play.judges_leaves,
        plays_by_score=play.plays_by_score,
        noise_share=play.noise_share,
        noise_concentration=play.noise_concentration,
        temperature=play.temperature,
        halving_plies=play.halving_plies,
        symmetry=play.symmetry,
        pool_edges=max(visited * FIRST_EDGES + crowded * cell_count, LEAST_EDGES),
        pool_nodes=visited * (cell_count if play.judges_moves else 1),
        pool_policies=2 * visited,
    )


class SelfPlay:
    """Plays games of one setup in lock-step.

    Args:
        play: How.
        setup: Game, size and rules.
        evaluators: The newest network first; those that it plays against, if it does
            not play against itself.
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
        self._rivals = len(evaluators) - 1
        self._games: dict[int, _Game] = {}
        self._labels = play.policy_labels
        self._labeller: Labeller | None = None
        if play.labelled_by:
            self._labeller = Labeller(play, setup.game, seed=seed)
        self._forest = Forest(
            get_game(setup.game).new_position(setup),
            evaluators,
            guided_settings(play, setup.cell_count),
            size=play.games_at_once,
            threads=play.threads,
            seed=seed,
        )

    @property
    def judged(self) -> int:
        """Positions that the networks were asked so far."""
        return self._forest.leaves

    def run(
        self, numbers: Sequence[int], kept: Sequence[OpenGame] = ()
    ) -> Iterator[Samples | None]:
        """Play games; yield the samples of each that ends, and ``None`` in between.

        The caller may stop at any time and ask for ``open_games``.

        Args:
            numbers: Which games; what they are follows from their numbers.
            kept: Those of them that had begun before.
        """
        begun = {game.number: game for game in kept}
        waiting = chain(
            (n for n in numbers if n in begun), (n for n in numbers if n not in begun)
        )
        for place in range(self._play.games_at_once):
            self._seat(place, waiting, begun)
        while self._games:
            yield None
            for place in self._forest.advance():
                game = self._games[place]
                self._move(place, game)
                if game.log.is_over(game.position):
                    yield self._samples(game)
                    self._seat(place, waiting, begun)
                else:
                    self._search(place, game)

    def _samples(self, game: _Game) -> Samples:
        """Return the samples of a game that has ended."""
        log = game.log
        if self._labeller is not None:
            log.lessons = self._labeller.labelled(log.lessons)
        return log.samples(log.winner(game.position))

    def close(self) -> None:
        """End the threads; no search may be under way."""
        self._forest.close()

    def open_games(self) -> list[OpenGame]:
        """Return the games under way, without one that was yielded just now."""
        return [
            OpenGame(
                number=game.log.number,
                moves=tuple(map(int, game.position.history)),
                searched=game.searched,
                sure=game.log.sure,
                lessons=game.log.samples(None) if game.log.lessons else None,
            )
            for game in self._games.values()
            if not game.log.is_over(game.position)
        ]

    def _seat(
        self, place: int, waiting: Iterator[int], begun: dict[int, OpenGame]
    ) -> None:
        """Let the next game begin in a place, if there is one."""
        self._games.pop(place, None)
        self._forest.clear(place)
        number = next(waiting, None)
        if number is None:
            return
        rng = random.Random(f"{self._seed} {number}")
        position = random_opening(self._play, self._setup, rng)
        must_end = rng.random() < self._play.play_on_share
        game = _Game(GameLog(self._play, number, must_end=must_end), position)
        if number in begun:
            self._resume(game, begun[number])
        self._games[place] = game
        self._search(place, game)

    def _resume(self, game: _Game, kept: OpenGame) -> None:
        game.position = replayed(self._setup, kept.moves)
        game.searched = kept.searched
        game.log.sure = kept.sure
        if kept.lessons is not None:
            game.log.learn_again(kept.lessons, kept.moves)

    def _search(self, place: int, game: _Game) -> None:
        play, number = self._play, game.log.number
        rng = random.Random(f"{self._seed} {number} {game.searched}")
        # A game teaches something at least: its first search is a full one.
        game.is_full = game.searched == 0 or rng.random() < play.full_share
        task = Task(
            position=game.position,
            simulations=play.simulations if game.is_full else play.quick_simulations,
            evaluator=self._evaluator_for(game),
            has_noise=game.is_full,
            considered=play.considered if game.is_full else 0,
            seed=rng.getrandbits(31),
        )
        self._forest.plant(place, task)

    def _evaluator_for(self, game: _Game) -> int:
        """Return who moves: the newest network, or the earlier one of this game.

        Each earlier network has two games in turn, in which colours change.
        """
        if self._rivals == 0:
            return 0
        is_second = game.position.to_move is Player.SECOND
        is_newest = int(is_second) == game.log.number & 1
        return 0 if is_newest else 1 + game.log.number // 2 % self._rivals

    def _move(self, place: int, game: _Game) -> None:
        """Learn from a search that is done, and play its move."""
        run, halving = self._forest.run_at(place), self._forest.halving_at(place)
        move, value = run.root.choice(by_chance=True)
        if game.is_full:
            figures = run.root.figures()
            shares = self._labels.shares(figures.visits, figures.values)
            if halving is not None:
                halving.rank(figures)
                move, shares = halving.moves[0], improved_policy(figures)
            policy = cell_policy(self._setup, figures, shares, move)
            game.log.learn(Lesson(position=game.position, policy=policy, value=value))
        game.log.hear(game.position, value)
        game.searched += 1
        if not game.log.is_over(game.position):
            game.position = game.position.play(move)


def compile_self_play(
    play: PlaySettings, setup: GameSetup, evaluator: Evaluator
) -> None:
    """Compile what self-play needs, by a few moves of two games.

    Args:
        play: Settings of the games.
        setup: Game, size and rules.
        evaluator: A network of the run, whatever its weights.
    """
    few = min(PREPARING_SIMULATIONS, play.simulations)
    tiny = replace(play, games_at_once=2, simulations=few, quick_simulations=few)
    games = SelfPlay(tiny, setup, [evaluator], seed=0)
    for _ in games.run(range(2)):
        if any(game.searched > 1 for game in games.open_games()):
            break
    games.close()


def cell_policy(
    setup: GameSetup,
    figures: RootFigures,
    shares: npt.NDArray[np.float64],
    move: Move,
) -> npt.NDArray[np.float32]:
    """Return shares of a root's moves by cell, ``[N]``; they sum to 1.

    Where nothing else is known, as after a proof without visits, ``move`` has all.
    """
    policy = np.zeros(setup.cell_count, np.float64)
    is_cell = figures.moves < setup.cell_count
    policy[figures.moves[is_cell]] = shares[is_cell]
    if policy.sum() <= 0:
        cell = move if move < setup.cell_count else int(figures.moves[is_cell][0])
        policy[cell] = 1
    found: npt.NDArray[np.float32] = (policy / policy.sum()).astype(np.float32)
    return found
