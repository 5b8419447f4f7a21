"""Accuracy of both sides: stone, name, percent."""

from __future__ import annotations

from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QGridLayout, QWidget

from engine.core.types import Player
from engine.match.view import MatchView
from gui.analysis.mistakes import Mistakes, SideAccuracy
from gui.board.board_options import SideMarkStyle
from gui.game.player_labels import player_title
from gui.style.theme import SPACE_S, SPACE_XS
from gui.text.i18n import tr
from gui.text.labels import UNKNOWN, side_title
from gui.text.percent import percent_text
from gui.text.plain_text import PlainLabel, set_tip
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.side_badge import SideBadge


class AccuracyTable(QWidget):
    """Two rows, one for each colour at the end of the line."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("table_accuracy")
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(SPACE_S)
        grid.setVerticalSpacing(SPACE_XS)
        grid.setColumnStretch(2, 1)
        self._rows = {}
        for row, colour in enumerate(Player):
            badge, side, name = SideBadge(), PlainLabel(), ElidedLabel()
            name.setProperty("role", "muted")
            accuracy = PlainLabel()
            accuracy.setObjectName(f"label_accuracy_{colour.name.lower()}")
            accuracy.setProperty("role", "strong")
            accuracy.setAlignment(Qt.AlignRight | Qt.AlignVCenter)
            for column, part in enumerate((badge, side, name, accuracy)):
                grid.addWidget(part, row, column, Qt.AlignVCenter)
            self._rows[colour] = (badge, side, name, accuracy)

    def show_accuracy(
        self, mistakes: Mistakes, view: MatchView, marks: SideMarkStyle
    ) -> None:
        """Show the accuracies of a review.

        Args:
            mistakes: The review.
            view: Names of the players.
            marks: Marks on the stones.
        """
        final, game = mistakes.final_position, view.setup.game
        accuracies = mistakes.accuracy
        for colour, (badge, side, name, accuracy) in self._rows.items():
            seat = final.get_seat(colour)
            badge.show_side(game, colour, marks)
            side.setText(side_title(game, colour))
            name.setText(player_title(view, seat))
            accuracy.setText(_accuracy_text(accuracies[seat]))
            set_tip(accuracy, _accuracy_tip(accuracies[seat]))


def _accuracy_text(accuracy: SideAccuracy) -> str:
    """Return an accuracy, with the count of its moves while some are missing."""
    rate = UNKNOWN if accuracy.rate is None else percent_text(accuracy.rate, 1)
    if accuracy.reviewed in (0, accuracy.total):
        return tr("Review", "Accuracy {rate}").format(rate=rate)
    text = tr("Review", "Accuracy {rate} ({count} of {total})")
    return text.format(rate=rate, count=accuracy.reviewed, total=accuracy.total)


def _accuracy_tip(accuracy: SideAccuracy) -> str:
    """Return the meaning of an accuracy, with the number of its moves."""
    tip = tr(
        "Review",
        "100 % without any loss of win rate. Compare it only with reviews by "
        "the same engine at the same time.",
    )
    if accuracy.reviewed == accuracy.total:
        return tip
    text = tr("Review", "{count} of {total} moves are reviewed.")
    return f"{text.format(count=accuracy.reviewed, total=accuracy.total)}\n{tip}"
