"""Names of Qt's own tab bars and their buttons, for keyboards and screen readers."""

from __future__ import annotations

from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QDockWidget, QMainWindow, QTabBar, QToolButton, QWidget

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


def set_up_dock_tabs(window: QMainWindow) -> None:
    """Name the tab bars of docks, and let the Tab key reach them after the docks.

    Qt creates them as docks are put in tabs: in the middle of the order of widgets.
    Titles are never cut: where not all have room, the tabs scroll.
    """
    docks = window.findChildren(QDockWidget)
    parts = [part for dock in docks for part in dock.findChildren(QWidget)]
    stops = [
        part
        for part in parts
        if part.focusPolicy() & Qt.TabFocus and part.window() is window
    ]
    for bar in window.findChildren(QTabBar, options=Qt.FindDirectChildrenOnly):
        bar.setObjectName("tabs_panels")
        bar.setElideMode(Qt.ElideNone)
        bar.setAccessibleName(tr("QTabBar", "Panels"))
        if stops:
            QWidget.setTabOrder(stops[-1], bar)
