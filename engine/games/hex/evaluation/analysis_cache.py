"""Cache of analysed Hex boards, the bases of incremental analyses.

An incremental analysis is several times as fast as one from scratch. Its connections
depend on the board it started from, so searchers do not share a cache: the answer of
one would depend on the games of the others.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np
import numpy.typing as npt

from engine.games.hex.evaluation import analysis_buffers, static_analysis
from engine.games.hex.evaluation.analysis_buffers import StaticAnalysis
from engine.games.hex.evaluation.static_analysis import Cells, Neighbours

Key = TypeVar("Key")


@dataclass(frozen=True, slots=True, eq=False)
class AnalysedBoard:
    """Result of an analysis; its buffers are valid until it is released or dropped."""

    analysis: StaticAnalysis
    """Connections and move scores."""

    status: int
    """``WON``, ``LOST`` or ``OPEN``."""

    moves: npt.NDArray[np.int16]
    """``[K]``: moves to try, best first; see ``static_analysis.analyse``."""


class AnalysisCache(Generic[Key]):
    """Least recently used cache of analysed boards of one size, in bounded memory.

    Analyses share scratch buffers: one is computed at a time.

    Args:
        cell_count: Cells of the board.
        most_bytes: Memory of the cached analyses.
        least_count: Number of analyses that are cached in any case.
    """

    def __init__(self, cell_count: int, *, most_bytes: int, least_count: int) -> None:
        self._count = cell_count
        self._first_analysis = analysis_buffers.new_analysis(cell_count)
        self._spare = [self._first_analysis]
        size = analysis_buffers.count_bytes(self._first_analysis)
        self._capacity = max(most_bytes // size, least_count)
        self._boards: OrderedDict[Key, AnalysedBoard] = OrderedDict()

    def __len__(self) -> int:
        return len(self._boards)

    def find(self, key: Key) -> AnalysedBoard | None:
        """Return the cached board of a key, or ``None``."""
        return self._boards.get(key)

    def touch(self, key: Key) -> None:
        """Mark a cached board as the most recently used one."""
        self._boards.move_to_end(key)

    def analyse(
        self, cells: Cells, neighbours: Neighbours, width: int, player: int
    ) -> AnalysedBoard:
        """Analyse a board from scratch; it is not cached yet."""
        analysis = self._allocate()
        status, found = static_analysis.analyse(
            analysis, cells, neighbours, width, player
        )
        return AnalysedBoard(analysis, status, analysis.order[:found].copy())

    def analyse_after(
        self,
        before: AnalysedBoard,
        move: int,
        neighbours: Neighbours,
        width: int,
        player: int,
    ) -> AnalysedBoard:
        """Analyse the board after ``move`` incrementally; it is not cached yet.

        Args:
            before: The board before the move, open and used most recently.
            move: The move.
            neighbours: See ``static_analysis.analyse_after``.
            width: Likewise.
            player: Side to move after the move.
        """
        analysis = self._allocate()
        status, found = static_analysis.analyse_after(
            analysis, before.analysis, move, neighbours, width, player=player
        )
        return AnalysedBoard(analysis, status, analysis.order[:found].copy())

    def put(self, key: Key, board: AnalysedBoard) -> None:
        """Cache an analysed board."""
        self._boards[key] = board

    def release(self, board: AnalysedBoard) -> None:
        """Take back the buffers of a board that is not cached."""
        self._spare.append(board.analysis)

    def clear(self) -> None:
        """Drop all cached boards."""
        self._spare += [board.analysis for board in self._boards.values()]
        self._boards.clear()

    def _allocate(self) -> StaticAnalysis:
        """Return free buffers, else those of the least recently used board."""
        if self._spare:
            return self._spare.pop()
        if len(self._boards) < self._capacity:
            return analysis_buffers.new_analysis(self._count, self._first_analysis)
        _, oldest = self._boards.popitem(last=False)
        return oldest.analysis
