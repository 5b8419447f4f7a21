"""Reasons of results that the rules do not give."""

RESIGNATION = "resignation"
TIME = "time"
FORFEIT = "forfeit"
AGREEMENT = "agreement"

UNSTATED = "unstated"
"""Reason of a file that names none."""
