"""An engine as the network's opponent in self-play: OU-2020's second reading."""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine.core.game import GameSetup, Position
from engine.core.types import Move
from engine.players.build import build_searcher
from engine.players.preset_player import PresetPlayer
from engine.training.learning.training_game import PositionSample
from engine.training.run.game_settings import PlaySettings
from engine.training.supervised.engine_games import make_policy


class EngineOpponent:
    """Engine that answers at once, game by game.

    Each move is a search of its own, whose randomness follows from the game and the
    ply, so an interrupted game goes on alike.

    Args:
        play: Settings with the engine and the kind of labels.
        setup: Game, size and rules.
    """

    def __init__(self, play: PlaySettings, setup: GameSetup) -> None:
        self._player = PresetPlayer.parse(play.opponent)
        self._limits = self._player.resolve_limits(setup)
        self._labels = play.policy_labels
        self._game = setup.game
        self._waiting: dict[int, None] = {}

    def add_slot(self, slot: int) -> None:
        """Note that the engine is to move in a slot."""
        self._waiting[slot] = None

    def take_slots(self) -> Iterator[int]:
        """Yield the slots in which the engine is to move, in order; forget them."""
        waiting, self._waiting = self._waiting, {}
        yield from waiting

    def search(
        self, position: Position, rng: random.Random
    ) -> tuple[Move, PositionSample]:
        """Return the engine's move, and its search as a sample."""
        searcher = build_searcher(
            self._player, self._game, seed=rng.getrandbits(31), is_attentive=False
        )
        result = searcher.search(position, self._limits)
        policy = make_policy(result, position, None, labels=self._labels)
        sample = PositionSample(position=position, policy=policy, value=result.value)
        return result.move, sample
