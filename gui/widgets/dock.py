"""A panel that can be moved, closed and brought back: a small title over a card."""

from __future__ import annotations

from collections.abc import Callable

from PyQt5.QtCore import QEvent, QSize, Qt
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

CLOSE_SIDE = 14
"""Side of the cross in the title, in pixels at 100 %."""


class Dock(QDockWidget):
    """Dock with one panel.

    Args:
        name: Of the panel; stays the same in every version, as saved layouts name it.
        title: Returns its title, here and in the menu.
        panel: The widget in the dock.
        has_cross: Whether the title has a cross; the menu hides every panel.
    """

    def __init__(
        self,
        name: str,
        panel: QWidget,
        *,
        title: Callable[[], str],
        has_cross: bool = True,
    ) -> None:
        super().__init__()
        self.setObjectName(f"dock_{name}")
        self.setFeatures(
            QDockWidget.DockWidgetClosable
            | QDockWidget.DockWidgetMovable
            | QDockWidget.DockWidgetFloatable
        )
        self.toggleViewAction().setObjectName(f"panel_{name}")
        self._panel = panel
        self._make_title = title
        self._title = PlainLabel()
        self._title.setProperty("role", "caption")
        self._cross = QToolButton()
        self._cross.setObjectName(f"close_{name}")
        self._cross.setIcon(icon("close"))
        self._cross.setIconSize(QSize(CLOSE_SIDE, CLOSE_SIDE))
        self._cross.setFocusPolicy(Qt.NoFocus)
        self._cross.clicked.connect(self.close)
        policy = self._cross.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self._cross.setSizePolicy(policy)
        self._cross.setVisible(has_cross)
        self.setTitleBarWidget(self._title_bar(name))
        holder = QWidget()
        holder.setObjectName(f"holder_{name}")
        column = QVBoxLayout(holder)
        column.setContentsMargins(SPACE_S, 0, SPACE_S, SPACE_S)
        column.addWidget(panel)
        self.setWidget(holder)
        self._retranslate()

    def preferred_height(self) -> int:
        """Return the height that the panel prefers, also while it is hidden."""
        title = self.titleBarWidget().sizeHint().height()
        return title + self._panel.sizeHint().height() + SPACE_S

    def _retranslate(self) -> None:
        title = self._make_title()
        self.setWindowTitle(title)
        self._title.setText(title)
        set_tip(self._cross, tr("Panels", "Close this panel"))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language; Qt renames its hidden buttons with the style alone."""
        super().changeEvent(event)
        if event.type() == QEvent.LanguageChange:
            self._retranslate()
            QApplication.sendEvent(self, QEvent(QEvent.StyleChange))

    def _title_bar(self, name: str) -> QWidget:
        bar = QWidget()
        bar.setObjectName(f"title_{name}")
        row = QHBoxLayout(bar)
        row.setContentsMargins(SPACE_S + SPACE_XS, SPACE_XS, SPACE_S, 0)
        row.setSpacing(SPACE_S)
        row.addWidget(self._title, 1)
        row.addWidget(self._cross)
        return bar
