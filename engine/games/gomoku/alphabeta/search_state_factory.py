"""Factory of the state of Gomoku's alpha-beta search."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.core.kernels.records import new_records
from engine.core.kernels.rng import new_rng, next_below
from engine.games.gomoku.alphabeta.kernels.search_state import (
    CONTROL,
    FRAME,
    MAX_PLIES,
    ROOT_MOVE,
    VALUE_NETWORK,
    SearchParams,
    SearchState,
)
from engine.games.gomoku.alphabeta.kernels.transposition_table import (
    ENTRY,
)
from engine.games.gomoku.patterns.fitted_values import (
    evaluation_table,
    make_order_values,
)
from engine.games.gomoku.patterns.kernels.liu_evaluation import make_zones
from engine.games.gomoku.value_network.network_weights import (
    load_value_network,
    no_value_network,
)
from engine.games.gomoku.value_network.new_accumulator import new_accumulator


def new_table(size: int) -> npt.NDArray[Any]:
    """Return an empty transposition table; ``size`` is a power of two."""
    return new_records(size, ENTRY)


def new_search_state(
    cells: int,
    height: int,
    params: SearchParams,
    *,
    table: npt.NDArray[Any],
    seed: int,
    network: Path | None = None,
) -> SearchState:
    """Return an empty search state.

    Args:
        cells: Cells of the board.
        height: Rows of the board.
        params: Parameters of the search.
        table: Transposition table, from ``new_table``.
        seed: Random seed.
        network: See ``SearchConfig.network``.
    """
    rng = new_rng(seed)
    place_of_bit = np.zeros(37, np.int8)
    for place in range(24):
        place_of_bit[(1 << place) % 37] = place
    depths = np.log(np.maximum(np.arange(64), 1))
    reductions = params.reduction_base / 100 + np.outer(depths, depths) * (
        100 / params.reduction_slope
    )
    has_network = params.evaluation == VALUE_NETWORK
    weights = load_value_network(network) if has_network else no_value_network()
    return SearchState(
        info=new_records(1, CONTROL),
        frames=new_records(MAX_PLIES + 2, FRAME),
        moves=np.zeros(MAX_PLIES * cells, np.int16),
        orders=np.zeros(MAX_PLIES * cells, np.int32),
        root_moves=new_records(cells, ROOT_MOVE),
        pv=np.zeros((MAX_PLIES + 2, MAX_PLIES + 2), np.int16),
        history=np.zeros((2, cells), np.int32),
        replies=np.zeros((cells, cells), np.int32),
        table=table,
        order_by_key=make_order_values(),
        evaluation_table=evaluation_table(),
        jitter=np.array([next_below(rng, 16) for _ in range(cells)], np.int16),
        near=np.zeros((3, height), np.int64),
        zones=make_zones(height, cells // height, params.zone_border),
        place_of_bit=place_of_bit,
        reductions=reductions.astype(np.int8),
        network=new_accumulator(height, cells // height, weights, plies=MAX_PLIES + 2),
    )
