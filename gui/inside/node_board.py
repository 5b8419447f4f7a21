"""Board of the window: the position of a node, and the moves that are compared."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QVBoxLayout, QWidget

from engine.core.game import Position
from engine.core.types import Move
from engine.games import get_game
from engine.search.inspection import TreeNode
from gui.board.board_display import BoardDisplay
from gui.board.board_options import BoardOptions
from gui.board.candidate_marks import CandidateMark
from gui.inside.phase import Phase
from gui.inside.tree_item import TreeItem, list_children
from gui.style.theme import SPACE_S
from gui.text.i18n import tr
from gui.text.labels import brief_count_text, move_label, outcome_title, side_title
from gui.text.plain_text import PlainLabel

MARKED_MOVES = 12
"""Moves that are marked on the board."""


class NodeBoard(QWidget):
    """Read-only board with a line of text below it.

    Args:
        options: Display options of the board.
    """

    def __init__(self, options: BoardOptions) -> None:
        super().__init__()
        self._cell_count = 0
        self._board = BoardDisplay()
        self._board.setObjectName("inside_board")
        self._board.set_options(options)
        self._board.set_on_panel()
        self._caption = PlainLabel()
        self._caption.setObjectName("inside_caption")
        self._caption.setProperty("role", "muted")
        self._caption.setAlignment(Qt.AlignCenter)
        self._caption.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_S)
        column.addWidget(self._board, 1)
        column.addWidget(self._caption)

    def show_position(self, position: Position, line: Sequence[str] = ()) -> None:
        """Show a position, reached by a line of named moves."""
        game = get_game(position.setup.game)
        self._board.show_position(position, game.layout(position.setup), game.sides)
        self._board.set_candidates(())
        self._cell_count = position.setup.cell_count
        state = tr("Inside", "{side} to move").format(
            side=side_title(position.setup.game, position.to_move)
        )
        if position.outcome is not None:
            state = outcome_title(position.setup, position.outcome)
        self._caption.setText(" · ".join([*([" ".join(line)] if line else []), state]))

    def show_node(self, item: TreeItem) -> None:
        """Show the position of a node; mark its moves by visits or nodes."""
        self.show_position(item.position, _names(item.tree.position, item.line))
        counts = [
            (child.move, child.visits if isinstance(child, TreeNode) else child.nodes)
            for child in list_children(item.tree, item.node)
            if child.move is not None
        ]
        visited = sorted((one for one in counts if one[1]), key=lambda one: -one[1])
        shown = visited[:MARKED_MOVES]
        self._mark(
            [(move, brief_count_text(count), count) for move, count in shown],
            shown[0][0] if shown else None,
        )

    def show_phase(self, root: Position, phase: Phase) -> None:
        """Show the position of a phase; mark the moves by their scores."""
        position = root
        for move in phase.line:
            position = position.play(move)
        self.show_position(position, _names(root, phase.line))
        scores = [one for one in phase.scores if one[0] != phase.chosen]
        chosen = [one for one in phase.scores if one[0] == phase.chosen]
        shown = [*chosen, *scores][:MARKED_MOVES]
        marks = [(move, _score_text(score), score) for move, score in shown]
        if phase.chosen is not None and not chosen:
            marks.append((phase.chosen, tr("Inside", "new"), 1.0))
        self._mark(marks, phase.chosen)

    def _mark(
        self, marks: Sequence[tuple[Move, str, float]], best: Move | None
    ) -> None:
        """Mark cells with texts; the weight is relative to the highest one."""
        most = max((weight for _, _, weight in marks), default=1.0)
        self._board.set_candidates(
            tuple(
                CandidateMark(
                    cell=move,
                    rate=text,
                    weight=min(max(weight / most, 0.0), 1.0) if most > 0 else 0.0,
                    is_best=move == best,
                )
                for move, text, weight in marks
                if move < self._cell_count
            )
        )


def _names(position: Position, line: Sequence[Move]) -> tuple[str, ...]:
    """Return the names of the moves of a line."""
    names = []
    for move in line:
        names.append(move_label(position, move))
        position = position.play(move)
    return tuple(names)


def _score_text(score: float) -> str:
    """Return a score in few letters; infinite ones are proven results."""
    if math.isinf(score):
        return "∞" if score > 0 else "−∞"  # noqa: RUF001
    return f"{score:.2f}".replace("-", "−")  # noqa: RUF001
