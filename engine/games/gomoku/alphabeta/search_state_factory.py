"""Factory of the state of Gomoku's alpha-beta search."""

from __future__ import annotations

import numpy as np

from engine.core.kernels.rng import new_rng, next_below
from engine.games.gomoku.alphabeta.kernels.search_state import (
    FRAME_FIELDS,
    INFO_FIELDS,
    MAX_PLIES,
    SearchParams,
    SearchState,
)
from engine.games.gomoku.patterns.fitted_values import (
    evaluation_table,
    make_order_values,
)
from engine.games.gomoku.patterns.kernels.liu_evaluation import make_zones
from engine.games.gomoku.patterns.kernels.patterns import NO_CELL


def new_search_state(
    cells: int, height: int, params: SearchParams, *, table_size: int, seed: int
) -> SearchState:
    """Return an empty search state; ``table_size`` is a power of two."""
    rng = new_rng(seed)
    place_of_bit = np.zeros(37, np.int8)
    for place in range(24):
        place_of_bit[(1 << place) % 37] = place
    depths = np.log(np.maximum(np.arange(64), 1))
    reductions = params.reduction_base / 100 + np.outer(depths, depths) * (
        100 / params.reduction_slope
    )
    return SearchState(
        info=np.zeros(INFO_FIELDS, np.int64),
        frames=np.zeros((MAX_PLIES + 2, FRAME_FIELDS), np.int32),
        moves=np.zeros(MAX_PLIES * cells, np.int16),
        orders=np.zeros(MAX_PLIES * cells, np.int32),
        root_values=np.zeros(cells, np.int64),
        root_nodes=np.zeros(cells, np.int64),
        pv=np.zeros((MAX_PLIES + 2, MAX_PLIES + 2), np.int16),
        pv_length=np.zeros(MAX_PLIES + 2, np.int32),
        killers=np.full((MAX_PLIES + 2, 2), NO_CELL, np.int16),
        history=np.zeros((2, cells), np.int32),
        replies=np.zeros((cells, cells), np.int32),
        table=np.zeros((table_size, 2), np.uint64),
        order_by_key=make_order_values(),
        evaluation_table=evaluation_table(),
        jitter=np.array([next_below(rng, 16) for _ in range(cells)], np.int16),
        near=np.zeros((3, height), np.int64),
        zones=make_zones(height, cells // height),
        place_of_bit=place_of_bit,
        reductions=reductions.astype(np.int8),
    )
