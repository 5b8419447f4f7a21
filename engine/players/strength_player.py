"""A strength: the engine that plays depends on the game, its rules and its board."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from engine.core.errors import PresetError
from engine.core.message import Message, MessageKey
from engine.players.engine_spec import SCALE, sort_overrides, split_whole_spec
from engine.players.overrides import check_run_keys
from engine.players.player_base import PlayerBase
from engine.players.preset_player import PresetPlayer
from engine.players.strengths import NAMES, check_strength, find_strength

if TYPE_CHECKING:
    from engine.core.game import GameSetup
    from engine.search.api import Limits


@dataclass(frozen=True, slots=True, kw_only=True)
class StrengthPlayer(PlayerBase):
    """Strength of the scale for people, such as ``strength:medium``."""

    strength: str = NAMES[-1]
    """Name of the strength."""

    def __post_init__(self) -> None:
        """Raise ``PresetError`` unless there is such a strength."""
        check_strength(self.strength)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the strength of a text such as ``strength:hard{seconds=2}``.

        Raises:
            PresetError: There is no such strength or key, or a value is not accepted.
        """
        head, overrides = split_whole_spec(text)
        _, colon, name = head.partition(":")
        player = cls(strength=name if colon else NAMES[-1], overrides=overrides)
        check_run_keys(overrides, player.head)
        return player

    @property
    def head(self) -> str:
        """The text of the strength without braces."""
        return f"{SCALE}:{self.strength}"

    def for_setup(self, setup: GameSetup) -> PresetPlayer:
        """Return the engine and level that play with this strength on ``setup``.

        Raises:
            PresetError: No engine of the strength supports ``setup``.
        """
        for text in find_strength(self.strength).engines_for(setup.game):
            # A damaged preset or network: try the next engine.
            with contextlib.suppress(PresetError):
                engine = PresetPlayer.parse(text)
                own = {**dict(engine.overrides), **dict(self.overrides)}
                engine = replace(engine, overrides=sort_overrides(own))
                if engine.refusal(setup) is None:
                    return engine
        raise PresetError(
            Message(
                "Expected a game with the strength {name!r}, got {game}.",
                name=self.strength,
                game=MessageKey(setup.game),
            )
        )

    def resolve_limits(self, setup: GameSetup) -> Limits:
        """Return the limits of the engine that plays on ``setup``.

        Raises:
            PresetError: No engine of the strength supports ``setup``.
        """
        return self.for_setup(setup).resolve_limits(setup)

    def check_plays(self, game: str) -> None:
        """Accept every game; ``for_setup`` finds the engines of one."""

    def fitted(self, setup: GameSetup) -> GameSetup:
        """Return ``setup``, whose size is never the reason of a refusal."""
        return setup

    def refusal(self, setup: GameSetup) -> str | None:
        """Return the reason against playing on ``setup``, or ``None`` if supported."""
        try:
            self.for_setup(setup)
        except PresetError as error:
            return error.message
        return None
