"""Parameters of the Gomoku alpha-beta search that a preset may set, and their ranges.

``kernels_memory.Rules`` explains them and has the defaults. They are listed here too,
because presets are read before anything is compiled.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.settings_reader import Range

FLAG = Range(least=0, most=1)
PLIES = Range(least=0, most=100)
MARGIN = Range(least=0, most=32_000)

SEARCH_RULES: Mapping[str, Range] = {
    "prunes": FLAG,
    "knows_threats": FLAG,
    "knows_double_threes": FLAG,
    "fours_effort": Range(least=0, most=1_000_000),
    "extends": FLAG,
    "reduces": FLAG,
    "learns": FLAG,
    "counts_moves": FLAG,
    "futility": FLAG,
    "evaluates": Range(least=0, most=2),
    "attacks": FLAG,
    "zone_cut": PLIES,
    "lists_all": FLAG,
    "noise": MARGIN,
    "extends_threats": FLAG,
    "futility_base": MARGIN,
    "futility_slope": MARGIN,
    "reverse_slope": MARGIN,
    "razor_base": MARGIN,
    "razor_slope": MARGIN,
    "moves_base": MARGIN,
    "moves_slope": MARGIN,
    "reduction_base": MARGIN,
    "reduction_slope": Range(least=1, most=32_000),
}
