"""Cached static analyses of Hex boards, as nodes of a search tree.

An analysis takes a thousand times as long as a step of a search. Searches therefore
visit nodes in plain Python, and every analysed node is kept.
"""

from __future__ import annotations

import random
import zlib
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from engine.core.game import Position
from engine.games.hex.evaluation import static_analysis
from engine.games.hex.evaluation.analysis_cache import AnalysedBoard, AnalysisCache
from engine.games.hex.rules.kernels.state import make_state

MAX_NODES = 50_000
"""Maximum number of cached nodes, 2 kilobytes each; then all are dropped."""

MAX_BYTES = 128 << 20
"""Memory of cached analyses, the base of incremental ones: 95 on 11x11.

Half of it is touched. In searches of half a second a quarter of all analyses were
repeated with 64 MB, one in twelve with 256.
"""

MIN_KEPT = 8
"""Minimum number of cached analyses, on boards of any size."""

WON, LOST, OPEN = static_analysis.WON, static_analysis.LOST, static_analysis.OPEN

PRIOR_WEIGHT = 240.0
"""Value of one unit of log-prior.

Of 40 to 480 those from 160 to 400 lost least in 0.15 s on positions that UCT of 60,000
simulations had labelled. With priors of a network 80 lost more and 400 as little.
"""

ORDER_PRIOR_WEIGHT = 900.0
"""The same for moves that have not been searched: then priors count more than values.

A softmax over both, fitted to the visits of UCT and of the network search in 800
positions, came to 820 and 1,120.
"""

INFINITE_PROOF = 1 << 40
"""Proof number of a result that is disproven."""


@dataclass(slots=True, eq=False)
class Node:
    """An analysed position; values are for its side to move."""

    status: int
    """``WON``, ``LOST`` or ``OPEN``."""

    moves: list[int]
    """Moves to try, best first; for a win, the winning moves."""

    values: dict[int, int] = field(default_factory=dict)
    """Static value after each of the first moves."""

    log_prior_deficits: dict[int, float] = field(default_factory=dict)
    """Log-probability deficit of each of the first moves relative to the best move."""

    static_value: int = 0
    """Static value of the position."""

    parent: tuple[Node, int] | None = None
    """A node that leads here, and its move."""

    children: list[Node | None] = field(default_factory=list)
    """The nodes after ``moves``; ``None`` if not yet analysed."""

    proof: int = 1
    """Proof number: minimum number of positions to prove a win."""

    disproof: int = 1
    """Disproof number: minimum number of positions to prove a loss."""

    is_restricted: bool = False
    """Whether ``moves`` were chosen by the user; children are analysed from scratch."""

    def __post_init__(self) -> None:
        self.clear_children()
        if self.status != OPEN:
            self.set_proven(self.status)

    def clear_children(self) -> None:
        """Drop the nodes after the moves."""
        self.children = [None] * len(self.moves)

    def log_prior_deficit(self, move: int) -> float:
        """Return the log-probability deficit of a move; 0 for unrated moves."""
        return self.log_prior_deficits.get(move, 0.0)

    def prior_penalty(self, move: int) -> int:
        """Return the value of a move's log-prior deficit, 0 or less."""
        return -int(PRIOR_WEIGHT * self.log_prior_deficit(move))

    def order_value(self, move: int) -> int:
        """Return the ordering value of an evaluated move before it is searched."""
        more = ORDER_PRIOR_WEIGHT - PRIOR_WEIGHT
        return self.values[move] - int(more * self.log_prior_deficit(move))

    def restrict(self, moves: list[int]) -> None:
        """Set the moves to try, which need not be those of an analysis."""
        self.moves, self.is_restricted = moves, True
        self.clear_children()

    def reopen(self) -> None:
        """Drop the proven result, which depends on moves that are excluded."""
        self.status, self.proof, self.disproof = OPEN, 1, 1

    def set_proven(self, status: int) -> None:
        """Mark the position as won or lost."""
        self.status = status
        self.proof = 0 if status == WON else INFINITE_PROOF
        self.disproof = 0 if status == LOST else INFINITE_PROOF


class Board:
    """Stones and side to move, with play and undo."""

    def __init__(self, position: Position) -> None:
        state = make_state(position)
        self.cells: npt.NDArray[np.int8] = state.cells
        self.neighbours: npt.NDArray[np.int16] = state.neighbours
        self.width = position.setup.width
        self.count = position.setup.cell_count
        self.to_move = int(position.to_move)

    def play(self, move: int) -> None:
        """Place a stone of the side to move."""
        self.cells[move] = self.to_move
        self.to_move = 3 - self.to_move

    def undo(self, move: int) -> None:
        """Undo ``play``."""
        self.to_move = 3 - self.to_move
        self.cells[move] = 0

    def key(self) -> bytes:
        """Return a key that is unique among boards of this size."""
        return self.cells[: self.count].tobytes() + bytes([self.to_move])


NodeTable = dict[bytes, Node]
"""Analysed positions by ``Board.key``; searches may share them."""


class BoardEvaluator:
    """Static evaluator for boards of one size, with a cache of nodes.

    The most recent analyses are kept, since an incremental analysis is faster.

    Args:
        cell_count: Cells of the board.
        table: Nodes known already; new ones are added.
        noise: Maximum random change of a value, fixed by the seed.
        seed: Random seed.
        most_bytes: Memory for analyses; ``MIN_KEPT`` are kept in any case.
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
        self._cache: AnalysisCache[Node] = AnalysisCache(
            cell_count, most_bytes=most_bytes, least_count=MIN_KEPT
        )
        self._table = table
        rng = random.Random(seed)
        self._seed, self._most_noise = seed, noise
        self._noise = [rng.randint(-noise, noise) for _ in range(cell_count)]

    def clear(self) -> None:
        """Drop all nodes; nodes in use lose their children."""
        for node in self._table.values():
            node.clear_children()
        self._table.clear()
        self._cache.clear()

    def analyse_root(self, board: Board) -> Node:
        """Analyse a board from scratch and return its node."""
        analysed = self._analyse_alone(board)
        node = self._table.get(board.key())
        if node is None:
            return self._add_node(board, analysed)
        if node.status == OPEN:
            node.parent = None
            self._attach(node, analysed)
        else:
            self._cache.release(analysed)
        return node

    def expand(self, node: Node, place: int, board: Board) -> tuple[Node, bool]:
        """Play a move and return the child node, and whether it is new.

        Args:
            node: The open node before the move.
            place: Index of the move in the node.
            board: The board of ``node``; the move is played on it.
        """
        move = node.moves[place]
        board.play(move)
        child = self._table.get(board.key())
        is_new = child is None
        if child is None:
            child = self._add_node(board, self._analyse_after(node, move, board))
            child.parent = node, move
        if node.status == OPEN:
            node.children[place] = child
        return child, is_new

    def _add_node(self, board: Board, analysed: AnalysedBoard) -> Node:
        """Store the result of an analysis as a new node."""
        if len(self._table) >= MAX_NODES:
            self.clear()
        node = Node(analysed.status, analysed.moves.tolist())
        key = board.key()
        if node.status == OPEN:
            node.static_value = static_analysis.static_value(
                analysed.analysis, len(node.moves), board.width, board.to_move
            )
            node.static_value += self._compute_noise(key)
        self._table[key] = node
        self._attach(node, analysed)
        return node

    def _compute_noise(self, key: bytes) -> int:
        """Return the random change of a board's static value, whatever its path."""
        mixed = zlib.crc32(key, self._seed & 0xFFFFFFFF)
        return mixed % (2 * self._most_noise + 1) - self._most_noise

    def _attach(self, node: Node, analysed: AnalysedBoard) -> None:
        """Cache the analysis of an open node; a proven node releases it."""
        if analysed.status == OPEN:
            self._cache.put(node, analysed)
            return
        self._cache.release(analysed)
        node.moves = analysed.moves.tolist()
        node.clear_children()
        node.set_proven(analysed.status)

    def _get_analysed(self, node: Node, board: Board) -> AnalysedBoard | None:
        """Return the analysis of an open node, recomputed if it is not cached.

        A recomputed one may start from other analyses and find other connections. If it
        proves the node, the result is ``None``.
        """
        analysed = self._cache.find(node)
        if analysed is not None:
            self._cache.touch(node)
            return analysed
        if node.parent is None:
            analysed = self._analyse_alone(board)
        else:
            analysed = self._analyse_after(*node.parent, board)
        self._attach(node, analysed)
        return self._cache.find(node)

    def _analyse_after(self, node: Node, move: int, board: Board) -> AnalysedBoard:
        """Analyse the board after ``move`` from the analysis of ``node``."""
        board.undo(move)
        before = None if node.is_restricted else self._get_analysed(node, board)
        board.play(move)
        if before is None:
            return self._analyse_alone(board)
        return self._cache.analyse_after(
            before, move, board.neighbours, board.width, board.to_move
        )

    def _analyse_alone(self, board: Board) -> AnalysedBoard:
        return self._cache.analyse(
            board.cells, board.neighbours, board.width, board.to_move
        )

    def evaluate_moves(self, node: Node, board: Board, width: int) -> None:
        """Evaluate up to ``width`` moves of an open node, and sort them.

        No move gets a value if the board turns out to be proven.
        """
        analysed = self._get_analysed(node, board)
        if analysed is None:
            return
        analysis = analysed.analysis
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
        """Return moves for a board that is proven before the game is over.

        The winner gets a move that shortens its connection, the loser all moves.
        """
        analysed = self._analyse_alone(board)
        self._cache.release(analysed)
        analysis = analysed.analysis
        if analysed.status == WON:
            step = static_analysis.winning_move(
                analysis, board.cells, board.neighbours, board.width, board.to_move
            )
            if step >= 0:
                return [step]
        return _rank_moves(analysed, board)

    def rank_moves(self, board: Board) -> list[int]:
        """Return all moves, best first by their scores alone."""
        analysed = self._analyse_alone(board)
        self._cache.release(analysed)
        return _rank_moves(analysed, board)


def _rank_moves(analysed: AnalysedBoard, board: Board) -> list[int]:
    """Return the empty cells of an analysed board, best first."""
    analysis = analysed.analysis
    found = static_analysis.rank_all_moves(
        analysis, board.cells, board.width, board.to_move
    )
    moves: list[int] = analysis.order[:found].tolist()
    return moves
