"""One phase of a simulation or of a node of alpha-beta, as it is shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.core.types import Move

Kind = Literal["select", "expand", "evaluate", "back_up", "visit", "leave"]

CHOSEN, OTHER = "▶ ", "   "
"""Marks of the chosen move and of the others in a list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase:
    """Title, text and place of a phase."""

    kind: Kind
    """Kind of the phase."""

    title: str
    """Title in a few words."""

    text: str
    """What happens, with formulas and numbers."""

    line: tuple[Move, ...]
    """The moves to the position that is shown."""

    scores: tuple[tuple[Move, float], ...] = ()
    """Moves that are compared with their scores, best first."""

    chosen: Move | None = None
    """The move that is selected."""
