"""Window *Puzzles*: a board, the task, and the verdict on the last move."""

from __future__ import annotations

from PyQt5.QtCore import QSize, Qt, pyqtSignal
from PyQt5.QtGui import QCloseEvent, QShowEvent
from PyQt5.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from engine.core.types import Move
from engine.games import get_game
from engine.puzzles.attempt import Attempt, Verdict
from engine.puzzles.puzzle import Puzzle
from gui.board.board_options import BoardOptions
from gui.board.board_view import BoardView
from gui.board.line_stones import number_stones
from gui.puzzles.puzzle_collection import PuzzleCollection, PuzzleGroup
from gui.puzzles.puzzle_texts import group_title, task_text, verdict_message
from gui.style.dynamic_property import set_dynamic_property
from gui.style.theme import SPACE_L, SPACE_M, SPACE_XL, SPACE_XS
from gui.text.i18n import tr
from gui.widgets.choice_box import ChoiceBox
from gui.widgets.close_keys import add_close_keys
from gui.widgets.form import make_row
from gui.widgets.named_widgets import make_button, make_label
from gui.widgets.retranslated import Retranslated
from gui.widgets.stacking import stack_freely

WIDTH, HEIGHT = 940, 640
"""Size at first, in pixels at 100 %."""

PANEL_WIDTH = 300
"""Width of the texts and buttons, in pixels at 100 %."""


class PuzzleWindow(Retranslated, QWidget):
    """Window of the puzzles, which is deleted when it is closed.

    Args:
        collection: The puzzles; at least one.
        game: Game whose puzzles are shown first.
        options: Display options of the board.
        parent: The main window.
    """

    closed = pyqtSignal()
    board_requested = pyqtSignal(object)  # Position, for the main board

    def __init__(
        self,
        collection: PuzzleCollection,
        game: str,
        options: BoardOptions,
        parent: QWidget,
    ) -> None:
        super().__init__(parent, Qt.Window)
        self.setObjectName("puzzle_window")
        self.setAttribute(Qt.WA_DeleteOnClose)
        add_close_keys(self)
        self._collection = collection
        self._number = 0
        self._has_help = False
        self._message = ""
        self._groups = ChoiceBox("puzzle_group")
        self._board = BoardView()
        self._board.setObjectName("puzzle_board")
        self._board.set_options(options)
        self._board.set_on_panel()
        self._heading = make_label("puzzle_heading", "title")
        self._task = make_label("puzzle_task", "strong")
        self._verdict = make_label("puzzle_verdict", "plain")
        self._count = make_label("puzzle_count", "muted")
        self._solution = make_button("puzzle_solution")
        self._again = make_button("puzzle_again")
        self._transfer = make_button("puzzle_transfer")
        self._previous = make_button("puzzle_previous")
        self._next = make_button("puzzle_next")
        for group in collection.groups:
            self._groups.addItem("", group)
        self._groups.setCurrentIndex(collection.find_unsolved_group(game))
        self._attempt = Attempt(puzzle=self._group.puzzles[0])
        self._lay_out()
        self._connect()
        self._show_group()
        self._retranslate()
        room = self.screen().availableGeometry().size()
        self.resize(QSize(WIDTH, HEIGHT).boundedTo(room))

    @property
    def _group(self) -> PuzzleGroup:
        group: PuzzleGroup = self._groups.currentData()
        return group

    @property
    def _puzzle(self) -> Puzzle:
        return self._group.puzzles[self._number]

    def _lay_out(self) -> None:
        panel = QWidget()
        column = QVBoxLayout(panel)
        column.setContentsMargins(0, 0, SPACE_XS, 0)
        column.setSpacing(SPACE_M)
        for label in (self._heading, self._task, self._verdict, self._count):
            label.setWordWrap(True)
        for part in (self._groups, self._heading, self._task, self._verdict):
            column.addWidget(part)
        column.addStretch(1)
        for button in (self._solution, self._again, self._transfer):
            column.addWidget(button)
        column.addLayout(make_row(self._previous, self._next))
        column.addWidget(self._count)
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_XL, SPACE_L, SPACE_XL, SPACE_L)
        row.setSpacing(SPACE_L)
        scroll = QScrollArea()  # on a low screen
        scroll.setWidget(panel)
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.NoFocus)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarAlwaysOff)
        scroll.setFixedWidth(PANEL_WIDTH)
        row.addWidget(self._board, 1)
        row.addWidget(scroll)

    def _connect(self) -> None:
        self._groups.currentIndexChanged.connect(self._show_group)
        self._board.cell_clicked.connect(self._on_cell_clicked)
        self._solution.clicked.connect(self._show_solution)
        self._again.clicked.connect(lambda: self._show_puzzle(self._number))
        self._transfer.clicked.connect(
            lambda: self.board_requested.emit(self._attempt.position)
        )
        self._previous.clicked.connect(lambda: self._show_puzzle(self._number - 1))
        self._next.clicked.connect(lambda: self._show_puzzle(self._number + 1))

    def _retranslate(self) -> None:
        self.setWindowTitle(tr("Puzzles", "Puzzles"))
        for index, group in enumerate(self._collection.groups):
            self._groups.setItemText(index, group_title(group))
        self._solution.setText(tr("Puzzles", "Show the solution"))
        self._again.setText(tr("Puzzles", "Start again"))
        self._transfer.setText(tr("Puzzles", "Open on the main board"))
        self._previous.setText(tr("Puzzles", "Previous"))
        self._next.setText(tr("Puzzles", "Next"))
        self._message = ""  # it was in the language before
        self._refresh()

    def _show_group(self) -> None:
        self._show_puzzle(self._collection.find_unsolved_puzzle(self._group))

    def _show_puzzle(self, number: int) -> None:
        """Show a puzzle of the group from its beginning."""
        self._number = number % len(self._group.puzzles)
        self._attempt = Attempt(puzzle=self._puzzle)
        self._has_help = False
        self._message = ""
        self._refresh()

    def _on_cell_clicked(self, cell: int) -> None:
        move, before = Move(cell), self._attempt
        if before.is_solved or not before.position.is_legal(move):
            return
        self._attempt, verdict = before.play(move)
        self._message = verdict_message(before, move, verdict)
        if self._attempt.is_solved and not self._has_help:
            self._collection.mark_solved(self._puzzle)
        self._refresh(is_wrong=verdict is Verdict.WRONG)
        refutation = before.puzzle.refutations.get(move)
        if verdict is Verdict.WRONG and refutation is not None and before.ply == 0:
            self._board.set_line(number_stones(before.position, (move, refutation)))

    def _show_solution(self) -> None:
        """Show the rest of the line; the puzzle does not count as solved after that."""
        self._has_help = True
        line = self._attempt.remaining_line
        self._message = tr("Puzzles", "The win: {line}").format(
            line=" ".join(self._attempt.position.cell_name(move) for move in line)
        )
        self._refresh()
        position = self._attempt.position
        self._board.set_line(number_stones(position, line, most=len(line)))

    def _refresh(self, *, is_wrong: bool = False) -> None:
        """Show the attempt, with the last message as a warning if the move is wrong."""
        self._show_position()
        self._show_progress()
        self._task.setText(task_text(self._attempt))
        self._verdict.setText(self._message)
        set_dynamic_property(self._verdict, "role", "danger" if is_wrong else "plain")
        self._solution.setEnabled(not self._attempt.is_solved)
        self._again.setEnabled(self._attempt.ply > 0 or bool(self._message))
        set_dynamic_property(self._next, "primary", self._attempt.is_solved)

    def _show_position(self) -> None:
        position = self._attempt.position
        game = get_game(position.setup.game)
        self._board.set_line(())
        self._board.show_position(position, game.layout(position.setup), game.sides)
        self._board.set_locked(self._attempt.is_solved)

    def _show_progress(self) -> None:
        """Show the number of the puzzle, and how many of its group are solved."""
        group = self._group
        heading = tr("Puzzles", "Puzzle {number} of {count}")
        if self._collection.is_solved(self._puzzle):
            heading = tr("Puzzles", "Puzzle {number} of {count} ✓")
        solved = tr("Puzzles", "Solved without help: {solved} of {count}")
        count = len(group.puzzles)
        self._heading.setText(heading.format(number=self._number + 1, count=count))
        self._count.setText(
            solved.format(solved=self._collection.count_solved(group), count=count)
        )

    def showEvent(self, event: QShowEvent) -> None:
        """Allow the main window to be raised above this one."""
        super().showEvent(event)
        stack_freely(self)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Report that the window is closed."""
        super().closeEvent(event)
        self.closed.emit()
