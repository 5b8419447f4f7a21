"""Labels of self-play by a separate search after the game, as in ZHANG-HEX."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.players.build import build_searcher
from engine.players.preset_player import PresetPlayer
from engine.search.api import Limits
from engine.training.learning.training_game import PositionSample
from engine.training.run.game_settings import PlaySettings
from engine.training.supervised.engine_games import make_policy


class Labeller:
    """Source of policy and value labels for finished games.

    The labels depend on the positions and the seed alone, so an interrupted game gets
    the same ones.

    Args:
        play: Settings with the preset, its simulations and the kind of labels.
        game: Name of the game.
        seed: Random seed of the run.
    """

    def __init__(self, play: PlaySettings, game: str, *, seed: int) -> None:
        self._player = PresetPlayer.parse(play.label_engine)
        self._limits = Limits(nodes=play.label_nodes)
        self._labels = play.policy_labels
        self._game = game
        self._seed = seed

    def label(self, positions: Sequence[PositionSample]) -> list[PositionSample]:
        """Return the samples of one game, in order, with labels of the preset."""
        searcher = build_searcher(
            self._player, self._game, seed=self._seed, is_attentive=False
        )
        found = []
        for sample in positions:
            result = searcher.search(sample.position, self._limits)
            policy = make_policy(result, sample.position, None, labels=self._labels)
            found.append(replace(sample, policy=policy, value=result.value))
        return found
