"""Contract of all search algorithms: limits, results, stop flag, searcher."""

from __future__ import annotations

import threading
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import (
    TYPE_CHECKING,
    Literal,
    Protocol,
    Self,
    get_args,
    runtime_checkable,
)

from engine.core.errors import LimitsError
from engine.core.game import Position
from engine.core.message import Message
from engine.core.types import Candidate, Move, MoveAnalysis, SearchSample

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Clock = Literal["wall", "cpu"]
"""Clock of a search: wall-clock time, or processor time of the whole process.

Processor time is the sum over all threads. It compares engines on a busy machine, if no
other search runs in the process.
"""

CLOCK_NAMES: tuple[Clock, ...] = get_args(Clock)

LINES_REPORTED = 12
"""Number of candidates of a tree search with their principal variation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Limits of a search; the first one reached ends it."""

    seconds: float | None = None
    """Time by ``clock``, in seconds."""

    nodes: int | None = None
    """Simulations of a tree search, or nodes of a minimax search."""

    depth: int | None = None
    """Plies of a minimax search."""

    clock: Clock = "wall"
    """Clock of ``seconds``."""

    seconds_left: float | None = None
    """Time left on the player's clock; only external programs take note of it."""

    root_moves: frozenset[Move] | None = None
    """The only moves to consider at the root; ``None`` for every legal move.

    The answer and the candidates are among them. External programs refuse them.
    """

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
        if self.root_moves is not None and not self.root_moves:
            raise LimitsError(Message("Expected at least one root move, got none."))
        if self.clock not in CLOCK_NAMES:
            raise LimitsError(
                Message(
                    "Expected a clock among {known}, got {name!r}.",
                    known=CLOCK_NAMES,
                    name=self.clock,
                )
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResult:
    """Result of one search, for the side to move."""

    move: Move
    """The move to play."""

    value: float
    """Expected result in [-1, 1]; +1 is a win of the side to move."""

    pv: tuple[Move, ...] = ()
    """Principal variation, beginning with ``move``."""

    nodes: int = 0
    """Number of simulations or nodes."""

    seconds: float = 0.0
    """Time by the clock of the limits, in seconds."""

    depth: int = 0
    """Plies of the longest line searched."""

    candidates: tuple[Candidate, ...] = ()
    """Moves considered, best first."""

    counts_nodes: bool = False
    """Whether ``visits`` of the candidates are nodes, not simulations."""

    nodes_before: int = 0
    """Nodes of earlier searches of the position that this one continues."""

    seconds_before: float = 0.0
    """Their time in seconds."""

    samples: tuple[SearchSample, ...] = ()
    """The search over time with those before, if its progress was reported."""

    policy: tuple[tuple[Move, float], ...] = ()
    """Prior of every move of the root by an evaluator, if the search has one."""

    has_value: bool = True
    """Whether the value is an evaluation.

    An external program returns a move alone, as an opening does with fixed stones.
    """

    @classmethod
    def of_candidates(
        cls,
        candidates: tuple[Candidate, ...],
        *,
        nodes: int,
        seconds: float,
        depth: int,
    ) -> Self:
        """Return the result whose move is the first of ``candidates``."""
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
        """Speed of the search; 0 if no time has passed."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    @property
    def all_nodes(self) -> int:
        """Nodes of the search and those before."""
        return self.nodes_before + self.nodes

    @property
    def all_seconds(self) -> float:
        """Time of the search and those before, in seconds."""
        return self.seconds_before + self.seconds

    def analysis(self) -> MoveAnalysis:
        """Return the result as an analysis of the position, with all candidates."""
        return MoveAnalysis(
            value=self.value,
            nodes=self.all_nodes,
            depth=self.depth,
            seconds=round(self.all_seconds, 3),
            pv=self.pv,
            candidates=self.candidates,
            counts_nodes=self.counts_nodes,
            samples=self.samples,
        )


class StopFlag:
    """One-way stop signal: any thread may set it, and compiled kernels poll it.

    Creating one does not import NumPy: the thread that searches does so.
    """

    __slots__ = ("_array", "_creation", "_is_discarded", "_is_set")

    def __init__(self) -> None:
        self._is_set = self._is_discarded = False
        self._array: npt.NDArray[np.int32] | None = None
        self._creation = threading.Lock()

    @property
    def array(self) -> npt.NDArray[np.int32]:
        """The signal for kernels: one number, 1 once it is set."""
        with self._creation:
            if self._array is None:
                import numpy as np  # noqa: PLC0415 - 50 ms, unneeded before a search

                self._array = np.zeros(1, np.int32)
            if self._is_set:  # maybe while the array was made
                self._array[0] = 1
        return self._array

    def set(self) -> None:
        """Make the running search return its best result so far."""
        self._is_set = True
        array = self._array
        if array is not None:
            array[0] = 1

    def discard(self) -> None:
        """Stop the running search; nobody needs its result."""
        self._is_discarded = True
        self.set()

    @property
    def is_discarded(self) -> bool:
        """Whether nobody needs the result: a search that cannot stop may fail."""
        return self._is_discarded

    def __bool__(self) -> bool:
        return self._is_set


ProgressCallback = Callable[[SearchResult], None]


class Searcher(Protocol):
    """Contract of an engine; one instance serves one game at a time."""

    def prepare(self, position: Position) -> None:
        """Load or compile all code for searches in the setup of ``position``."""
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

        A stopped search returns its best result so far. It reports progress at most
        ten times a second.

        Raises:
            IllegalMoveError: The game is over.
            BusyError: Another search of this searcher is running.
            LimitsError: A root move is illegal, or the searcher cannot restrict itself.
        """
        ...


@runtime_checkable
class ClosableSearcher(Searcher, Protocol):
    """Searcher with a program of its own that has to be ended."""

    def close(self) -> None:
        """End the program; nothing of it is left running."""
        ...


def close_searcher(searcher: Searcher) -> None:
    """End what a searcher has started; our own searchers have nothing to end."""
    if isinstance(searcher, ClosableSearcher):
        searcher.close()


def make_search_seed(seed: int, position: Position) -> int:
    """Return the seed for one search of a position; it is equal in every process."""
    digest = zlib.crc32(bytes(position.stones), seed & 0xFFFFFFFF)
    return (seed << 32) ^ digest
