"""Buffers of a PUCT search, beside its tree."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.core.game import Position
from engine.core.kernels.game_api import move_space
from engine.core.kernels.rng import RandomState, new_rng
from engine.search.puct.kernels.scores import (
    PuctParams,
    PuctWorkspace,
    new_puct_workspace,
)
from engine.search.puct.puct_settings import PuctSettings


class SearchBuffers(NamedTuple):
    """Buffers of a search, which later searches on such a board may reuse.

    root_state: Kernel state of the root.
    state: Another kernel state, used as scratch.
    work: Buffers of the kernels.
    params: Parameters of the search.
    rng: Random state for ties.
    playout_rng: Random state of the playouts.
    choice_rng: Random state of noise and move choice at the root.
    """

    root_state: Any
    state: Any
    work: PuctWorkspace
    params: PuctParams
    rng: RandomState
    playout_rng: RandomState
    choice_rng: RandomState


def new_search_buffers(position: Position, settings: PuctSettings) -> SearchBuffers:
    """Return buffers for searches on boards such as that of ``position``."""
    state = position.kernel_state()
    places = settings.batch + settings.max_collisions + 1
    work = new_puct_workspace(places, position.setup.cell_count, int(move_space(state)))
    streams = (new_rng(0) for _ in range(3))
    return SearchBuffers(
        state, position.kernel_state(), work, settings.params(), *streams
    )
