"""Contract of a game for all code but kernels.

A ``Position`` is an immutable value and the readable truth of the rules; the compiled
kernels of a game are its fast twin and are tested against it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import compress
from operator import not_
from types import MappingProxyType
from typing import Any, ClassVar, cast

from engine.core.board.geometry import BoardLayout
from engine.core.board.symmetry import Symmetry, identity
from engine.core.errors import IllegalMoveError, SetupError
from engine.core.game_options import Option, choose_options
from engine.core.message import Message, MessageKey
from engine.core.offers.game_offers import GameOffers
from engine.core.types import EMPTY, Move, Outcome, Player

KernelState = tuple[Any, ...]
"""A mutable position for kernels: a ``NamedTuple`` of arrays, one class per game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSetup:
    """Game, board size and rules of a game."""

    game: str
    """Name of the game."""

    height: int
    """Number of rows."""

    width: int
    """Number of columns."""

    options: tuple[tuple[str, str], ...] = ()
    """Chosen value of every option, in the game's order."""

    @property
    def cell_count(self) -> int:
        """Number of cells on the board."""
        return self.height * self.width

    @property
    def size_text(self) -> str:
        """The size as ``15`` or, rows first, ``13x17``."""
        if self.height == self.width:
            return str(self.height)
        return f"{self.height}x{self.width}"

    def option(self, key: str) -> str:
        """Return the chosen value of the option ``key``.

        Raises:
            KeyError: The game has no such option.
        """
        for name, value in self.options:  # faster than a dictionary of few
            if name == key:
                return value
        raise KeyError(key)


@dataclass(frozen=True, slots=True, kw_only=True)
class Position(ABC):
    """A board, the side to move, and the moves that led to it."""

    setup: GameSetup
    """Game, size and rules."""

    stones: bytes
    """``[H * W]`` content of each cell: ``EMPTY`` or the value of a ``Player``."""

    to_move: Player = Player.FIRST
    """Side to move; after the end, the side that would be to move."""

    history: tuple[Move, ...] = ()
    """Moves played since the start of the record."""

    outcome: Outcome | None = None
    """Result by the rules, or ``None`` while the game is ongoing."""

    winning_cells: tuple[Move, ...] = ()
    """The winning line or chain."""

    @property
    def last_move(self) -> Move | None:
        """The move that led here, if any."""
        return self.history[-1] if self.history else None

    @property
    def last_cell(self) -> Move | None:
        """The cell of the last move's stone, if any."""
        return self.last_move

    @property
    def seat_to_move(self) -> Player:
        """Participant who decides now; ``FIRST`` is the one who began."""
        return self.get_seat(self.to_move)

    @property
    def has_fixed_colours(self) -> bool:
        """Whether both participants have a colour for the rest of the game."""
        return True

    def get_seat(self, colour: Player) -> Player:
        """Return the participant who holds a colour, temporarily or for good.

        The two differ only where participants choose their colours during the game.
        """
        return colour

    def colour_of(self, seat: Player) -> Player:
        """Return the colour that a participant holds, temporarily or for good."""
        return seat if self.get_seat(seat) is seat else seat.opponent

    def legal_moves(self) -> list[Move]:
        """Return every move the rules allow, in ascending order."""
        if self.outcome is not None:
            return []
        is_empty = map(not_, self.stones)  # ``EMPTY`` is 0
        cells = cast("list[Move]", list(compress(range(len(self.stones)), is_empty)))
        return cells + self.special_moves()

    def special_moves(self) -> list[Move]:
        """Return the legal special moves, in ascending order."""
        return []

    @property
    def offered_cells(self) -> tuple[Move, ...]:
        """Cells offered as the next stone, of which the opponent chooses one."""
        return ()

    def move_on(self, cell: Move) -> Move:
        """Return the move that a cell stands for: a stone, or an offer of the cell."""
        return cell

    def cell_of(self, move: Move) -> Move | None:
        """Return the cell of a stone or an offer; ``None`` for other special moves."""
        return move if move < len(self.stones) else None

    def is_legal(self, move: Move) -> bool:
        """Return whether the rules allow ``move``."""
        return self.objection_to(move) is None

    def objection_to(self, move: Move) -> str | None:
        """Return one sentence on why ``move`` is illegal, or ``None``."""
        if not 0 <= move < len(self.stones):
            return Message(
                "Expected a cell of the {height}x{width} board, got number {number}.",
                height=self.setup.height,
                width=self.setup.width,
                number=move,
            )
        if self.outcome is not None:
            return Message("The game is over; take a move back or start a new game.")
        if self.stones[move] != EMPTY:
            return Message(
                "{cell} is already occupied.", cell=MessageKey(self.cell_name(move))
            )
        return None

    def fouls(self) -> dict[Move, tuple[str, ...]]:
        """Return the legal moves that lose at once by a foul, with every reason.

        Slow, milliseconds on a large board: call it once for each position.
        """
        return {}

    def play(self, move: Move) -> Position:
        """Return the position after ``move``.

        Raises:
            IllegalMoveError: The rules do not allow the move.
        """
        objection = self.objection_to(move)
        if objection is not None:
            raise IllegalMoveError(objection)
        stones = bytearray(self.stones)
        stones[move] = self.to_move
        after = replace(
            self,
            stones=bytes(stones),
            to_move=self.to_move.opponent,
            history=(*self.history, move),
        )
        return after.adjudicate(move)

    @abstractmethod
    def adjudicate(self, move: Move) -> Position:
        """Return this position with the result of the stone on ``move``."""

    @abstractmethod
    def cell_name(self, move: Move) -> str:
        """Return the name of a cell, such as ``h8``."""

    @abstractmethod
    def kernel_state(self) -> KernelState:
        """Return this position as a new kernel state of its game.

        Compiles or loads kernels on the first call: never call it in the window's
        thread.
        """


class Game(GameOffers, ABC):
    """Rules of a game that do not depend on a position, and what else it offers."""

    name: ClassVar[str]
    """Name in commands, files and presets."""

    sides: ClassVar[tuple[str, str]]
    """Colour names of the first and the second player, such as ``"black"``."""

    smallest_side: ClassVar[int]
    largest_side: ClassVar[int]
    default_side: ClassVar[int]
    common_sides: ClassVar[tuple[int, ...]]
    """Board sides that a dialog offers first."""

    usual_share: ClassVar[float] = 0.4
    """Share of cells that hold a stone when a game usually ends."""

    has_draws: ClassVar[bool] = True
    """Whether a game can end without a winner."""

    title: ClassVar[str]
    """Name in the window, in English."""

    options: ClassVar[tuple[Option, ...]] = ()
    """Options of the game."""

    usual_options: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """Options of the first offer to a player that are not the defaults."""

    def setup(
        self,
        *,
        height: int | None = None,
        width: int | None = None,
        options: Mapping[str, str] | None = None,
    ) -> GameSetup:
        """Return a valid setup; omitted values take their defaults.

        Raises:
            SetupError: A size or option is unknown.
        """
        height = self.default_side if height is None else height
        width = height if width is None else width
        low, high = self.smallest_side, self.largest_side
        if not (low <= height <= high and low <= width <= high):
            raise SetupError(
                Message(
                    "Expected a {game} board of {low} to {high} rows and columns, "
                    "got {height}x{width}.",
                    game=MessageKey(self.name),
                    low=low,
                    high=high,
                    height=height,
                    width=width,
                )
            )
        chosen = choose_options(self.name, self.options, options or {})
        return GameSetup(game=self.name, height=height, width=width, options=chosen)

    def new_position(self, setup: GameSetup) -> Position:
        """Return the empty board."""
        return self.position(setup, stones=bytes(setup.cell_count))

    def position(
        self, setup: GameSetup, *, stones: bytes, to_move: Player = Player.FIRST
    ) -> Position:
        """Return a board with stones on it, adjudicated by the rules.

        If both sides have won, the side that is not to move wins: it moved last.

        Raises:
            SetupError: The stones do not fit the board.
        """
        check_stones(setup, stones)
        start = self.ongoing_position(setup, stones=stones, to_move=to_move)
        adjudicated = start
        for side in (to_move, to_move.opponent):
            for cell, stone in enumerate(stones):
                if stone == side:
                    found = start.adjudicate(Move(cell))
                    if found.outcome and (found.outcome.winner or adjudicated is start):
                        adjudicated = found
        return adjudicated

    @abstractmethod
    def ongoing_position(
        self, setup: GameSetup, *, stones: bytes, to_move: Player
    ) -> Position:
        """Return a board with stones on it as if the game were ongoing."""

    @abstractmethod
    def layout(self, setup: GameSetup) -> BoardLayout:
        """Return the geometry of the board."""

    @abstractmethod
    def cell_name(self, setup: GameSetup, move: Move) -> str:
        """Return the name of a cell, such as ``h8``."""

    def symmetries(self, setup: GameSetup) -> tuple[Symmetry, ...]:
        """Return every symmetry of the board, the identity first."""
        return (identity(setup.cell_count),)

    def is_choice(self, setup: GameSetup, move: Move) -> bool:
        """Return whether ``move`` places no stone and keeps the colour to move."""
        del setup, move
        return False

    @abstractmethod
    def goal(self, setup: GameSetup) -> str:
        """Return the goal of the game in one sentence."""

    @abstractmethod
    def parse_cell(self, setup: GameSetup, text: str) -> Move:
        """Return the move with a name.

        Raises:
            IllegalMoveError: The text names no cell of the board.
        """


def check_stones(setup: GameSetup, stones: bytes) -> None:
    """Raise ``SetupError`` unless ``stones`` fill the board of ``setup``."""
    if len(stones) != setup.cell_count:
        raise SetupError(
            Message(
                "Expected {count} cells for a {height}x{width} board, got {given}.",
                count=setup.cell_count,
                height=setup.height,
                width=setup.width,
                given=len(stones),
            )
        )
    if stones and max(stones) > Player.SECOND:
        raise SetupError(
            Message(
                "Expected cells of 0, 1 or 2, got {value} in cell {cell}.",
                value=max(stones),
                cell=stones.index(max(stones)),
            )
        )
