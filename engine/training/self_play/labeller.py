"""Labels of self-play by another search than the one that played, as in ZHANG-HEX."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.players import PlayerConfig, build_searcher
from engine.search.api import Limits
from engine.training.learning.game_samples import Lesson
from engine.training.run.settings import PlaySettings
from engine.training.supervised.engine_games import policy_of


class Labeller:
    """Source of the policies and values of games that have ended.

    The labels of a game follow from its positions and the seed alone, so that a game
    that was interrupted gets the same ones.

    Args:
        play: Names the preset, its simulations and the kind of labels.
        game: Name of the game.
        seed: Random seed of the run.
    """

    def __init__(self, play: PlaySettings, game: str, *, seed: int) -> None:
        self._player = PlayerConfig.parse(play.labelled_by)
        self._limits = Limits(nodes=play.label_nodes)
        self._labels = play.policy_labels
        self._game = game
        self._seed = seed

    def labelled(self, lessons: Sequence[Lesson]) -> list[Lesson]:
        """Return the positions of one game, in order, with labels of the preset."""
        searcher = build_searcher(
            self._player, self._game, seed=self._seed, is_attentive=False
        )
        found = []
        for lesson in lessons:
            result = searcher.search(lesson.position, self._limits)
            policy = policy_of(result, lesson.position, None, labels=self._labels)
            found.append(replace(lesson, policy=policy, value=result.value))
        return found
