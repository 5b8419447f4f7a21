"""Judged boards of Hex: what the compiled judgement says, as plain values.

A judgement takes a thousand times as long as a step of a search, so that searches walk
over nodes in plain Python, and every node that was judged is kept.
"""

from __future__ import annotations

import random
import zlib
from collections import OrderedDict
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from engine.core.game import Position
from engine.games.hex.evaluation import static_analysis
from engine.games.hex.evaluation.static_analysis import StaticAnalysis
from engine.games.hex.rules.kernels.state import make_state

MAX_NODES = 50_000
"""Nodes kept at a time, 2 kilobytes each; then all are forgotten."""

MAX_BYTES = 128 << 20
"""Memory for judgements, so that a node's next one is built on its own: 95 on 11x11.

Half of it is touched. In searches of half a second a quarter of all judgements were
made again with 64 MB, one in twelve with 256.
"""

MIN_KEPT = 8
"""Judgements kept on the largest boards, whatever they take."""

WON, LOST, OPEN = static_analysis.WON, static_analysis.LOST, static_analysis.OPEN

PRIOR_WEIGHT = 240.0
"""Value of one unit in the logarithm of a move's chance.

Of 40 to 480 those from 160 to 400 lost least in 0.15 s on positions that UCT of 60,000
simulations had labelled. With chances by a network 80 lost more and 400 as little.
"""

ORDER_PRIOR_WEIGHT = 900.0
"""The same where moves have not been searched: then chances say more than values.

A softmax over both, fitted to what UCT and the search by a network visited in 800
positions, came to 820 and 1,120.
"""

INFINITE = 1 << 40
"""Proof number of what cannot be shown."""


@dataclass(slots=True, eq=False)
class Node:
    """A judged position; sides are seen from its side to move."""

    status: int
    """``WON``, ``LOST`` or ``OPEN``."""

    moves: list[int]
    """Moves to try, the promising ones first; when won, those that win."""

    values: dict[int, int] = field(default_factory=dict)
    """What the first moves are worth, without looking further."""

    log_prior_deficits: dict[int, float] = field(default_factory=dict)
    """What the logarithm of the chance of a first move lacks to the likeliest's."""

    static_value: int = 0
    """What the position is worth, without looking further."""

    parent: tuple[Node, int] | None = None
    """A node that leads here, and by which move."""

    children: list[Node | None] = field(default_factory=list)
    """The judged positions after ``moves``."""

    proof: int = 1
    """At least so many positions must be settled to show a win."""

    disproof: int = 1
    """At least so many positions must be settled to show a loss."""

    def __post_init__(self) -> None:
        self.clear_children()
        if self.status != OPEN:
            self.set_proven(self.status)

    def clear_children(self) -> None:
        """Drop the positions after the moves."""
        self.children = [None] * len(self.moves)

    def log_prior_deficit(self, move: int) -> float:
        """Return how much less promising a move is than the first one was."""
        return self.log_prior_deficits.get(move, 0.0)

    def prior_penalty(self, move: int) -> int:
        """Return what a move's lack of promise is worth, 0 or less."""
        return -int(PRIOR_WEIGHT * self.log_prior_deficit(move))

    def order_value(self, move: int) -> int:
        """Return what a valued move is worth as long as it has not been searched."""
        more = ORDER_PRIOR_WEIGHT - PRIOR_WEIGHT
        return self.values[move] - int(more * self.log_prior_deficit(move))

    def set_proven(self, status: int) -> None:
        """Note that the position is won or lost."""
        self.status = status
        self.proof = 0 if status == WON else INFINITE
        self.disproof = 0 if status == LOST else INFINITE


class Board:
    """Stones and turn, changed by moves and taking them back."""

    def __init__(self, position: Position) -> None:
        state = make_state(position)
        self.cells: npt.NDArray[np.int8] = state.cells
        self.neighbours: npt.NDArray[np.int16] = state.neighbours
        self.width = position.setup.width
        self.count = position.setup.cell_count
        self.to_move = int(position.to_move)

    def play(self, move: int) -> None:
        """Put a stone of the side to move."""
        self.cells[move] = self.to_move
        self.to_move = 3 - self.to_move

    def undo(self, move: int) -> None:
        """Undo ``play``."""
        self.to_move = 3 - self.to_move
        self.cells[move] = 0

    def key(self) -> bytes:
        """Return what tells this board from all others of its size."""
        return self.cells[: self.count].tobytes() + bytes([self.to_move])


NodeTable = dict[bytes, Node]
"""Judged positions by ``Board.key``; searches may share them."""


Analysed = tuple[StaticAnalysis, int, list[int]]
"""What was found of a board: where it stands in full, verdict and moves."""


class BoardEvaluator:
    """Judges boards of one size and remembers the nodes.

    The last judgements are kept, since a board is judged faster from the one before it.

    Args:
        cell_count: Cells of the board.
        known: Nodes known already, to which those judged are added.
        noise: By how much values are off at most, different for each seed.
        seed: Random seed.
        most_bytes: Memory for judgements, of which a few are kept in any case.
    """

    def __init__(
        self,
        cell_count: int,
        table: NodeTable,
        *,
        noise: int = 0,
        seed: int = 0,
        most_bytes: int = MAX_BYTES,
    ) -> None:
        self._count = cell_count
        self._analyses: OrderedDict[Node, StaticAnalysis] = OrderedDict()
        self._first_analysis = static_analysis.new_analysis(cell_count)
        self._spare = [self._first_analysis]
        size = static_analysis.count_bytes(self._first_analysis)
        self._capacity = max(most_bytes // size, MIN_KEPT)
        self._table = table
        rng = random.Random(seed)
        self._seed, self._most_noise = seed, noise
        self._noise = [rng.randint(-noise, noise) for _ in range(cell_count)]

    def clear(self) -> None:
        """Forget all nodes; those in use lose what they know of the next ones."""
        for node in self._table.values():
            node.clear_children()
        self._table.clear()
        self._spare += self._analyses.values()
        self._analyses.clear()

    def analyse_root(self, board: Board) -> Node:
        """Judge a board from nothing and return its node, with what it knows."""
        analysis, status, moves = self._analyse_alone(board)
        node = self._table.get(board.key())
        if node is None:
            return self._add_node(board, analysis, status, moves)
        if node.status == OPEN:
            node.parent = None
            self._attach_analysis(node, analysis, status, moves)
        else:
            self._spare.append(analysis)
        return node

    def expand(self, node: Node, place: int, board: Board) -> tuple[Node, bool]:
        """Play a move and return the node it leads to, and whether that is a new one.

        Args:
            node: the open node before the move.
            place: the move's place in the node.
            board: the board of ``node``; the move is played on it.
        """
        move = node.moves[place]
        board.play(move)
        child = self._table.get(board.key())
        is_new = child is None
        if child is None:
            child = self._add_node(board, *self._analyse_after(node, move, board))
            child.parent = node, move
        if node.status == OPEN:
            node.children[place] = child
        return child, is_new

    def _add_node(
        self, board: Board, analysis: StaticAnalysis, status: int, moves: list[int]
    ) -> Node:
        """Remember what was found of a board."""
        if len(self._table) >= MAX_NODES:
            self.clear()
        node = Node(status, moves)
        key = board.key()
        if status == OPEN:
            node.static_value = static_analysis.static_value(
                analysis, len(moves), board.width, board.to_move
            )
            node.static_value += self._compute_noise(key)
        self._table[key] = node
        self._attach_analysis(node, analysis, status, moves)
        return node

    def _compute_noise(self, key: bytes) -> int:
        """Return by how much the worth of a board is off, whatever led there."""
        mixed = zlib.crc32(key, self._seed & 0xFFFFFFFF)
        return mixed % (2 * self._most_noise + 1) - self._most_noise

    def _attach_analysis(
        self, node: Node, analysis: StaticAnalysis, status: int, moves: list[int]
    ) -> None:
        """Keep the judgement of an open node, unless it settles the node."""
        if status == OPEN:
            self._analyses[node] = analysis
            return
        self._spare.append(analysis)
        node.moves = moves
        node.clear_children()
        node.set_proven(status)

    def _allocate_analysis(self) -> StaticAnalysis:
        """Return room for a judgement, that of the one not used for longest."""
        if self._spare:
            return self._spare.pop()
        if len(self._analyses) < self._capacity:
            return static_analysis.new_analysis(self._count, self._first_analysis)
        _, analysis = self._analyses.popitem(last=False)
        return analysis

    def _get_analysis(self, node: Node, board: Board) -> StaticAnalysis | None:
        """Return the judgement of an open node, made again if it is not kept.

        Made again on other judgements than at first it may settle the node, since other
        connections are found; then there is none.
        """
        analysis = self._analyses.get(node)
        if analysis is not None:
            self._analyses.move_to_end(node)
            return analysis
        if node.parent is None:
            analysed = self._analyse_alone(board)
        else:
            analysed = self._analyse_after(*node.parent, board)
        self._attach_analysis(node, *analysed)
        return self._analyses.get(node)

    def _analyse_after(self, node: Node, move: int, board: Board) -> Analysed:
        """Judge the board that ``move`` led to, on the judgement of ``node``."""
        board.undo(move)
        before = self._get_analysis(node, board)
        board.play(move)
        if before is None:
            return self._analyse_alone(board)
        analysis = self._allocate_analysis()
        status, found = static_analysis.analyse_after(
            analysis, before, move, board.neighbours, board.width, player=board.to_move
        )
        return analysis, status, analysis.order[:found].tolist()

    def _analyse_alone(self, board: Board) -> Analysed:
        analysis = self._allocate_analysis()
        status, found = static_analysis.analyse(
            analysis, board.cells, board.neighbours, board.width, board.to_move
        )
        return analysis, status, analysis.order[:found].tolist()

    def evaluate_moves(self, node: Node, board: Board, width: int) -> None:
        """Value up to ``width`` moves of the board's open node, and sort them.

        None has a value if the board turns out to be settled.
        """
        analysis = self._get_analysis(node, board)
        if analysis is None:
            return
        moves = np.array(node.moves[:width], np.int16)
        log_prior_deficits = static_analysis.log_prior_deficits(analysis, moves)
        node.log_prior_deficits = dict(
            zip(moves.tolist(), log_prior_deficits.tolist(), strict=True)
        )
        values = static_analysis.evaluate_moves(
            analysis, board.width, board.to_move, moves
        )
        values += np.array([self._noise[move] for move in moves])
        noted = [
            int(v) + node.prior_penalty(m) for v, m in zip(values, moves, strict=True)
        ]
        node.values = dict(zip(moves.tolist(), noted, strict=True))
        ranks = [node.order_value(move) for move in moves.tolist()]
        order = sorted(range(len(ranks)), key=lambda k: -ranks[k])
        node.children[:width] = [node.children[k] for k in order]
        node.moves[:width] = [int(moves[k]) for k in order]

    def fallback_moves(self, board: Board) -> list[int]:
        """Return moves for a board that is settled before the game is over.

        The winner gets one that brings it nearer to its end, the loser all it has.
        """
        analysis, status, _ = self._analyse_alone(board)
        self._spare.append(analysis)
        if status == WON:
            step = static_analysis.winning_move(
                analysis, board.cells, board.neighbours, board.width, board.to_move
            )
            if step >= 0:
                return [step]
        found = static_analysis.rank_all_moves(
            analysis, board.cells, board.width, board.to_move
        )
        moves: list[int] = analysis.order[:found].tolist()
        return moves
