"""Evaluation matches of a network: games in lock-step, without noise."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.core.game import GameSetup
from engine.core.types import Player
from engine.games import get_game
from engine.search.api import Limits, Searcher
from engine.search.evaluation import Evaluator
from engine.search.puct.batched.batched_search import BatchedSearch, Task
from engine.training.learning.game_samples import play_random_opening
from engine.training.run.progress import Monitor
from engine.training.run.score import Score
from engine.training.run.settings import PlaySettings
from engine.training.self_play.self_play import make_puct_settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Opponent:
    """An engine without the run's network."""

    build: Callable[[int], Searcher]
    """Factory of its searchers, by number of the game."""

    limits: Limits
    """Limits of its search per move."""


class Arena:
    """Match of a network on one setup.

    Args:
        play: Settings of the search and of the openings.
        setup: Game, size and rules.
        own: Evaluator of the network.
        other: Evaluator of another network, or an engine.
        games: Number of games. Two games in a row have the same opening, with colours
            exchanged.
        seed: Random seed.
    """

    def __init__(
        self,
        play: PlaySettings,
        setup: GameSetup,
        own: Evaluator,
        other: Evaluator | Opponent,
        *,
        games: int,
        seed: int,
    ) -> None:
        self._simulations = play.simulations
        self._limits = None
        self._searchers: list[Searcher] = []
        evaluators = [own]
        if isinstance(other, Opponent):
            self._limits = other.limits
            self._searchers = [other.build(number) for number in range(games)]
        else:
            evaluators.append(other)
        self._positions = [
            play_random_opening(
                play, setup, random.Random(f"{seed} opening {number // 2}")
            )
            for number in range(games)
        ]
        self._points = 0.0
        self._draws = 0
        self._searches = BatchedSearch(
            get_game(setup.game).new_position(setup),
            evaluators,
            replace(
                make_puct_settings(play, setup.cell_count),
                noise_share=0.0,
                temperature=0.0,
            ),
            size=games,
            threads=play.threads,
            seed=seed,
        )

    def play(self, monitor: Monitor) -> Score:
        """Play all games and return the score of the network."""
        games = len(self._positions)
        ended = sum(self._go_on(number) for number in range(games))
        while ended < games:
            monitor.update("match", ended, games)
            for number in self._searches.advance():
                move = self._searches.get_run(number).root.choice(by_chance=False)[0]
                self._positions[number] = self._positions[number].play(move)
                ended += self._go_on(number)
        monitor.update("match", ended, games)
        self._searches.close()
        return Score(games=games, points=self._points, draws=self._draws)

    def _go_on(self, number: int) -> bool:
        """Advance a game to its next search in lock-step; return whether it is over."""
        position = self._positions[number]
        own_side = Player.FIRST if number % 2 == 0 else Player.SECOND
        is_own = position.to_move is own_side
        if position.outcome is None and self._limits is not None and not is_own:
            searcher = self._searchers[number]
            position = position.play(searcher.search(position, self._limits).move)
            self._positions[number], is_own = position, True
        if position.outcome is not None:
            self._searches.clear(number)
            winner = position.outcome.winner
            self._points += 0.5 if winner is None else float(winner is own_side)
            self._draws += winner is None
            return True
        task = Task(
            position=position,
            simulations=self._simulations,
            evaluator=0 if is_own else 1,
            seed=number,
        )
        self._searches.start(number, task)
        return False
