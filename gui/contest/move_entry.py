"""Entry field for moves, and its card with a message below it.

The field always has the keyboard focus of the operator's window.
"""

from __future__ import annotations

import time

from PyQt5.QtCore import QEvent, Qt, pyqtSignal
from PyQt5.QtGui import QKeyEvent
from PyQt5.QtWidgets import (
    QWIDGETSIZE_MAX,
    QFrame,
    QLineEdit,
    QVBoxLayout,
)

from engine.core.types import Move
from engine.games import get_game
from gui.contest.contest_game import ContestGame, ContestState
from gui.contest.contest_labels import move_text
from gui.contest.size_class import SizeClass
from gui.style.dynamic_property import set_dynamic_property
from gui.style.theme import SPACE_M, SPACE_S, SPACE_XS
from gui.text.i18n import tr
from gui.text.plain_text import PlainLabel

SETTLE_SECONDS = 0.6
"""Time after our engine's move in which Enter counts for the move before it."""

READ_HEIGHT = 70
"""Height of three lines in pixels at 100 %, so that the layout is stable."""

TYPING_STATES = (ContestState.OURS, ContestState.THEIRS, ContestState.PLACING)
"""States in which a text may be a move."""

_SENDING = (Qt.Key_Return, Qt.Key_Enter)


class MoveEntry(QLineEdit):
    """Line edit that sends its text on Enter, and on Space when it is empty."""

    sent = pyqtSignal(str)

    def __init__(self) -> None:
        super().__init__()
        self._open_from = 0.0
        self.setObjectName("contest_entry")
        self.setMaxLength(40)
        self.setAttribute(Qt.WA_InputMethodEnabled, True)

    def hold_on(self) -> None:
        """Ignore an empty Enter for ``SETTLE_SECONDS`` after a change of the task."""
        self._open_from = time.monotonic() + SETTLE_SECONDS

    def event(self, event: QEvent) -> bool:
        """Reserve plain keys for the field, before the window's shortcuts."""
        if (
            event.type() == QEvent.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and (event.key() in _SENDING or event.text().strip())
            and not event.modifiers() & (Qt.ControlModifier | Qt.AltModifier)
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Send on Enter or, when the field is empty, on Space; clear on Escape."""
        is_empty = not self.text().strip()
        if event.key() in _SENDING or (event.key() == Qt.Key_Space and is_empty):
            is_late = time.monotonic() >= self._open_from
            if not event.isAutoRepeat() and (is_late or not is_empty):
                self.sent.emit(self.text())
        elif event.key() == Qt.Key_Escape:
            self.clear()
        else:
            super().keyPressEvent(event)


class EntryCard(QFrame):
    """Card that plays the typed move; a text that is not a move stays selected.

    Args:
        game: The game.
    """

    text_changed = pyqtSignal()

    def __init__(self, game: ContestGame) -> None:
        super().__init__()
        self._game = game
        self._stage: ContestState | None = None
        self._warning = ""
        self._is_tight = False
        self.setObjectName("contest_entry_card")
        self.setProperty("card", True)
        self._entry = MoveEntry()
        self._read = PlainLabel()
        self._read.setObjectName("contest_read")
        self._read.setWordWrap(True)
        self._read.setAlignment(Qt.AlignLeft | Qt.AlignTop)
        column = self._column = QVBoxLayout(self)
        column.setSpacing(SPACE_S)
        column.addWidget(self._entry)
        column.addWidget(self._read)
        self.setFocusProxy(self._entry)
        self._entry.sent.connect(self.send)
        self._entry.textChanged.connect(self._on_text_changed)
        self.set_size_class(SizeClass.LARGE)
        self.show_note("")

    @property
    def typed(self) -> Move | None:
        """The move in the field, if it is legal now."""
        text = self._entry.text()
        if not text.strip() or self._game.state not in TYPING_STATES:
            return None
        return self._game.read(text).move

    def refresh(self) -> None:
        """Show the placeholder for the state of the game."""
        state = self._game.state
        if state is not self._stage:
            if self._stage is ContestState.THINKING:
                # A text from before our move is no answer to it.
                self._entry.clear()
            self._stage = state
            self._entry.hold_on()
            self.show_note("")
        elif self._entry.property("invalid"):
            self._on_text_changed(self._entry.text())
        texts = {
            ContestState.THINKING: tr("Contest", "Preparing…")
            if self._game.compiled_share is not None
            else tr("Contest", "Thinking…"),
            ContestState.PLACING: _placing_text(self._game),
            ContestState.OURS: tr("Contest", "Our move"),
            ContestState.THEIRS: tr("Contest", "Their move"),
            ContestState.OVER: tr("Contest", "The game is over"),
        }
        text = texts[state]
        if self._game.is_paused and state is not ContestState.OVER:
            text = tr("Contest", "F5: start the clocks")
        self._entry.setPlaceholderText(text)

    def set_size_class(self, size_class: SizeClass) -> None:
        """Choose the size of the field; reserve lines of the note unless it is tight.

        In the tight class the note is as high as its message, and there is no help.
        """
        set_dynamic_property(self._entry, "size_class", size_class.value)
        is_tight = self._is_tight = size_class is SizeClass.TIGHT
        self._read.setMinimumHeight(0 if is_tight else READ_HEIGHT)
        self._read.setMaximumHeight(QWIDGETSIZE_MAX if is_tight else READ_HEIGHT)
        top, bottom = (SPACE_XS, SPACE_XS) if is_tight else (SPACE_M, SPACE_S)
        self._column.setContentsMargins(SPACE_M, top, SPACE_M, bottom)
        self._column.setSpacing(SPACE_XS if is_tight else SPACE_S)
        self._show_or_hide_read()

    def warn(self, message: str) -> None:
        """Set the message that is shown while there is no other one."""
        self._warning = message
        self.show_note("")

    def show_note(self, message: str, *, is_problem: bool = False) -> None:
        """Show a message below the field, or typing help during the game."""
        is_warning = is_problem or (not message and bool(self._warning))
        usual_tone = "note" if message else "help"
        set_dynamic_property(
            self._read, "tone", "warning" if is_warning else usual_tone
        )
        usual = "" if self._game.state is ContestState.OVER else _help_text(self._game)
        self._read.setText(message or self._warning or usual)
        self._show_or_hide_read()
        set_dynamic_property(self._entry, "invalid", is_problem)

    def _show_or_hide_read(self) -> None:
        """Hide the help, and in the tight class what the task says, too."""
        game = self._game
        is_help = self._read.property("tone") == "help"
        is_task = game.is_paused and self._read.text() == game.clocks_sentence
        self._read.setVisible(not (self._is_tight and (is_help or is_task)))

    def send(self, text: str) -> None:
        """Submit ``text``; keep it selected if it is rejected."""
        problem = self._game.submit(text)
        if problem:
            self.show_note(problem, is_problem=True)
            self._entry.selectAll()
        else:
            self._entry.clear()

    def _on_text_changed(self, text: str) -> None:
        game = self._game
        typed = game.read(text) if game.state in TYPING_STATES else None
        if typed is None or not text.strip() or not typed.is_cell:
            self.show_note("")
        elif typed.move is None:
            self.show_note(typed.problem, is_problem=True)
        else:
            message = tr("Contest", "Enter plays {cell}.")
            self.show_note(message.format(cell=move_text(game.contest, typed.move)))
        self.text_changed.emit()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language; a note in the other one gives way to the help."""
        super().changeEvent(event)
        if event.type() == QEvent.LanguageChange:
            self.show_note("")


def _placing_text(game: ContestGame) -> str:
    """Return the meaning of Enter: our stone is placed, or our choice is said."""
    if game.answer is not None and game.answer >= game.contest.setup.cell_count:
        return tr("Contest", "Enter: said")
    return tr("Contest", "Enter: stone placed")


def _help_text(game: ContestGame) -> str:
    """Return the help on possible input: a cell, a number to declare, or either."""
    setup, position = game.contest.setup, game.session.position
    kinds = [
        get_game(setup.game).special_move(setup, move)
        for move in position.special_moves()
    ]
    numbers = [kind.number for kind in kinds if kind and kind.number is not None]
    if not numbers:
        return tr(
            "Contest", "Column and row, such as J10, j,10 or B(J,10); then Enter."
        )
    if position.legal_moves()[0] < setup.cell_count:
        text = tr(
            "Contest",
            "Column and row, such as J10, or the number {number}; then Enter.",
        )
        return text.format(number=numbers[-1])
    return tr("Contest", "A number, such as 3 or N3; then Enter.")
