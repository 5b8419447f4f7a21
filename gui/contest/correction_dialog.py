"""Dialog that corrects a mistyped move: which one, the right move, what stays."""

from __future__ import annotations

from PyQt5.QtGui import QShowEvent
from PyQt5.QtWidgets import (
    QButtonGroup,
    QLineEdit,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from engine.core.errors import IllegalMoveError
from engine.core.types import Move
from gui.contest.contest_game import ContestGame
from gui.contest.contest_labels import move_text
from gui.contest.correction_preview import CorrectionPreview
from gui.style.theme import SPACE_XS
from gui.text.i18n import tr, translate_message
from gui.text.plain_text import PlainLabel
from gui.widgets.choice_box import ChoiceBox
from gui.widgets.form import FormDialog


class CorrectionDialog(FormDialog):
    """Dialog for a correction; starts at the last typed move or at the list of moves.

    It follows the game, which goes on meanwhile: our engine may answer.

    Args:
        game: The game.
        ply: Number of the move shown first.
        begins_with_list: Whether the list of moves has the focus first.
        parent: The window it belongs to.
    """

    def __init__(
        self,
        game: ContestGame,
        ply: int,
        *,
        begins_with_list: bool,
        parent: QWidget,
    ) -> None:
        super().__init__(
            "contest_correction",
            tr("Contest", "Correct a mistyped move"),
            tr("Contest", "Correct"),
            parent,
        )
        self._game = game
        self._moves = CorrectionPreview(game)
        self._begins_with_list = begins_with_list
        self._has_chosen = False
        self._list = ChoiceBox("contest_correction_move")
        self._list.setMaxVisibleItems(16)
        self._line = QLineEdit()
        self._line.setObjectName("contest_correction_right")
        self._line.setMaxLength(40)
        self._read = PlainLabel()
        self._read.setObjectName("contest_correction_read")
        self._read.setProperty("role", "title")
        self._again = QRadioButton()
        self._again.setObjectName("contest_correction_again")
        self._keep = QRadioButton()
        self._keep.setObjectName("contest_correction_keep")
        group = QButtonGroup(self)
        group.addButton(self._again)
        group.addButton(self._keep)
        self._after = PlainLabel()
        self._after.setObjectName("contest_correction_after")
        self._after.setProperty("role", "warning")
        self._after.setWordWrap(True)
        choices = QVBoxLayout()
        choices.setSpacing(SPACE_XS)
        choices.addWidget(self._keep)
        choices.addWidget(self._again)
        choices.addWidget(self._after)
        self.add_row(tr("Contest", "Typed"), self._list)
        self.add_row(tr("Contest", "Actual move"), self._line)
        self.add_row("", self._read)
        self._follows = self.add_row(tr("Contest", "Later moves"), choices)
        self._fill(ply)
        self._choose_usual()
        self._check()
        self._list.currentIndexChanged.connect(self._on_move_chosen)
        self._line.textChanged.connect(self._check)
        self._again.clicked.connect(self._on_choice_made)
        self._keep.clicked.connect(self._on_choice_made)
        game.changed.connect(self._on_game_changed)

    @property
    def ply(self) -> int:
        """Number of the move to correct."""
        return int(self._list.currentData() or 0)

    def accept(self) -> None:
        """Correct the move; on an error show it and stay open."""
        typed = self._moves.read(self.ply, self._line.text())
        if typed.move is None:
            self.set_problem(typed.problem)
            return
        try:
            self._game.correct(self.ply, typed.move, keeps_later=self._keep.isChecked())
        except IllegalMoveError as error:
            self.set_problem(translate_message(error.message))
            return
        super().accept()

    def showEvent(self, event: QShowEvent) -> None:
        """Focus the list or the field."""
        super().showEvent(event)
        (self._list if self._begins_with_list else self._line).setFocus()

    def _fill(self, ply: int) -> None:
        """List all moves, the last one first, and select one."""
        self._list.blockSignals(True)
        self._list.clear()
        for number in range(self._moves.count, 0, -1):
            self._list.addItem(self._moves.title(number), number)
        self._list.setCurrentIndex(self._list.findData(ply))
        self._list.blockSignals(False)

    def _choose_usual(self) -> None:
        keeps = self._moves.keeps_by_default(self.ply)
        (self._keep if keeps else self._again).setChecked(True)

    def _check(self) -> None:
        """Show the parsed move, the choices and any problem."""
        typed = self._moves.read(self.ply, self._line.text())
        shown = ""
        if typed.move is not None:
            shown = f"→ {move_text(self._game.contest, typed.move)}"
        self._read.setText(shown)
        self.set_problem(typed.problem if typed.is_cell else "")
        self.accept_button.setEnabled(typed.move is not None)
        self._show_choices()
        self._show_losses(typed.move)

    def _show_choices(self) -> None:
        answer = self._moves.answer(self.ply)
        keep = tr("Contest", "Keep the moves after it")
        again = tr("Contest", "Take back the moves after it")
        if answer:
            keep = tr("Contest", "Keep our answer {cell}").format(cell=answer)
            again = tr("Contest", "Take our answer back and search again")
        self._keep.setText(keep)
        self._again.setText(again)
        for part in (self._follows, self._again, self._keep):
            part.setVisible(self._moves.has_later(self.ply))

    def _show_losses(self, move: Move | None) -> None:
        """Show the later moves that cannot stay."""
        text = ""
        if move is not None and self._keep.isChecked():
            lost = self._moves.lost_by(self.ply, move)
            if lost:
                message = tr("Contest", "No longer legal and removed: {moves}.")
                text = message.format(moves="  ".join(lost))
        self._after.setText(text)

    def _on_move_chosen(self) -> None:
        self._has_chosen = False
        self._choose_usual()
        self._check()

    def _on_choice_made(self) -> None:
        self._has_chosen = True
        self._check()

    def _on_game_changed(self) -> None:
        ply = min(self.ply, self._moves.count)
        self._fill(ply)
        if not self._has_chosen:
            self._choose_usual()
        self._check()
