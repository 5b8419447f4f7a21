"""The bar under the board: first, previous, where we are, next, last; engine games."""

from __future__ import annotations

from collections.abc import Iterable

from PyQt5.QtCore import Qt
from PyQt5.QtGui import QResizeEvent
from PyQt5.QtWidgets import (
    QHBoxLayout,
    QWidget,
)

from engine.match.view import MatchView
from gui.actions.actions import Actions
from gui.game.game_controller import GameController
from gui.settings.playback_speed import PlaybackSpeed
from gui.settings.settings import Settings
from gui.settings.table import PLAYBACK_SPEED
from gui.style.theme import SPACE_L, SPACE_S, SPACE_XS
from gui.text.i18n import tr
from gui.text.plain_text import PlainLabel, set_tip
from gui.widgets.choice_box import ChoiceBox
from gui.widgets.named_widgets import make_tool_button
from gui.widgets.retranslated import Retranslated

COUNTER_WIDTH = 140
"""Room for three-digit numbers, so that the buttons keep their places."""

ENGINES_GAP, NARROW_ENGINES_GAP = SPACE_L - SPACE_XS, SPACE_XS
"""Gap before the buttons of two engines, and that in a narrow bar."""

HEIGHT = 38
"""Height in pixels at 100 %; the buttons of two engines fit in."""


class NavigationBar(Retranslated, QWidget):
    """Buttons for the actions that move along the record."""

    def __init__(
        self, controller: GameController, actions: Actions, settings: Settings
    ) -> None:
        super().__init__()
        self._controller = controller
        self._settings = settings
        self.setObjectName("bar_navigation")
        self.setFixedHeight(HEIGHT)
        self._is_narrow = False
        self._counter = PlainLabel()
        self._counter.setObjectName("label_counter")
        self._counter.setAlignment(Qt.AlignCenter)
        self._counter.setMinimumWidth(COUNTER_WIDTH)
        self._run = make_tool_button("button_run", actions["run"])
        self._run.setProperty("primary", True)
        self._step = make_tool_button("button_step", actions["step"])
        self._pace = ChoiceBox("list_pace")
        self._pace.setSizeAdjustPolicy(ChoiceBox.AdjustToContents)
        for pace in PlaybackSpeed:
            self._pace.addItem("", pace)
        self._pace.activated.connect(self._on_pace_chosen)
        controller.set_playback_speed(settings[PLAYBACK_SPEED])
        engines = self._engines = QHBoxLayout()
        engines.setContentsMargins(ENGINES_GAP, 0, 0, 0)
        engines.setSpacing(SPACE_S)
        self._engine_parts = (self._run, self._step, self._pace)
        for part in self._engine_parts:
            engines.addWidget(part)
        row = self._row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_XS)
        first = make_tool_button("button_first", actions["first"])
        last = make_tool_button("button_last", actions["last"])
        self._dispensable: tuple[QWidget, ...] = (first, self._counter, last)
        row.addStretch(1)
        row.addWidget(first)
        self._previous = make_tool_button("button_previous", actions["previous"])
        row.addWidget(self._previous)
        row.addWidget(self._counter)
        row.addWidget(make_tool_button("button_next", actions["next"]))
        row.addWidget(last)
        self._replay = make_tool_button("button_replay", actions["replay"])
        row.addWidget(self._replay)
        row.addLayout(engines)
        row.addStretch(1)
        controller.match_changed.connect(self._on_match_changed)
        self._retranslate()

    def _retranslate(self) -> None:
        titles = {
            PlaybackSpeed.SLOW: tr("Navigation", "Slow"),
            PlaybackSpeed.NORMAL: tr("Navigation", "Normal"),
            PlaybackSpeed.FAST: tr("Navigation", "Fast"),
            PlaybackSpeed.FASTEST: tr("Navigation", "Fastest"),
        }
        for index, pace in enumerate(PlaybackSpeed):
            self._pace.setItemText(index, titles[pace])
        self._pace.setCurrentIndex(self._pace.findData(self._settings[PLAYBACK_SPEED]))
        set_tip(self._pace, tr("Navigation", "Playback speed of engine moves"))
        self.refresh()

    def refresh(self) -> None:
        """Show where the cursor is, and the buttons that fit the players."""
        session = self._controller.session
        length = len(session.record.line_through(session.cursor)) - 1
        self._counter.setText(
            tr("Navigation", "Move {ply} / {length}").format(
                ply=session.ply, length=length
            )
        )
        for part in self._engine_parts:
            part.setVisible(self._controller.view.is_watched)
        self._replay.setVisible(not self._controller.view.is_watched)
        self._fit_buttons()

    def usual_width(self) -> int:
        """Return the width of the bar that is not narrow, also while it is."""
        hidden = (one for one in self._dispensable if one.isHidden())
        gap = ENGINES_GAP - self._engines.contentsMargins().left()
        return self.sizeHint().width() + _taken_by(hidden) + gap

    def least_width(self) -> int:
        """Return the width of the bar with all buttons, but icons for the engines.

        Without engines the bar keeps its buttons in any width: the counter has room to
        spare.
        """
        if self._run.isHidden():
            return 0
        gap = ENGINES_GAP - NARROW_ENGINES_GAP
        return self.narrow_width() + _taken_by(self._dispensable) + gap

    def narrow_width(self) -> int:
        """Return the width of the narrow bar, also while it is not."""
        shown = (one for one in self._dispensable if not one.isHidden())
        icon = self._previous.sizeHint().width()
        texts = sum(
            part.sizeHint().width() - icon
            for part in (self._run, self._step)
            if not part.isHidden()
        )
        gap = self._engines.contentsMargins().left() - NARROW_ENGINES_GAP
        return self.sizeHint().width() - _taken_by(shown) - texts - gap

    def set_narrow(self, is_narrow: bool) -> None:
        """Show one step back and forth alone, besides icons for the engines."""
        self._is_narrow = is_narrow
        for part in self._dispensable:
            part.setVisible(not is_narrow)
        gap = NARROW_ENGINES_GAP if is_narrow else ENGINES_GAP
        self._engines.setContentsMargins(gap, 0, 0, 0)
        self._fit_buttons()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """See ``QWidget.resizeEvent``; a narrow bar has icons without text."""
        super().resizeEvent(event)
        self._fit_buttons()

    def _fit_buttons(self) -> None:
        styles = (Qt.ToolButtonTextBesideIcon, Qt.ToolButtonIconOnly)
        for style in styles[self._is_narrow :]:
            self._run.setToolButtonStyle(style)
            self._step.setToolButtonStyle(style)
            if self._row.sizeHint().width() <= self.width():
                return

    def _on_match_changed(self, view: MatchView) -> None:
        if view.has_new_position:
            self.refresh()

    def _on_pace_chosen(self) -> None:
        self._settings[PLAYBACK_SPEED] = self._pace.currentData()
        self._controller.set_playback_speed(self._settings[PLAYBACK_SPEED])


def _taken_by(parts: Iterable[QWidget]) -> int:
    """Return the width that parts take in a row, each with the gap beside it."""
    widths = (max(one.sizeHint().width(), one.minimumWidth()) for one in parts)
    return sum(width + SPACE_XS for width in widths)
