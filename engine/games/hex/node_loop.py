"""Hex's alpha-beta search, as the driver sees it: a loop that pauses at any node.

An inner node is judged: filled in, with the virtual connections of both sides. Only its
most promising moves are valued and searched, the others when all of those lose, so that
a proof is a proof. Between whiles a proof-number search works on the same nodes.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.core.game import Position
from engine.core.types import Move
from engine.games.hex.judge import LOST, OPEN, WON, Board, Judge, KnownNodes, Node
from engine.games.hex.proof import prove

INFINITE = 32_000
"""No value is larger."""

WIN = 31_000
"""Value of a win at the root; one less for each ply on the way."""

PROVEN = 29_000
"""Beyond it a value is certain."""

MOST_AT_ONCE = 4
"""Nodes between two looks at the clock: one may take 20 ms on the largest boards."""

SMALL_BOARD = 64
"""Cells of a board that a proof may well cover."""

Line = tuple[int, ...]
Found = Generator[None, None, tuple[int, Line]]
"""Pauses after each node, and ends with a value and the line that shows it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What the search does; the settings of a preset."""

    root_width: int = 20
    """Moves of the root to search."""

    width: int = 12
    """Moves of other nodes to search."""

    prunes: int = 1
    """1 for alpha-beta, 0 for plain minimax."""

    proof_share: int = 15
    """Per cent of the nodes that the proof-number search gets."""

    small_proof_share: int = 85
    """The same on boards of up to ``SMALL_BOARD`` cells, which it can often settle."""

    noise: int = 3
    """By how much values are off at most: a little tells equals apart, more errs."""


class HexNodeLoop:
    """Searches positions of one setup; implements ``NodeLoop``.

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
        self._prover = Judge(cells, known)
        self.nodes = 0
        self.deepest = 0
        self._start(position)

    def _start(self, position: Position) -> None:
        self._board = Board(position)
        known = self._judge.known(self._board)
        self._root = self._judge.judge(self._board) if known is None else known
        self._moves: list[int] = []
        self._root_values: dict[int, int] = {}
        self._root_nodes: dict[int, int] = {}
        self._best: tuple[int, Line] | None = None
        self._result = 0
        self._proof_nodes = 0
        # A judge of its own: both searches go their ways over the same nodes.
        self._proof: Iterator[None] = prove(self._prover, Board(position), self._root)
        self._iteration: Found | None = None
        self._position = position
        self._specials = position.special_moves()

    def set_root(self, position: Position) -> list[Move]:
        """Make ``position`` the root and return its moves worth a look, best first."""
        self._start(position)
        self.nodes = 0
        self.deepest = 0
        root = self._root
        moves = root.moves
        if root.verdict == OPEN:
            self._judge.value_moves(root, self._board, self._rules.root_width, ply=0)
        elif root.verdict == LOST or not moves:
            moves = self._judge.last_resort(self._board)
        self._root_values = dict(zip(moves, root.values, strict=False))
        return [Move(move) for move in moves] + position.special_moves()

    def begin(
        self, moves: Sequence[Move], *, alpha: int, beta: int, depth: int
    ) -> None:
        """Start an iteration over ``moves`` with a window."""
        self._moves = [move for move in moves if move not in self._specials]
        self._board = Board(self._position)
        self._best = None
        self._iteration = self._search_root(depth, alpha, beta)

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
        self._best = self._result, line
        self._root_values[line[0]] = self._result

    def _search_root(self, depth: int, alpha: int, beta: int) -> Found:
        """Search the moves of the root, all others too while all of these lose."""
        best = -INFINITE
        line: Line = ()
        rest: Line
        for k, move in enumerate(self._moves):
            if k >= self._rules.root_width and best > -PROVEN:
                break
            if depth <= 1:
                value, rest = self._root_values.get(move, -INFINITE), ()
            else:
                before = self.nodes
                value, rest = yield from self._after(
                    self._root,
                    self._root.moves.index(move),
                    depth,
                    (max(alpha, best), beta),
                    ply=0,
                    is_first=k == 0,
                )
                self._root_values[move] = value
                spent = self.nodes - before
                self._root_nodes[move] = self._root_nodes.get(move, 0) + spent
            if value > best:
                best, line = value, (move, *rest)
                self._best = best, line
            if self._rules.prunes and best >= beta:
                break
        if best < -PROVEN:
            self._root.settle(LOST)
        return best, line

    def _after(
        self,
        node: Node,
        place: int,
        depth: int,
        window: tuple[int, int],
        *,
        ply: int,
        is_first: bool,
    ) -> Found:
        """Search a move of ``node``: in a null window unless it is the first one."""
        move = node.moves[place]
        promise = node.promises.get(move, 0)
        alpha, beta = window[0] - promise, window[1] - promise
        child = node.children[place]
        if child is None:
            child, is_new = self._judge.after(node, place, self._board, ply=ply)
            if is_new:
                yield
        else:
            self._board.play(move)
        search = self._search
        if not self._rules.prunes:
            value, line = yield from search(
                child, depth - 1, -INFINITE, INFINITE, ply + 1
            )
        elif is_first:
            value, line = yield from search(child, depth - 1, -beta, -alpha, ply + 1)
        else:
            value, line = yield from search(
                child, depth - 1, -alpha - 1, -alpha, ply + 1
            )
            if alpha < -value < beta:
                value, line = yield from search(
                    child, depth - 1, -beta, -alpha, ply + 1
                )
        self._board.take_back(move)
        if child.verdict == LOST:
            node.settle(WON)
        return -value if abs(value) > PROVEN else promise - value, line

    def _search(self, node: Node, depth: int, alpha: int, beta: int, ply: int) -> Found:
        """Return the value of the judged ``node``, the board at hand."""
        self.deepest = max(self.deepest, ply)
        if node.verdict != OPEN:
            return (WIN - ply) * node.verdict, ()
        yield from self._value(node, ply)
        if depth <= 1:
            best = max(range(len(node.values)), key=node.values.__getitem__)
            return node.values[best], (node.moves[best],)
        best_value = -INFINITE
        line: Line = ()
        for k, move in enumerate(list(node.moves)):
            if k >= self._rules.width and best_value > -PROVEN:
                break
            window = max(alpha, best_value), beta
            place = node.moves.index(move)
            value, rest = yield from self._after(
                node, place, depth, window, ply=ply, is_first=k == 0
            )
            if value > best_value:
                best_value, line = value, (move, *rest)
                self._put_first(node, move)
            if self._rules.prunes and best_value >= beta:
                break
            if node.verdict == WON:
                break
        if best_value < -PROVEN:
            node.settle(LOST)
        return best_value, line

    def _value(self, node: Node, ply: int) -> Iterator[None]:
        """Value the moves of the node to search; a node counts for each."""
        width = min(self._rules.width, len(node.moves))
        if len(node.values) < width:
            self._judge.value_moves(node, self._board, width, ply=ply)
            for _ in node.values:
                yield

    def _put_first(self, node: Node, move: int) -> None:
        """Let the next iteration begin with ``move``."""
        place = node.moves.index(move)
        node.moves.insert(0, node.moves.pop(place))
        node.children.insert(0, node.children.pop(place))
        if place < len(node.values):
            node.values.insert(0, node.values.pop(place))

    def best(self) -> tuple[int, tuple[Move, ...]] | None:
        """Return value and line of the best move of the iteration so far, if any."""
        if self._best is None:
            return None
        value, line = self._best
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
        if move in self._specials and self._best is not None:
            return -self._best[0]
        least = min(self._root_values.values(), default=0)
        return self._root_values.get(move, least)

    def root_nodes(self, move: Move) -> int:
        """Return the nodes spent below a root move."""
        return self._root_nodes.get(move, 0)


def settled_line(node: Node) -> Line:
    """Return a line from a settled node that shows who wins, as far as it is known."""
    line: list[int] = []
    while node.verdict != OPEN and node.moves:
        if node.verdict == WON and len(node.moves) == 1:
            line.append(node.moves[0])
            break
        for move, child in zip(node.moves, node.children, strict=True):
            if child is not None and child.verdict == -node.verdict:
                line.append(move)
                node = child
                break
        else:
            break
    return tuple(line)
