"""Settings page for language, look and size; it offers sizes that fit the screen."""

from __future__ import annotations

from typing import Any

from PyQt5.QtCore import QSize
from PyQt5.QtGui import QScreen

from gui.dialogs.settings_dialog.page import TablePage
from gui.schema.display import Page
from gui.schema.setting import Setting
from gui.settings.settings import Settings
from gui.settings.table import SCALE, SCALES
from gui.text.i18n import tr
from gui.widgets.choice_box import ChoiceBox

LEAST_SPACE = QSize(900, 480)
"""Size of the smallest main window, in pixels at 100 %."""

TITLE_BAR = 32
"""Height of the system's title bar, in pixels of the screen."""


class GeneralPage(TablePage):
    """Settings page whose sizes are bounded by a screen.

    Args:
        settings: The shown and changed settings.
        screen: The screen.
    """

    def __init__(self, settings: Settings, screen: QScreen) -> None:
        self._largest = find_largest_scale(screen)
        super().__init__(Page.GENERAL, settings)
        box = self.controls[SCALE.key]
        if isinstance(box, ChoiceBox):
            for scale in SCALES:
                if scale > self._largest and scale != settings[SCALE]:
                    box.removeItem(box.findData(scale))

    def add_setting(self, setting: Setting[Any], settings: Settings) -> None:
        """Explain why sizes are missing."""
        super().add_setting(setting, settings)
        if setting is SCALE and self._largest < SCALES[-1]:
            text = tr("Settings", "Sizes above {percent} % do not fit this screen.")
            remark = self.add_remark(text.format(percent=self._largest))
            remark.setObjectName("settings_scale_limit")


def find_largest_scale(screen: QScreen) -> int:
    """Return the largest size in percent at which the main window fits a screen."""
    room = screen.availableGeometry().size() * screen.devicePixelRatio()
    room.setHeight(room.height() - TITLE_BAR)
    fitting = [
        scale
        for scale in SCALES
        if room.width() * 100 >= LEAST_SPACE.width() * scale
        and room.height() * 100 >= LEAST_SPACE.height() * scale
    ]
    return max(fitting, default=SCALES[0])
