"""Parameters of the Hex alpha-beta search that a preset may set, and their ranges.

Presets are read before anything is compiled, so nothing here imports a kernel.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True, kw_only=True)
class PvsParams:
    """Parameters of the search; settings of a preset."""

    root_width: int = 20
    """Number of root moves to search."""

    width: int = 6
    """Number of moves to search at other nodes."""

    reduction: int = 60
    """Reduction of a move in hundredths of a ply, for each unit of log-prior
    deficit."""

    prunes: int = 1
    """1 for alpha-beta, 0 for plain minimax."""

    futility: int = 1
    """1 for futility pruning, 0 for none."""

    proof_share: int = 15
    """Share of nodes for the proof-number search, in per cent."""

    small_proof_share: int = 60
    """The same on boards of up to 64 cells, which it can often solve."""

    noise: int = 3
    """Maximum random change of values: a little breaks ties, more causes errors."""
