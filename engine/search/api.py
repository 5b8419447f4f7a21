"""What every search algorithm takes and gives back."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, Self

import numpy as np
import numpy.typing as npt

from engine.core.errors import LimitsError
from engine.core.game import Position
from engine.core.message import Message
from engine.core.types import Candidate, Move, MoveAnalysis

LINES_REPORTED = 12
"""Candidates of a tree search that come with their best line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """When a search must stop; the first limit reached wins."""

    seconds: float | None = None
    """Wall-clock time."""

    nodes: int | None = None
    """Simulations of a tree search, or nodes of a minimax search."""

    depth: int | None = None
    """Plies of a minimax search."""

    def __post_init__(self) -> None:
        given = {
            name: value
            for name in ("seconds", "nodes", "depth")
            if (value := getattr(self, name)) is not None
        }
        if not given:
            raise LimitsError(
                Message("Expected at least one of seconds, nodes, depth.")
            )
        for name, value in given.items():
            if not value > 0:
                raise LimitsError(
                    Message(
                        "Expected {name} above 0, got {value}.", name=name, value=value
                    )
                )


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResult:
    """The answer of one search, seen from the side to move."""

    move: Move
    """The move to play."""

    value: float
    """Expected result in [-1, 1]: +1, the side to move wins."""

    pv: tuple[Move, ...] = ()
    """Best line, beginning with ``move``."""

    nodes: int = 0
    """Simulations or nodes spent."""

    seconds: float = 0.0
    """Wall-clock time spent."""

    depth: int = 0
    """Plies of the longest line looked at."""

    candidates: tuple[Candidate, ...] = ()
    """Moves considered, best first."""

    @classmethod
    def of_candidates(
        cls,
        candidates: tuple[Candidate, ...],
        *,
        nodes: int,
        seconds: float,
        depth: int,
    ) -> Self:
        """Return the answer that the first of some candidates is."""
        best = candidates[0]
        return cls(
            move=best.move,
            value=best.value,
            pv=best.pv,
            nodes=nodes,
            seconds=seconds,
            depth=depth,
            candidates=candidates,
        )

    @property
    def nodes_per_second(self) -> float:
        """Speed of the search."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    def analysis(self) -> MoveAnalysis:
        """Return the part that a record keeps."""
        return MoveAnalysis(
            value=self.value,
            nodes=self.nodes,
            depth=self.depth,
            pv=self.pv,
            candidates=self.candidates,
        )


class StopFlag:
    """A one-way signal that any thread may raise and compiled kernels can poll."""

    __slots__ = ("array",)

    def __init__(self) -> None:
        self.array: npt.NDArray[np.int32] = np.zeros(1, np.int32)

    def set(self) -> None:
        """Ask the running search to return its best answer so far."""
        self.array[0] = 1

    def __bool__(self) -> bool:
        return bool(self.array[0])


ProgressCallback = Callable[[SearchResult], None]


class Searcher(Protocol):
    """A move chooser; one instance serves one game at a time."""

    def prepare(self, position: Position) -> None:
        """Load or compile what a search of this kind of position needs."""
        ...

    def search(
        self,
        position: Position,
        limits: Limits,
        *,
        stop: StopFlag | None = None,
        on_progress: ProgressCallback | None = None,
    ) -> SearchResult:
        """Return the best move found within ``limits``.

        Stopped or out of time, it returns its best answer so far. Progress is
        reported at most ten times a second.

        Raises:
            IllegalMoveError: The game is over, there is no move to find.
            BusyError: The searcher is still at work on another position.
        """
        ...


def make_search_seed(seed: int, position: Position) -> int:
    """Return the seed for one search of a position, the same in every process."""
    digest = zlib.crc32(bytes(position.stones), seed & 0xFFFFFFFF)
    return (seed << 32) ^ digest
