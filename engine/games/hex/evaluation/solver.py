"""Judgements of single Hex positions, for searches that work on other nodes.

A position is judged fastest from the one before it, so that the last judgements are
kept, as many as a bounded memory holds.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.core.game import Position
from engine.core.types import Move, Player, SolverResult
from engine.games.hex.evaluation import static_analysis as analysis
from engine.games.hex.rules.kernels.state import state_of

MOST_BYTES = 96 << 20
"""Memory for judgements: 71 of them on 11x11, 10 on 19x19."""

FEWEST_KEPT = 3
"""Judgements kept on the largest boards, whatever they take."""

VALUED = 8
"""Moves of a position that are valued one by one, 0.2 ms each on 11x11.

Measured in a tree search: 21 of 30 games won against 20 of them.
"""

VALUE_OF_RESULT = 400.0
"""Values by which a move is worse that brings one point of result less."""

REST = 50.0
"""By so much less than the last valued move all others promise."""


@dataclass(frozen=True, slots=True, eq=False)
class _Judged:
    """A judgement that is kept."""

    room: analysis.StaticAnalysis
    verdict: int
    moves: npt.NDArray[np.int16]


class HexSolver:
    """Judges positions of one setup; implements ``Knowledge``.

    Args:
        position: Any position of the setup.
        orders: Whether to tell which of the moves promise most.
    """

    def __init__(self, position: Position, *, orders: bool = True) -> None:
        self._orders = orders
        self._count = position.setup.cell_count
        self._width = position.setup.width
        self._neighbours = state_of(position).neighbours
        self._kept: OrderedDict[bytes, _Judged] = OrderedDict()
        self._first_room = analysis.new_judgement(self._count)
        size = analysis.size_of(self._first_room)
        self._most_kept = max(MOST_BYTES // size, FEWEST_KEPT)

    @property
    def kept_count(self) -> int:
        """How many judgements are kept."""
        return len(self._kept)

    def solve(self, position: Position) -> SolverResult | None:
        """Return what is known of ``position``; nothing while a swap is possible."""
        if position.special_moves():
            return None
        judged = self._judged(position)
        if judged.verdict == analysis.OPEN:
            value_deficits: tuple[float, ...] = ()
            if self._orders:
                value_deficits = self._value_deficits(judged, int(position.to_move))
            return SolverResult(
                moves=_moves(judged.moves), value_deficits=value_deficits
            )
        is_own = judged.verdict == analysis.WON
        moves = judged.moves
        if is_own and not moves.size:
            moves = self._next_step(judged, position)
        winner = position.to_move if is_own else position.to_move.opponent
        return SolverResult(winner=winner, moves=_moves(moves))

    def load(self) -> None:
        """Run every kernel once."""
        room, after = self._new_room(), self._new_room()
        cells = np.zeros(self._count + 3, np.int8)
        cells[self._count :] = (1, 2, 3)
        board = self._neighbours, self._width
        analysis.judge(room, cells, *board, 1)
        cells[0] = 1
        analysis.judge_after(after, room, 0, *board, player=2)
        analysis.value_moves(after, self._width, 2, np.zeros(0, np.int16))
        analysis.step_ahead(after, cells, *board, 2)
        analysis.rank_all(after, cells, self._width, 2)

    def _new_room(self) -> analysis.StaticAnalysis:
        return analysis.new_judgement(self._count, self._first_room)

    def _judged(self, position: Position) -> _Judged:
        """Return the judgement of a position, a new one or the one that was kept."""
        key = _key(position.stones, position.to_move)
        judged = self._kept.get(key)
        if judged is not None:
            self._kept.move_to_end(key)
            return judged
        before, last = self._before(position)
        if len(self._kept) >= self._most_kept:
            _, oldest = self._kept.popitem(last=False)
            room = self._new_room() if oldest is before else oldest.room
        else:
            room = self._new_room()
        board, player = (self._neighbours, self._width), int(position.to_move)
        if before is None or last is None:
            cells = _cells(position)
            verdict, found = analysis.judge(room, cells, *board, player)
        else:
            verdict, found = analysis.judge_after(
                room, before.room, int(last), *board, player=player
            )
        judged = _Judged(room, int(verdict), room.order[:found].copy())
        self._kept[key] = judged
        return judged

    def _before(self, position: Position) -> tuple[_Judged | None, Move | None]:
        """Return the kept judgement from which this one follows, and the move."""
        last, mover = position.last_cell, position.to_move.opponent
        if last is None or position.stones[last] != mover:
            return None, None
        stones = bytearray(position.stones)
        stones[last] = 0
        key = _key(bytes(stones), mover)
        before = self._kept.get(key)
        if before is None or before.verdict != analysis.OPEN or before.room.cells[last]:
            return None, None
        self._kept.move_to_end(key)
        return before, last

    def _value_deficits(self, judged: _Judged, player: int) -> tuple[float, ...]:
        """Return by how much less each move of an open position promises."""
        moves = judged.moves[:VALUED]
        values = analysis.value_moves(judged.room, self._width, player, moves)
        behind = (int(values.max()) - values) / VALUE_OF_RESULT
        rest = float(behind.max()) + REST / VALUE_OF_RESULT
        return (*behind.tolist(), *[rest] * (judged.moves.size - moves.size))

    def _next_step(self, judged: _Judged, position: Position) -> npt.NDArray[np.int16]:
        """Return a move that brings a side nearer to its end which has won already."""
        cells, player = _cells(position), int(position.to_move)
        step = analysis.step_ahead(
            judged.room, cells, self._neighbours, self._width, player
        )
        if step >= 0:
            return np.array([step], np.int16)
        found = analysis.rank_all(judged.room, cells, self._width, player)
        return judged.room.order[:found].copy()


def _key(stones: bytes, to_move: Player) -> bytes:
    return stones + bytes([to_move])


def _cells(position: Position) -> npt.NDArray[np.int8]:
    """Return the board as kernels take it, with the places beyond it."""
    return np.frombuffer(bytearray(position.stones + bytes([1, 2, 3])), np.int8)


def _moves(moves: npt.NDArray[np.int16]) -> tuple[Move, ...]:
    return tuple(Move(move) for move in moves.tolist())
