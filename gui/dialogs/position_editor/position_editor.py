"""Dialog in which stones are placed and removed freely."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Literal

from PyQt5.QtCore import QPoint, QSize, Qt
from PyQt5.QtGui import QKeySequence
from PyQt5.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QPushButton,
    QShortcut,
    QVBoxLayout,
    QWidget,
)

from engine.core.board.symmetry import Symmetry
from engine.core.game import GameSetup, Position
from engine.core.types import Move, Player
from engine.games import get_game
from engine.records.model.record import GameRecord
from gui.board.board_options import BoardOptions
from gui.board.board_view import BoardView
from gui.dialogs.position_editor.draft import (
    Draft,
    DraftHistory,
    find_mirror,
    find_turn,
)
from gui.dialogs.size_fields import SizeFields
from gui.style.icons import icon_if_drawn
from gui.style.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XL
from gui.text.i18n import tr, translate_message
from gui.text.labels import outcome_title, side_title
from gui.text.plain_text import PlainLabel, set_tip
from gui.widgets.content_scroll_area import ContentScrollArea
from gui.widgets.screen_fit import fit_to_screen
from gui.widgets.segmented_buttons import SegmentedButtons

Use = Literal["analyse", "play"]
"""What the edited board is for."""

FindSymmetry = Callable[[GameSetup], Symmetry | None]
"""Function that returns a symmetry of a board, if it has it."""

IN_TURN = "in_turn"
"""Tool that places stones of both sides in turn."""

BOARD_SIDE = 600
"""Wanted side of the board, in pixels at 100 %."""

TOOLS_WIDTH = 300
"""Width of the tools, in pixels at 100 %."""


class PositionEditor(QDialog):
    """Editor of a position; it changes no game.

    Args:
        position: The stones to begin with.
        options: Display options of the board.
        parent: The window it belongs to.
    """

    def __init__(
        self, position: Position, options: BoardOptions, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("position_editor")
        self.setWindowTitle(tr("PositionEditor", "Edit position"))
        self.setWindowFlag(Qt.WindowContextHelpButtonHint, False)
        self._history = DraftHistory(Draft.of_position(position))
        self._before_size = self._draft
        self._game = get_game(position.setup.game)
        self._shown_setup: GameSetup | None = None
        self._tool: Player | None = None
        self._use: Use = "analyse"
        self._board = BoardView()
        self._board.setObjectName("position_editor_board")
        self._board.set_options(options)
        self._board.set_on_panel()
        self._board.cell_clicked.connect(self._on_cell_clicked)
        self._board.menu_requested.connect(self._on_menu_requested)
        sides = [
            (player.name.lower(), side_title(self._game.name, player))
            for player in Player
        ]
        in_turn = (IN_TURN, tr("PositionEditor", "In turn"))
        self._tools = SegmentedButtons("position_editor_tool", [in_turn, *sides])
        self._tools.chosen.connect(self._choose_tool)
        self._sides = SegmentedButtons("position_editor_side", sides)
        self._sides.chosen.connect(
            lambda name: self._change(self._draft.with_side(Player[name.upper()]))
        )
        self._undo = self._make_button("undo", "take-back", self._on_undo)
        self._redo = self._make_button("redo", "redo", self._on_redo)
        self._turn = self._make_symmetry("turn", find_turn)
        self._mirror = self._make_symmetry("mirror", find_mirror)
        limits = (self._game.smallest_side, self._game.largest_side)
        self._size = SizeFields("position_editor", limits=limits)
        self._size.changed.connect(self._on_size_changed)
        self._outside = PlainLabel()
        self._count = PlainLabel()
        self._problem = PlainLabel()
        self._play = self._make_ending("play", tr("PositionEditor", "Play from here…"))
        self._analyse = self._make_ending("analyse", tr("PositionEditor", "Analyse"))
        self._lay_out()
        self._add_keys()
        self._show()

    @property
    def record(self) -> GameRecord:
        """A record without moves that begins with the edited board."""
        return self._draft.record

    @property
    def use(self) -> Use:
        """What the board is for; only when the dialog was accepted."""
        return self._use

    @property
    def _draft(self) -> Draft:
        return self._history.draft

    def _lay_out(self) -> None:
        upper = QHBoxLayout()
        upper.setSpacing(SPACE_XL)
        upper.addWidget(self._board, 1)
        upper.addWidget(self._make_tools())
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_XL, SPACE_L, SPACE_XL, SPACE_L)
        column.setSpacing(SPACE_L)
        column.addLayout(upper, 1)
        column.addLayout(self._make_buttons())

    def _make_tools(self) -> QWidget:
        heading = PlainLabel(tr("PositionEditor", "Edit position"))
        heading.setProperty("role", "title")
        hint = PlainLabel(
            tr(
                "PositionEditor",
                "Click an empty cell to place a stone, and a stone to remove it.",
            )
        )
        hint.setProperty("role", "muted")
        hint.setWordWrap(True)
        self._count.setObjectName("position_editor_count")
        self._count.setProperty("role", "muted")
        self._outside.setObjectName("position_editor_outside")
        self._outside.setProperty("role", "warning")
        self._outside.setWordWrap(True)
        tools = QWidget()
        column = QVBoxLayout(tools)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_S)
        column.addWidget(heading)
        column.addSpacing(SPACE_M)
        column.addWidget(_caption(tr("PositionEditor", "Stones")))
        column.addWidget(self._tools)
        column.addWidget(hint)
        column.addWidget(self._count)
        column.addSpacing(SPACE_L)
        column.addWidget(_caption(tr("PositionEditor", "Side to move")))
        column.addWidget(self._sides)
        column.addSpacing(SPACE_L)
        column.addWidget(_caption(tr("PositionEditor", "Board")))
        column.addWidget(self._size)
        column.addWidget(self._outside)
        column.addLayout(self._make_board_buttons())
        column.addStretch(1)
        scrolled = ContentScrollArea(tools)
        scrolled.setFixedWidth(TOOLS_WIDTH)
        scrolled.setHorizontalScrollBarPolicy(Qt.ScrollBarAlwaysOff)
        return scrolled

    def _make_board_buttons(self) -> QVBoxLayout:
        """Return the buttons that change the whole board."""
        self._turn.setText(tr("PositionEditor", "Turn"))
        self._mirror.setText(tr("PositionEditor", "Mirror"))
        clear = self._make_button("clear", "", self._on_clear)
        clear.setText(tr("PositionEditor", "Clear"))
        set_tip(self._undo, tr("PositionEditor", "Undo"))
        set_tip(self._redo, tr("PositionEditor", "Redo"))
        rows = QVBoxLayout()
        rows.setSpacing(SPACE_S)
        whole = (self._turn, self._mirror, clear)
        for buttons in (whole, (self._undo, self._redo)):
            row = QHBoxLayout()
            row.setSpacing(SPACE_S)
            for button in buttons:
                row.addWidget(button)
            row.addStretch(1)
            rows.addLayout(row)
        return rows

    def _make_symmetry(self, name: str, find: FindSymmetry) -> QPushButton:
        """Return the button of a symmetry; the board may not have it."""
        return self._make_button(name, "", partial(self._on_transform, find))

    def _make_button(
        self, name: str, icon: str, command: Callable[[], None]
    ) -> QPushButton:
        button = QPushButton()
        button.setObjectName(f"position_editor_{name}")
        button.setAutoDefault(False)
        if icon:
            button.setIcon(icon_if_drawn(icon))
        button.clicked.connect(lambda _checked: command())
        return button

    def _make_ending(self, use: Use, text: str) -> QPushButton:
        button = self._make_button(use, "", partial(self._finish, use))
        button.setText(text)
        return button

    def _make_buttons(self) -> QHBoxLayout:
        self._problem.setObjectName("position_editor_problem")
        self._problem.setProperty("role", "danger")
        self._problem.setWordWrap(True)
        cancel = self._make_button("cancel", "", self.reject)
        cancel.setText(tr("Dialogs", "Cancel"))
        self._analyse.setProperty("primary", True)
        self._analyse.setDefault(True)
        row = QHBoxLayout()
        row.setSpacing(SPACE_M)
        row.addWidget(self._problem, 1)
        for button in (cancel, self._play, self._analyse):
            row.addWidget(button)
        return row

    def _add_keys(self) -> None:
        keys = (
            (QKeySequence("Ctrl+Z"), self._on_undo),
            (QKeySequence("Ctrl+Y"), self._on_redo),
            (QKeySequence("Ctrl+Shift+Z"), self._on_redo),
        )
        for sequence, command in keys:
            QShortcut(sequence, self, command)

    def _choose_tool(self, name: str) -> None:
        self._tool = None if name == IN_TURN else Player[name.upper()]
        self._show()

    def _on_cell_clicked(self, cell: Move) -> None:
        self._change(self._draft.with_click(cell, self._tool))

    def _on_menu_requested(self, cell: Move | None, _place: QPoint) -> None:
        if cell is not None:
            self._change(self._draft.without_stone(cell))

    def _on_transform(self, find: FindSymmetry) -> None:
        symmetry = find(self._draft.setup)
        if symmetry is not None:
            self._change(self._draft.transformed(symmetry))

    def _on_size_changed(self) -> None:
        """Change the size; stones outside return with it until the next change."""
        before = self._before_size
        self._change(before.resized(self._size.rows, self._size.columns))
        self._before_size = before
        self._show_outside()

    def _on_clear(self) -> None:
        self._change(self._draft.cleared())

    def _on_undo(self) -> None:
        self._history.undo()
        self._show()

    def _on_redo(self) -> None:
        self._history.redo()
        self._show()

    def _finish(self, use: Use) -> None:
        self._use = use
        self.accept()

    def _change(self, draft: Draft) -> None:
        self._history.add(draft)
        self._show()

    def _show_size(self) -> None:
        """Show the size of the board, and which symmetries it has."""
        setup = self._shown_setup = self._draft.setup
        self._size.show_size(setup)
        for button, find in ((self._turn, find_turn), (self._mirror, find_mirror)):
            symmetry = find(setup)
            button.setEnabled(symmetry is not None)
            is_exchange = symmetry is not None and symmetry.swaps_sides
            tip = tr("PositionEditor", "The sides change, too")
            set_tip(button, tip if is_exchange else "")

    def _show_outside(self) -> None:
        """Show how many stones and which rules the chosen size leaves out."""
        now, before = self._draft, self._before_size
        sentences = []
        count = sum(before.count(side) - now.count(side) for side in Player)
        if count > 0:
            text = tr(
                "PositionEditor",
                "Stones outside the board: {count}. A larger board or Undo "
                "returns them.",
            )
            sentences.append(text.format(count=count))
        if now.setup.options != before.setup.options:
            options = dict(before.setup.options)
            conflict = self._game.conflict(now.setup.height, now.setup.width, options)
            sentences.append(translate_message(conflict))
        self._outside.setText("\n".join(sentences))
        self._outside.setVisible(bool(sentences))

    def _show(self) -> None:
        draft, game = self._draft, self._game.name
        if draft.setup != self._shown_setup:
            self._show_size()
        self._before_size = draft
        self._show_outside()
        board = draft.board_for(draft.to_move if self._tool is None else self._tool)
        layout = self._game.layout(draft.setup)
        self._board.show_position(board, layout, self._game.sides)
        tool = IN_TURN if self._tool is None else self._tool.name.lower()
        self._tools.set_value(tool)
        self._sides.set_value(draft.to_move.name.lower())
        self._undo.setEnabled(self._history.can_undo)
        self._redo.setEnabled(self._history.can_redo)
        counts = (f"{side_title(game, side)} {draft.count(side)}" for side in Player)
        self._count.setText(" · ".join(counts))
        self._show_problem()

    def _show_problem(self) -> None:
        """Show why a finished position can be neither analysed nor played."""
        outcome = self._draft.position.outcome
        problem = ""
        if outcome is not None:
            problem = tr("PositionEditor", "The game is over here: {result}.").format(
                result=outcome_title(self._draft.setup, outcome)
            )
        self._problem.setText(problem)
        self._analyse.setEnabled(outcome is None)
        self._play.setEnabled(outcome is None)

    # Qt

    def sizeHint(self) -> QSize:
        """See ``QWidget.sizeHint``."""
        wanted = QSize(BOARD_SIDE + TOOLS_WIDTH + 3 * SPACE_XL, BOARD_SIDE)
        return super().sizeHint().expandedTo(wanted)

    def setVisible(self, is_visible: bool) -> None:
        """Fit the screen before the dialog appears."""
        if is_visible:
            fit_to_screen(self, self.sizeHint())
        super().setVisible(is_visible)


def _caption(text: str) -> PlainLabel:
    label = PlainLabel(text)
    label.setProperty("role", "caption")
    return label
