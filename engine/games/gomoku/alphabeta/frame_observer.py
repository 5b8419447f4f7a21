"""Report of the nodes of the Gomoku search, by its stack frames before and after.

The compiled search cannot call an observer. It runs node by node instead; which nodes
were left, searched again and entered follows from the frames of the stack.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.core.offers.alpha_beta import SearchObserver
from engine.core.search_values import INFINITE, MATE
from engine.core.types import Move
from engine.games.gomoku.alphabeta.kernels.search_state import DONE, SearchState


@dataclass(frozen=True, slots=True, kw_only=True)
class FramesBefore:
    """Stack of a search before one node."""

    nodes: int
    """Moves made so far."""

    frames: npt.NDArray[np.void]
    """Frames of the open nodes, from the root on."""


class FrameObserver:
    """Reports what one node has changed.

    Args:
        search: State of the search.
        observer: Receiver of the reports.
        threats_only: Whether the search tries nothing but threats.
    """

    def __init__(
        self, search: SearchState, observer: SearchObserver, *, threats_only: bool
    ) -> None:
        self._search = search
        self._observer = observer
        self._threats_only = threats_only

    def copy(self) -> FramesBefore:
        """Return the stack now."""
        info = self._search.info[0]
        return FramesBefore(
            nodes=int(info["nodes"]),
            frames=self._search.frames[: int(info["ply"]) + 1].copy(),
        )

    def report_changes(self, before: FramesBefore) -> None:
        """Report the nodes that were closed and opened since ``before``."""
        is_done = self._search.info["mode"][0] == DONE
        if int(self._search.info["nodes"][0]) == before.nodes:
            if is_done:
                self._close_old(before.frames, 1)
                self._observer.closed(0, self._result)
            return
        ply = self._find_ply_of_move(before.nodes)
        self._leave_old_nodes(before.frames, ply)
        self._open(ply + 1)
        self._close_new(ply, is_done=is_done)

    @property
    def _result(self) -> int:
        """Value that the last finished node returned."""
        return int(self._search.info["result"][0])

    def _find_ply_of_move(self, nodes: int) -> int:
        """Return the ply of the node whose move was made after ``nodes`` moves.

        Deeper frames may be older and have the same count by chance.
        """
        found = np.flatnonzero(self._search.frames["nodes_before"] == nodes)
        return int(found[0])

    def _leave_old_nodes(self, frames: npt.NDArray[np.void], ply: int) -> None:
        """Close the old nodes below ``ply``; the one at ``ply`` may be a new search."""
        is_again = False
        if 0 < ply < len(frames):
            tried = int(self._search.frames["tried"][ply])
            is_again = tried not in (0, int(frames["tried"][ply]) + 1)
        self._close_old(frames, ply if is_again else ply + 1)
        if is_again:
            self._open(ply)

    def _close_old(self, frames: npt.NDArray[np.void], least: int) -> None:
        """Close old nodes whose moves are exhausted, down to the ply ``least``."""
        value = -INFINITE
        for ply in range(len(frames) - 1, least - 1, -1):
            best = max(int(frames["best"][ply]), value)
            if best == -INFINITE:
                # As in ``finish_node``: no move is allowed, or none stops the threat.
                best = -(MATE - ply - 4) if frames["is_forced"][ply] else 0
            best = self._value_of(ply, best)
            self._observer.closed(ply, best)
            value = -best

    def _value_of(self, ply: int, best: int) -> int:
        """Return the value of a node by that of its best move; see ``finish_node``."""
        return max(best, 0) if self._threats_only and ply % 2 == 0 else best

    def _open(self, ply: int) -> None:
        """Report the node at ``ply`` with its window."""
        frames = self._search.frames
        frame = frames[ply]
        self._observer.opened(
            ply,
            Move(int(frames["move"][ply - 1])),
            alpha=int(frame["first_alpha"]),
            beta=int(frame["beta"]),
            depth=int(frame["depth"]),
        )

    def _close_new(self, ply: int, *, is_done: bool) -> None:
        """Close the node after the new move, and the nodes that it cuts off."""
        frames = self._search.frames
        now = -1 if is_done else int(self._search.info["ply"][0])
        if now > ply:
            return
        is_again = now > 0 and int(frames["tried"][now]) == 0
        if now == ply and not is_again:
            self._observer.closed(ply + 1, self._result)
            return
        last = now if is_again else now + 1
        values = {
            one: self._value_of(one, int(frames["best"][one]))
            for one in range(last, ply + 1)
        }
        if is_again:
            values[now] = self._result
        self._observer.closed(ply + 1, -values[ply])
        for one in range(ply, last - 1, -1):
            self._observer.closed(one, values[one])
        if is_again:
            self._open(now)
