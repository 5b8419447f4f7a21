"""Buffers of a PUCT search, beside its tree."""

from __future__ import annotations

from engine.core.game import Position
from engine.core.kernels.game_api import move_space
from engine.core.kernels.rng import new_rng
from engine.search.puct.kernels.scores import new_puct_workspace
from engine.search.puct.kernels.simulation import SearchBuffers
from engine.search.puct.puct_settings import PuctSettings


def new_search_buffers(position: Position, settings: PuctSettings) -> SearchBuffers:
    """Return buffers for searches on boards such as that of ``position``."""
    state = position.kernel_state()
    places = settings.batch + settings.max_collisions + 1
    work = new_puct_workspace(places, position.setup.cell_count, int(move_space(state)))
    streams = (new_rng(0) for _ in range(3))
    return SearchBuffers(
        state, position.kernel_state(), work, settings.params(), *streams
    )
