"""Names of Qt's own buttons in tab bars, for screen readers."""

from __future__ import annotations

from PyQt5.QtWidgets import QTabBar, QToolButton, QWidget

from gui.text.i18n import tr


def rename_scroll_buttons(window: QWidget) -> None:
    """Name the scroll buttons of all tab bars in the language of the window.

    Qt names them once, as it creates them.
    """
    names = {
        "ScrollLeftButton": tr("QTabBar", "Scroll Left"),
        "ScrollRightButton": tr("QTabBar", "Scroll Right"),
    }
    for bar in window.findChildren(QTabBar):
        for object_name, text in names.items():
            button = bar.findChild(QToolButton, object_name)
            if button is not None:
                button.setAccessibleName(text)
