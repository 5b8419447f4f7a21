"""Settings dialog; every change applies immediately."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt5.QtCore import QSize, Qt, pyqtSignal
from PyQt5.QtGui import QShowEvent
from PyQt5.QtWidgets import (
    QAction,
    QDialog,
    QFrame,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from gui.actions.shortcuts import Shortcuts
from gui.dialogs.settings_dialog.engines_page import EnginesPage
from gui.dialogs.settings_dialog.general_page import GeneralPage
from gui.dialogs.settings_dialog.page import SettingsPage, TablePage
from gui.dialogs.settings_dialog.shortcuts_page import ShortcutsPage
from gui.dialogs.settings_dialog.sound_page import SoundPage
from gui.game.sounds import Sounds
from gui.schema.display import Page
from gui.settings.settings import Settings
from gui.settings.table import LANGUAGE
from gui.style.theme import SPACE_L, SPACE_S, SPACE_XL
from gui.text.i18n import tr
from gui.widgets.content_scroll_area import ContentScrollArea
from gui.widgets.screen_fit import fit_to_screen, resize_within_screen

LIST_WIDTH = 188
"""Width of the list of pages, in pixels at 100 %."""

WIDTH, HEIGHT = 800, 520
"""Size in pixels at 100 %; fits a screen of 1366 by 768."""


class SettingsDialog(QDialog):
    """Dialog with a list of pages and the chosen page.

    Args:
        settings: The shown and changed settings.
        sounds: Player of the sounds.
        keys: The keys of all actions.
        groups: The actions by menu.
        parent: The window it belongs to.
    """

    language_changed = pyqtSignal()  # no dialog outlives its language

    def __init__(
        self,
        settings: Settings,
        sounds: Sounds,
        keys: Shortcuts,
        groups: Sequence[tuple[str, list[QAction]]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("settings")
        self.setWindowTitle(tr("Settings", "Settings"))
        self.setWindowFlag(Qt.WindowContextHelpButtonHint, False)
        self._list = QListWidget()
        self._list.setObjectName("settings_pages")
        self._list.setProperty("sidebar", True)
        self._list.setFrameShape(QFrame.NoFrame)
        self._list.setFixedWidth(LIST_WIDTH)
        self._stack = QStackedWidget()
        pages: tuple[SettingsPage, ...] = (
            GeneralPage(settings, self.screen()),
            TablePage(Page.BOARD, settings),
            TablePage(Page.ANALYSIS, settings),
            EnginesPage(Page.ENGINES, settings),
            SoundPage(settings, sounds),
            ShortcutsPage(keys, groups),
            TablePage(Page.RECORDS, settings),
        )
        self._names = [page.objectName() for page in pages]
        for page in pages:
            item = QListWidgetItem(page.title, self._list)
            height = self._list.fontMetrics().height() + 2 * SPACE_S
            item.setSizeHint(QSize(0, height))
            self._stack.addWidget(ContentScrollArea(page))
        settings.changed.connect(self._on_setting_changed)
        self._list.currentRowChanged.connect(self._stack.setCurrentIndex)
        self._list.setCurrentRow(0)
        close = QPushButton(tr("Settings", "Close"))
        close.setObjectName("settings_close")
        close.setProperty("primary", True)
        close.setDefault(True)
        close.clicked.connect(self.accept)
        right = QVBoxLayout()
        right.setContentsMargins(SPACE_XL, SPACE_XL - 4, SPACE_XL, SPACE_XL - 4)
        right.setSpacing(SPACE_L)
        right.addWidget(self._stack, 1)
        right.addWidget(close, 0, Qt.AlignRight)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._list)
        row.addLayout(right, 1)
        resize_within_screen(self, WIDTH, HEIGHT)

    def _on_setting_changed(self, key: str) -> None:
        if key == LANGUAGE.key:
            self.language_changed.emit()

    def show_page(self, name: str) -> None:
        """Turn to the page of this name."""
        if name in self._names:
            self._list.setCurrentRow(self._names.index(name))

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        """Stay within the screen."""
        super().showEvent(event)
        fit_to_screen(self, QSize(WIDTH, HEIGHT))
