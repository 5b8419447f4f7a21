"""Both players: colour, name, whose turn it is, time of this move and in total."""

from __future__ import annotations

from PyQt5.QtCore import QSize, Qt, QTimer
from PyQt5.QtWidgets import QFrame, QGridLayout, QLabel, QWidget

from engine.core.types import Player
from gui.game_controller import GameController
from gui.i18n import tr
from gui.names import player_title
from gui.panels.side_mark import SideMark
from gui.panels.turn_mark import TurnMark
from gui.texts import clock_text, side_title
from gui.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XS, Theme

NAME_WIDTH = 140
"""Room for a player's name, in pixels at 100 %."""

REFRESH_MS = 200
"""Often enough that no second is skipped."""


class _PlayerRow:
    """The widgets of one player, laid into two rows of the panel's grid."""

    def __init__(self, grid: QGridLayout, row: int, name: str) -> None:
        self.turn = TurnMark()
        self.mark = SideMark(22)
        self.side = _label("strong", f"label_side_{name}")
        self.player = _label("caption", f"label_player_{name}")
        self.this_move = _label("title", f"label_move_time_{name}")
        self.total = _label("muted", f"label_total_time_{name}")
        grid.addWidget(self.turn, row, 0, 2, 1, Qt.AlignVCenter)
        grid.addWidget(self.mark, row, 1, 2, 1, Qt.AlignVCenter)
        grid.addWidget(self.side, row, 2, Qt.AlignBottom)
        grid.addWidget(self.player, row + 1, 2, Qt.AlignTop)
        right = Qt.AlignRight | Qt.AlignVCenter
        grid.addWidget(self.this_move, row, 3, 2, 1, right)
        grid.addWidget(self.total, row, 4, 2, 1, right)


class PlayersPanel(QFrame):
    """A card with a row for each side."""

    def __init__(
        self, controller: GameController, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._theme = theme
        self.setObjectName("panel_players")
        self.setProperty("card", True)
        grid = QGridLayout(self)
        grid.setContentsMargins(SPACE_M, SPACE_M, SPACE_L, SPACE_M)
        grid.setHorizontalSpacing(SPACE_S)
        grid.setVerticalSpacing(0)
        grid.setColumnStretch(2, 1)
        grid.setColumnMinimumWidth(3, 56)
        grid.setColumnMinimumWidth(4, 60)
        self._move_caption = _label("caption", "")
        self._total_caption = _label("caption", "")
        grid.addWidget(self._move_caption, 0, 3, Qt.AlignRight)
        grid.addWidget(self._total_caption, 0, 4, Qt.AlignRight)
        self._rows = {
            player: _PlayerRow(grid, 1 + 3 * index, player.name.lower())
            for index, player in enumerate(Player)
        }
        line = QFrame()
        line.setProperty("line", True)
        line.setFrameShape(QFrame.HLine)
        grid.setRowMinimumHeight(3, SPACE_M + SPACE_XS)
        grid.addWidget(line, 3, 1, 1, 4, Qt.AlignVCenter)
        self._timer = QTimer(self)
        self._timer.setInterval(REFRESH_MS)
        self._timer.timeout.connect(self._show_times)
        self._timer.start()
        controller.table_changed.connect(self._show_players)
        controller.position_changed.connect(self._show_players)
        controller.activity_changed.connect(self._show_players)
        self.retranslate()

    def set_theme(self, theme: Theme) -> None:
        """Take the stones' colours from ``theme``."""
        self._theme = theme
        self._show_players()

    def retranslate(self) -> None:
        """Show all texts in the language of the window."""
        self._move_caption.setText(tr("Players", "Move"))
        self._total_caption.setText(tr("Players", "Total"))
        self._show_players()

    def _show_players(self) -> None:
        session = self._controller.session
        game = session.setup.game
        outcome = session.outcome
        for player, row in self._rows.items():
            colour = session.position.colour_of(player)
            row.mark.show_side(self._theme, game, colour)
            row.side.setText(side_title(game, colour))
            name = player_title(self._controller.table, player)
            metrics = row.player.fontMetrics()
            row.player.setText(metrics.elidedText(name, Qt.ElideRight, NAME_WIDTH))
            row.player.setToolTip(name)
            row.turn.set_colour(self._theme.accent)
            has_turn = outcome is None and session.position.seat_to_move is player
            has_won = outcome is not None and outcome.winner is colour
            row.turn.set_state(has_turn=has_turn, has_won=has_won)
            row.this_move.setEnabled(has_turn)
        self._show_times()

    def _show_times(self) -> None:
        session = self._controller.session
        for player, row in self._rows.items():
            row.this_move.setText(clock_text(session.time.of_move(player)))
            row.total.setText(clock_text(session.time.total(player)))

    def sizeHint(self) -> QSize:
        """See ``QWidget.sizeHint``."""
        return QSize(300, super().sizeHint().height())


def _label(look: str, name: str) -> QLabel:
    label = QLabel()
    label.setProperty("role", look)
    label.setObjectName(name)
    return label
