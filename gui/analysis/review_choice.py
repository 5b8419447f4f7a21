"""Engine and time of a review."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.core.errors import PresetError
from engine.core.game import GameSetup
from engine.players import PlayerConfig


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewChoice:
    """Choice of the engine of a review and of its time."""

    engine: Callable[[GameSetup], PlayerConfig | None]
    """Returns the engine of a setup; ``None`` if none plays there."""

    fit: Callable[[PlayerConfig, GameSetup], PlayerConfig]
    """Returns an engine that uses its whole time."""

    seconds: Callable[[], float]
    """Returns the time for a position."""

    def fitted_engine(self, setup: GameSetup) -> PlayerConfig:
        """Return the engine for the searches.

        Raises:
            PresetError: None plays there.
        """
        engine = self.engine(setup)
        if engine is None:
            raise PresetError(f"Expected an engine that plays {setup.game}, got none.")
        return self.fit(engine, setup)


def has_network(engine: PlayerConfig, setup: GameSetup) -> bool:
    """Return whether an engine evaluates positions by a network."""
    if engine.command is not None:
        return False
    return bool(engine.for_setup(setup).resolve_preset(setup.game).nets)
