"""Overlay card over the board: heading, text and buttons."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PyQt5.QtCore import QEvent, QSize, Qt, pyqtSignal
from PyQt5.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PyQt5.QtWidgets import (
    QFrame,
    QGraphicsDropShadowEffect,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from gui.style.icons import Tone, icon, icon_if_drawn
from gui.style.theme import (
    ICON_SIZE,
    SPACE_L,
    SPACE_M,
    SPACE_S,
    SPACE_XL,
    colour,
    current_theme,
)
from gui.text.i18n import tr
from gui.text.plain_text import PlainLabel, set_tip

SHADOW_BLUR, SHADOW_DROP, SHADOW_OPACITY = 36, 8, 0.28
"""A soft shadow, in pixels at 100 %."""

LEAST_WIDTH = 320
"""Smallest width of a card, in pixels at 100 %."""

LOW_ROOM, LOW_TEXT_WIDTH = 760, 190
"""Width that a low card needs over the board, and that of its texts, in pixels at
100 %."""


class Card(QFrame):
    """Overlay card; its close button, Escape and each of its buttons close it.

    Args:
        name: Object name; buttons are named after it.
        parent: Widget below the card.
        width: Width in pixels at 100 %, if the parent has it; a wider row of buttons
            makes it wider.
        is_low: Whether the buttons are beside the texts, not below them.
        needs_text: Whether the text below the heading is shown, if need be with a
            scroll bar, where the whole card has no room.
    """

    closed = pyqtSignal()

    def __init__(
        self,
        name: str,
        parent: QWidget,
        *,
        width: int = 420,
        is_low: bool = False,
        needs_text: bool = True,
    ) -> None:
        super().__init__(parent)
        self.outlives_moves = False
        """Whether the card stays when the game beneath it goes on."""
        self._buttons: list[QPushButton] = []
        self.setObjectName(name)
        self.setProperty("card", True)
        self._wanted_width = width
        self._needs_text = needs_text
        self._buttons_width = 0  # known when it is shown
        self._fit_width(parent.width())
        self._heading = PlainLabel()
        self._heading.setProperty("role", "title")
        self._heading.setWordWrap(True)
        self._body = _Body()
        self._close = QToolButton()
        self._close.setObjectName(f"{name}_close")
        self._close.setIcon(icon("close"))
        self._close.setIconSize(QSize(ICON_SIZE - 4, ICON_SIZE - 4))
        set_tip(self._close, tr("Cards", "Close"))
        self._close.clicked.connect(self.close_card)
        self.column = QVBoxLayout(self)
        self.column.setSpacing(SPACE_S)
        self.row = QHBoxLayout()
        self._beside = LOW_TEXT_WIDTH if is_low and parent.width() >= LOW_ROOM else 0
        if self._beside:
            self._lay_out_low()
        else:
            self._lay_out_high()
        shadow = QGraphicsDropShadowEffect(self)
        shadow.setBlurRadius(SHADOW_BLUR)
        shadow.setOffset(0, SHADOW_DROP)
        self.setGraphicsEffect(shadow)
        self._shadow = shadow
        self._colour_shadow()

    def _lay_out_high(self) -> None:
        """Put the buttons below the texts."""
        top = QHBoxLayout()
        top.addWidget(self._heading, 1)
        top.addWidget(self._close, 0, Qt.AlignTop)
        self.column.setContentsMargins(SPACE_XL, SPACE_L + 2, SPACE_L, SPACE_XL - 4)
        self.column.addLayout(top)
        self.column.addWidget(self._body)
        self.column.addSpacing(SPACE_S)
        self.row.setSpacing(SPACE_M)
        self.row.setContentsMargins(0, 0, SPACE_S, 0)
        self.column.addLayout(self.row)

    def _lay_out_low(self) -> None:
        """Put the buttons beside the texts."""
        texts = QVBoxLayout()
        texts.setSpacing(0)
        texts.addWidget(self._heading)
        texts.addWidget(self._body)
        line = QHBoxLayout()
        line.setSpacing(SPACE_S)
        line.addLayout(texts, 1)
        self.row.setSpacing(SPACE_S)
        line.addLayout(self.row)
        line.addWidget(self._close, 0, Qt.AlignVCenter)
        self.column.setContentsMargins(SPACE_L, SPACE_S, SPACE_S, SPACE_S)
        self.column.addLayout(line)

    def set_text(self, heading: str, body: str) -> None:
        """Change both texts."""
        self._heading.setText(heading)
        self._body.set_text(body)
        self._body.setVisible(bool(body))
        self.fit_into(self.parentWidget().size())

    def fit_into(self, room: QSize) -> None:
        """Take the size of texts and buttons, at most ``room``; longer texts scroll."""
        self._fit_width(room.width())
        margins = self.column.contentsMargins()
        inside = self.contentsRect().width() - margins.left() - margins.right()
        if not self._needs_text:
            self._show_text_if_it_fits(inside, room.height())
        if not self._beside and not self._body.isHidden():
            around = self.sizeHint().height() - self._body.heightForWidth(inside)
            self._body.limit_height(room.height() - around)
        self.resize(self.width(), min(self.sizeHint().height(), room.height()))

    def _show_text_if_it_fits(self, width: int, room: int) -> None:
        """Show the text below the heading where the whole card has room with it."""
        is_hidden = self._body.isHidden()
        now = -self.column.spacing() if is_hidden else self._body.heightForWidth(width)
        whole = self.sizeHint().height() - now + self._body.whole_height(width)
        has_room = self._body.has_text and whole <= room
        if has_room == is_hidden:
            self._body.setVisible(has_room)

    def _fit_width(self, room: int) -> None:
        wanted = min(self._wanted_width, max(room, LEAST_WIDTH))
        self.setFixedWidth(max(wanted, self._buttons_width))

    def add_button(
        self,
        name: str,
        text: str,
        on_click: Callable[[], None],
        *,
        icon_name: str = "",
        is_primary: bool = False,
    ) -> QPushButton:
        """Add a button to the row below the text; it closes the card first."""
        button = self.new_button(name, text, on_click)
        button.setProperty("primary", is_primary)
        if icon_name:
            tone = Tone.ON_ACCENT if is_primary else Tone.PLAIN
            button.setIcon(icon_if_drawn(icon_name, tone))
        button.setIconSize(QSize(ICON_SIZE, ICON_SIZE))
        self.row.addWidget(button)
        self.setTabOrder(button, self._close)
        return button

    def new_button(
        self, name: str, text: str, on_click: Callable[[], None]
    ) -> QPushButton:
        """Return a button for any place in the card; it closes the card first."""
        button = QPushButton(text)
        button.setObjectName(f"card_{name}")
        button.clicked.connect(self.close_card)
        button.clicked.connect(partial(_call, on_click))
        self._buttons.append(button)
        return button

    def align_buttons(self) -> None:
        """Keep the buttons of a high card on the left."""
        if not self._beside:
            self.row.addStretch(1)

    def focus_first_button(self) -> None:
        """Focus the first button, so that Enter presses it."""
        if self._buttons:
            self._buttons[0].setFocus()

    def close_card(self) -> None:
        """Close the card."""
        if self.isVisible():
            self.hide()
            self.closed.emit()

    def _colour_shadow(self) -> None:
        shadow = current_theme().shadow
        self._shadow.setColor(colour(shadow, opacity=SHADOW_OPACITY))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the theme; Qt paints the shadow."""
        super().changeEvent(event)
        if event.type() == QEvent.StyleChange:
            self._colour_shadow()

    def showEvent(self, event: QShowEvent) -> None:
        """Make room for the buttons, whose texts have a width in every language."""
        super().showEvent(event)
        around = self.column.contentsMargins()
        border = self.width() - self.contentsRect().width()
        needed = around.left() + self.row.sizeHint().width() + around.right() + border
        if self._beside:
            needed += self._beside + 2 * SPACE_S + self._close.sizeHint().width()
        self._buttons_width = needed
        self._fit_width(self.parentWidget().width())

    def sizeHint(self) -> QSize:
        """Return the width of the card and the height of its texts in this width."""
        return QSize(self.width(), self.column.totalHeightForWidth(self.width()))

    def event(self, event: QEvent) -> bool:
        """Keep Enter and Escape from the window's own shortcuts."""
        if (
            event.type() == QEvent.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() in (Qt.Key_Return, Qt.Key_Enter, Qt.Key_Escape)
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press the button in focus by Enter, close by Escape."""
        if event.key() == Qt.Key_Escape:
            self.close_card()
        elif event.key() in (Qt.Key_Return, Qt.Key_Enter):
            for button in self._buttons:
                if button.hasFocus():
                    button.click()
                    return
        else:
            super().keyPressEvent(event)


class _Body(QScrollArea):
    """Wrapped text as high as its lines; it scrolls where there is less room."""

    def __init__(self) -> None:
        super().__init__()
        self._label = PlainLabel()
        self._label.setProperty("role", "muted")
        self._label.setWordWrap(True)
        self._label.setAlignment(Qt.AlignLeft | Qt.AlignTop)
        self._limit: int | None = None
        self.setWidget(self._label)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.NoFrame)
        self.setFocusPolicy(Qt.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarAlwaysOff)
        policy = QSizePolicy(QSizePolicy.Preferred, QSizePolicy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def set_text(self, text: str) -> None:
        """Show ``text``."""
        self._label.setText(text)
        self.updateGeometry()
        self._show_bar_if_needed()

    @property
    def has_text(self) -> bool:
        """Whether there is any text."""
        return bool(self._label.text())

    def whole_height(self, width: int) -> int:
        """Return the height of all lines in a width."""
        return self._label.heightForWidth(width)

    def limit_height(self, limit: int) -> None:
        """Want no more height than a limit, but a line at least.

        Where there is less room, a layout would take it from the heading as well. The
        same limit again is no change: the card fits itself after each layout.
        """
        limit = max(limit, self.minimumSizeHint().height())
        if limit != self._limit:
            self._limit = limit
            self.updateGeometry()

    def _show_bar_if_needed(self) -> None:
        """Show the scroll bar for a text that is too high in the full width.

        By itself Qt keeps a bar that is needed only because of its own width.
        """
        is_low = self.height() < self._label.heightForWidth(self.width())
        self.setVerticalScrollBarPolicy(
            Qt.ScrollBarAsNeeded if is_low else Qt.ScrollBarAlwaysOff
        )

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        """See ``QWidget.resizeEvent``."""
        super().resizeEvent(event)
        self._show_bar_if_needed()

    def heightForWidth(self, width: int) -> int:
        """See ``QWidget.heightForWidth``."""
        height = self._label.heightForWidth(width)
        return height if self._limit is None else min(height, self._limit)

    def sizeHint(self) -> QSize:
        """See ``QWidget.sizeHint``."""
        return self._label.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """See ``QWidget.minimumSizeHint``."""
        return QSize(0, self.fontMetrics().lineSpacing())


def _call(on_click: Callable[[], None], *_checked: bool) -> None:
    """Call a function without the checked state of a button."""
    on_click()
