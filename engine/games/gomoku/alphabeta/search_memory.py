"""The memory of Gomoku's alpha-beta, empty."""

from __future__ import annotations

import numpy as np

from engine.core.kernels.rng import new_rng, next_below
from engine.games.gomoku.alphabeta.kernels.search_state import (
    FRAME_FIELDS,
    INFO_FIELDS,
    MOST_PLIES,
    AlphaBeta,
    Rules,
)
from engine.games.gomoku.patterns.fitted_values import mix_values, order_values
from engine.games.gomoku.patterns.kernels.liu_evaluation import zones_of
from engine.games.gomoku.patterns.kernels.patterns import NO_CELL


def new_alpha_beta(
    cells: int, height: int, rules: Rules, *, table_size: int, seed: int
) -> AlphaBeta:
    """Return an empty memory; ``table_size`` is a power of two."""
    rng = new_rng(seed)
    place_of_bit = np.zeros(37, np.int8)
    for place in range(24):
        place_of_bit[(1 << place) % 37] = place
    depths = np.log(np.maximum(np.arange(64), 1))
    reductions = rules.reduction_base / 100 + np.outer(depths, depths) * (
        100 / rules.reduction_slope
    )
    return AlphaBeta(
        info=np.zeros(INFO_FIELDS, np.int64),
        frames=np.zeros((MOST_PLIES + 2, FRAME_FIELDS), np.int32),
        moves=np.zeros(MOST_PLIES * cells, np.int16),
        orders=np.zeros(MOST_PLIES * cells, np.int32),
        root_values=np.zeros(cells, np.int64),
        root_nodes=np.zeros(cells, np.int64),
        pv=np.zeros((MOST_PLIES + 2, MOST_PLIES + 2), np.int16),
        pv_length=np.zeros(MOST_PLIES + 2, np.int32),
        killers=np.full((MOST_PLIES + 2, 2), NO_CELL, np.int16),
        history=np.zeros((2, cells), np.int32),
        replies=np.zeros((cells, cells), np.int32),
        table=np.zeros((table_size, 2), np.uint64),
        order_of_key=order_values(),
        value_of_mix=mix_values(),
        jitter=np.array([next_below(rng, 16) for _ in range(cells)], np.int16),
        near=np.zeros((3, height), np.int64),
        zones=zones_of(height, cells // height),
        place_of_bit=place_of_bit,
        reductions=reductions.astype(np.int8),
    )
