"""Operator's window: board, large last move, both clocks, entry field, function keys.

It replaces the main window during a contest game, so that a wrong key has no effect.
"""

from __future__ import annotations

from collections.abc import Callable

from PyQt5.QtCore import QEvent, QSize, Qt, QTimer, pyqtSignal
from PyQt5.QtGui import QCloseEvent, QResizeEvent
from PyQt5.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QMainWindow,
    QPlainTextEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from engine.core.types import Player
from engine.games import get_game
from gui.board.board_options import BoardOptions
from gui.contest.clock_card import ClockCard
from gui.contest.contest_board import ContestBoard
from gui.contest.contest_game import ContestGame
from gui.contest.contest_labels import team_title
from gui.contest.function_key_bar import FunctionKeyBar
from gui.contest.move_card import MoveCard
from gui.contest.move_entry import EntryCard
from gui.contest.operator_commands import OperatorCommands
from gui.contest.size_class import SizeClass, find_size_class
from gui.style.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XS
from gui.text.i18n import tr, translate_message
from gui.text.labels import game_title, size_title

REFRESH_MS = 100
"""Interval of the clocks' update; no second is skipped."""

PANEL_SHARE, BOARD_SHARE = 5, 6
"""Relative widths of the panel and the board."""

NARROW_SHARE = 4
"""Relative width of a board that the height of a low window limits."""

WIDE = 1.05
"""Width of a board that needs more, compared with its height."""

SMALLEST = QSize(600, 300)
"""Minimum size in pixels at 100 %, independent of the length of sentences.

A screen of 1366 by 768 has 683 by 384 at 200 %, with the title bar of the window.
"""

USUAL_SIZE = QSize(940, 510)
"""Size in pixels at 100 % that leaves out no more than the log; where screens allow."""

LEAST_LOG_HEIGHT = 60
"""Height of two lines of the journal, in pixels at 100 %."""

SHOWN_LINES = 400
"""Number of journal lines in the window; the file has all."""


class ContestWindow(QMainWindow):
    """Window of one contest game.

    Args:
        game: The game.
        looks: Display options of the board.
        write_record: Writes the record and returns a sentence with its path.
        find_save_problem: Returns why the contest cannot be saved; empty if it can.
    """

    left = pyqtSignal()  # the operator goes back to the main window

    def __init__(
        self,
        game: ContestGame,
        *,
        options: BoardOptions,
        write_record: Callable[[], str],
        find_save_problem: Callable[[], str],
    ) -> None:
        super().__init__()
        self.replaced_state: Qt.WindowStates | Qt.WindowState = Qt.WindowNoState
        """State of the window that it takes the place of, such as maximized."""

        self._game = game
        self._find_save_problem = find_save_problem
        self._size_class: SizeClass | None = None
        self._log_problem = self._warning = ""
        self.setObjectName("contest_window")
        room = self.screen().availableGeometry().size()
        self.setMinimumSize(SMALLEST.boundedTo(room))
        self._board = ContestBoard(game, options)
        self._clocks = {player: ClockCard(game, player) for player in Player}
        self._move = MoveCard(game)
        self._entry = EntryCard(game)
        self._log = QPlainTextEdit()
        self._log.setObjectName("contest_log")
        self._log.setReadOnly(True)
        self._log.setFocusPolicy(Qt.NoFocus)
        self._log.setMaximumBlockCount(SHOWN_LINES)
        self._log.setLineWrapMode(QPlainTextEdit.NoWrap)
        self._log.setHorizontalScrollBarPolicy(Qt.ScrollBarAlwaysOff)
        self._log.setMinimumHeight(LEAST_LOG_HEIGHT)
        for line in game.journal.lines:
            self._show_line(line)
        self._functions = OperatorCommands(game, self, write_record)
        self._keys = FunctionKeyBar(self, self._functions.functions())
        self._lay_out()
        self._timer = QTimer(self)
        self._timer.setInterval(REFRESH_MS)
        self._timer.timeout.connect(self._show_clocks)
        self._timer.start()
        self._connect()
        self._retranslate()

    def _retranslate(self) -> None:
        contest = self._game.contest
        title = tr("Contest", "Contest: {first} – {second}, {game} {size} – Pentahex")  # noqa: RUF001
        self.setWindowTitle(
            title.format(
                first=team_title(contest, Player.FIRST),
                second=team_title(contest, Player.SECOND),
                game=game_title(contest.setup.game),
                size=size_title(contest.setup),
            )
        )
        self.show_problems()
        self.refresh()

    def take_place_of(self, window: QWidget) -> None:
        """Cover a window, with room for the cards; stay within its screen.

        The state of the window is kept, as a window manager may forget the one of a
        hidden window.
        """
        self.replaced_state = window.windowState()
        place, frame = window.geometry(), window.frameGeometry()
        room = window.screen().availableGeometry()
        room.adjust(
            place.left() - frame.left(),
            place.top() - frame.top(),
            place.right() - frame.right(),
            place.bottom() - frame.bottom(),
        )
        place.setSize(place.size().expandedTo(USUAL_SIZE).boundedTo(room.size()))
        place.moveRight(min(place.right(), room.right()))
        place.moveBottom(min(place.bottom(), room.bottom()))
        place.moveLeft(max(place.left(), room.left()))
        place.moveTop(max(place.top(), room.top()))
        self.setGeometry(place)
        self.setWindowState(self.replaced_state)

    def show_problems(self) -> None:
        """Show why contest and log cannot be saved, unless that is shown already."""
        problem = self._find_save_problem()
        sentences = [problem] if problem else []
        if self._log_problem:
            message = tr("Contest", "The log cannot be written: {reason}.")
            sentences.append(
                message.format(reason=translate_message(self._log_problem))
            )
        warning = "\n".join(sentences)
        if warning != self._warning:
            self._warning = warning
            self._entry.warn(warning)

    def refresh(self) -> None:
        """Show the game as it is now."""
        for card in self._clocks.values():
            card.refresh()
        self._move.refresh()
        self._entry.refresh()
        self._keys.set_texts(self._functions.texts())
        self._keys.refresh()
        self._show_board()

    def _lay_out(self) -> None:
        centre = QWidget()
        centre.setObjectName("centre")
        clocks = QHBoxLayout()
        clocks.setSpacing(SPACE_M)
        for card in self._clocks.values():
            clocks.addWidget(card, 1)
        cards = QWidget()
        upper = self._upper = QVBoxLayout(cards)
        upper.setContentsMargins(0, 0, 0, 0)
        upper.addLayout(clocks, 4)
        upper.addWidget(self._move, 7)
        scroll = QScrollArea()
        scroll.setFocusPolicy(Qt.NoFocus)
        scroll.setWidgetResizable(True)
        scroll.setWidget(cards)
        right = self._panel = QVBoxLayout()
        right.addWidget(scroll, 11)
        right.addWidget(self._entry)
        right.addWidget(self._log, 3)
        grid = self._grid = QGridLayout(centre)
        grid.setHorizontalSpacing(SPACE_L)
        grid.setVerticalSpacing(SPACE_S)
        grid.addWidget(self._board, 0, 0)
        grid.addLayout(right, 0, 1)
        grid.addWidget(self._keys, 1, 0, 1, 2)
        grid.setColumnStretch(0, BOARD_SHARE)
        grid.setColumnStretch(1, PANEL_SHARE)
        grid.setRowStretch(0, 1)
        self.setCentralWidget(centre)
        self._entry.setFocus()

    def _connect(self) -> None:
        game, functions = self._game, self._functions
        game.changed.connect(self.refresh)
        game.status_reported.connect(self._entry.show_note)
        game.journal.line_added.connect(self._show_line)
        game.journal.problem_changed.connect(self._on_log_problem_changed)
        functions.status_reported.connect(self._entry.show_note)
        functions.special_requested.connect(self._on_special_requested)
        functions.dialog_closed.connect(self._entry.setFocus)
        self._entry.text_changed.connect(self._show_board)

    def _use_size_class(self, size_class: SizeClass) -> None:
        self._size_class = size_class
        is_large = size_class is SizeClass.LARGE
        self._log.setVisible(is_large)
        for clock in self._clocks.values():
            clock.set_size_class(size_class)
        self._move.set_size_class(size_class)
        self._entry.set_size_class(size_class)
        if size_class is SizeClass.TIGHT:  # what scrolls there must not be the task
            self._panel.insertWidget(1, self._move.task)
        is_tight = size_class is SizeClass.TIGHT
        share = BOARD_SHARE if is_large else PANEL_SHARE  # a low board is narrow, too
        is_narrow = is_tight and not self._has_wide_board()
        self._grid.setColumnStretch(0, NARROW_SHARE if is_narrow else share)
        top = SPACE_XS if is_tight else SPACE_M
        self._grid.setContentsMargins(SPACE_L, top, SPACE_L, SPACE_S)
        spacing = {
            SizeClass.LARGE: SPACE_M,
            SizeClass.SMALL: SPACE_S,
            SizeClass.TIGHT: SPACE_XS,
        }
        for column in (self._upper, self._panel):
            column.setSpacing(spacing[size_class])

    def _has_wide_board(self) -> bool:
        """Return whether the board is wider than high, unless it is turned."""
        setup = self._game.contest.setup
        bounds = get_game(setup.game).layout(setup).bounds_with_labels
        left, top, right, bottom = bounds
        return right - left > WIDE * (bottom - top)

    def _show_clocks(self) -> None:
        for card in self._clocks.values():
            card.refresh_clock()
        if self._game.compiled_share is not None:
            self._move.show_task()

    def _show_board(self) -> None:
        self._board.show_game(self._entry.typed)

    def _show_line(self, line: str) -> None:
        """Show a line of the journal without its date, and scroll to it."""
        self._log.appendPlainText(line.partition(" ")[2])
        bar = self._log.verticalScrollBar()
        bar.setValue(bar.maximum())

    def _on_special_requested(self) -> None:
        setup = self._game.contest.setup
        for special in get_game(setup.game).special_moves_of(setup)[:1]:
            self._entry.send(special.words[0])

    def _on_log_problem_changed(self, reason: str) -> None:
        self._log_problem = reason
        self.show_problems()

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show less, and in smaller type, in a low window."""
        super().resizeEvent(event)
        size_class = find_size_class(self.height())
        if size_class is not self._size_class:
            self._use_size_class(size_class)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language; focus the entry field of an active window."""
        super().changeEvent(event)
        if event.type() == QEvent.LanguageChange:
            self._retranslate()
        if event.type() == QEvent.ActivationChange and self.isActiveWindow():
            self._entry.setFocus()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop the clocks and return to the main window; the game stays open.

        The close button of the title bar asks, as the key does.
        """
        if event.spontaneous() and self._game.is_unfinished:
            event.ignore()
            self._functions.leave()
            return
        self._game.set_paused(True)
        super().closeEvent(event)
        self.left.emit()
