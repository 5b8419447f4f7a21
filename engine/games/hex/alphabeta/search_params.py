"""Parameters of the Hex alpha-beta search that a preset may set, and their ranges.

``pvs.PvsParams`` documents them and has the defaults. They are repeated here because
presets are read before anything is compiled.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.formats.settings_reader import Range

FLAG = Range(least=0, most=1)
PER_CENT = Range(least=0, most=100)
WIDTH = Range(least=1, most=1_000)

SEARCH_PARAMS: Mapping[str, Range] = {
    "root_width": WIDTH,
    "width": WIDTH,
    "reduction": Range(least=0, most=10_000),
    "prunes": FLAG,
    "futility": FLAG,
    "proof_share": PER_CENT,
    "small_proof_share": PER_CENT,
    "noise": Range(least=0, most=32_000),
}
