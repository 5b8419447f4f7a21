"""VCF solver for Gomoku positions, for tree searches and batches of leaves."""

from __future__ import annotations

from typing import cast

import numpy as np
import numpy.typing as npt

from engine.core.game import Position
from engine.core.types import Move, SolverResult
from engine.games.gomoku.patterns.kernels.patterns import (
    find_row_cell,
    is_foul,
    threat_count,
)
from engine.games.gomoku.patterns.pattern_state import make_patterns
from engine.games.gomoku.patterns.threat_tables import WIN
from engine.games.gomoku.rules.immediate_threats import ThreatBoard
from engine.games.gomoku.rules.kernels.state import GomokuState
from engine.games.gomoku.threats.kernels.batch_vcf import solve_positions
from engine.games.gomoku.threats.kernels.vcf import (
    new_vcf_search,
    solve_vcf,
)

SOLVER_NODE_LIMIT = 10_000
"""Fours tried for a position; some twenty milliseconds."""

TABLE_SIZE = 1 << 14
"""Entries of the transposition table for single positions."""

LEAF_NODE_LIMIT = 60
"""Fours tried for either side at a leaf, some 20 microseconds on 15x15."""

LEAF_TABLE_SIZE = 1 << 16
"""Entries of the transposition table for leaves; a megabyte."""


class VcfSolver:
    """Solver for positions of one setup by VCF; implements ``Solver``.

    Args:
        position: Any position of the setup.
    """

    def __init__(self, position: Position) -> None:
        self._first = position
        self._vcf = new_vcf_search(position.setup.cell_count, TABLE_SIZE)

    def load(self) -> None:
        """See ``Solver.load``."""
        self.solve(self._first)
        state = make_patterns(cast(GomokuState, self._first.kernel_state()))
        find_row_cell(state, 1)
        is_foul(state, 0, 1)

    def solve(self, position: Position) -> SolverResult | None:
        """Return a win by VCF, or the one answer to a row that threatens."""
        state = make_patterns(cast(GomokuState, position.kernel_state()))
        own, other = int(position.to_move), int(position.to_move.opponent)
        if solve_vcf(state, self._vcf, SOLVER_NODE_LIMIT):
            attack = Move(int(self._vcf.levels["attack"][0]))
            return SolverResult(winner=position.to_move, moves=(attack,))
        threats = int(threat_count(state, other, WIN))
        if threats == 0:
            return None
        reply = int(find_row_cell(state, other))
        if threats > 1 or is_foul(state, reply, own):
            return SolverResult(winner=position.to_move.opponent)
        return SolverResult(moves=(Move(reply),))

    def find_win(self, position: Position) -> tuple[Move, ...]:
        """Return the moves of a win by VCF up to the row, or nothing.

        The line ends before the row if the opponent has no answer but a foul.
        """
        state = make_patterns(cast(GomokuState, position.kernel_state()))
        if position.outcome or not solve_vcf(state, self._vcf, SOLVER_NODE_LIMIT):
            return ()
        levels, last = self._vcf.levels, int(self._vcf.info["win_level"][0])
        line: list[Move] = []
        for level in levels[:last]:
            line += [Move(int(level["attack"])), Move(int(level["reply"]))]
        line.append(Move(int(levels["attack"][last])))
        for move in line:
            position = position.play(move)
        if position.outcome is None:
            line += _finish(position)
        return tuple(line)


def _finish(position: Position) -> tuple[Move, ...]:
    """Return an answer to the last four and the stone that completes a row."""
    board, attacker = ThreatBoard(position), position.to_move.opponent
    ends = board.winning_cells(attacker)
    answers = [end for end in ends if not board.is_foul(end, position.to_move)]
    if len(ends) < 2 or not answers:  # noqa: PLR2004 - one to answer, one to win
        return ()
    return answers[0], next(end for end in ends if end != answers[0])


class VcfLeafSolver:
    """Solver for leaves of one setup by VCF; implements ``LeafSolver``.

    Args:
        position: Any position of the setup.
    """

    def __init__(self, position: Position) -> None:
        self._state = make_patterns(cast(GomokuState, position.kernel_state()))
        self._vcf = new_vcf_search(position.setup.cell_count, LEAF_TABLE_SIZE)

    def solve(
        self,
        cells: npt.NDArray[np.int8],
        to_move: npt.NDArray[np.int8],
        legal: npt.NDArray[np.bool_],
    ) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.bool_]]:
        """See ``LeafSolver.solve``."""
        verdicts, moves = np.zeros(len(cells), np.int8), legal.copy()
        own = to_move[:, np.newaxis]
        stones = np.where(cells == 0, 0, np.where(cells == 1, own, 3 - own))
        solve_positions(
            self._state,
            self._vcf,
            stones.astype(np.int8),
            to_move,
            LEAF_NODE_LIMIT,
            verdicts,
            moves,
        )
        return verdicts, moves
