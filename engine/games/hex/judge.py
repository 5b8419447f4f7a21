"""Judged boards of Hex: what the compiled judgement says, as plain values.

A judgement takes a thousand times as long as a step of a search, so that searches walk
over nodes in plain Python, and every node that was judged is kept.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from engine.core.game import Position
from engine.games.hex import kernels_judge as kernels
from engine.games.hex.kernels import state_of

JITTER = 3
"""Values differ by up to so much with the seed, so that equals are told apart."""

MOST_NODES = 50_000
"""Nodes kept at a time, 2 kilobytes each; then all are forgotten."""

WON, LOST, OPEN = kernels.WON, kernels.LOST, kernels.OPEN

INFINITE = 1 << 40
"""Proof number of what cannot be shown."""


@dataclass(slots=True, eq=False)
class Node:
    """A judged position; sides are seen from its side to move."""

    verdict: int
    """``WON``, ``LOST`` or ``OPEN``."""

    moves: list[int]
    """Moves to try, the promising ones first; when won, those that win."""

    values: list[int] = field(default_factory=list)
    """What the first moves are worth, without looking further."""

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


class Judge:
    """Judges boards of one size and remembers the nodes.

    Args:
        cell_count: Cells of the board.
        seed: Random seed of the small differences between equal values.
    """

    def __init__(self, cell_count: int, *, seed: int) -> None:
        self._rooms = (
            kernels.new_judgement(cell_count),
            kernels.new_judgement(cell_count),
        )
        self._judged: list[Node | None] = [None, None]
        self._known: dict[bytes, Node] = {}
        noise = random.Random(seed)
        self._noise = [noise.randint(-JITTER, JITTER) for _ in range(cell_count)]

    def known(self, board: Board) -> Node | None:
        """Return the node of the board if it was judged before."""
        return self._known.get(board.key())

    def forget(self) -> None:
        """Forget all nodes; those in use lose what they know of the next ones."""
        for node in self._known.values():
            node.forget_children()
        self._known.clear()
        self._judged = [None, None]

    def judge(self, board: Board, *, room: int = 0) -> Node:
        """Judge the board and return its new node.

        Args:
            board: What to judge.
            room: Which of two searches at work asks, 0 or 1.
        """
        if len(self._known) >= MOST_NODES:
            self.forget()
        verdict, moves = self._look_at(board, room)
        node = Node(verdict, moves)
        self._known[board.key()] = node
        self._judged[room] = node
        return node

    def _look_at(self, board: Board, room: int) -> tuple[int, list[int]]:
        place = self._rooms[room]
        verdict, found = kernels.judge(
            place, board.cells, board.neighbours, board.width, board.to_move
        )
        return verdict, place.order[:found].tolist()

    def value_moves(self, node: Node, board: Board, width: int) -> bool:
        """Value up to ``width`` moves of the board's open node; say whether it could.

        When another board was judged since, it must be judged again: that is all this
        call then does.
        """
        if self._judged[0] is not node:
            self._look_at(board, 0)
            self._judged[0] = node
            return False
        moves = np.array(node.moves[:width], np.int16)
        values = np.zeros(len(moves), np.int32)
        kernels.value_moves(self._rooms[0], board.to_move, moves, values)
        noisy = [int(v) + self._noise[m] for v, m in zip(values, moves, strict=True)]
        order = sorted(range(len(noisy)), key=lambda k: -noisy[k])
        node.values = [noisy[k] for k in order]
        node.children[:width] = [node.children[k] for k in order]
        node.moves[:width] = [int(moves[k]) for k in order]
        return True

    def last_resort(self, board: Board) -> list[int]:
        """Return moves for a board that is settled before the game is over.

        The winner gets one that brings it nearer to its end, the loser all it has.
        """
        verdict, _ = self._look_at(board, 0)
        self._judged[0] = None
        room = self._rooms[0]
        if verdict == WON:
            step = kernels.shortest_step(
                room, board.cells, board.neighbours, board.width, board.to_move
            )
            if step >= 0:
                return [int(step)]
        found = kernels.rank_all(room, board.cells, board.to_move)
        moves: list[int] = room.order[:found].tolist()
        return moves
