"""Moves without a cell, such as a swap, and their texts."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.types import Move


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecialMove:
    """Kind of move without a cell; its texts are ``Message`` objects, in English."""

    name: str
    """Name in records and commands."""

    label: str
    """Name in lists of moves, such as "swap"."""

    description: str
    """Name in a sentence, such as "take over the first stone"."""

    title: str
    """Text of its button, such as "Swap"."""

    menu_text: str
    """Text of its menu entry, with ``&`` before the access key."""

    words: tuple[str, ...]
    """Texts by which it may be typed, in lower case without spaces."""

    number: int | None = None
    """The number that it declares, the short text of a button among many."""

    cell: Move | None = None
    """The cell that it names, as an offer does."""
