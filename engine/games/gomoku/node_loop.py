"""Gomoku's node loop, as the driver of alpha-beta sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from engine.core.game import Position
from engine.core.types import Move
from engine.games.gomoku import kernels_memory as memory
from engine.games.gomoku import kernels_search as kernels
from engine.games.gomoku.kernels import GomokuState
from engine.games.gomoku.kernels_patterns import patterns_of
from engine.games.gomoku.kernels_threats import new_four_search

KNOWN_FOURS = 1 << 16
"""Positions of which is remembered whether fours win; a megabyte."""


class GomokuNodeLoop:
    """Searches positions of one setup; implements ``NodeLoop``.

    Args:
        position: The first position; others must have the same setup.
        rules: Fields of ``memory.Rules``.
        table_size: Positions remembered, a power of two.
        seed: Random seed.
    """

    def __init__(
        self,
        position: Position,
        rules: Mapping[str, int],
        *,
        table_size: int,
        seed: int,
    ) -> None:
        setup = position.setup
        cells = setup.cell_count
        self._rules = memory.Rules(**rules)
        self._search = memory.new_alpha_beta(
            cells, setup.height, self._rules, table_size=table_size, seed=seed
        )
        self._fours = new_four_search(cells, KNOWN_FOURS)
        self._state: Any = None

    @property
    def nodes(self) -> int:
        """Moves made since ``set_root``."""
        return int(self._search.info[memory.NODES])

    @property
    def deepest(self) -> int:
        """Plies of the longest line looked at."""
        return int(self._search.info[memory.DEEPEST])

    def set_root(self, position: Position) -> list[Move]:
        """Make ``position`` the root and return its moves worth a look, best first."""
        search = self._search
        self._state = patterns_of(cast(GomokuState, position.kernel_state()))
        search.info[memory.SLOT_AGE] = (search.info[memory.SLOT_AGE] + 1) & 0xFF
        search.info[[memory.NODES, memory.DEEPEST, memory.DEPTH_NOW]] = 0
        search.root_nodes[:] = 0
        search.history[:] = 0
        search.replies[:] = 0
        search.killers[:] = -1
        count = kernels.list_root(self._state, search, self._rules)
        return [Move(int(move)) for move in search.moves[:count]]

    def begin(
        self, moves: Sequence[Move], *, alpha: int, beta: int, depth: int
    ) -> None:
        """Start an iteration over ``moves`` with a window."""
        search = self._search
        kernels.take_back_all(self._state, search)
        search.info[memory.ROOT_COUNT] = len(moves)
        search.moves[: len(moves)] = moves
        kernels.begin(search, alpha, beta, depth)

    def advance(self, quota: int, stop: npt.NDArray[np.int32]) -> bool:
        """Search up to ``quota`` more nodes; say whether the iteration is done."""
        done: bool = kernels.go_on(
            self._state, self._search, self._fours, self._rules, quota, stop
        )
        return done

    def best(self) -> tuple[int, tuple[Move, ...]] | None:
        """Return value and line of the best move of the iteration so far, if any."""
        length = int(self._search.pv_length[0])
        if length == 0:
            return None
        value = int(self._search.frames[0, memory.BEST])
        line = self._search.pv[0, :length]
        return value, tuple(Move(int(move)) for move in line)

    def result(self) -> int:
        """Return the value of the finished iteration."""
        return int(self._search.info[memory.RESULT])

    def root_value(self, move: Move) -> int:
        """Return the last value of a root move, a bound unless it was the best."""
        return int(self._search.root_values[move])

    def root_nodes(self, move: Move) -> int:
        """Return the nodes spent below a root move."""
        return int(self._search.root_nodes[move])
