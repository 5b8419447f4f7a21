"""Properties of a game for record formats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class SgfSwap:
    """Move by which the second player takes the first stone."""

    move: str
    """Name of the move, which mirrors the stone; also its word in SGF."""

    words: tuple[str, ...]
    """All words for it in SGF, in whatever way the players or stones change."""

    option: str
    """Option of the game that allows it, with the value ``on``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SgfProperties:
    """How SGF holds a game."""

    number: int
    """Value of ``GM``."""

    has_letter_points: bool = False
    """Whether points are two letters, column and row from the top, not cell names."""

    rule_names: Mapping[str, str] = field(default_factory=dict)
    """Values of options by their names in other programs."""

    swap: SgfSwap | None = None
    """The swap, in games that have one."""
