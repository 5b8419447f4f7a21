"""Commands that exclude moves from analysis, in the context menus of candidates."""

from __future__ import annotations

from collections.abc import Callable

from PyQt5.QtCore import QObject, QPoint, Qt
from PyQt5.QtWidgets import QMenu, QWidget

from engine.core.types import Move
from gui.board.board_view import BoardView
from gui.game.game_controller import GameController
from gui.game.root_choice import RootChoice
from gui.text.i18n import tr
from gui.window.docks.panel_signals import PanelSignals


class RootMoveMenu(QObject):
    """Context menu of a candidate; keeps the excluded cells on the board up to date.

    Args:
        choice: The moves that analysis considers.
        controller: The games.
        board: The board, which marks excluded cells.
        signals: Signals of the table of candidates.
        window: Parent of the menus.
    """

    def __init__(
        self,
        *,
        choice: RootChoice,
        controller: GameController,
        board: BoardView,
        signals: PanelSignals,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._choice = choice
        self._controller = controller
        self._board = board
        self._window = window
        choice.changed.connect(self.refresh)
        signals.candidate_menu_requested.connect(self._show)

    def refresh(self) -> None:
        """Mark the cells of the position on the board."""
        self._board.set_root_cells(
            excluded=self._cells(self._choice.excluded),
            focused=self._cells(self._choice.focused),
        )

    def _cells(self, moves: frozenset[Move]) -> frozenset[Move]:
        """Return the cells of stones and offers among moves."""
        position = self._controller.session.position
        cells = (position.cell_of(move) for move in moves)
        return frozenset(cell for cell in cells if cell is not None)

    def add_to(self, menu: QMenu, cell: Move | None) -> None:
        """Add the commands for a cell to a menu, if the rules allow a move there."""
        position = self._controller.session.position
        move = None if cell is None else position.move_on(cell)
        if move is not None and position.is_legal(move):
            self._add_commands(menu, move)
            menu.addSeparator()
        elif self._choice.allowed is not None:
            self._add_all_moves(menu)
            menu.addSeparator()

    def _show(self, move: Move, place: QPoint) -> None:
        menu = QMenu(self._window)
        menu.setObjectName("menu_candidate")
        menu.setAttribute(Qt.WA_DeleteOnClose)
        self._add_commands(menu, move)
        menu.popup(place)

    def _add_commands(self, menu: QMenu, move: Move) -> None:
        choice = self._choice
        text = tr("RootMoves", "&Exclude this move")
        self._add(menu, text, lambda: choice.exclude(move), choice.can_exclude(move))
        text = tr("RootMoves", "&Look at this move only")
        self._add(menu, text, lambda: choice.focus(move), choice.can_focus(move))
        self._add_all_moves(menu)

    def _add_all_moves(self, menu: QMenu) -> None:
        text = tr("RootMoves", "&All moves again")
        is_restricted = self._choice.allowed is not None
        self._add(menu, text, self._choice.allow_all, is_restricted)

    def _add(
        self, menu: QMenu, text: str, command: Callable[[], None], is_enabled: bool
    ) -> None:
        """Add a command; it runs only while the position is on the board."""
        position = self._controller.session.position

        def run() -> None:
            if self._controller.session.position is position:
                command()

        action = menu.addAction(text)
        action.setEnabled(is_enabled)
        action.triggered.connect(run)
