"""Names of cells in JSON records."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from engine.core.errors import IllegalMoveError
from engine.core.game import GameSetup
from engine.core.message import Message
from engine.core.types import Move
from engine.games import get_game
from engine.records.json_format.checked_values import JsonObject
from engine.records.model import parsing
from engine.records.model.parsing import WarningList
from engine.records.sgf.property_values import SPECIAL_MOVES

Value = TypeVar("Value")


class CellNames:
    """Converter between cells of one board and their names.

    Args:
        setup: The board.
        warnings: Get a warning about lines that are too long.
    """

    def __init__(self, setup: GameSetup, warnings: WarningList) -> None:
        self.setup = setup
        self._warnings = warnings
        self._game = get_game(setup.game)

    def name(self, move: Move) -> str:
        """Return the name of a cell."""
        return self._game.cell_name(self.setup, move)

    def names(self, moves: Iterable[Move]) -> list[str]:
        """Return the names of a line."""
        return [self.name(move) for move in moves]

    def move(self, holder: JsonObject, key: str) -> Move:
        """Return the cell that a text of ``holder`` names.

        Raises:
            RecordError: It names none.
        """
        try:
            return self._game.parse_cell(self.setup, holder.text(key))
        except IllegalMoveError as error:
            raise holder.error(key, error.message) from None

    def stones(self, holder: JsonObject, key: str) -> tuple[Move, ...]:
        """Return cells that hold stones before the first move.

        Raises:
            RecordError: A text names no cell.
        """
        moves = self.moves(holder, key)
        try:
            for move, name in zip(moves, holder.texts(key), strict=False):
                parsing.check_is_cell(self.setup, move, name)
        except IllegalMoveError as error:
            raise holder.error(key, error.message) from None
        return moves

    def bounded(self, values: list[Value]) -> list[Value]:
        """Return a line or a list of candidates, limited to the length of a game."""
        most = self.setup.cell_count + SPECIAL_MOVES
        if len(values) > most:
            self._warnings.leave_out(
                Message(
                    "A line or list of candidates has more than {most} moves; the rest "
                    "was left out.",
                    most=most,
                )
            )
        return values[:most]

    def moves(self, holder: JsonObject, key: str) -> tuple[Move, ...]:
        """Return the line in ``holder``.

        Raises:
            RecordError: A text names no cell.
        """
        names = self.bounded(holder.texts(key))
        try:
            return tuple(self._game.parse_cell(self.setup, name) for name in names)
        except IllegalMoveError as error:
            raise holder.error(key, error.message) from None
