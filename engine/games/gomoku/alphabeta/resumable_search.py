"""Gomoku's node loop, as the driver of alpha-beta sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from engine.core.game import Position
from engine.core.types import Move
from engine.games.gomoku.alphabeta.kernels import search as kernels
from engine.games.gomoku.alphabeta.kernels import search_state as memory
from engine.games.gomoku.alphabeta.search_memory import new_alpha_beta
from engine.games.gomoku.patterns.pattern_state import patterns_of
from engine.games.gomoku.rules.kernels.state import GomokuState
from engine.games.gomoku.threats.kernels.vcf import new_four_search

KNOWN_ATTACKS = 1 << 16
"""Positions that attacks remember; a megabyte."""

KNOWN_FOURS = 1 << 16
"""Positions of which is remembered whether fours win; a megabyte."""


class GomokuResumableSearch:
    """Searches positions of one setup; implements ``ResumableSearch``.

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
        self._search = new_alpha_beta(
            cells, setup.height, self._rules, table_size=table_size, seed=seed
        )
        self._attack_rules = self._rules._replace(
            attacks=1, evaluates=0, reduces=0, counts_moves=0, futility=0
        )
        self._attack = new_alpha_beta(
            cells, setup.height, self._attack_rules, table_size=KNOWN_ATTACKS, seed=seed
        )
        self._fours = new_four_search(cells, KNOWN_FOURS)
        self._state: Any = None

    @property
    def nodes(self) -> int:
        """Moves made since ``set_root``, attacks included."""
        return int(self._search.info[memory.NODES]) + self.attack_nodes

    @property
    def attack_nodes(self) -> int:
        """Moves made in attacks since ``set_root``."""
        return int(self._attack.info[memory.NODES])

    @property
    def fastest_win(self) -> int:
        """Value of a row by the next move."""
        return memory.MATE - 1

    def set_root(self, position: Position) -> list[Move]:
        """Make ``position`` the root and return its moves worth a look, best first."""
        self._state = patterns_of(cast(GomokuState, position.kernel_state()))
        for search in (self._attack, self._search):
            search.info[memory.SLOT_AGE] = (search.info[memory.SLOT_AGE] + 1) & 0xFF
            search.info[[memory.NODES, memory.DEPTH_NOW]] = 0
            search.root_nodes[:] = 0
            search.history[:] = 0
            search.replies[:] = 0
            search.killers[:] = -1
        return self._list_root(self._search, self._rules)

    def _list_root(self, search: memory.AlphaBeta, rules: memory.Rules) -> list[Move]:
        count = kernels.list_root(self._state, search, rules)
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

    def begin_attack(self, depth: int) -> bool:
        """Start to look for a win by threats; say whether there is any threat.

        Only between two iterations.
        """
        moves = self._list_root(self._attack, self._attack_rules)
        self._attack.info[memory.ROOT_COUNT] = len(moves)
        kernels.begin(self._attack, 0, 1, depth)
        return bool(moves)

    def advance_attack(self, quota: int, stop: npt.NDArray[np.int32]) -> bool:
        """Go on with the attack as ``advance`` does; given up, it leaves no trace."""
        done: bool = kernels.go_on(
            self._state, self._attack, self._fours, self._attack_rules, quota, stop
        )
        return done

    def end_attack(self) -> tuple[int, tuple[Move, ...]] | None:
        """Return value and line of the win that the attack found, if it did."""
        kernels.take_back_all(self._state, self._attack)
        info = self._attack.info
        if (
            info[memory.MODE] != memory.DONE
            or info[memory.RESULT] < memory.WON_FOR_SURE
        ):
            return None
        return int(info[memory.RESULT]), self._line(self._attack)

    def _line(self, search: memory.AlphaBeta) -> tuple[Move, ...]:
        length = int(search.pv_length[0])
        return tuple(Move(int(move)) for move in search.pv[0, :length])

    def best(self) -> tuple[int, tuple[Move, ...]] | None:
        """Return value and line of the best move of the iteration so far, if any."""
        line = self._line(self._search)
        return (int(self._search.frames[0, memory.BEST]), line) if line else None

    def result(self) -> int:
        """Return the value of the finished iteration."""
        return int(self._search.info[memory.RESULT])

    def root_value(self, move: Move) -> int:
        """Return the last value of a root move, a bound unless it was the best."""
        return int(self._search.root_values[move])

    def root_nodes(self, move: Move) -> int:
        """Return the nodes spent below a root move."""
        return int(self._search.root_nodes[move])
