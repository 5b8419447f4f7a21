"""Parameters of the Gomoku alpha-beta search that a preset may set, and their ranges.

``search_state.SearchParams`` documents them and has the defaults. They are repeated
here because presets are read before anything is compiled.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.formats.settings_reader import Range

FLAG = Range(least=0, most=1)
PLIES = Range(least=0, most=100)
MARGIN = Range(least=0, most=32_000)

SEARCH_PARAMS: Mapping[str, Range] = {
    "prunes": FLAG,
    "detects_threats": FLAG,
    "detects_double_threes": FLAG,
    "vcf_node_limit": Range(least=0, most=1_000_000),
    "extends_forced_moves": FLAG,
    "reduces_late_moves": FLAG,
    "uses_history": FLAG,
    "uses_null_windows": FLAG,
    "uses_table": FLAG,
    "prunes_late_moves": FLAG,
    "futility": FLAG,
    "evaluation": Range(least=0, most=3),
    "threats_only": FLAG,
    "zone_border": Range(least=0, most=50),
    "zone_reduction": PLIES,
    "lists_all_cells": FLAG,
    "noise": MARGIN,
    "extends_threats": FLAG,
    "futility_base": MARGIN,
    "futility_slope": MARGIN,
    "reverse_futility_slope": MARGIN,
    "razor_base": MARGIN,
    "razor_slope": MARGIN,
    "late_move_base": MARGIN,
    "late_move_slope": MARGIN,
    "internal_reduction_depth": PLIES,
    "reduction_base": MARGIN,
    "reduction_slope": Range(least=1, most=32_000),
}
