"""Strengths: one scale of playing strength for users.

``resources/strengths.toml`` lists the engines of each game and strength in order of
preference, and those of every other game under ``default``. The first one that supports
the rules and the size of the board plays.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from engine.core.errors import PresetError
from engine.core.files.paths import resources
from engine.core.message import Message

DEFAULT = "default"
"""Key of the engines for games without a list of their own."""

NAMES = ("beginner", "easy", "medium", "hard", "very-hard", "full")
"""Names of the strengths, weakest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength:
    """One step of the scale."""

    name: str
    """Name in commands and records."""

    engines: Mapping[str, tuple[str, ...]]
    """By game, engines with their levels, such as ``uct:3``, in order of preference."""

    def engines_for(self, game: str) -> tuple[str, ...]:
        """Return the engines of a game, or those of games without a list."""
        return self.engines.get(game, self.engines.get(DEFAULT, ()))


@cache
def strengths() -> tuple[Strength, ...]:
    """Return the scale, weakest strength first.

    Raises:
        PresetError: The file is damaged.
    """
    path = resources() / "strengths.toml"
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        return tuple(
            Strength(
                name=name,
                engines={game: tuple(rows[name]) for game, rows in table.items()},
            )
            for name in NAMES
        )
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise PresetError(
            Message(
                "Expected the strengths in {file}, got: {error}.",
                file=path.name,
                error=error,
            )
        ) from error


def check_strength(name: str) -> None:
    """Raise ``PresetError`` unless there is a strength with this name."""
    if name not in NAMES:
        raise PresetError(
            Message(
                "Expected a strength among {known}, got {name!r}.",
                known=NAMES,
                name=name,
            )
        )


def find_strength(name: str) -> Strength:
    """Return a strength of the scale.

    Raises:
        PresetError: There is no such strength, or the file is damaged.
    """
    check_strength(name)
    return strengths()[NAMES.index(name)]
