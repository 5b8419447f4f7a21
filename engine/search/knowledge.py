"""What a tree search may ask about a position, where its game knows something."""

from __future__ import annotations

from typing import Protocol

from engine.core.game import Position
from engine.core.types import Judgement


class Knowledge(Protocol):
    """Judges positions of one setup without searching."""

    def judge(self, position: Position) -> Judgement | None:
        """Return what is known of a position that goes on, or ``None``."""
        ...


def knowledge_of(position: Position) -> Knowledge | None:
    """Return what judges positions of the same setup, if the game has it."""
    if position.setup.game == "gomoku":
        from engine.games.gomoku.insight import GomokuKnowledge  # noqa: PLC0415

        return GomokuKnowledge(position)
    if position.setup.game == "hex":
        from engine.games.hex.insight import HexKnowledge  # noqa: PLC0415

        return HexKnowledge(position)
    return None
