"""Commands for variations, in the menus and in the context menu of a move."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PyQt5.QtCore import QObject, QPoint, Qt, pyqtSignal
from PyQt5.QtWidgets import QAction, QMenu, QWidget

from engine.core.types import Move
from gui.actions.action_table import BOARD_MENU, MOVE_MENU
from gui.actions.actions import Actions, Commands
from gui.game.game_controller import GameController
from gui.text.i18n import tr
from gui.text.labels import move_label, outcome_title
from gui.window.commands.root_move_menu import RootMoveMenu
from gui.window.overlays.card_host import CardHost


class VariationCommands(QObject):
    """Handlers that promote and delete variations.

    Args:
        actions: The window's actions, for the position on the board.
        controller: The games.
        cards: Overlay cards, which confirm the deletion of main-line moves.
        root_moves: Commands that exclude moves, in the context menu of the board.
        window: Parent of the context menus.
    """

    status_reported = pyqtSignal(str)  # one sentence about what was done

    def __init__(
        self,
        *,
        actions: Actions,
        controller: GameController,
        cards: CardHost,
        root_moves: RootMoveMenu,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._actions = actions
        self._controller = controller
        self._cards = cards
        self._root_moves = root_moves
        self._window = window

    def commands(self) -> Commands:
        """Return the commands of variations at the position on the board, by name."""
        return {
            "promote_variation": partial(self._at_cursor, self._promote),
            "make_main_line": partial(self._at_cursor, self._make_main_line),
            "delete_from_here": partial(self._at_cursor, self._ask_to_delete),
            "restore_deleted": self._restore,
        }

    def show_move_menu(self, node: int, place: QPoint) -> None:
        """Show the commands for a move of the record.

        Args:
            node: Index of the move's node.
            place: Position of the menu on the screen.
        """
        menu = self._new_menu(node)
        menu.popup(place)

    def show_board_menu(self, cell: Move | None, place: QPoint) -> None:
        """Show the commands for the stone on a cell, otherwise for the position.

        Args:
            cell: The cell, if any.
            place: Position of the menu on the screen.
        """
        menu = self._new_menu(self._node_of(cell))
        menu.addSeparator()
        self._root_moves.add_to(menu, cell)
        for names in BOARD_MENU:
            menu.addSeparator()
            menu.addActions(self._actions.find(names))
        menu.popup(place)

    def _new_menu(self, node: int) -> QMenu:
        """Return a menu with the commands for one node."""
        record, actions = self._controller.session.record, self._actions
        menu = QMenu(self._window)
        menu.setObjectName("menu_line")
        menu.setAttribute(Qt.WA_DeleteOnClose)
        is_here = node == self._controller.session.cursor
        if is_here:
            menu.addActions(actions.find(MOVE_MENU))
        else:
            is_main = record.is_main(node)
            self._add(menu, tr("Lines", "&Go to this move"), self._go_to, node)
            for name, command in (
                ("promote_variation", self._promote),
                ("make_main_line", self._make_main_line),
            ):
                twin = self._add(menu, actions[name].text(), command, node)
                twin.setEnabled(not is_main)
            twin = self._add(
                menu, actions["delete_from_here"].text(), self._ask_to_delete, node
            )
            twin.setEnabled(node != 0)
        menu.addAction(actions["restore_deleted"])
        return menu

    def _add(
        self, menu: QMenu, text: str, command: Callable[[int], None], node: int
    ) -> QAction:
        """Add a command to a menu; it runs only if the record has not changed."""
        record = self._controller.session.record

        def run() -> None:
            if self._controller.session.record is record:
                command(node)

        action = QAction(text, menu)
        action.triggered.connect(run)
        menu.addAction(action)
        return action

    def _node_of(self, cell: Move | None) -> int:
        """Return the node of the stone on ``cell``, or the cursor without a stone."""
        session = self._controller.session
        path = session.record.path_to(session.cursor)
        if cell is not None and session.position.stones[cell]:
            for node in reversed(path):
                if session.record.nodes[node].move == cell:
                    return node
        return session.cursor

    def _at_cursor(self, command: Callable[[int], None], *_checked: bool) -> None:
        command(self._controller.session.cursor)

    def _go_to(self, node: int) -> None:
        self._controller.go_to(node)

    def _promote(self, node: int) -> None:
        self._controller.promote(node)
        self.status_reported.emit(tr("Lines", "The variation moved up one place."))

    def _make_main_line(self, node: int) -> None:
        self._controller.make_main_line(node)
        self.status_reported.emit(tr("Lines", "This line is now the main line."))

    def _ask_to_delete(self, node: int) -> None:
        """Delete a variation at once, but ask before main-line moves are deleted."""
        if self._controller.session.record.is_main(node):
            self._cards.ask_to_delete(node, partial(self._delete, node))
        else:
            self._delete(node)

    def _delete(self, node: int) -> None:
        session = self._controller.session
        move = session.record.nodes[node].move
        name = "" if move is None else move_label(session.position, move)
        self._controller.delete_from(node)
        message = tr(
            "Lines",
            "Deleted {move} and the moves after it. To restore them, "
            "choose Edit, Undo deletion.",
        )
        self.status_reported.emit(message.format(move=name))

    def _restore(self) -> None:
        """Undo a deletion; report a result that was set by it or after it."""
        session = self._controller.session
        before = session.record.outcome
        self._controller.restore_deleted()
        message = tr("Lines", "The deleted moves are restored.")
        if before is not None and before != session.record.outcome:
            message = tr(
                "Lines",
                "The deleted moves are restored; this result is withdrawn: {result}.",
            ).format(result=outcome_title(session.setup, before))
        self.status_reported.emit(message)
