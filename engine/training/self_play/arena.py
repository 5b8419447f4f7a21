"""Evaluation matches of a network: games in lock-step, without noise."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.core.game import GameSetup, Position
from engine.core.types import Player
from engine.games import get_game
from engine.match.events import EngineAnswered, Shown
from engine.match.match import Match
from engine.match.match_setup import MatchSetup
from engine.match.options import MatchTools
from engine.match.session.game_session import GameSession
from engine.players.preset_player import PresetPlayer
from engine.search.api import Limits, Searcher, SearchResult
from engine.search.evaluation import Evaluator
from engine.search.puct.batched.batched_search import BatchedSearch
from engine.search.puct.batched.slot_search import Task
from engine.training.learning.training_game import play_random_opening
from engine.training.run.game_settings import PlaySettings
from engine.training.run.progress import Monitor
from engine.training.run.score import Score
from engine.training.self_play.self_play import make_puct_settings

OWN, OPPONENT = PresetPlayer(preset="network"), PresetPlayer(preset="opponent")
"""Names of the players; neither is a preset."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opponent:
    """An engine without the run's network."""

    build: Callable[[int], Searcher]
    """Factory of its searchers, by number of the game."""

    limits: Limits
    """Limits of its search per move."""


class Arena:
    """Match of a network on one setup: many games, stepped together.

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
        self._engine_limits = other.limits if isinstance(other, Opponent) else None
        evaluators = [own] if isinstance(other, Opponent) else [own, other]
        self._matches = [
            self._make_match(
                play_random_opening(
                    play, setup, random.Random(f"{seed} opening {number // 2}")
                ),
                number,
                other.build(number) if isinstance(other, Opponent) else 1,
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

    def play(
        self, monitor: Monitor, must_stop: Callable[[], bool] = lambda: False
    ) -> Score | None:
        """Play all games; return the score of the network, or ``None`` if stopped."""
        games = len(self._matches)
        try:
            ended = sum(self._go_on(number) for number in range(games))
            while ended < games:
                monitor.update("match", ended, games)
                if must_stop():
                    return None
                for number in self._searches.advance():
                    root = self._searches.get_search(number).root
                    move = root.choice(by_chance=False)[0]
                    _answer(self._matches[number], SearchResult(move=move, value=0.0))
                    ended += self._go_on(number)
            monitor.update("match", ended, games)
        finally:
            self._searches.close()
        return Score(games=games, points=self._points, draws=self._draws)

    def _make_match(
        self, opening: Position, number: int, opponent: int | Searcher
    ) -> Match[int | Searcher]:
        """Return a match from an opening; the network plays first in even games.

        Args:
            opening: Position after the opening.
            number: Number of the game.
            opponent: Index of the other evaluator, or the other engine.
        """
        session = GameSession.new(opening.setup, automatic=tuple(Player))
        for move in opening.history:
            session.play(move)
        first, second = (OWN, OPPONENT) if number % 2 == 0 else (OPPONENT, OWN)
        tools: MatchTools[int | Searcher] = MatchTools(
            make_searcher=lambda player, _game: 0 if player == OWN else opponent,
            name_player=lambda player, _setup: str(player),
            choose_limits=lambda _players, _session: (
                self._engine_limits or Limits(nodes=self._simulations)
            ),
        )
        players = MatchSetup(setup=opening.setup, first=first, second=second)
        match = Match(session, players, tools)
        match.handle(Shown())
        return match

    def _go_on(self, number: int) -> bool:
        """Advance a game to the next request of a network; return whether it ended.

        An engine answers at once; networks answer many games by one batch.
        """
        match = self._matches[number]
        while match.request is not None:
            request = match.request
            if isinstance(request.searcher, int):
                task = Task(
                    position=request.position,
                    simulations=self._simulations,
                    evaluator=request.searcher,
                    seed=number,
                )
                self._searches.start(number, task)
                return False
            _answer(match, request.searcher.search(request.position, request.limits))
        self._searches.clear(number)
        self._count(number)
        return True

    def _count(self, number: int) -> None:
        """Add the result of a game to the score."""
        outcome = self._matches[number].session.outcome
        own_side = Player.FIRST if number % 2 == 0 else Player.SECOND
        winner = None if outcome is None else outcome.winner
        self._points += 0.5 if winner is None else float(winner is own_side)
        self._draws += winner is None


def _answer(match: Match[int | Searcher], result: SearchResult) -> None:
    """Hand in the answer to the open request of a match."""
    if match.request is not None:
        match.handle(EngineAnswered(match.request.number, result))
