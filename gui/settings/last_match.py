"""The match chosen last for a game."""

from __future__ import annotations

from dataclasses import replace

from engine.core.types import Player
from engine.match.engine_choice import default_match
from engine.match.match_setup import MatchSetup
from gui.settings.settings import Settings
from gui.settings.table import LAST_GAME, LAST_MATCH, PERSON


def load_last_match(settings: Settings, game: str) -> MatchSetup:
    """Return the match chosen last for ``game``, or its default.

    Unless it names a person, the first one has the name in the settings.
    """
    match = settings[LAST_MATCH[game]] or default_match(game)
    if any(map(match.person_name, Player)):
        return match
    if match.first is None:
        return replace(match, first_name=settings[PERSON])
    return replace(match, second_name=settings[PERSON])


def save_last_match(settings: Settings, match: MatchSetup) -> None:
    """Store ``match`` as the last choice for its game, and its game as the last one."""
    settings[LAST_MATCH[match.setup.game]] = match
    settings[LAST_GAME] = match.setup.game
