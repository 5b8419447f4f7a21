"""The field for moves with one sentence below it: what is understood, what is wrong."""

from __future__ import annotations

from PyQt5.QtCore import Qt, pyqtSignal
from PyQt5.QtWidgets import QFrame, QVBoxLayout, QWidget

from engine.core.types import Move
from gui.contest.contest_game import ContestGame, Stage
from gui.contest.contest_labels import move_text
from gui.contest.move_entry import MoveEntry
from gui.style.theme import SPACE_M, SPACE_S, Theme
from gui.text.i18n import tr
from gui.text.plain_text import PlainLabel

READ_HEIGHT = 70
"""Room for three lines, so that nothing jumps; in pixels at 100 %."""

TYPING_STAGES = (Stage.OURS, Stage.THEIRS, Stage.PLACING)
"""Stages at which a text may be a move."""


class EntryCard(QFrame):
    """Plays what is typed; a text that is no move stays, selected.

    Args:
        game: The game.
        theme: Colours.
        parent: See ``QWidget``.
    """

    text_changed = pyqtSignal()

    def __init__(
        self, game: ContestGame, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._game = game
        self._theme = theme
        self._stage: Stage | None = None
        self._warning = ""
        self.setObjectName("contest_entry_card")
        self.setProperty("card", True)
        self._entry = MoveEntry()
        self._read = PlainLabel()
        self._read.setObjectName("contest_read")
        self._read.setWordWrap(True)
        self._read.setAlignment(Qt.AlignLeft | Qt.AlignTop)
        self._read.setFixedHeight(READ_HEIGHT)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_M, SPACE_M, SPACE_M, SPACE_S)
        column.setSpacing(SPACE_S)
        column.addWidget(self._entry)
        column.addWidget(self._read)
        self.setFocusProxy(self._entry)
        self._entry.sent.connect(self.send)
        self._entry.textChanged.connect(self._on_text_changed)
        self.set_theme(theme)

    @property
    def typed(self) -> Move | None:
        """The move that the text means, if it is one that can be played now."""
        text = self._entry.text()
        if not text.strip() or self._game.stage not in TYPING_STAGES:
            return None
        return self._game.read(text).move

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self._theme = theme
        self._entry.setStyleSheet(
            "QLineEdit { font-size: 40px; font-weight: 600; min-height: 56px;"
            " padding: 2px 14px; }"
        )
        self.show_note("")

    def refresh(self) -> None:
        """Ask for what the game waits for."""
        stage = self._game.stage
        if stage is not self._stage:
            self._stage = stage
            self._entry.hold_on()
            self.show_note("")
        elif self._entry.property("invalid"):
            self._on_text_changed(self._entry.text())
        texts = {
            Stage.THINKING: tr("Contest", "Thinking…"),
            Stage.PLACING: tr("Contest", "Enter: stone placed"),
            Stage.OURS: tr("Contest", "Our move"),
            Stage.THEIRS: tr("Contest", "Their move"),
            Stage.OVER: tr("Contest", "The game is over"),
        }
        self._entry.setPlaceholderText(texts[stage])

    def warn(self, message: str) -> None:
        """Show a sentence from now on wherever there is nothing else to tell."""
        self._warning = message
        self.show_note("")

    def show_note(self, message: str, *, is_problem: bool = False) -> None:
        """Show a sentence below the field, or how to type when there is none."""
        theme, is_warning = self._theme, not message and bool(self._warning)
        ink = theme.text if message else theme.muted
        ink = theme.danger if is_problem or is_warning else ink
        weight = 600 if message or is_warning else 400
        self._read.setStyleSheet(
            f"color: {ink}; font-size: 15px; font-weight: {weight};"
        )
        usual = tr(
            "Contest", "Column and row, such as J10, j,10 or B(J,10); then Enter."
        )
        self._read.setText(message or self._warning or usual)
        if self._entry.property("invalid") is not is_problem:
            self._entry.setProperty("invalid", is_problem)
            self._entry.style().unpolish(self._entry)
            self._entry.style().polish(self._entry)

    def send(self, text: str) -> None:
        """Do what Enter means behind ``text``; keep it if that is nothing."""
        problem = self._game.submit(text)
        if problem:
            self.show_note(problem, is_problem=True)
            self._entry.selectAll()
        else:
            self._entry.clear()

    def _on_text_changed(self, text: str) -> None:
        game = self._game
        typed = game.read(text) if game.stage in TYPING_STAGES else None
        if typed is None or not text.strip() or not typed.is_cell:
            self.show_note("")
        elif typed.move is None:
            self.show_note(typed.problem, is_problem=True)
        else:
            message = tr("Contest", "Enter plays {cell}.")
            self.show_note(message.format(cell=move_text(game.contest, typed.move)))
        self.text_changed.emit()
