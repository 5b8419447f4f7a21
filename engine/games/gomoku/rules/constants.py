"""Names of the rules of Gomoku; values of the game's option ``rule``."""

FREESTYLE = "freestyle"
"""A line of n or more stones wins."""

EXACT = "exact"
"""Only a line of exactly n stones wins."""

RENJU = "renju"
"""Black needs exactly five and must not commit a foul; White needs five or more."""
