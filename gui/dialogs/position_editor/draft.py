"""An edited board: stones in any number, and the side to move."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property

from engine.core.board.symmetry import Symmetry
from engine.core.errors import IllegalMoveError
from engine.core.game import GameSetup, Position
from engine.core.types import EMPTY, Move, Player
from engine.games import get_game
from engine.records.model.record import GameRecord


@dataclass(frozen=True, kw_only=True)
class Draft:
    """A board with stones on it, which need not come from a game."""

    setup: GameSetup
    """Game, size and rules."""

    stones: bytes
    """``[H * W]`` content of each cell: ``EMPTY`` or the value of a ``Player``."""

    to_move: Player = Player.FIRST
    """Side to move."""

    @classmethod
    def of_position(cls, position: Position) -> Draft:
        """Return the stones of a position."""
        return cls(
            setup=position.setup, stones=position.stones, to_move=position.to_move
        )

    @cached_property
    def position(self) -> Position:
        """The board by the rules, which may be a finished position."""
        return get_game(self.setup.game).position(
            self.setup, stones=self.stones, to_move=self.to_move
        )

    @property
    def is_empty(self) -> bool:
        """Whether no cell has a stone."""
        return not any(self.stones)

    @property
    def record(self) -> GameRecord:
        """A record without moves that begins with this board."""
        return GameRecord(
            setup=self.setup,
            start_stones=b"" if self.is_empty else self.stones,
            start_player=self.to_move,
        )

    def board_for(self, player: Player) -> Position:
        """Return the board as if the game went on and ``player`` were to move."""
        return get_game(self.setup.game).ongoing_position(
            self.setup, stones=self.stones, to_move=player
        )

    def count(self, player: Player) -> int:
        """Return the number of stones of a side."""
        return self.stones.count(player)

    def with_click(self, cell: Move, player: Player | None) -> Draft:
        """Return the board after a click on a cell.

        A click on a stone removes it. On an empty cell it places a stone of ``player``,
        or of the side to move, which then changes.
        """
        stones = bytearray(self.stones)
        if stones[cell] != EMPTY:
            stones[cell] = EMPTY
            return replace(self, stones=bytes(stones))
        stones[cell] = self.to_move if player is None else player
        to_move = self.to_move.opponent if player is None else self.to_move
        return replace(self, stones=bytes(stones), to_move=to_move)

    def without_stone(self, cell: Move) -> Draft:
        """Return the board with an empty cell."""
        stones = bytearray(self.stones)
        stones[cell] = EMPTY
        return replace(self, stones=bytes(stones))

    def with_side(self, player: Player) -> Draft:
        """Return the board with ``player`` to move."""
        return replace(self, to_move=player)

    def cleared(self) -> Draft:
        """Return the empty board; the first side is to move."""
        return Draft(setup=self.setup, stones=bytes(self.setup.cell_count))

    def resized(self, height: int, width: int) -> Draft:
        """Return the stones on a board of another size, without those outside.

        Stones keep the names of their cells. Rules that the size does not allow, such
        as a swap, become the default ones.

        Raises:
            SetupError: The game has no board of this size.
        """
        game, options = get_game(self.setup.game), dict(self.setup.options)
        if game.conflict(height, width, options):
            options = {}
        setup = game.setup(height=height, width=width, options=options)
        stones = bytearray(setup.cell_count)
        for cell, stone in enumerate(self.stones):
            if stone != EMPTY:
                name = game.cell_name(self.setup, Move(cell))
                with suppress(IllegalMoveError):
                    stones[game.parse_cell(setup, name)] = stone
        return Draft(setup=setup, stones=bytes(stones), to_move=self.to_move)

    def transformed(self, symmetry: Symmetry) -> Draft:
        """Return the board under a symmetry, which may exchange the sides."""
        stones = bytearray(len(self.stones))
        for cell, stone in zip(symmetry.cells, self.stones, strict=True):
            is_exchanged = symmetry.swaps_sides and stone != EMPTY
            stones[cell] = Player(stone).opponent if is_exchanged else stone
        to_move = self.to_move.opponent if symmetry.swaps_sides else self.to_move
        return replace(self, stones=bytes(stones), to_move=to_move)


def find_turn(setup: GameSetup) -> Symmetry | None:
    """Return the quarter turn of a board, or else its half turn, if it has one."""
    rows, columns = range(setup.height), range(setup.width)
    quarter = tuple(
        column * setup.width + setup.height - 1 - row
        for row in rows
        for column in columns
    )
    half = tuple(reversed(range(setup.cell_count)))
    is_square = setup.height == setup.width
    return _find(setup, quarter if is_square else half) or _find(setup, half)


def find_mirror(setup: GameSetup) -> Symmetry | None:
    """Return the reflection that exchanges left and right, or rows and columns."""
    rows, columns = range(setup.height), range(setup.width)
    flipped = tuple(
        row * setup.width + setup.width - 1 - column
        for row in rows
        for column in columns
    )
    transposed = tuple(column * setup.width + row for row in rows for column in columns)
    return _find(setup, flipped) or _find(setup, transposed)


def _find(setup: GameSetup, cells: tuple[int, ...]) -> Symmetry | None:
    """Return the symmetry of the board that moves its cells so."""
    for symmetry in get_game(setup.game).symmetries(setup):
        if symmetry.cells == cells:
            return symmetry
    return None


class DraftHistory:
    """The edited board with its earlier states.

    Args:
        draft: The first state.
    """

    def __init__(self, draft: Draft) -> None:
        self._states = [draft]
        self._current = 0

    @property
    def draft(self) -> Draft:
        """The current state."""
        return self._states[self._current]

    @property
    def can_undo(self) -> bool:
        """Whether there is an earlier state."""
        return self._current > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is a state that was undone."""
        return self._current + 1 < len(self._states)

    def add(self, draft: Draft) -> None:
        """Go on with another state; states that were undone are lost."""
        if draft != self.draft:
            self._current += 1
            self._states[self._current :] = [draft]

    def undo(self) -> None:
        """Go back to the state before, if there is one."""
        self._current = max(0, self._current - 1)

    def redo(self) -> None:
        """Go forward to the state that was undone, if there is one."""
        self._current = min(len(self._states) - 1, self._current + 1)
