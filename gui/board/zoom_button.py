"""A small button over an enlarged board that shows the whole one again."""

from __future__ import annotations

from PyQt5.QtCore import QEvent, Qt
from PyQt5.QtWidgets import QToolButton, QWidget

from gui.board.viewport import WHOLE
from gui.text.i18n import tr
from gui.text.percent import percent_text
from gui.text.plain_text import set_tip


class ZoomBadge(QToolButton):
    """Zoom indicator; hidden while the whole board is visible."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("button_zoom")
        self.setProperty("badge", True)
        self.setFocusPolicy(Qt.TabFocus)
        self._percent = WHOLE.percent
        self.show_percent(self._percent)

    def show_percent(self, percent: int) -> None:
        """Follow the zoom of the board."""
        self._percent = percent
        self.setText(percent_text(percent))
        name = tr("Zoom", "Show the whole board")
        set_tip(self, name)
        self.setAccessibleName(name)
        self.setVisible(percent > WHOLE.percent)
        self.adjustSize()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language and the font of the window."""
        super().changeEvent(event)
        if event.type() == QEvent.LanguageChange:
            self.show_percent(self._percent)
        elif event.type() == QEvent.FontChange:
            self.adjustSize()
