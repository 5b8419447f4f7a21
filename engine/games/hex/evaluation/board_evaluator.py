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
from engine.games.hex.evaluation import static_analysis as analysis
from engine.games.hex.rules.kernels.state import state_of

MOST_NODES = 50_000
"""Nodes kept at a time, 2 kilobytes each; then all are forgotten."""

MOST_BYTES = 128 << 20
"""Memory for judgements, so that a node's next one is built on its own: 95 on 11x11.

Half of it is touched. In searches of half a second a quarter of all judgements were
made again with 64 MB, one in twelve with 256.
"""

FEWEST_KEPT = 8
"""Judgements kept on the largest boards, whatever they take."""

WON, LOST, OPEN = analysis.WON, analysis.LOST, analysis.OPEN

PROMISE_VALUE = 240.0
"""Value of one unit in the logarithm of a move's chance.

Of 40 to 480 those from 160 to 400 lost least in 0.15 s on positions that UCT of 60,000
simulations had labelled. With chances by a network 80 lost more and 400 as little.
"""

ORDER_VALUE = 900.0
"""The same where moves have not been searched: then chances say more than values.

A softmax over both, fitted to what UCT and the search by a network visited in 800
positions, came to 820 and 1,120.
"""

INFINITE = 1 << 40
"""Proof number of what cannot be shown."""


@dataclass(slots=True, eq=False)
class Node:
    """A judged position; sides are seen from its side to move."""

    verdict: int
    """``WON``, ``LOST`` or ``OPEN``."""

    moves: list[int]
    """Moves to try, the promising ones first; when won, those that win."""

    values: dict[int, int] = field(default_factory=dict)
    """What the first moves are worth, without looking further."""

    lacks: dict[int, float] = field(default_factory=dict)
    """What the logarithm of the chance of a first move lacks to the likeliest's."""

    worth: int = 0
    """What the position is worth, without looking further."""

    before: tuple[Node, int] | None = None
    """A node that leads here, and by which move."""

    children: list[Node | None] = field(default_factory=list)
    """The judged positions after ``moves``."""

    proof: int = 1
    """At least so many positions must be settled to show a win."""

    disproof: int = 1
    """At least so many positions must be settled to show a loss."""

    def __post_init__(self) -> None:
        self.forget_children()
        if self.verdict != OPEN:
            self.settle(self.verdict)

    def forget_children(self) -> None:
        """Drop the positions after the moves."""
        self.children = [None] * len(self.moves)

    def lack(self, move: int) -> float:
        """Return how much less promising a move is than the first one was."""
        return self.lacks.get(move, 0.0)

    def promise(self, move: int) -> int:
        """Return what a move's lack of promise is worth, 0 or less."""
        return -int(PROMISE_VALUE * self.lack(move))

    def first_rank(self, move: int) -> int:
        """Return what a valued move is worth as long as it has not been searched."""
        more = ORDER_VALUE - PROMISE_VALUE
        return self.values[move] - int(more * self.lack(move))

    def settle(self, verdict: int) -> None:
        """Note that the position is won or lost."""
        self.verdict = verdict
        self.proof = 0 if verdict == WON else INFINITE
        self.disproof = 0 if verdict == LOST else INFINITE


class Board:
    """Stones and turn, changed by moves and taking them back."""

    def __init__(self, position: Position) -> None:
        state = state_of(position)
        self.cells: npt.NDArray[np.int8] = state.cells
        self.neighbours: npt.NDArray[np.int16] = state.neighbours
        self.width = position.setup.width
        self.count = position.setup.cell_count
        self.to_move = int(position.to_move)

    def play(self, move: int) -> None:
        """Put a stone of the side to move."""
        self.cells[move] = self.to_move
        self.to_move = 3 - self.to_move

    def take_back(self, move: int) -> None:
        """Undo ``play``."""
        self.to_move = 3 - self.to_move
        self.cells[move] = 0

    def key(self) -> bytes:
        """Return what tells this board from all others of its size."""
        return self.cells[: self.count].tobytes() + bytes([self.to_move])


KnownNodes = dict[bytes, Node]
"""Judged positions by ``Board.key``; searches may share them."""


Room = analysis.StaticAnalysis

Judged = tuple[Room, int, list[int]]
"""What was found of a board: where it stands in full, verdict and moves."""


class Judge:
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
        known: KnownNodes,
        *,
        noise: int = 0,
        seed: int = 0,
        most_bytes: int = MOST_BYTES,
    ) -> None:
        self._count = cell_count
        self._rooms: OrderedDict[Node, Room] = OrderedDict()
        self._first_room = analysis.new_judgement(cell_count)
        self._spare = [self._first_room]
        size = analysis.size_of(self._first_room)
        self._most_kept = max(most_bytes // size, FEWEST_KEPT)
        self._known = known
        rng = random.Random(seed)
        self._seed, self._most_noise = seed, noise
        self._noise = [rng.randint(-noise, noise) for _ in range(cell_count)]

    def forget(self) -> None:
        """Forget all nodes; those in use lose what they know of the next ones."""
        for node in self._known.values():
            node.forget_children()
        self._known.clear()
        self._spare += self._rooms.values()
        self._rooms.clear()

    def root(self, board: Board) -> Node:
        """Judge a board from nothing and return its node, with what it knows."""
        room, verdict, moves = self._judge_alone(board)
        node = self._known.get(board.key())
        if node is None:
            return self._enter(board, room, verdict, moves)
        if node.verdict == OPEN:
            node.before = None
            self._take_up(node, room, verdict, moves)
        else:
            self._spare.append(room)
        return node

    def after(self, node: Node, place: int, board: Board) -> tuple[Node, bool]:
        """Play a move and return the node it leads to, and whether that is a new one.

        Args:
            node: the open node before the move.
            place: the move's place in the node.
            board: the board of ``node``; the move is played on it.
        """
        move = node.moves[place]
        board.play(move)
        child = self._known.get(board.key())
        is_new = child is None
        if child is None:
            child = self._enter(board, *self._judge_after(node, move, board))
            child.before = node, move
        if node.verdict == OPEN:
            node.children[place] = child
        return child, is_new

    def _enter(self, board: Board, room: Room, verdict: int, moves: list[int]) -> Node:
        """Remember what was found of a board."""
        if len(self._known) >= MOST_NODES:
            self.forget()
        node = Node(verdict, moves)
        key = board.key()
        if verdict == OPEN:
            node.worth = analysis.worth_of(room, len(moves), board.width, board.to_move)
            node.worth += self._noise_of(key)
        self._known[key] = node
        self._take_up(node, room, verdict, moves)
        return node

    def _noise_of(self, key: bytes) -> int:
        """Return by how much the worth of a board is off, whatever led there."""
        mixed = zlib.crc32(key, self._seed & 0xFFFFFFFF)
        return mixed % (2 * self._most_noise + 1) - self._most_noise

    def _take_up(self, node: Node, room: Room, verdict: int, moves: list[int]) -> None:
        """Keep the judgement of an open node, unless it settles the node."""
        if verdict == OPEN:
            self._rooms[node] = room
            return
        self._spare.append(room)
        node.moves = moves
        node.forget_children()
        node.settle(verdict)

    def _take_room(self) -> Room:
        """Return room for a judgement, that of the one not used for longest."""
        if self._spare:
            return self._spare.pop()
        if len(self._rooms) < self._most_kept:
            return analysis.new_judgement(self._count, self._first_room)
        _, room = self._rooms.popitem(last=False)
        return room

    def _room_of(self, node: Node, board: Board) -> Room | None:
        """Return the judgement of an open node, made again if it is not kept.

        Made again on other judgements than at first it may settle the node, since other
        links are found; then there is none.
        """
        room = self._rooms.get(node)
        if room is not None:
            self._rooms.move_to_end(node)
            return room
        if node.before is None:
            judged = self._judge_alone(board)
        else:
            judged = self._judge_after(*node.before, board)
        self._take_up(node, *judged)
        return self._rooms.get(node)

    def _judge_after(self, node: Node, move: int, board: Board) -> Judged:
        """Judge the board that ``move`` led to, on the judgement of ``node``."""
        board.take_back(move)
        before = self._room_of(node, board)
        board.play(move)
        if before is None:
            return self._judge_alone(board)
        room = self._take_room()
        verdict, found = analysis.judge_after(
            room, before, move, board.neighbours, board.width, player=board.to_move
        )
        return room, verdict, room.order[:found].tolist()

    def _judge_alone(self, board: Board) -> Judged:
        room = self._take_room()
        verdict, found = analysis.judge(
            room, board.cells, board.neighbours, board.width, board.to_move
        )
        return room, verdict, room.order[:found].tolist()

    def value_moves(self, node: Node, board: Board, width: int) -> None:
        """Value up to ``width`` moves of the board's open node, and sort them.

        None has a value if the board turns out to be settled.
        """
        room = self._room_of(node, board)
        if room is None:
            return
        moves = np.array(node.moves[:width], np.int16)
        lacks = analysis.lacks_of(room, moves)
        node.lacks = dict(zip(moves.tolist(), lacks.tolist(), strict=True))
        values = analysis.value_moves(room, board.width, board.to_move, moves)
        values += np.array([self._noise[move] for move in moves])
        noted = [int(v) + node.promise(m) for v, m in zip(values, moves, strict=True)]
        node.values = dict(zip(moves.tolist(), noted, strict=True))
        ranks = [node.first_rank(move) for move in moves.tolist()]
        order = sorted(range(len(ranks)), key=lambda k: -ranks[k])
        node.children[:width] = [node.children[k] for k in order]
        node.moves[:width] = [int(moves[k]) for k in order]

    def last_resort(self, board: Board) -> list[int]:
        """Return moves for a board that is settled before the game is over.

        The winner gets one that brings it nearer to its end, the loser all it has.
        """
        room, verdict, _ = self._judge_alone(board)
        self._spare.append(room)
        if verdict == WON:
            step = analysis.step_ahead(
                room, board.cells, board.neighbours, board.width, board.to_move
            )
            if step >= 0:
                return [step]
        found = analysis.rank_all(room, board.cells, board.width, board.to_move)
        moves: list[int] = room.order[:found].tolist()
        return moves
