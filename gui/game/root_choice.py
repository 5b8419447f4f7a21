"""Choice of the moves that analysis considers, for each position of the game.

It is kept while the game is open and not stored in records.
"""

from __future__ import annotations

from PyQt5.QtCore import QObject, pyqtSignal

from engine.core.game import Position
from engine.core.types import Move
from gui.game.game_controller import GameController
from gui.game.open_game import OpenGame


class RootChoice(QObject):
    """Moves of the positions of one game that analysis considers.

    Args:
        controller: The games.
    """

    changed = pyqtSignal()  # of the position on the board

    def __init__(self, controller: GameController) -> None:
        super().__init__()
        self._controller = controller
        self._game: OpenGame | None = None
        self._allowed: dict[Position, frozenset[Move]] = {}
        self._focused: set[Position] = set()

    @property
    def allowed(self) -> frozenset[Move] | None:
        """The moves to consider in the position on the board; ``None`` for all."""
        return self.allowed_in(self._controller.game)

    def allowed_in(self, game: OpenGame) -> frozenset[Move] | None:
        """Return the moves to consider in the position on a game's board."""
        if game is not self._game:
            return None
        return self._allowed.get(game.session.position)

    @property
    def focused(self) -> frozenset[Move]:
        """The only moves to look at, if they were chosen one by one."""
        position = self._controller.session.position
        is_focused = self.allowed is not None and position in self._focused
        return self._allowed[position] if is_focused else frozenset()

    @property
    def excluded(self) -> frozenset[Move]:
        """The moves that were excluded one by one."""
        allowed = self.allowed
        if allowed is None or self.focused:
            return frozenset()
        return frozenset(self._controller.session.position.legal_moves()) - allowed

    def can_exclude(self, move: Move) -> bool:
        """Return whether a move can be excluded: another one must be left."""
        position, allowed = self._controller.session.position, self.allowed
        if not position.is_legal(move):
            return False
        left = position.legal_moves() if allowed is None else allowed
        return move in left and len(left) > 1

    def can_focus(self, move: Move) -> bool:
        """Return whether a move can be the only one."""
        is_legal = self._controller.session.position.is_legal(move)
        return is_legal and self.focused != {move}

    def exclude(self, move: Move) -> None:
        """Exclude a move of the position on the board."""
        position, allowed = self._controller.session.position, self.allowed
        left = position.legal_moves() if allowed is None else allowed
        self._set(position, frozenset(left) - {move})

    def focus(self, move: Move) -> None:
        """Look at one move alone in the position on the board."""
        position = self._controller.session.position
        self._set(position, frozenset({move}), is_focused=True)

    def allow_all(self) -> None:
        """Consider all moves of the position on the board again."""
        position = self._controller.session.position
        self._allowed.pop(position, None)
        self._focused.discard(position)
        self.changed.emit()

    def _set(
        self,
        position: Position,
        allowed: frozenset[Move],
        *,
        is_focused: bool = False,
    ) -> None:
        if self._controller.game is not self._game:
            self._game = self._controller.game
            self._allowed, self._focused = {}, set()
        self._allowed[position] = allowed
        if is_focused:
            self._focused.add(position)
        self.changed.emit()
