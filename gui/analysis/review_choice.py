"""Engine and time of a review."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.core.errors import PresetError
from engine.core.game import GameSetup
from engine.players.preset_player import PresetPlayer


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewChoice:
    """Choice of the engine of a review and of its time."""

    engine: Callable[[GameSetup], PresetPlayer | None]
    """Returns the engine of a setup; ``None`` if none plays there."""

    fit: Callable[[PresetPlayer, GameSetup], PresetPlayer]
    """Returns an engine that uses its whole time."""

    seconds: Callable[[], float]
    """Returns the time for a position."""

    def fitted_engine(self, setup: GameSetup) -> PresetPlayer:
        """Return the engine for the searches.

        Raises:
            PresetError: None plays there.
        """
        engine = self.engine(setup)
        if engine is None:
            raise PresetError(f"Expected an engine that plays {setup.game}, got none.")
        return self.fit(engine, setup)


def has_network(engine: PresetPlayer, setup: GameSetup) -> bool:
    """Return whether an engine evaluates positions by a network."""
    return bool(engine.resolve_preset(setup.game).nets)
