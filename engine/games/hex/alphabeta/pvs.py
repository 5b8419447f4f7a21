"""Alpha-beta over judged Hex boards, a generator that pauses after each node.

An inner node is judged: filled in, with the virtual connections of both sides. The more
promising a move, the deeper it is searched; others when all of those lose, so that a
proof is a proof.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass

from engine.core.game import Position
from engine.games.hex.evaluation.board_evaluator import (
    LOST,
    OPEN,
    WON,
    Board,
    BoardEvaluator,
    Node,
)
from engine.games.hex.evaluation.static_analysis import MAX_UNPROVEN_VALUE

INFINITE = 32_000
"""No value is larger."""

WIN = 31_000
"""Value of a win at the root; one less for each ply on the way."""

PROVEN = 29_000
"""Beyond it a value is certain."""

PLY = 100
"""Depth that the most promising move of a node takes."""

MIN_WIDTH = 2
"""First moves of a node that are searched whatever they promise."""

Line = tuple[int, ...]
SearchSteps = Generator[None, None, tuple[int, Line]]
"""Pauses after each node, and ends with a value and the line that shows it."""


REVERSE_FUTILITY_MARGINS = (400, 500, 700)
"""By so much a position's worth exceeds the window of a search that is left out, with
one to three plies left: of 100 such searches one to three would not have ended there.
"""

FUTILITY_MARGINS = (300, 500, 700)
"""By so much it falls short of it, likewise."""

MOVE_FUTILITY_MARGINS = (100, 0, 0)
"""By so much the value of a move may exceed the best result so far, and it is still
not searched, with one to three plies left: what values promise, a search seldom keeps.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class PvsParams:
    """What the search does; the settings of a preset."""

    root_width: int = 20
    """Moves of the root to search."""

    width: int = 6
    """Moves of other nodes to search."""

    reduction: int = 60
    """Hundredths of a ply that a move takes more for each unit its chance's logarithm
    lacks to that of the most promising one."""

    prunes: int = 1
    """1 for alpha-beta, 0 for plain minimax."""

    futility: int = 1
    """1 to leave out what is far outside the window, 0 to search it."""

    proof_share: int = 15
    """Per cent of the nodes that the proof-number search gets."""

    small_proof_share: int = 60
    """The same on boards of up to 64 cells, which it can often settle."""

    noise: int = 3
    """By how much values are off at most: a little tells equals apart, more errs."""


class PrincipalVariationSearch:
    """Searches one position, depth after depth.

    Args:
        evaluator: Judges the boards on the way and remembers them.
        position: Where the search begins.
        rules: How to search.
    """

    def __init__(
        self, evaluator: BoardEvaluator, position: Position, params: PvsParams
    ) -> None:
        self._evaluator = evaluator
        self._params = params
        self._position = position
        self._board = Board(position)
        self.root = evaluator.analyse_root(self._board)
        self.best: tuple[int, Line] | None = None
        self.values: dict[int, int] = {}
        self.nodes_by_move: dict[int, int] = {}
        self._nodes = 0

    def list_root_moves(self) -> list[int]:
        """Return the moves of the root, best first, valued as far as it is wide."""
        root = self.root
        if root.status == OPEN:
            self._evaluator.evaluate_moves(root, self._board, self._params.root_width)
        moves = root.moves
        if root.status == LOST or not moves:
            moves = self._evaluator.fallback_moves(self._board)
        self.values = {move: root.order_value(move) for move in root.values}
        return list(moves)

    def iterate(
        self, moves: Sequence[int], depth: int, alpha: int, beta: int
    ) -> SearchSteps:
        """Search the moves of the root, all others too while all of these lose."""
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
            else:
                before = self._nodes
                value, rest = yield from self._search_move(
                    root, move, depth, (max(alpha, best), beta), ply=0, is_first=k == 0
                )
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
        if best < -PROVEN:
            root.set_proven(LOST)
        return best, line

    def _is_pruned(self, node: Node, place: int, move: int, depth: int) -> bool:
        """Say whether a move is not searched while a better one does not lose."""
        width = self._params.root_width if node is self.root else self._params.width
        is_shallow = depth > PLY and self._cost(node, move) >= depth
        return place >= width or (place >= MIN_WIDTH and is_shallow)

    def _cost(self, node: Node, move: int) -> int:
        """Return the depth that a move takes."""
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
        """Search a move of ``node``: in a null window unless it is the first one."""
        promise = node.prior_penalty(move)
        alpha, beta = window[0] - promise, window[1] - promise
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
        if not self._params.prunes:
            value, line = yield from search(child, full, -INFINITE, INFINITE, ply + 1)
        elif is_first:
            value, line = yield from search(child, full, -beta, -alpha, ply + 1)
        else:
            value, line = yield from search(child, left, -alpha - 1, -alpha, ply + 1)
            if left < full and alpha < -value:
                value, line = yield from search(
                    child, full, -alpha - 1, -alpha, ply + 1
                )
            if alpha < -value < beta:
                value, line = yield from search(child, full, -beta, -alpha, ply + 1)
        self._board.undo(move)
        if child.status == LOST:
            node.set_proven(WON)
        if abs(value) > PROVEN:
            return -value, line
        # Unlikely moves add up, but never to a proof.
        return max(promise - value, -MAX_UNPROVEN_VALUE), line

    def _search(
        self, node: Node, depth: int, alpha: int, beta: int, ply: int
    ) -> SearchSteps:
        """Return the value of the judged ``node``, the board at hand."""
        if node.status == OPEN and depth <= PLY:
            return node.static_value, (node.moves[0],)
        if node.status == OPEN:
            if self._is_futile_node(node, depth, alpha, beta):
                return node.static_value, (node.moves[0],)
            yield from self._evaluate_moves(node)
        if node.status != OPEN:
            return (WIN - ply) * node.status, ()
        best, line = yield from self._search_moves(node, depth, alpha, beta, ply)
        if best < -PROVEN:
            node.set_proven(LOST)
        if node.status != OPEN and abs(best) < PROVEN:
            best = (WIN - ply) * node.status
        return best, line

    def _search_moves(
        self, node: Node, depth: int, alpha: int, beta: int, ply: int
    ) -> SearchSteps:
        """Search the moves of an open node, all of them while the first ones lose."""
        best = -INFINITE
        line: Line = ()
        for k, move in enumerate(list(node.moves)):
            if best > -PROVEN and self._is_pruned(node, k, move, depth):
                continue
            window = max(alpha, best), beta
            if self._is_futile_move(node, move, depth, window[0]):
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

    def _futility_index(self, depth: int) -> int | None:
        """Return how many plies but one are left, if so few that futility counts."""
        step = (depth - 1) // PLY - 1
        is_near = (
            self._params.futility
            and self._params.prunes
            and step < len(MOVE_FUTILITY_MARGINS)
        )
        return step if is_near else None

    def _is_futile_node(self, node: Node, depth: int, alpha: int, beta: int) -> bool:
        """Say whether an open node is worth far more or far less than the window."""
        step = self._futility_index(depth)
        return step is not None and not (
            alpha - FUTILITY_MARGINS[step]
            < node.static_value
            < beta + REVERSE_FUTILITY_MARGINS[step]
        )

    def _is_futile_move(self, node: Node, move: int, depth: int, least: int) -> bool:
        """Say whether a valued move will not come to more than ``least``."""
        step, value = self._futility_index(depth), node.values.get(move)
        return (
            step is not None
            and value is not None
            and value <= least + MOVE_FUTILITY_MARGINS[step]
        )

    def _evaluate_moves(self, node: Node) -> Iterator[None]:
        """Value the moves of the node to search; a node counts for each."""
        width = min(self._params.width, len(node.moves))
        if len(node.values) < width:
            self._evaluator.evaluate_moves(node, self._board, width)
            for _ in node.values:
                yield from self._pause()

    def _pause(self) -> Iterator[None]:
        self._nodes += 1
        yield


def put_first(node: Node, move: int) -> None:
    """Let the next iteration begin with ``move``."""
    place = node.moves.index(move)
    node.moves.insert(0, node.moves.pop(place))
    node.children.insert(0, node.children.pop(place))


def proven_line(node: Node) -> Line:
    """Return a line from a settled node that shows who wins, as far as it is known."""
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
