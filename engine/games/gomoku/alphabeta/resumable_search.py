"""Gomoku's alpha-beta search, which can pause at every node."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from engine.core.game import GameSetup, Position
from engine.core.offers.alpha_beta import SearchObserver, restrict_candidates
from engine.core.search_values import MATE, PROVEN
from engine.core.types import Move
from engine.games.gomoku.alphabeta.frame_observer import FrameObserver
from engine.games.gomoku.alphabeta.kernels import search as kernels
from engine.games.gomoku.alphabeta.kernels import search_state
from engine.games.gomoku.alphabeta.search_state_factory import (
    new_search_state,
    new_table,
)
from engine.games.gomoku.patterns.kernels.patterns import NO_CELL
from engine.games.gomoku.patterns.pattern_state import make_patterns
from engine.games.gomoku.rules.kernels.state import GomokuState
from engine.games.gomoku.threats.kernels.vcf import new_vcf_search
from engine.games.gomoku.value_network.kernels.accumulator import set_up_accumulator
from engine.games.gomoku.value_network.new_accumulator import fits_value_network

ATTACK_TABLE_SIZE = 1 << 16
"""Entries of the attack search's transposition table; a megabyte."""

VCF_TABLE_SIZE = 1 << 16
"""Entries of the VCF solver's transposition table; a megabyte."""


LAST_AGE = 255
"""Ages of table entries go from 1 to this number, and begin again."""


class GomokuResumableSearch:
    """Search of positions of one setup; implements ``ResumableSearch``.

    Args:
        position: The first position; others must have the same setup.
        params: Fields of ``search_state.SearchParams``.
        table: Transposition table, from ``new_table``; other threads may use it, too.
        seed: Random seed.
        network: See ``SearchConfig.network``.
    """

    def __init__(
        self,
        position: Position,
        params: Mapping[str, int],
        *,
        table: npt.NDArray[Any],
        seed: int,
        network: Path | None = None,
    ) -> None:
        setup = position.setup
        cells = setup.cell_count
        self._first = position
        self._network = network
        self._params = _fitting_params(search_state.SearchParams(**params), setup)
        self._search = new_search_state(
            cells,
            setup.height,
            self._params,
            table=table,
            seed=seed,
            network=network,
        )
        self._attack_params = self._params._replace(
            threats_only=1,
            evaluation=search_state.NO_EVALUATION,
            reduces_late_moves=0,
            prunes_late_moves=0,
            futility=0,
            internal_reduction_depth=0,
        )
        self._attack = new_search_state(
            cells,
            setup.height,
            self._attack_params,
            table=new_table(ATTACK_TABLE_SIZE),
            seed=seed,
        )
        self._vcf = new_vcf_search(cells, VCF_TABLE_SIZE)
        self._state: Any = None
        self._observer: SearchObserver | None = None

    def new_helper(self, seed: int) -> GomokuResumableSearch | None:
        """See ``ResumableSearch.new_helper``; ``None`` for searches without a table."""
        if not (self._params.prunes and self._params.uses_table):
            return None
        helper = GomokuResumableSearch(
            self._first,
            self._params._asdict(),
            table=self._search.table,
            seed=seed,
            network=self._network,
        )
        # The noise of an evaluation belongs to the position, in all threads.
        helper._search.jitter[0] = self._search.jitter[0]
        return helper

    @property
    def nodes(self) -> int:
        """Moves made since ``set_root``, including attacks."""
        return int(self._search.info["nodes"][0]) + self.attack_nodes

    @property
    def attack_nodes(self) -> int:
        """Moves made in attacks since ``set_root``."""
        return int(self._attack.info["nodes"][0])

    @property
    def prunes(self) -> bool:
        """See ``ResumableSearch.prunes``."""
        return bool(self._params.prunes)

    @property
    def fastest_win(self) -> int:
        """Value of a row with the next move."""
        return MATE - 1

    def set_root(
        self, position: Position, root_moves: Collection[Move] | None = None
    ) -> list[Move]:
        """See ``ResumableSearch.set_root``."""
        state = cast(GomokuState, position.kernel_state())
        self._state = make_patterns(state)
        if self._params.evaluation == search_state.VALUE_NETWORK:
            set_up_accumulator(self._search.network, state.cells, state.stride)
        for search in (self._attack, self._search):
            search.info["age"] = search.info["age"] % LAST_AGE + 1
            search.info["nodes"] = 0
            search.info["ply"] = 0
            search.root_moves["nodes"] = search.root_moves["value"] = 0
            search.history[:] = 0
            search.replies[:] = 0
            search.frames["killers"] = NO_CELL
        return restrict_candidates(
            self._list_root(self._search, self._params), root_moves
        )

    def _list_root(
        self, search: search_state.SearchState, params: search_state.SearchParams
    ) -> list[Move]:
        count = kernels.list_root(self._state, search, params)
        return [Move(int(move)) for move in search.moves[:count]]

    def begin(
        self, moves: Sequence[Move], *, alpha: int, beta: int, depth: int
    ) -> None:
        """Start an iteration over ``moves`` with a window."""
        search = self._search
        kernels.undo_all(self._state, search)
        search.info["root_count"] = len(moves)
        search.moves[: len(moves)] = moves
        kernels.start_iteration(search, alpha, beta, depth)
        if self._observer is not None:
            self._observer.began(alpha=alpha, beta=beta, depth=depth)

    def observe(self, observer: SearchObserver | None) -> None:
        """See ``ResumableSearch.observe``."""
        self._observer = observer

    def advance(self, quota: int, stop: npt.NDArray[np.int32]) -> bool:
        """Search up to ``quota`` more nodes; return whether the iteration is done."""
        if self._observer is not None:
            return self._advance_observed(self._observer, quota, stop)
        return self._advance(quota, stop)

    def _advance_observed(
        self, observer: SearchObserver, quota: int, stop: npt.NDArray[np.int32]
    ) -> bool:
        """Search node by node, and report each of them."""
        threats_only = bool(self._params.threats_only)
        frames = FrameObserver(self._search, observer, threats_only=threats_only)
        is_done = False
        for _ in range(quota):
            before = frames.copy()
            is_done = self._advance(1, stop)
            frames.report_changes(before)
            if is_done or stop[0] != 0:
                break
        return is_done

    def _advance(self, quota: int, stop: npt.NDArray[np.int32]) -> bool:
        done: bool = kernels.resume_iteration(
            self._state, self._search, self._vcf, self._params, quota, stop
        )
        return done

    def begin_attack(self, depth: int) -> bool:
        """Start the search for a win by threats; return whether there is any threat.

        Call it only between two iterations.
        """
        moves = self._list_root(self._attack, self._attack_params)
        self._attack.info["root_count"] = len(moves)
        kernels.start_iteration(self._attack, 0, 1, depth)
        return bool(moves)

    def advance_attack(self, quota: int, stop: npt.NDArray[np.int32]) -> bool:
        """Continue the attack like ``advance``; an abandoned attack has no effect."""
        done: bool = kernels.resume_iteration(
            self._state, self._attack, self._vcf, self._attack_params, quota, stop
        )
        return done

    def end_attack(self) -> tuple[int, tuple[Move, ...]] | None:
        """Return value and line of the win that the attack found, if any."""
        kernels.undo_all(self._state, self._attack)
        info = self._attack.info
        if info["mode"] != search_state.DONE or info["result"] < PROVEN:
            return None
        return int(info["result"][0]), self._line(self._attack)

    def _line(self, search: search_state.SearchState) -> tuple[Move, ...]:
        length = int(search.frames["pv_length"][0])
        return tuple(Move(int(move)) for move in search.pv[0, :length])

    def best(self) -> tuple[int, tuple[Move, ...]] | None:
        """Return value and line of the best move of the iteration so far, if any."""
        line = self._line(self._search)
        return (int(self._search.frames["best"][0]), line) if line else None

    def result(self) -> int:
        """Return the value of the finished iteration."""
        return int(self._search.info["result"][0])

    def root_value(self, move: Move) -> int:
        """See ``ResumableSearch.root_value``."""
        return int(self._search.root_moves["value"][move])

    def root_nodes(self, move: Move) -> int:
        """Return the nodes spent below a root move."""
        return int(self._search.root_moves["nodes"][move])


def _fitting_params(
    params: search_state.SearchParams, setup: GameSetup
) -> search_state.SearchParams:
    """Return the parameters, without the value network where it does not fit."""
    if params.evaluation != search_state.VALUE_NETWORK or fits_value_network(setup):
        return params
    return params._replace(evaluation=search_state.FITTED_VALUES)
