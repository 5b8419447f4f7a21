"""Dock layouts: the panels beside the board in two saved layouts.

A panel that is moved, closed or resized stays so in the current layout. A damaged
layout is replaced by the default; Qt moves floating panels back to a screen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PyQt5.QtCore import QObject, Qt, pyqtSignal
from PyQt5.QtWidgets import QAction, QMainWindow, QTabWidget, QWidget

from gui.settings.settings import Settings
from gui.settings.table import DOCK_LAYOUT, DOCK_STATE, DockLayout
from gui.widgets.dock import Dock

STATE_VERSION = 1
"""Version of saved layouts; increased when the set of panels changes."""

SIDE_WIDTH = 356
"""Width of the panels beside the board, in pixels at 100 %."""

LOW_SCREEN = 900
"""Screen height in pixels at 100 % below which two panels fit and a third does not:
the list of moves would have only one or two rows."""

STACKED_PANELS = 2
"""Number of panels above each other on a low screen."""

FRAME_HEIGHT = 40
"""Height of the system's title bar, in pixels at 100 %."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """Panel and the layouts that show it."""

    name: str
    """Part of the object names of its dock, title and action."""

    widget: QWidget
    """The widget in the dock."""

    title: Callable[[], str]
    """Returns its title in the language of the window."""

    layouts: tuple[DockLayout, ...]
    """The default layouts that show it."""

    grows: bool = False
    """Whether it takes the remaining height."""

    has_cross: bool = True
    """Whether its title has a close button."""


class DockLayouts(QObject):
    """The docks of the panels, and the switch between two layouts.

    Args:
        window: The window of the docks.
        panels: The panels, from top to bottom.
        settings: Storage of the layouts.
    """

    changed = pyqtSignal()  # see ``current``

    def __init__(
        self,
        window: QMainWindow,
        panels: tuple[Panel, ...],
        settings: Settings,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._settings = settings
        self._panels = panels
        self._docks = {
            panel.name: Dock(
                panel.name,
                panel.widget,
                title=panel.title,
                grows=panel.grows,
                has_cross=panel.has_cross,
            )
            for panel in panels
        }
        window.setTabPosition(Qt.AllDockWidgetAreas, QTabWidget.North)
        for dock in self._docks.values():
            window.addDockWidget(Qt.RightDockWidgetArea, dock)

    @property
    def current(self) -> DockLayout:
        """The current layout."""
        return self._settings[DOCK_LAYOUT]

    @property
    def docks(self) -> list[Dock]:
        """The panels in their docks."""
        return list(self._docks.values())

    @property
    def actions(self) -> list[QAction]:
        """An action for each panel that shows or hides it."""
        return [dock.toggleViewAction() for dock in self.docks]

    def switch_to(self, dock_layout: DockLayout) -> None:
        """Save the current layout and show another one."""
        if dock_layout != self.current:
            self.remember()
            self._settings[DOCK_LAYOUT] = dock_layout
            self.restore()
        self.changed.emit()

    def remember(self) -> None:
        """Save the current layout."""
        state = self._window.saveState(STATE_VERSION)
        self._settings[DOCK_STATE[self.current]] = bytes(state)

    def restore(self) -> None:
        """Restore the saved layout, or apply the default."""
        state = self._settings[DOCK_STATE[self.current]]
        is_restored = state is not None and self._window.restoreState(
            state, STATE_VERSION
        )
        if not is_restored or self._is_too_high():
            self._apply_defaults()

    def reset(self) -> None:
        """Apply the default layout and save it."""
        self._apply_defaults()
        self.remember()

    def _apply_defaults(self) -> None:
        room = self._window.size()
        heights: dict[Dock, int] = {}
        for panel in self._panels:
            dock = self._docks[panel.name]
            dock.setFloating(False)
            self._window.addDockWidget(Qt.RightDockWidgetArea, dock)
            is_shown = self.current in panel.layouts
            dock.setVisible(is_shown)
            if is_shown:
                rest = self._window.height()
                heights[dock] = rest if panel.grows else dock.sizeHint().height()
        is_crowded = self._is_screen_low() and len(heights) > STACKED_PANELS
        if is_crowded or self._is_too_high():
            self._put_in_tabs(*list(heights)[-2:])
            if self._window.size() != room:  # it grew for panels above each other
                self._window.resize(room)
        widths = [SIDE_WIDTH] * len(heights)
        self._window.resizeDocks(list(heights), widths, Qt.Horizontal)
        self._window.resizeDocks(list(heights), list(heights.values()), Qt.Vertical)

    def _put_in_tabs(self, above: Dock, below: Dock) -> None:
        """Put two panels in tabs; the one of fewer layouts is in front."""
        self._window.tabifyDockWidget(above, below)
        uses = {self._docks[panel.name]: len(panel.layouts) for panel in self._panels}
        min(below, above, key=lambda dock: uses[dock]).raise_()

    def _is_screen_low(self) -> bool:
        return self._window.screen().geometry().height() < LOW_SCREEN

    def _is_too_high(self) -> bool:
        """Return whether the stacked panels are higher than the screen."""
        screen = self._window.screen().availableGeometry()
        return self._window.minimumSizeHint().height() > screen.height() - FRAME_HEIGHT
