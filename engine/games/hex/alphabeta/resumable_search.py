"""Hex's alpha-beta search, which can pause at every node.

A proof-number search works on the same nodes in between.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from engine.core.game import Position
from engine.core.offers.alpha_beta import SearchObserver
from engine.core.search_values import MATE, PROVEN
from engine.core.types import Move
from engine.games.hex.alphabeta.proof_number_search import prove
from engine.games.hex.alphabeta.pvs import (
    PrincipalVariationSearch,
    SearchSteps,
    proven_line,
)
from engine.games.hex.alphabeta.search_params import PvsParams
from engine.games.hex.evaluation.board_evaluator import (
    LOST,
    OPEN,
    Board,
    BoardEvaluator,
    NodeTable,
)

MAX_STEP = 4
"""Nodes between two checks of the clock: one may take 20 ms on the largest boards."""

SMALL_BOARD = 64
"""Cells of a board that a proof can often cover."""


class HexResumableSearch:
    """Search of positions of one setup; implements ``ResumableSearch``.

    Args:
        position: The first position; others must have the same setup.
        params: Fields of ``PvsParams``.
        seed: Random seed.
    """

    def __init__(
        self, position: Position, params: Mapping[str, int], *, seed: int
    ) -> None:
        self._params = PvsParams(**params)
        is_small = position.setup.cell_count <= SMALL_BOARD
        chosen = self._params
        self._share = chosen.small_proof_share if is_small else chosen.proof_share
        cells, table = position.setup.cell_count, NodeTable()
        self._evaluator = BoardEvaluator(
            cells, table, noise=self._params.noise, seed=seed
        )
        self.nodes = 0
        self._observer: SearchObserver | None = None
        self._start(position)

    def observe(self, observer: SearchObserver | None) -> None:
        """See ``ResumableSearch.observe``."""
        self._observer = self._search.observer = observer

    def _start(self, position: Position) -> None:
        self._search = PrincipalVariationSearch(self._evaluator, position, self._params)
        self._search.observer = self._observer
        self._root = self._search.root
        self._moves: list[int] = []
        self._stones: list[int] = []
        self._result = 0
        self._proof_nodes = 0
        self._proof: Iterator[None] = prove(
            self._evaluator, Board(position), self._root
        )
        self._iteration: SearchSteps | None = None
        self._specials = position.special_moves()
        self._swaps = False
        # A proof ignores that the first stone may be swapped.
        self._current_share = 0 if self._search.is_swappable else self._share

    def new_helper(self, seed: int) -> HexResumableSearch | None:
        """Return ``None``: the nodes are objects of Python, for one thread."""
        del seed
        return None

    @property
    def prunes(self) -> bool:
        """See ``ResumableSearch.prunes``."""
        return bool(self._params.prunes)

    @property
    def fastest_win(self) -> int:
        """Value of any win: a proof has no length."""
        return MATE

    def set_root(
        self, position: Position, root_moves: Collection[Move] | None = None
    ) -> list[Move]:
        """See ``ResumableSearch.set_root``."""
        self._start(position)
        self.nodes = 0
        if root_moves is not None:
            self._specials = [move for move in self._specials if move in root_moves]
            root_moves = set(root_moves) - set(self._specials)
            # The value of the swap is that of the best stone.
            self._swaps = not root_moves
        self._stones = self._search.list_root_moves(root_moves or None)
        stones = [] if self._swaps else [Move(move) for move in self._stones]
        return stones + self._specials

    def begin(
        self, moves: Sequence[Move], *, alpha: int, beta: int, depth: int
    ) -> None:
        """Start an iteration over ``moves`` with a window."""
        stones: list[int] = [move for move in moves if move not in self._specials]
        self._moves = stones or self._stones
        self._iteration = self._search.iterate(self._moves, depth, alpha, beta)
        if self._observer is not None:
            self._observer.began(alpha=alpha, beta=beta, depth=depth)

    def advance(self, quota: int, stop: npt.NDArray[np.int32]) -> bool:
        """Search up to ``quota`` more nodes; return whether the iteration is done."""
        until = self.nodes + min(quota, MAX_STEP)
        while self.nodes < until and not stop[0]:
            if self._root.status != OPEN:
                self._finish_proven()
                return True
            share = self._current_share * self.nodes
            if self._proof_nodes * 100 < share and next(self._proof, self) is None:
                self._proof_nodes += 1
                self.nodes += 1
                continue
            if self._root.status != OPEN or self._iteration is None:
                continue
            try:
                next(self._iteration)
                self.nodes += 1
            except StopIteration as end:
                self._result, _ = end.value
                return True
        return False

    # The proof-number search between the nodes replaces the attack.

    @property
    def attack_nodes(self) -> int:
        """Always 0: nodes of proofs count as those of iterations."""
        return 0

    def begin_attack(self, depth: int) -> bool:
        """Return ``False``: the proof-number search is the only attack."""
        del depth
        return False

    def advance_attack(self, quota: int, stop: npt.NDArray[np.int32]) -> bool:
        """Return ``True``: the attack is finished."""
        del quota, stop
        return True

    def end_attack(self) -> tuple[int, tuple[Move, ...]] | None:
        """Return ``None``: no attack found a win."""
        return None

    def _finish_proven(self) -> None:
        """End the iteration with the proven result of the root."""
        line = proven_line(self._root) or (self._moves[0],)
        self._result = MATE * self._root.status
        self._search.best = self._result, line
        self._search.values[line[0]] = self._result
        if self._observer is not None:
            self._observer.closed(0, self._result)

    def best(self) -> tuple[int, tuple[Move, ...]] | None:
        """Return value and line of the best move of the iteration so far, if any."""
        if self._search.best is None:
            return None
        value, line = self._search.best
        # The swap mirrors the board and exchanges the sides, so it has the opposite
        # value of the best stone.
        if self._swaps or (self._specials and value < 0):
            return -value, (self._specials[0],)
        return value, tuple(Move(move) for move in line)

    def result(self) -> int:
        """Return the value of the finished iteration."""
        if self._swaps:
            return -self._result
        return abs(self._result) if self._specials else self._result

    def root_value(self, move: Move) -> int:
        """See ``ResumableSearch.root_value``.

        A move without a value is as good as the worst one that is not known to lose.
        """
        best, values = self._search.best, self._search.values
        if move in self._specials and best is not None:
            return -best[0]
        if move in values or self._root.status == LOST:
            return values.get(move, -MATE)
        return min((one for one in values.values() if one > -PROVEN), default=0)

    def root_nodes(self, move: Move) -> int:
        """Return the nodes spent below a root move."""
        return self._search.nodes_by_move.get(move, 0)
