"""Status message beside the navigation: a decision with buttons, or a locked board."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PyQt5.QtCore import QEvent, QSize, Qt
from PyQt5.QtGui import QResizeEvent
from PyQt5.QtWidgets import (
    QAction,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
)

from engine.core.offers.special_move import SpecialMove
from engine.games import get_game
from engine.match.view import MatchView
from gui.actions.actions import Actions
from gui.game.game_controller import GameController
from gui.game.status_messages import (
    brief_status_message,
    special_move_news,
    status_message,
)
from gui.style.dynamic_property import set_dynamic_property
from gui.style.theme import SPACE_M, SPACE_S, SPACE_XS
from gui.text.i18n import translate_message
from gui.text.plain_text import set_tip
from gui.widgets.icon_mark import IconMark
from gui.widgets.wrapped_label import TightLabel

HEIGHT = 38
"""Room for buttons, in pixels at 100 %."""

TEXT_SHARE = 0.6
"""Width of two lines of a text, as a share of its width in one."""

LEAST_TEXT_SHARE = 0.4
"""The same in smaller letters, of which a few may be cut."""


class StatusMessageBar(QFrame):
    """Bar with the state of a controller's game.

    Args:
        controller: The games.
        actions: The choices that have buttons here.
    """

    def __init__(self, controller: GameController, actions: Actions) -> None:
        super().__init__()
        self._controller = controller
        self._message = self._brief_message = ""
        self.setObjectName("bar_notice")
        self.setProperty("card", True)
        self.setFixedHeight(HEIGHT)
        self._lock = IconMark("lock")
        self._lock.setObjectName("mark_lock")
        self._news = IconMark("swap")
        self._news.setObjectName("mark_news")
        self._text = TightLabel()
        self._text.setObjectName("label_notice")
        self._text.setSizePolicy(QSizePolicy.Ignored, QSizePolicy.Preferred)
        self._choices = [
            (actions[name], _button(f"notice_{name}")) for name in ("swap", "add_two")
        ]
        self._numbers: dict[int, QPushButton] = {}
        row = self._row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_M, 0, SPACE_S, 0)
        row.setSpacing(SPACE_XS)
        row.addWidget(self._lock)
        row.addWidget(self._news)
        row.addWidget(self._text, 1)
        for action, button in self._choices:
            button.setMaximumHeight(HEIGHT - SPACE_S)
            button.clicked.connect(action.trigger)
            action.changed.connect(partial(_follow, button, action))
            row.addWidget(button)
        controller.match_changed.connect(self._on_match_changed)
        self.refresh()

    def refresh(self) -> None:
        """Show the current message and the available choices."""
        view = self._controller.view
        self._message = status_message(view)
        self._brief_message = brief_status_message(view)
        self.setVisible(bool(self._message))
        self._show_text()
        has_news = bool(special_move_news(view))
        self._lock.setVisible(view.is_locked and not has_news)
        self._news.setVisible(has_news)
        for widget in (self, self._text):
            set_dynamic_property(widget, "news", has_news)
        kinds = get_game(view.setup.game).special_moves_of(view.setup)
        playable = {
            index: kind
            for index, kind in enumerate(kinds)
            if view.special_move(index) is not None
        }
        for index, (_, button) in enumerate(self._choices):
            button.setVisible(index in playable and playable[index].number is None)
        self._show_numbers(playable)

    def _show_text(self) -> None:
        """Show the message, or the brief one if most of it would be cut."""
        room = self.width() - super().sizeHint().width()
        has_room = room >= LEAST_TEXT_SHARE * self._width_of(self._message)
        self._text.setText(self._message if has_room else self._brief_message)
        set_tip(self._lock, self._message)

    def _width_of(self, text: str) -> int:
        return self._text.fontMetrics().horizontalAdvance(text)

    def _show_numbers(self, playable: Mapping[int, SpecialMove]) -> None:
        """Show a button for each number that may be declared; they are made once.

        One that is not among others has its title as its text.
        """
        for button in self._numbers.values():
            button.hide()
        count = sum(kind.number is not None for kind in playable.values())
        for index, kind in playable.items():
            if kind.number is None:
                continue
            if kind.number not in self._numbers:
                button = _button(f"notice_number_{kind.number}")
                button.setMaximumHeight(HEIGHT - SPACE_S)
                button.clicked.connect(partial(self._controller.play_special, index))
                self._row.addWidget(button)
                self._numbers[kind.number] = button
            button = self._numbers[kind.number]
            title = translate_message(kind.title)
            button.setText(str(kind.number) if count > 1 else title)
            set_dynamic_property(button, "compact", count > 1)
            button.setAccessibleName(title)
            set_tip(button, title)
            button.show()

    def narrow_width(self) -> int:
        """Return the least width in which its brief text is hardly cut."""
        text = LEAST_TEXT_SHARE * self._width_of(self._brief_message)
        return super().sizeHint().width() + round(text)

    def sizeHint(self) -> QSize:
        """Return the size with the whole text in two lines."""
        text = TEXT_SHARE * self._width_of(self._message)
        return QSize(super().sizeHint().width() + round(text), HEIGHT)

    def _on_match_changed(self, view: MatchView) -> None:
        if not view.has_only_new_notes:
            self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Choose how much of the message has room."""
        super().resizeEvent(event)
        self._show_text()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language of the window."""
        super().changeEvent(event)
        if event.type() == QEvent.LanguageChange:
            self.refresh()


def _follow(button: QPushButton, action: QAction) -> None:
    """Copy the text of an action to its button."""
    button.setText(action.iconText())


def _button(name: str) -> QPushButton:
    button = QPushButton()
    button.setObjectName(name)
    button.setFocusPolicy(Qt.TabFocus)
    return button
