"""Base of the players: what engines, strengths and external programs share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from engine.players.engine_spec import Overrides, format_overrides, sort_overrides
from engine.players.overrides import RunKeys, read_run_keys
from engine.search.api import Limits

if TYPE_CHECKING:
    from engine.core.game import GameSetup


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerBase(ABC):
    """A player that a text names, with settings of its own."""

    overrides: Overrides = ()
    """Settings in braces, as ``split_spec`` returns them."""

    @property
    @abstractmethod
    def head(self) -> str:
        """The text of the player without braces."""

    @abstractmethod
    def check_plays(self, game: str) -> None:
        """Raise ``PresetError`` unless the player supports a game."""

    @abstractmethod
    def resolve_limits(self, setup: GameSetup) -> Limits:
        """Return the limits of a search for one move on ``setup``.

        Raises:
            PresetError: The player does not support ``setup``.
        """

    @abstractmethod
    def fitted(self, setup: GameSetup) -> GameSetup:
        """Return ``setup``, with a supported board size if only the size is not."""

    @abstractmethod
    def refusal(self, setup: GameSetup) -> str | None:
        """Return the reason against playing on ``setup``, or ``None`` if supported."""

    @property
    def run_keys(self) -> RunKeys:
        """The keys in braces that every engine has.

        Raises:
            PresetError: A value is not accepted.
        """
        return read_run_keys(self.overrides, self.head)

    def with_options(
        self, limits: Limits | None = None, *, threads: int | None = None
    ) -> Self:
        """Return the player with options of a command.

        Keys in braces win over options, and options over the preset and its level.

        Args:
            limits: Seconds and nodes for a move; ``None`` for the player's own limits.
            threads: Largest number of threads.
        """
        options = {
            "seconds": None if limits is None else limits.seconds,
            "nodes": None if limits is None else limits.nodes,
            "threads": threads,
        }
        given = {key: value for key, value in options.items() if value is not None}
        overrides = sort_overrides({**given, **dict(self.overrides)})
        return replace(self, overrides=overrides)

    def __str__(self) -> str:
        """Return the text that ``parse_engine`` reads as this player."""
        return self.head + format_overrides(self.overrides)
