"""Contract between iterative deepening and the alpha-beta search of a game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from engine.core.formats.settings_reader import Range
from engine.core.game import Position
from engine.core.types import Move

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    import numpy.typing as npt

NAMED_MOVES = 12
"""Root moves that are all searched if no more are allowed: they were named one by
one."""


def restrict_candidates(
    candidates: Sequence[Move], root_moves: Collection[Move] | None
) -> list[Move]:
    """Return the candidate moves that are allowed, in their order.

    If few moves are allowed, or no candidate is, the other allowed moves follow.
    """
    if root_moves is None:
        return list(candidates)
    kept = [move for move in candidates if move in root_moves]
    if kept and len(root_moves) > NAMED_MOVES:
        return kept
    return kept + sorted(set(root_moves) - set(kept))


class SearchObserver(Protocol):
    """Observer of the nodes of an alpha-beta search.

    Values and windows are in units of the game's search, for the side to move of the
    node, whose ply counts from the root.
    """

    def began(self, *, alpha: int, beta: int, depth: int) -> None:
        """Note a new iteration; ``depth`` in plies. An open one is abandoned."""
        ...

    def opened(
        self, ply: int, move: Move, *, alpha: int, beta: int, depth: float
    ) -> None:
        """Note a move to a node at ``ply``, or a search of the last one again.

        Args:
            ply: Ply of the node, from 1.
            move: The move.
            alpha: Lower end of the node's window.
            beta: Upper end.
            depth: Plies left.
        """
        ...

    def closed(self, ply: int, value: int) -> None:
        """Note the value of the open node at ``ply``; ply 0 ends the iteration."""
        ...


class ResumableSearch(Protocol):
    """Contract of a game's alpha-beta search, which can pause at every node."""

    @property
    def nodes(self) -> int:
        """Number of moves made since ``set_root``."""
        ...

    @property
    def attack_nodes(self) -> int:
        """Number of moves made in attacks since ``set_root``."""
        ...

    @property
    def prunes(self) -> bool:
        """Whether lines are cut off; without it the values of all moves are exact."""
        ...

    @property
    def fastest_win(self) -> int:
        """Value of a win in one ply; later wins may be worth one less for each ply."""
        ...

    def new_helper(self, seed: int) -> ResumableSearch | None:
        """Return a search for another thread, or ``None`` if it would be of no help.

        Both share a transposition table: each finds in it what the other has searched
        before (lazy SMP, Østensen 2016).

        Args:
            seed: Random seed, which gives its moves another order.
        """
        ...

    def set_root(
        self, position: Position, root_moves: Collection[Move] | None = None
    ) -> list[Move]:
        """Set the root and return its candidate moves, best first.

        Args:
            position: The root.
            root_moves: The only moves to consider; ``None`` for all of them.
        """
        ...

    def begin(
        self, moves: Sequence[Move], *, alpha: int, beta: int, depth: int
    ) -> None:
        """Start an iteration over ``moves`` with a window; ``depth`` in plies."""
        ...

    def advance(self, quota: int, stop: npt.NDArray[np.int32]) -> bool:
        """Search up to ``quota`` more nodes; return whether the iteration is done."""
        ...

    def observe(self, observer: SearchObserver | None) -> None:
        """Report the nodes of later iterations, attacks excluded; it costs time."""
        ...

    def begin_attack(self, depth: int) -> bool:
        """Start a search for a win by threats; return whether there is any threat."""
        ...

    def advance_attack(self, quota: int, stop: npt.NDArray[np.int32]) -> bool:
        """Continue the attack for ``quota`` nodes; return whether it is done."""
        ...

    def end_attack(self) -> tuple[int, tuple[Move, ...]] | None:
        """Return the value and the line of a win by the attack, or ``None``."""
        ...

    def best(self) -> tuple[int, tuple[Move, ...]] | None:
        """Return value and line of the iteration's best move so far, or ``None``."""
        ...

    def result(self) -> int:
        """Return the value of the finished iteration."""
        ...

    def root_value(self, move: Move) -> int:
        """Return the last value of a root move.

        With pruning it is an upper bound unless the move was best.
        """
        ...

    def root_nodes(self, move: Move) -> int:
        """Return the number of nodes below a root move."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchConfig:
    """Configuration of a game's alpha-beta search."""

    params: Mapping[str, int]
    """Parameters that differ from the game's defaults; keys of ``AlphaBeta.params``."""

    table_size: int
    """Entries of the transposition table, a power of two, if the game has one."""

    seed: int
    """Random seed."""

    network: Path | None = None
    """Checked file of the value network, if the parameters use one; ``None`` for the
    shipped one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueNetworks:
    """Networks that a game's alpha-beta search can evaluate by."""

    kind: str
    """Kind of network, a key of ``engine.nn.torch_net.networks.KINDS``."""

    shapes: Mapping[str, tuple[int, ...]]
    """Shapes of the weights, by the names that torch gives them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AlphaBeta:
    """Alpha-beta search of a game."""

    params: Mapping[str, Range]
    """Parameters that a preset may set, with their ranges."""

    new_search: Callable[[Position, SearchConfig], ResumableSearch]
    """Factory of the search for one setup; the position is the first of many."""

    networks: ValueNetworks | None = None
    """Networks that can evaluate; ``None`` if the search has no use for any."""

    trial_positions: Callable[[], Sequence[Position]] = tuple
    """Unfinished positions of any setup whose searches run the kernels that a search of
    the first position may not need, such as those for a won game."""
