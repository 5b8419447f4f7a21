"""Solver for Hex positions by static analysis, for tree searches.

An incremental analysis is faster, so recent analyses are cached in bounded memory.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.core.game import Position
from engine.core.types import Move, Player, SolverResult
from engine.games.hex.evaluation import analysis_buffers, static_analysis
from engine.games.hex.evaluation.analysis_cache import AnalysedBoard, AnalysisCache
from engine.games.hex.rules.kernels.state import make_state
from engine.games.hex.rules.swapping import swap_follows

MAX_BYTES = 96 << 20
"""Memory of cached analyses: 71 on 11x11, 10 on 19x19."""

MIN_KEPT = 3
"""Minimum number of cached analyses, on boards of any size."""

EVALUATED_MOVES = 8
"""Moves of a position that are evaluated one by one, 0.2 ms each on 11x11.

Measured in a tree search: 21 of 30 games won against 20 of them.
"""

VALUE_PER_RESULT = 400.0
"""Difference of values that corresponds to one point of expected result."""

REMAINING_DEFICIT = 50.0
"""Value deficit of all other moves relative to the last evaluated one."""


class HexSolver:
    """Solver for positions of one setup by static analysis; implements ``Solver``.

    Args:
        position: Any position of the setup.
        orders: Whether results contain the value deficits of moves.
    """

    def __init__(self, position: Position, *, orders: bool = True) -> None:
        self._orders = orders
        self._count = position.setup.cell_count
        self._width = position.setup.width
        self._neighbours = make_state(position).neighbours
        self._cache: AnalysisCache[bytes] = AnalysisCache(
            self._count, most_bytes=MAX_BYTES, least_count=MIN_KEPT
        )

    def solve(self, position: Position) -> SolverResult | None:
        """Return the result for ``position``, or ``None`` while a swap is possible.

        The analysis also ignores a swap that may follow the first stone.
        """
        if position.special_moves() or swap_follows(position):
            return None
        cached = self._analyse(position)
        if cached.status == static_analysis.OPEN:
            value_deficits: tuple[float, ...] = ()
            if self._orders:
                value_deficits = self._value_deficits(cached, int(position.to_move))
            return SolverResult(
                moves=_moves(cached.moves), value_deficits=value_deficits
            )
        is_own = cached.status == static_analysis.WON
        moves = cached.moves
        if is_own and not moves.size:
            moves = self._next_step(cached, position)
        winner = position.to_move if is_own else position.to_move.opponent
        return SolverResult(winner=winner, moves=_moves(moves))

    def load(self) -> None:
        """Run every kernel once."""
        analysis = analysis_buffers.new_analysis(self._count)
        after = analysis_buffers.new_analysis(self._count, analysis)
        cells = np.zeros(self._count + 3, np.int8)
        cells[self._count :] = (1, 2, 3)
        board = self._neighbours, self._width
        static_analysis.analyse(analysis, cells, *board, 1)
        cells[0] = 1
        static_analysis.analyse_after(after, analysis, 0, *board, player=2)
        static_analysis.evaluate_moves(after, self._width, 2, np.zeros(0, np.int16))
        static_analysis.winning_move(after, cells, *board, 2)
        static_analysis.rank_all_moves(after, cells, self._width, 2)

    def _analyse(self, position: Position) -> AnalysedBoard:
        """Return the analysis of a position, from the cache if possible."""
        key = _key(position.stones, position.to_move)
        cached = self._cache.find(key)
        if cached is not None:
            self._cache.touch(key)
            return cached
        before, last = self._find_previous(position)
        layout, player = (self._neighbours, self._width), int(position.to_move)
        if before is None or last is None:
            board = self._cache.analyse(_cells(position), *layout, player)
        else:
            board = self._cache.analyse_after(before, last, *layout, player)
        self._cache.put(key, board)
        return board

    def _find_previous(
        self, position: Position
    ) -> tuple[AnalysedBoard | None, Move | None]:
        """Return the cached analysis before the last move, and that move."""
        last, mover = position.last_cell, position.to_move.opponent
        if last is None or position.stones[last] != mover:
            return None, None
        stones = bytearray(position.stones)
        stones[last] = 0
        key = _key(bytes(stones), mover)
        before = self._cache.find(key)
        if (
            before is None
            or before.status != static_analysis.OPEN
            or before.analysis.cells[last]
        ):
            return None, None
        self._cache.touch(key)
        return before, last

    def _value_deficits(self, cached: AnalysedBoard, player: int) -> tuple[float, ...]:
        """Return each move's value deficit relative to the best move."""
        moves = cached.moves[:EVALUATED_MOVES]
        values = static_analysis.evaluate_moves(
            cached.analysis, self._width, player, moves
        )
        behind = (int(values.max()) - values) / VALUE_PER_RESULT
        rest = float(behind.max()) + REMAINING_DEFICIT / VALUE_PER_RESULT
        return (*behind.tolist(), *[rest] * (cached.moves.size - moves.size))

    def _next_step(
        self, cached: AnalysedBoard, position: Position
    ) -> npt.NDArray[np.int16]:
        """Return a move that shortens the connection of a side that has won."""
        cells, player = _cells(position), int(position.to_move)
        step = static_analysis.winning_move(
            cached.analysis, cells, self._neighbours, self._width, player
        )
        if step >= 0:
            return np.array([step], np.int16)
        found = static_analysis.rank_all_moves(
            cached.analysis, cells, self._width, player
        )
        return cached.analysis.order[:found].copy()


def _key(stones: bytes, to_move: Player) -> bytes:
    return stones + bytes([to_move])


def _cells(position: Position) -> npt.NDArray[np.int8]:
    """Return the board in kernel format, with the places beyond it."""
    return np.frombuffer(bytearray(position.stones + bytes([1, 2, 3])), np.int8)


def _moves(moves: npt.NDArray[np.int16]) -> tuple[Move, ...]:
    return tuple(Move(move) for move in moves.tolist())
