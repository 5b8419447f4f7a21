"""The match chosen last for a game."""

from __future__ import annotations

from engine.match.engine_choice import default_match
from engine.match.match_setup import MatchSetup
from gui.settings.settings import Settings
from gui.settings.table import LAST_GAME, LAST_MATCH


def load_last_match(settings: Settings, game: str) -> MatchSetup:
    """Return the match chosen last for ``game``, or its default."""
    return settings[LAST_MATCH[game]] or default_match(game)


def save_last_match(settings: Settings, match: MatchSetup) -> None:
    """Store ``match`` as the last choice for its game, and its game as the last one."""
    settings[LAST_MATCH[match.setup.game]] = match
    settings[LAST_GAME] = match.setup.game
