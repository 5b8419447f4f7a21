"""Dock of one panel, with a small title over a card.

The panel is made when its dock is first shown: one that is never shown costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from PyQt5.QtCore import QEvent, QSize, Qt, pyqtSignal
from PyQt5.QtWidgets import (
    QApplication,
    QDockWidget,
    QHBoxLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from gui.style.icons import icon
from gui.style.theme import SPACE_S, SPACE_XS
from gui.text.i18n import tr
from gui.text.plain_text import PlainLabel, set_tip
from gui.widgets.content_scroll_area import ContentScrollArea

CLOSE_SIDE = 14
"""Side of the icon of the close button, in pixels at 100 %."""

LEAST_WIDTH, LEAST_HEIGHT = 270, 120
"""Smallest size of a panel that scrolls, in pixels at 100 %."""


class Dock(QDockWidget):
    """Dock with one panel; hidden at first.

    Args:
        name: Of the panel; stays the same in every version, as saved layouts name it.
        make_panel: Returns the widget in the dock; its argument is the parent.
        title: Returns its title, here and in the menu.
        has_close_button: Whether the title has one; the menu can hide every panel.
        parent: See ``QWidget``.
    """

    focus_hidden = pyqtSignal()  # the panel that has the focus is out of sight

    def __init__(
        self,
        name: str,
        make_panel: Callable[[QWidget], QWidget],
        *,
        title: Callable[[], str],
        has_close_button: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.hide()
        self.setObjectName(f"dock_{name}")
        self.setFeatures(
            QDockWidget.DockWidgetClosable
            | QDockWidget.DockWidgetMovable
            | QDockWidget.DockWidgetFloatable
        )
        self.toggleViewAction().setObjectName(f"panel_{name}")
        self._make_panel = make_panel
        self._panel: QWidget | None = None
        self._make_title = title
        bar = QWidget(self)
        self._title = PlainLabel(parent=bar)
        self._title.setProperty("role", "caption")
        self._close_button = QToolButton(bar)
        self._close_button.setObjectName(f"close_{name}")
        self._close_button.setIcon(icon("close"))
        self._close_button.setIconSize(QSize(CLOSE_SIDE, CLOSE_SIDE))
        self._close_button.setFocusPolicy(Qt.NoFocus)
        self._close_button.clicked.connect(self.close)
        policy = self._close_button.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self._close_button.setSizePolicy(policy)
        self._close_button.setVisible(has_close_button)
        self._lay_out_title(bar, name)
        self.setTitleBarWidget(bar)
        self._holder = QWidget(self)
        self._holder.setObjectName(f"holder_{name}")
        self._column = QVBoxLayout(self._holder)
        self._column.setContentsMargins(SPACE_S, 0, SPACE_S, SPACE_S)
        self.setWidget(self._holder)
        self.visibilityChanged.connect(self._on_visibility_changed)
        self._retranslate()

    def preferred_height(self) -> int:
        """Return the height that the panel prefers, also while it is hidden again."""
        title = self.titleBarWidget().sizeHint().height()
        return title + self._fill().sizeHint().height() + SPACE_S

    def whole_height(self) -> int:
        """Return the height below which the panel is cut, or scrolls."""
        title = self.titleBarWidget().sizeHint().height()
        return title + self._holder.minimumSizeHint().height()

    def allow_scrolling(self) -> None:
        """Put the panel in a scroll area, so that the dock can be smaller than it."""
        least = QSize(LEAST_WIDTH, LEAST_HEIGHT)
        needs = QSize() if self._panel is None else self._holder.minimumSizeHint()
        is_small = needs.isValid() and needs.boundedTo(least) == needs
        if self.widget() is self._holder and not is_small:
            scrolled = ContentScrollArea(self._holder)
            scrolled.setMinimumSize(LEAST_WIDTH, LEAST_HEIGHT)
            self.setWidget(scrolled)

    def forbid_scrolling(self) -> None:
        """Take the panel out of its scroll area."""
        scrolled = self.widget()
        if isinstance(scrolled, ContentScrollArea):
            scrolled.takeWidget()
            self.setWidget(self._holder)
            self._holder.show()
            scrolled.deleteLater()

    def update_least_size(self) -> None:
        """Pass the smallest size of the panel on to the window at once.

        By itself, Qt passes it on from widget to widget, one event each.
        """
        part = self._panel
        while part is not None and part is not self.parentWidget():
            part.updateGeometry()
            part = part.parentWidget()

    def show_above_window(self) -> None:
        """Show a floating panel again, above its window, which has just been shown.

        Desktops leave a panel that was shown before its window below it.
        """
        if self.isFloating() and not self.isHidden():
            self.hide()
            self.show()

    def _fill(self) -> QWidget:
        """Return the panel, which is made once."""
        if self._panel is None:
            self._panel = self._make_panel(self._holder)
            self._column.addWidget(self._panel)
            self._order_tab_stops(self._panel)
        return self._panel

    def _order_tab_stops(self, panel: QWidget) -> None:
        """Put the panel behind the dock before it in the tab order of the window."""
        stops = [part for part in _focus_chain(panel) if part.focusPolicy()]
        self._holder.setFocusPolicy(Qt.TabFocus)  # Qt orders nothing without focus
        for before, after in pairwise((self._holder, *stops)):
            QWidget.setTabOrder(before, after)
        self._holder.setFocusPolicy(Qt.NoFocus)

    def _on_visibility_changed(self, is_visible: bool) -> None:
        """Report a focus behind another tab, where Qt leaves it.

        A minimized window keeps the focus for its return.
        """
        focus: QWidget | None = QApplication.focusWidget()
        if is_visible or focus is None or self.window().isMinimized():
            return
        if self.isAncestorOf(focus):
            self.focus_hidden.emit()

    def _retranslate(self) -> None:
        title = self._make_title()
        self.setWindowTitle(title)
        self._title.setText(title)
        set_tip(self._close_button, tr("Panels", "Close this panel"))

    def setVisible(self, visible: bool) -> None:
        """Make the panel before it is first shown."""
        if visible:
            self._fill()
        super().setVisible(visible)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language; Qt renames its hidden buttons with the style alone."""
        super().changeEvent(event)
        if event.type() == QEvent.LanguageChange:
            self._retranslate()
            QApplication.sendEvent(self, QEvent(QEvent.StyleChange))

    def _lay_out_title(self, bar: QWidget, name: str) -> None:
        bar.setObjectName(f"title_{name}")
        row = QHBoxLayout(bar)
        row.setContentsMargins(SPACE_S + SPACE_XS, SPACE_XS, SPACE_S, 0)
        row.setSpacing(SPACE_S)
        row.addWidget(self._title, 1)
        row.addWidget(self._close_button)


def _focus_chain(made: QWidget) -> Iterator[QWidget]:
    """Yield a widget just made and its descendants: the end of the window's chain."""
    part, window = made, made.window()
    while part is not window:
        yield part
        part = part.nextInFocusChain()
