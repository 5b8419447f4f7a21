"""Numbers and cells of the Gomocup protocol, for its programs and its managers.

Source: plastovicka.github.io/protocl2en.htm.
"""

from __future__ import annotations

from engine.core.game import GameSetup
from engine.core.types import Move
from engine.games.gomoku.rules.constants import EXACT, FREESTYLE, RENJU

RULE_NUMBERS = {FREESTYLE: 0, EXACT: 1, RENJU: 4}
"""Value of ``INFO rule`` by rule of the game."""

UNLIMITED_MS = 2_147_483_647
"""Value of ``INFO time_left`` without a clock."""

OWN, OPPONENT, MARK = 1, 2, 3
"""Field of a line of ``BOARD``: a stone of the program, one of its opponent, a mark."""


def format_point(setup: GameSetup, move: Move) -> str:
    """Return ``column,row`` of a cell, both counted from 0."""
    row, column = divmod(move, setup.width)
    return f"{column},{row}"
