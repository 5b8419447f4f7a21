"""Both players: colour, name, whose turn it is, their times, and the pause."""

from __future__ import annotations

from math import ceil

from PyQt5.QtCore import QEvent, QSize, Qt, QTimer, pyqtSignal
from PyQt5.QtGui import QResizeEvent
from PyQt5.QtWidgets import (
    QAction,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QToolButton,
    QWidget,
)

from engine.core.types import Player
from engine.match.view import Activity, MatchView
from gui.board.board_options import SIDE_MARKS
from gui.game.clock_display import ClockDisplay, make_clock_display, seconds_to_change
from gui.game.game_controller import GameController
from gui.game.player_labels import player_title
from gui.settings.settings import Settings
from gui.style.dynamic_property import set_dynamic_property
from gui.style.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XS
from gui.text.i18n import tr
from gui.text.labels import side_title
from gui.text.plain_text import PlainLabel
from gui.widgets.side_badge import SideBadge
from gui.widgets.turn_indicator import TurnIndicator
from gui.widgets.wrapped_label import WrappedLabel

CAPTION_HEIGHT = 37
"""Height of the line above the players, in pixels at 100 %; the button fits in."""

PAUSE_HEIGHT = 28
"""Height of the button, in pixels at 100 %."""

PAUSE_ICON = 16
"""Side of the icon on the button, in pixels at 100 %."""

ICON_BUTTON_WIDTH = 34
"""Width of the button without its text, in pixels at 100 %."""


class PlayersPanel(QFrame):
    """A card with a row for each side.

    Args:
        controller: The games.
        pause: The action that stops the clock and lets it go on.
        settings: Marks on the stones, which are those beside the names.
        parent: See ``QWidget``.
    """

    height_changed = pyqtSignal()  # see ``sizeHint``; of the names and the times

    def __init__(
        self,
        controller: GameController,
        pause: QAction,
        settings: Settings,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self.setObjectName("panel_players")
        self.setProperty("card", True)
        self._move_caption, self._clock_caption = _label("caption"), _label("caption")
        self._pause = QToolButton()
        self._pause.setObjectName("button_pause")
        self._pause.setDefaultAction(pause)
        self._pause.setIconSize(QSize(PAUSE_ICON, PAUSE_ICON))
        self._pause.setFixedHeight(PAUSE_HEIGHT)
        self._pause.setToolButtonStyle(Qt.ToolButtonTextBesideIcon)
        self._pause.setFocusPolicy(Qt.TabFocus)
        self._paused = _label("warning", "label_paused")
        self._pause_row = _PauseRow(self._pause, self._paused)
        pause.changed.connect(self._pause_row.fit)
        self._settings = settings
        self._grid = QGridLayout(self)
        self._rows = self._lay_out(self._grid)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setTimerType(Qt.PreciseTimer)
        self._timer.timeout.connect(self._show_times)
        for row in self._rows.values():
            row.player.lines_changed.connect(self.height_changed)
        controller.match_changed.connect(self._on_match_changed)
        settings.changed.connect(self._on_setting_changed)
        self._show_players()

    def _on_setting_changed(self, key: str) -> None:
        if key == SIDE_MARKS.key:
            self._show_players()

    def _lay_out(self, grid: QGridLayout) -> dict[Player, PlayerRow]:
        self._set_gaps(is_tight=False)
        grid.setVerticalSpacing(0)
        grid.setColumnStretch(NAMES_COLUMN, 1)
        grid.setColumnMinimumWidth(MOVE_COLUMN, 56)
        grid.setColumnMinimumWidth(CLOCK_COLUMN, 60)
        grid.setRowMinimumHeight(0, CAPTION_HEIGHT)
        right = Qt.AlignRight | Qt.AlignVCenter
        grid.addWidget(self._pause_row, 0, 0, 1, 3)
        grid.addWidget(self._move_caption, 0, MOVE_COLUMN, right)
        grid.addWidget(self._clock_caption, 0, CLOCK_COLUMN, right)
        rows = {
            player: PlayerRow(grid, 1 + 4 * index, player.name.lower())
            for index, player in enumerate(Player)
        }
        line = QFrame()
        line.setProperty("line", True)
        line.setFrameShape(QFrame.HLine)
        grid.setRowMinimumHeight(4, SPACE_M + SPACE_XS)
        grid.addWidget(line, 4, 1, 1, 4, Qt.AlignVCenter)
        grid.setRowStretch(8, 1)
        return rows

    def _set_gaps(self, *, is_tight: bool) -> None:
        """Set the gaps between the columns and at the right edge."""
        self._is_tight = is_tight
        gap, right = (SPACE_XS, SPACE_M) if is_tight else (SPACE_S, SPACE_L)
        self._grid.setHorizontalSpacing(gap)
        self._grid.setContentsMargins(SPACE_M, SPACE_XS, right, SPACE_M)

    def _fit_gaps(self) -> None:
        """Choose the gaps for the width of the panel."""
        is_tight = self.minimumSizeHint().width() + TIGHT_GAIN > self.width()
        if is_tight is not self._is_tight:
            self._set_gaps(is_tight=is_tight)

    def _on_match_changed(self, view: MatchView) -> None:
        if not view.has_only_new_notes:
            self._show_players()

    def _show_players(self) -> None:
        view, session = self._controller.view, self._controller.session
        game = session.setup.game
        is_timed = not session.time.terms.is_unlimited
        height = self.sizeHint().height()
        is_paused = view.activity is Activity.PAUSED
        self._paused.setText(tr("Players", "Paused") if is_paused else "")
        self._pause.setVisible(view.can_pause and not view.is_watched)
        self._pause_row.fit()
        for player, row in self._rows.items():
            colour = session.position.colour_of(player)
            row.mark.show_side(game, colour, self._settings[SIDE_MARKS])
            row.side.setText(side_title(game, colour))
            row.player.setText(player_title(view, player))
            row.arrange(is_timed=is_timed)
            row.this_move.setEnabled(self._is_lit(player))
        self._show_captions(is_timed=is_timed)
        self._show_times()
        if self.sizeHint().height() != height:
            self.height_changed.emit()

    def _show_captions(self, *, is_timed: bool) -> None:
        move, total = tr("Players", "Move"), tr("Players", "Total")
        both = tr("Players", "Move, total")
        self._move_caption.setText(both if is_timed else move)
        self._clock_caption.setText(tr("Players", "Remaining") if is_timed else total)

    def _show_times(self) -> None:
        """Show both times, and look again when they change."""
        session = self._controller.session
        for player, row in self._rows.items():
            face = make_clock_display(session, player)
            row.show_times(face, is_lit=self._is_lit(player))
            row.turn.show_seat(session, player, flag_has_fallen=face.has_fallen)
        self._fit_gaps()
        wait = seconds_to_change(session)
        if wait is None:
            self._timer.stop()
        else:
            self._timer.start(max(ceil(wait * 1000), 1))

    def _is_lit(self, player: Player) -> bool:
        """Whether the time of ``player`` runs, or would but for an engine at rest."""
        session = self._controller.session
        has_turn = session.outcome is None and session.time.seat is player
        return has_turn and self._controller.activity is not Activity.PAUSED

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language of the window."""
        super().changeEvent(event)
        if event.type() == QEvent.LanguageChange:
            self._show_players()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """See ``QWidget.resizeEvent``."""
        super().resizeEvent(event)
        self._fit_gaps()

    def sizeHint(self) -> QSize:
        """See ``QWidget.sizeHint``."""
        return QSize(300, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Return the size with tight gaps between the columns."""
        size = super().minimumSizeHint()
        gain = 0 if self._is_tight else TIGHT_GAIN
        return QSize(size.width() - gain, size.height())


NAMES_COLUMN, MOVE_COLUMN, CLOCK_COLUMN = 2, 3, 4

TIGHT_GAIN = CLOCK_COLUMN * (SPACE_S - SPACE_XS) + SPACE_L - SPACE_M
"""Width that tight gaps save: those before four of the columns, and the right edge."""

RIGHT = Qt.AlignRight | Qt.AlignVCenter


class PlayerRow:
    """The widgets of one player, laid into three rows of the panel's grid.

    The times are beside the colour; the name has the width of the panel below them.

    Args:
        grid: The panel's grid.
        row: The first of the three rows.
        name: Ends the object names.
    """

    def __init__(self, grid: QGridLayout, row: int, name: str) -> None:
        self._grid = grid
        self._row = row
        self._is_timed: bool | None = None
        self.turn = TurnIndicator()
        self.mark = SideBadge(22)
        self.side = _label("strong", f"label_side_{name}")
        self.player = WrappedLabel()
        self.player.setProperty("role", "caption")
        self.player.setObjectName(f"label_player_{name}")
        self.this_move = _label("title", f"label_move_time_{name}")
        self.total = _label("muted", f"label_total_time_{name}")
        self.left = _label("clock", f"label_time_left_{name}")
        self.note = _label("caption", f"label_time_note_{name}")
        grid.addWidget(self.turn, row, 0, 3, 1, Qt.AlignVCenter)
        grid.addWidget(self.mark, row, 1, 3, 1, Qt.AlignVCenter)
        grid.addWidget(self.side, row, NAMES_COLUMN, 2, 1, Qt.AlignVCenter)
        grid.addWidget(self.player, row + 2, NAMES_COLUMN, 1, 3, Qt.AlignTop)

    def arrange(self, *, is_timed: bool) -> None:
        """Show time used alone, or beside the time left, which then is larger."""
        if is_timed is self._is_timed:
            return
        self._is_timed = is_timed
        grid, row = self._grid, self._row
        for part in (self.this_move, self.total, self.left, self.note):
            grid.removeWidget(part)
        if is_timed:
            grid.addWidget(self.this_move, row, MOVE_COLUMN, RIGHT)
            grid.addWidget(self.total, row + 1, MOVE_COLUMN, RIGHT)
            grid.addWidget(self.left, row, CLOCK_COLUMN, RIGHT)
            grid.addWidget(self.note, row + 1, CLOCK_COLUMN, RIGHT)
        else:
            grid.addWidget(self.this_move, row, MOVE_COLUMN, 2, 1, RIGHT)
            grid.addWidget(self.total, row, CLOCK_COLUMN, 2, 1, RIGHT)
        self.left.setVisible(is_timed)
        self.note.setVisible(is_timed)
        set_dynamic_property(self.this_move, "role", "muted" if is_timed else "title")
        set_dynamic_property(self.total, "role", "caption" if is_timed else "muted")

    def show_times(self, face: ClockDisplay, *, is_lit: bool) -> None:
        """Show the player's times; only what has changed is painted.

        Args:
            face: Texts of the clock.
            is_lit: Whether the clock is highlighted, as for the side to move.
        """
        shown = (self.this_move, self.total, self.left, self.note)
        texts = (face.move, face.total, face.left, face.note)
        for part, text in zip(shown, texts, strict=True):
            if part.text() != text:
                part.setText(text)
        look = "clock" if is_lit else "clock_waiting"
        set_dynamic_property(self.left, "role", "clock_low" if face.is_low else look)
        set_dynamic_property(
            self.note, "role", "clock_low_note" if face.has_fallen else "caption"
        )


class _PauseRow(QWidget):
    """The pause button and the word beside it.

    The button shows its icon alone where there is no room for both texts.

    Args:
        button: Button of an action.
        label: The word.
    """

    def __init__(self, button: QToolButton, label: QLabel) -> None:
        super().__init__()
        self._button, self._label = button, label
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(SPACE_S)
        line.addWidget(button)
        line.addWidget(label)
        line.addStretch(1)

    def fit(self) -> None:
        """Choose the form of the button for the width of the row."""
        self._button.setToolButtonStyle(Qt.ToolButtonTextBesideIcon)
        if self._width_of_both() > self.width():
            self._button.setToolButtonStyle(Qt.ToolButtonIconOnly)

    def _width_of_both(self) -> int:
        """Return the width of button and label as they are now."""
        shown = [self._button] if not self._button.isHidden() else []
        parts = [*shown, *([self._label] if self._label.text() else [])]
        return sum(part.sizeHint().width() for part in parts) + SPACE_S

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        """See ``QWidget.resizeEvent``."""
        super().resizeEvent(event)
        self.fit()

    def minimumSizeHint(self) -> QSize:
        """Return the size of the icon and the label."""
        wide = ICON_BUTTON_WIDTH + SPACE_S + self._label.sizeHint().width()
        return QSize(wide, super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        """See ``minimumSizeHint``; the row takes the width that there is."""
        return self.minimumSizeHint()


def _label(role: str, name: str = "") -> QLabel:
    """Return an empty label of a look."""
    made = PlainLabel()
    made.setProperty("role", role)
    made.setObjectName(name)
    return made
