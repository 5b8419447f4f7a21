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

MOST_NODES = 50_000
"""Nodes kept at a time, 2 kilobytes each; then all are forgotten."""

ROOMS = 8
"""Judgements kept on the way from the root; a deeper one takes a shallower one's room.

Each has some megabytes on large boards.
"""

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

    promises: dict[int, int] = field(default_factory=dict)
    """What each of the first moves lacks to the most promising one, 0 or less."""

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


KnownNodes = dict[bytes, Node]
"""Judged positions by ``Board.key``; searches may share them."""


class Judge:
    """Judges boards of one size and remembers the nodes.

    What was found on the way to a board is kept by ply, since a board is judged faster
    from the one before it.

    Args:
        cell_count: Cells of the board.
        known: Nodes known already, to which those judged are added.
        noise: By how much values are off at most, different for each seed.
        seed: Random seed.
    """

    def __init__(
        self, cell_count: int, known: KnownNodes, *, noise: int = 0, seed: int = 0
    ) -> None:
        self._count = cell_count
        self._rooms: list[kernels.Judgement] = []
        self._tenants: list[Node | None] = []
        self._known = known
        rng = random.Random(seed)
        self._noise = [rng.randint(-noise, noise) for _ in range(cell_count)]

    def known(self, board: Board) -> Node | None:
        """Return the node of the board if it was judged before."""
        return self._known.get(board.key())

    def forget(self) -> None:
        """Forget all nodes; those in use lose what they know of the next ones."""
        for node in self._known.values():
            node.forget_children()
        self._known.clear()
        self._tenants = [None] * len(self._rooms)

    def judge(self, board: Board, *, ply: int = 0) -> Node:
        """Judge the board, which nothing is known of, and return its new node."""
        return self._enter(board, *self._look_at(board, self._room(ply)), ply)

    def after(
        self, node: Node, place: int, board: Board, *, ply: int
    ) -> tuple[Node, bool]:
        """Play a move and return the node it leads to, and whether that is a new one.

        Args:
            node: the open node before the move, ``ply`` moves from the root.
            place: the move's place in the node.
            board: the board of ``node``; the move is played on it.
            ply: see ``node``.
        """
        move = node.moves[place]
        board.play(move)
        child = self._known.get(board.key())
        is_new = child is None
        if child is None:
            board.take_back(move)
            self._move_in(node, board, ply)
            before, room = self._room(ply), self._room(ply + 1)
            board.play(move)
            verdict, found = kernels.judge_after(
                room, before, move, board.neighbours, board.width, board.to_move
            )
            child = self._enter(board, verdict, room.order[:found].tolist(), ply + 1)
        node.children[place] = child
        return child, is_new

    def _enter(self, board: Board, verdict: int, moves: list[int], ply: int) -> Node:
        """Remember what was found of a board."""
        if len(self._known) >= MOST_NODES:
            self.forget()
        node = Node(verdict, moves)
        self._known[board.key()] = node
        self._tenants[ply % ROOMS] = node
        return node

    def _room(self, ply: int) -> kernels.Judgement:
        """Return where boards are judged that lie so many moves from the root."""
        while len(self._rooms) <= ply % ROOMS:
            self._rooms.append(kernels.new_judgement(self._count))
            self._tenants.append(None)
        return self._rooms[ply % ROOMS]

    def _move_in(self, node: Node, board: Board, ply: int) -> None:
        """See to it that the room of the ply holds the judgement of ``node``."""
        room = self._room(ply)
        if self._tenants[ply % ROOMS] is not node:
            self._look_at(board, room)
            self._tenants[ply % ROOMS] = node

    def _look_at(self, board: Board, room: kernels.Judgement) -> tuple[int, list[int]]:
        verdict, found = kernels.judge(
            room, board.cells, board.neighbours, board.width, board.to_move
        )
        return verdict, room.order[:found].tolist()

    def value_moves(self, node: Node, board: Board, width: int, *, ply: int) -> None:
        """Value up to ``width`` moves of the board's open node, and sort them."""
        self._move_in(node, board, ply)
        moves = np.array(node.moves[:width], np.int16)
        room = self._room(ply)
        values = kernels.value_moves(room, board.width, board.to_move, moves)
        promises = kernels.promise_of(room, moves)
        node.promises = dict(zip(moves.tolist(), promises.tolist(), strict=True))
        values += promises
        noisy = [int(v) + self._noise[m] for v, m in zip(values, moves, strict=True)]
        order = sorted(range(len(noisy)), key=lambda k: -noisy[k])
        node.values = [noisy[k] for k in order]
        node.children[:width] = [node.children[k] for k in order]
        node.moves[:width] = [int(moves[k]) for k in order]

    def last_resort(self, board: Board) -> list[int]:
        """Return moves for a board that is settled before the game is over.

        The winner gets one that brings it nearer to its end, the loser all it has.
        """
        room = self._room(0)
        verdict, _ = self._look_at(board, room)
        self._tenants[0] = None
        if verdict == WON:
            step = kernels.step_ahead(
                room, board.cells, board.neighbours, board.width, board.to_move
            )
            if step >= 0:
                return [step]
        found = kernels.rank_all(room, board.cells)
        moves: list[int] = room.order[:found].tolist()
        return moves
