"""Principal variation search over analysed Hex boards, as a generator.

It pauses after each node. Inner nodes have a static analysis. Moves with a higher prior
are searched deeper; the others are searched if all of those lose, so that a proof
covers every move.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator, Sequence

from engine.core.game import Position
from engine.core.offers.alpha_beta import SearchObserver, restrict_candidates
from engine.core.search_values import INFINITE, MATE, PROVEN
from engine.core.types import Move
from engine.games.hex.alphabeta.first_stones import (
    list_first_stones,
    swappable_window,
)
from engine.games.hex.alphabeta.futility import (
    NO_FUTILITY,
    is_futile_move,
    is_futile_node,
)
from engine.games.hex.alphabeta.search_params import PvsParams
from engine.games.hex.evaluation.board_evaluator import (
    LOST,
    OPEN,
    WON,
    Board,
    BoardEvaluator,
    Node,
)
from engine.games.hex.evaluation.static_analysis import MAX_UNPROVEN_VALUE
from engine.games.hex.rules.swapping import swap_follows

PLY = 100
"""Depth units of the best move of a node."""

MIN_WIDTH = 2
"""First moves of a node that are always searched."""

Line = tuple[int, ...]
SearchSteps = Generator[None, None, tuple[int, Line]]
"""Generator that pauses after each node, and returns a value and its line."""


class PrincipalVariationSearch:
    """Search of one position by iterative deepening.

    Args:
        evaluator: Analyses the boards and caches their nodes.
        position: The root position.
        params: Parameters of the search.
    """

    def __init__(
        self, evaluator: BoardEvaluator, position: Position, params: PvsParams
    ) -> None:
        self._evaluator = evaluator
        self._params = params
        self._position = position
        self._board = Board(position)
        self.root = evaluator.analyse_root(self._board)
        self.is_swappable = swap_follows(position)
        """Whether a root move may be swapped."""

        self.observer: SearchObserver | None = None
        """Receiver of every node, for inspection."""

        self.best: tuple[int, Line] | None = None
        self.values: dict[int, int] = {}
        self.nodes_by_move: dict[int, int] = {}
        self._nodes = 0

    def list_root_moves(self, root_moves: Collection[Move] | None = None) -> list[int]:
        """Return the root moves, best first, evaluated up to the root width.

        Args:
            root_moves: The only moves to consider; ``None`` for all of them.
        """
        if self.is_swappable:
            self.values = list_first_stones(
                self._evaluator, self.root, self._position, root_moves
            )
            return list(self.root.moves)
        if root_moves is not None:
            return self._list_allowed_moves(root_moves)
        root = self.root
        if root.status == OPEN:
            self._evaluator.evaluate_moves(root, self._board, self._params.root_width)
        moves = root.moves
        if root.status == LOST or not moves:
            moves = self._evaluator.fallback_moves(self._board)
        self.values = {move: root.order_value(move) for move in root.values}
        return list(moves)

    def _list_allowed_moves(self, root_moves: Collection[Move]) -> list[int]:
        """Restrict the root to some moves, and return them, best first."""
        root, board = self.root, self._board
        moves = [Move(move) for move in root.moves if move in root_moves]
        if moves and root.status == OPEN:
            root.restrict(list(moves))
            width = min(self._params.root_width, len(moves))
            self._evaluator.evaluate_moves(root, board, width)
            moves = [Move(move) for move in root.moves]
            self.values = {move: root.order_value(move) for move in root.values}
        elif not moves:
            if root.status == WON:
                root.reopen()
            ranked = self._evaluator.rank_moves(board)
            moves = [Move(move) for move in ranked if move in root_moves]
            self.values = dict.fromkeys(moves, 0)
        root.restrict(list[int](restrict_candidates(moves, root_moves)))
        return list(root.moves)

    def iterate(
        self, moves: Sequence[int], depth: int, alpha: int, beta: int
    ) -> SearchSteps:
        """Search root moves; while all of the first ones lose, all others, too.

        The root is lost only if none of its moves is left out.
        """
        self._board = Board(self._position)
        self.best = None
        root, depth = self.root, depth * PLY
        best = -INFINITE
        line: Line = ()
        rest: Line
        for k, move in enumerate(moves):
            if best > -PROVEN and self._is_pruned(root, k, move, depth):
                continue
            if depth <= PLY:
                value, rest = self.values.get(move, -INFINITE), ()
                self._observe_static(move, -value, (max(alpha, best), beta))
            else:
                before, low = self._nodes, max(alpha, best)
                window, is_first = (low, beta), k == 0
                if self.is_swappable:
                    window, is_first = swappable_window(low), True
                value, rest = yield from self._search_move(
                    root, move, depth, window, ply=0, is_first=is_first
                )
                if self.is_swappable:
                    value, rest = -abs(value), rest if value <= 0 else ()
                self.values[move] = value
                nodes_by_move = self._nodes - before
                self.nodes_by_move[move] = (
                    self.nodes_by_move.get(move, 0) + nodes_by_move
                )
            if value > best:
                best, line = value, (move, *rest)
                self.best = best, line
            if self._params.prunes and best >= beta:
                break
        if best < -PROVEN and set(moves).issuperset(root.moves):
            root.set_proven(LOST)
        if self.observer is not None:
            self.observer.closed(0, best)
        return best, line

    def _observe_static(self, move: int, value: int, window: tuple[int, int]) -> None:
        """Report a root move that is not searched, but has a static value."""
        if self.observer is not None:
            alpha, beta = -window[1], -window[0]
            self.observer.opened(1, Move(move), alpha=alpha, beta=beta, depth=0)
            self.observer.closed(1, value)

    def _is_pruned(self, node: Node, place: int, move: int, depth: int) -> bool:
        """Return whether a move is skipped unless all better ones lose."""
        width = self._params.root_width if node is self.root else self._params.width
        is_shallow = depth > PLY and self._cost(node, move) >= depth
        return place >= width or (place >= MIN_WIDTH and is_shallow)

    def _cost(self, node: Node, move: int) -> int:
        """Return the depth that a move consumes."""
        if not self._params.prunes:
            return PLY
        return PLY + int(self._params.reduction * node.log_prior_deficit(move))

    def _search_move(
        self,
        node: Node,
        move: int,
        depth: int,
        window: tuple[int, int],
        *,
        ply: int,
        is_first: bool,
    ) -> SearchSteps:
        """Search a move of ``node``, in a null window unless it is the first."""
        penalty = node.prior_penalty(move)
        alpha, beta = window[0] - penalty, window[1] - penalty
        place = node.moves.index(move)
        child = node.children[place]
        left = depth - self._cost(node, move)
        if child is None:
            child, is_new = self._evaluator.expand(node, place, self._board)
            if is_new:
                yield from self._pause()
        else:
            self._board.play(move)
        search, full = self._search, depth - PLY
        step = ply + 1, move
        if not self._params.prunes:
            value, line = yield from search(child, full, -INFINITE, INFINITE, step)
        elif is_first:
            value, line = yield from search(child, full, -beta, -alpha, step)
        else:
            value, line = yield from search(child, left, -alpha - 1, -alpha, step)
            if left < full and alpha < -value:
                value, line = yield from search(child, full, -alpha - 1, -alpha, step)
            if alpha < -value < beta:
                value, line = yield from search(child, full, -beta, -alpha, step)
        self._board.undo(move)
        if child.status == LOST and not (self.is_swappable and node is self.root):
            node.set_proven(WON)
        if abs(value) > PROVEN:
            return -value, line
        # Prior penalties add up, but never to a proven value.
        return max(penalty - value, -MAX_UNPROVEN_VALUE), line

    def _search(
        self, node: Node, depth: int, alpha: int, beta: int, step: tuple[int, int]
    ) -> SearchSteps:
        """Return the value of the analysed ``node``, the current board.

        ``step`` is its ply and the move that leads to it.
        """
        ply, move = step
        if self.observer is not None:
            plies = depth / PLY - 1
            self.observer.opened(ply, Move(move), alpha=alpha, beta=beta, depth=plies)
        value, line = yield from self._search_node(node, depth, alpha, beta, ply)
        if self.observer is not None:
            self.observer.closed(ply, value)
        return value, line

    def _search_node(
        self, node: Node, depth: int, alpha: int, beta: int, ply: int
    ) -> SearchSteps:
        """Search a node that was reached; see ``_search``."""
        if node.status == OPEN and depth <= PLY:
            return node.static_value, (node.moves[0],)
        if node.status == OPEN:
            plies = self._futility_plies(depth)
            if is_futile_node(node, plies, alpha, beta):
                return node.static_value, (node.moves[0],)
            yield from self._evaluate_moves(node)
        if node.status != OPEN:
            return (MATE - ply) * node.status, ()
        best, line = yield from self._search_moves(node, depth, alpha, beta, ply)
        if node.status == OPEN and all_moves_lose(node):
            node.set_proven(LOST)
        if node.status == OPEN:  # a bound beyond a proof is none
            best = min(max(best, -MAX_UNPROVEN_VALUE), MAX_UNPROVEN_VALUE)
        elif best * node.status < PROVEN:  # proven by the proof-number search
            best, line = (MATE - ply) * node.status, proven_line(node)
        return best, line

    def _search_moves(
        self, node: Node, depth: int, alpha: int, beta: int, ply: int
    ) -> SearchSteps:
        """Search the moves of an open node; all of them while the first ones lose."""
        best = -INFINITE
        line: Line = ()
        plies = self._futility_plies(depth)
        for k, move in enumerate(list(node.moves)):
            if best > -PROVEN and self._is_pruned(node, k, move, depth):
                continue
            window = max(alpha, best), beta
            if is_futile_move(node, move, plies, window[0]):
                if k == 0:
                    best, line = node.values[move], (move,)
                if best > -PROVEN:
                    continue
            value, rest = yield from self._search_move(
                node, move, depth, window, ply=ply, is_first=k == 0
            )
            if value > best:
                best, line = value, (move, *rest)
                if node.status == OPEN:
                    put_first(node, move)
            if node.status != OPEN or (self._params.prunes and best >= beta):
                break
        return best, line

    def _futility_plies(self, depth: int) -> int:
        """Return the plies left after this one, or ``NO_FUTILITY``."""
        prunes = self._params.futility and self._params.prunes
        return (depth - 1) // PLY if prunes else NO_FUTILITY

    def _evaluate_moves(self, node: Node) -> Iterator[None]:
        """Evaluate the moves of the node to search; each counts as a node."""
        width = min(self._params.width, len(node.moves))
        if len(node.values) < width:
            self._evaluator.evaluate_moves(node, self._board, width)
            for _ in node.values:
                yield from self._pause()

    def _pause(self) -> Iterator[None]:
        self._nodes += 1
        yield


def put_first(node: Node, move: int) -> None:
    """Move ``move`` to the front, so that the next iteration starts with it."""
    place = node.moves.index(move)
    node.moves.insert(0, node.moves.pop(place))
    node.children.insert(0, node.children.pop(place))


def all_moves_lose(node: Node) -> bool:
    """Return whether each move leads to a position that its opponent wins."""
    return all(child is not None and child.status == WON for child in node.children)


def proven_line(node: Node) -> Line:
    """Return a line that shows the winner of a proven node, as far as it is known."""
    line: list[int] = []
    while node.status != OPEN and node.moves:
        if node.status == WON and len(node.moves) == 1:
            line.append(node.moves[0])
            break
        for move, child in zip(node.moves, node.children, strict=True):
            if child is not None and child.status == -node.status:
                line.append(move)
                node = child
                break
        else:
            break
    return tuple(line)
