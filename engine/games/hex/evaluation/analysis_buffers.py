"""Buffers and results of the static analysis of a Hex board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from engine.games.hex.connections.kernels.two_distance import Distances, new_distances
from engine.games.hex.connections.kernels.virtual_connections import (
    VirtualConnections,
    new_connections,
)
from engine.games.hex.connections.kernels.winning_step import new_steps
from engine.games.hex.evaluation.kernels.network import (
    Activations,
    new_activations,
)
from engine.games.hex.evaluation.kernels.resistance import (
    ResistanceNetwork,
    new_resistance_network,
)
from engine.games.hex.evaluation.kernels.value_features import FEATURE_COUNT


class StaticAnalysis(NamedTuple):
    """Buffers and results of the analysis of one board.

    cells: ``[N + 3]`` int8, the board after fill-in.
    red: Connections of Red.
    blue: Connections of Blue.
    score: ``[N]`` float64, log-prior of each move.
    order: ``[N]`` int16, the moves to try, best first.
    scratch: Buffers that analyses share.
    """

    cells: np.ndarray
    red: VirtualConnections
    blue: VirtualConnections
    score: np.ndarray
    order: np.ndarray
    scratch: Scratch


@dataclass(slots=True, eq=False)
class Scratch:
    """Buffers that successive analyses share.

    red_circuit: Resistance network of Red's connections.
    blue_circuit: Resistance network of Blue's connections.
    distances: Scratch of the two-distances.
    owners: ``[N]`` int8, see ``fill_in``.
    killer: ``[N]`` int16, see ``mark_inferior``.
    must: ``[W]`` uint64, the cells that meet every known threat.
    steps: Scratch of ``find_winning_step``.
    activations: Activations of the network for the analysis ``solved_for``.
    solved_for: The analysis whose resistance networks these are, if any.
    """

    red_circuit: ResistanceNetwork
    blue_circuit: ResistanceNetwork
    distances: Distances
    owners: np.ndarray
    killer: np.ndarray
    must: np.ndarray
    steps: np.ndarray
    activations: Activations
    solved_for: StaticAnalysis | None = None


def new_analysis(
    cell_count: int, beside: StaticAnalysis | None = None
) -> StaticAnalysis:
    """Return empty buffers for boards of ``cell_count`` cells.

    Scratch is shared with ``beside``, so only one of the two can be computed at a time.
    """
    if beside is None:
        red = new_connections(cell_count)
        scratch = Scratch(
            new_resistance_network(cell_count),
            new_resistance_network(cell_count),
            new_distances(cell_count),
            np.zeros(cell_count, np.int8),
            np.zeros(cell_count, np.int16),
            np.zeros((cell_count + 63) // 64, np.uint64),
            new_steps(cell_count),
            new_activations(cell_count, FEATURE_COUNT),
        )
    else:
        red = new_connections(cell_count, beside=beside.red)
        scratch = beside.scratch
    return StaticAnalysis(
        np.zeros(cell_count + 3, np.int8),
        red,
        new_connections(cell_count, beside=red),
        np.zeros(cell_count),
        np.zeros(cell_count, np.int16),
        scratch,
    )


def count_bytes(analysis: StaticAnalysis) -> int:
    """Return the number of bytes of an analysis without the shared scratch."""
    kept = [analysis.cells, analysis.score, analysis.order]
    for connections in (analysis.red, analysis.blue):
        kept += [array for array in connections if isinstance(array, np.ndarray)]
    return sum(array.nbytes for array in kept)
