"""Hex's alpha-beta search, as the driver sees it: a loop that pauses at any node.

Between the nodes of alpha-beta a proof-number search works on the same ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from engine.core.game import Position
from engine.core.types import Move
from engine.games.hex.alphabeta.proof_number_search import prove
from engine.games.hex.alphabeta.pvs import WIN, Descent, Found, Rules, settled_line
from engine.games.hex.evaluation.board_evaluator import OPEN, Board, Judge, KnownNodes

MOST_AT_ONCE = 4
"""Nodes between two looks at the clock: one may take 20 ms on the largest boards."""

SMALL_BOARD = 64
"""Cells of a board that a proof may well cover."""


class HexResumableSearch:
    """Searches positions of one setup; implements ``ResumableSearch``.

    Args:
        position: The first position; others must have the same setup.
        rules: Fields of ``Rules``.
        seed: Random seed.
    """

    def __init__(
        self, position: Position, rules: Mapping[str, int], *, seed: int
    ) -> None:
        self._rules = Rules(**rules)
        is_small = position.setup.cell_count <= SMALL_BOARD
        chosen = self._rules
        self._share = chosen.small_proof_share if is_small else chosen.proof_share
        cells, known = position.setup.cell_count, KnownNodes()
        self._judge = Judge(cells, known, noise=self._rules.noise, seed=seed)
        self.nodes = 0
        self._start(position)

    def _start(self, position: Position) -> None:
        self._descent = Descent(self._judge, position, self._rules)
        self._root = self._descent.root
        self._moves: list[int] = []
        self._result = 0
        self._proof_nodes = 0
        self._proof: Iterator[None] = prove(self._judge, Board(position), self._root)
        self._iteration: Found | None = None
        self._specials = position.special_moves()

    @property
    def fastest_win(self) -> int:
        """Value of any win: a proof does not tell how long it takes."""
        return WIN

    def set_root(self, position: Position) -> list[Move]:
        """Make ``position`` the root and return its moves worth a look, best first."""
        self._start(position)
        self.nodes = 0
        moves = self._descent.first_moves()
        return [Move(move) for move in moves] + position.special_moves()

    def begin(
        self, moves: Sequence[Move], *, alpha: int, beta: int, depth: int
    ) -> None:
        """Start an iteration over ``moves`` with a window."""
        self._moves = [move for move in moves if move not in self._specials]
        self._iteration = self._descent.iterate(self._moves, depth, alpha, beta)

    def advance(self, quota: int, stop: npt.NDArray[np.int32]) -> bool:
        """Search up to ``quota`` more nodes; say whether the iteration is done."""
        until = self.nodes + min(quota, MOST_AT_ONCE)
        while self.nodes < until and not stop[0]:
            if self._root.verdict != OPEN:
                self._take_proof()
                return True
            share = self._share * self.nodes
            if self._proof_nodes * 100 < share and next(self._proof, self) is None:
                self._proof_nodes += 1
                self.nodes += 1
                continue
            if self._root.verdict != OPEN or self._iteration is None:
                continue
            try:
                next(self._iteration)
                self.nodes += 1
            except StopIteration as end:
                self._result, _ = end.value
                return True
        return False

    # The proof search, which goes on between the nodes, is all the attack there is.

    @property
    def attack_nodes(self) -> int:
        """None: the nodes of proofs count as those of iterations."""
        return 0

    def begin_attack(self, depth: int) -> bool:
        """Say that there is no attack besides the proof search."""
        del depth
        return False

    def advance_attack(self, quota: int, stop: npt.NDArray[np.int32]) -> bool:
        """Say that the attack is done."""
        del quota, stop
        return True

    def end_attack(self) -> tuple[int, tuple[Move, ...]] | None:
        """Say that no attack found a win."""
        return None

    def _take_proof(self) -> None:
        """End the iteration with what was proven about the root."""
        line = settled_line(self._root) or (self._moves[0],)
        self._result = WIN * self._root.verdict
        self._descent.best = self._result, line
        self._descent.values[line[0]] = self._result

    def best(self) -> tuple[int, tuple[Move, ...]] | None:
        """Return value and line of the best move of the iteration so far, if any."""
        if self._descent.best is None:
            return None
        value, line = self._descent.best
        # The swap turns the board into its mirror image with the sides exchanged: what
        # the best stone does not win, the swap does.
        if self._specials and value < 0:
            return -value, (self._specials[0],)
        return value, tuple(Move(move) for move in line)

    def result(self) -> int:
        """Return the value of the finished iteration."""
        return abs(self._result) if self._specials else self._result

    def root_value(self, move: Move) -> int:
        """Return the last value of a root move, a bound unless it was the best."""
        best, values = self._descent.best, self._descent.values
        if move in self._specials and best is not None:
            return -best[0]
        least = min(values.values(), default=0)
        return values.get(move, least)

    def root_nodes(self, move: Move) -> int:
        """Return the nodes spent below a root move."""
        return self._descent.spent.get(move, 0)
