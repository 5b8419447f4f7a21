"""Marks and labels of the record on the board, and their tools in *Notes*."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import count
from string import ascii_uppercase

from PyQt5.QtCore import QObject

from engine.core.types import Move
from engine.records.sgf.markup import Mark, read_marks, with_mark, without_marks
from gui.board.board_view import BoardView
from gui.game.game_controller import GameController
from gui.panels.mark_tool import MarkTool
from gui.window.docks.panel_signals import PanelSignals


class MarkEditor(QObject):
    """Controller that shows the marks of the current node and edits them.

    Args:
        controller: The games.
        board: The board view.
        signals: Signals of the tools.
    """

    def __init__(
        self, *, controller: GameController, board: BoardView, signals: PanelSignals
    ) -> None:
        super().__init__(board)
        self._controller = controller
        self._board = board
        self._tool: MarkTool | None = None
        board.cell_picked.connect(self._on_cell_picked)
        signals.tool_chosen.connect(self._on_tool_chosen)
        signals.clear_requested.connect(self._clear)
        self.refresh()

    def refresh(self) -> None:
        """Show the marks of the current node."""
        self._board.set_markup(self._marks())

    def _marks(self) -> dict[Move, Mark]:
        session = self._controller.session
        properties = session.record.nodes[session.cursor].properties
        return read_marks(session.setup, properties) if properties else {}

    def _on_tool_chosen(self, tool: MarkTool | None) -> None:
        self._tool = tool
        self._board.set_picking(is_wanted=tool is not None)

    def _on_cell_picked(self, cell: int) -> None:
        """Mark a cell, or remove the mark that the tool would make there."""
        if self._tool is None:
            return
        session, marks = self._controller.session, self._marks()
        old = marks.get(Move(cell))
        new: Mark | None = make_mark(self._tool, {m.label for m in marks.values()})
        if old is not None and is_made_by(old, self._tool):
            new = None
        node = session.cursor
        properties = session.record.nodes[node].properties
        self._controller.store_properties(
            node, with_mark(session.setup, properties, Move(cell), new)
        )

    def _clear(self) -> None:
        session = self._controller.session
        properties = session.record.nodes[session.cursor].properties
        self._controller.store_properties(session.cursor, without_marks(properties))


def make_mark(tool: MarkTool, used: Collection[str]) -> Mark:
    """Return the mark of a tool: its shape, or the first label that is not used."""
    if tool.shape is not None:
        return Mark(shape=tool.shape)
    labels: Iterator[str]
    if tool is MarkTool.NUMBER:
        labels = map(str, count(1))
    else:
        labels = (
            letter + (str(round_) if round_ else "")
            for round_ in count()
            for letter in ascii_uppercase
        )
    return Mark(label=next(label for label in labels if label not in used))


def is_made_by(mark: Mark, tool: MarkTool) -> bool:
    """Return whether a tool makes such a mark."""
    if tool.shape is not None or mark.shape is not None:
        return mark.shape is tool.shape
    return mark.label.isdecimal() is (tool is MarkTool.NUMBER)
