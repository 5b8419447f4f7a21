"""Dock layouts: the panels beside the board in two saved layouts.

A panel that is moved, closed or resized stays so in the current layout. A damaged
layout is replaced by the default; Qt moves floating panels back to a screen.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import pairwise

from PyQt5.QtCore import QObject, QSize, Qt, pyqtSignal
from PyQt5.QtWidgets import (
    QAction,
    QDockWidget,
    QMainWindow,
    QStyle,
    QTabBar,
    QTabWidget,
)

from gui.settings.settings import Settings
from gui.settings.table import DOCK_LAYOUT, DOCK_STATE, DockLayout
from gui.widgets.dock import Dock
from gui.widgets.screen_fit import FRAME_HEIGHT
from gui.window.docks.panel import Panel, Place
from gui.window.docks.window_geometry import shrink_into_screen

STATE_VERSION = 2
"""Version of saved layouts; increased when the set of panels changes."""

CRAMPED_VERSION = 100
"""Added to the version for each panel of the default that a low screen puts in tabs."""

SCROLLED_VERSION = 10_000 * STATE_VERSION
"""Version of layouts whose panels scroll, plus the height of their screen in pixels."""

SIDE_WIDTH = 356
"""Width of the panels beside the board on any screen, in pixels at 100 %."""

NARROW_SCREEN = 800
"""Width of a narrow screen, such as one of 1366 pixels at 200 %."""

NARROW_SIDE_WIDTHS: dict[DockLayout, int] = {"play": 300, "analyse": 316}
"""Width of the panels beside the board on a narrow screen."""

SIDE_WIDTHS: dict[DockLayout, tuple[tuple[int, int], ...]] = {
    "play": ((1600, 440),),
    "analyse": ((1600, 560), (1280, 480)),
}
"""Their width from a screen width on. Analysis needs room for names and lines, and the
board, which is as high as the window, leaves it."""

SLACK = 8
"""Pixels by which Qt misses the height of a panel; measured: 4."""


class DockLayouts(QObject):
    """The docks of the panels, and the switch between two layouts.

    Args:
        window: The window of the docks.
        panels: The panels, from top to bottom and from the first tab to the last.
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
        self._fitted: dict[Dock, int] = {}
        self._unsettled: list[Dock] = []
        self._in_tabs = 0  # panels for which the screen is too low
        self._scrolled: DockLayout | None = None  # where a panel took what others need
        self._docks = {
            panel.name: Dock(
                panel.name,
                panel.make,
                title=panel.title,
                has_close_button=panel.has_close_button,
                parent=window,
            )
            for panel in panels
        }
        window.setTabPosition(Qt.AllDockWidgetAreas, QTabWidget.North)
        for dock in self._docks.values():
            window.addDockWidget(Qt.RightDockWidgetArea, dock)
            dock.toggleViewAction().triggered.connect(partial(self._on_toggled, dock))

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

    def show_panel(self, name: str) -> None:
        """Show a panel in front of others in its tabs, in a layout that has it.

        One that no layout has is shown in the current layout.
        """
        panel = next(panel for panel in self._panels if panel.name == name)
        dock = self._docks[name]
        if dock.isHidden() and panel.layouts and self.current not in panel.layouts:
            self.switch_to(panel.layouts[0])
        dock.show()
        self._bring_to_front(dock)

    def _bring_to_front(self, dock: Dock) -> None:
        """Show a panel in front of its tabs.

        The group scrolls, or else all panels, rather than that the window grows beyond
        the screen.
        """
        dock.raise_()
        dock.update_least_size()
        if self._is_too_high():
            beside = self._tabs_beside(dock)
            self._scroll(one for one in self.docks if one is dock or one in beside)
        if self._is_too_high():
            self._scroll(self.docks)

    def _on_toggled(self, dock: Dock, is_shown: bool) -> None:
        if is_shown:
            self._bring_to_front(dock)

    def fit_panel(self, name: str) -> None:
        """Give a panel above others the height it prefers, unless the user chose more.

        The panels below become lower, at most to their smallest height. They scroll
        rather than that the window grows beyond the screen.
        """
        dock = self._docks[name]
        dock.update_least_size()
        if self._is_too_high():
            self._scroll(other for other in self.docks if other is not dock)
        stacked = self._stacked_docks()
        if dock not in stacked or self._tabs_beside(dock):
            return
        wanted = dock.preferred_height()
        if dock.height() > max(self._fitted.get(dock, 0), wanted) + SLACK:
            return  # the user's choice
        self._fitted[dock] = wanted
        if dock.height() == wanted:
            return
        others = [other for other in stacked if other is not dock]
        heights = self._share_change(others, wanted - dock.height())
        heights[dock] = wanted
        self._window.resizeDocks(list(heights), list(heights.values()), Qt.Vertical)

    def _share_change(self, docks: list[Dock], missing: int) -> dict[Dock, int]:
        """Return the heights of docks that give pixels, or get them if negative.

        A panel that scrolls gets what it needs, and the first one the rest.
        """
        heights = {}
        for dock in docks:
            beside = self._tabs_beside(dock)
            least = max(one.minimumSizeHint().height() for one in (dock, *beside))
            if missing > 0:
                change = min(missing, max(dock.height() - least, 0))
            else:
                change = max(missing, min(dock.height() - dock.whole_height(), 0))
            bar = self._tab_bar_height() if beside else 0
            heights[dock] = dock.height() + bar - change
            missing -= change
        if docks and missing < 0:
            heights[docks[0]] -= missing
        return heights

    def _scroll(self, docks: Iterable[Dock]) -> None:
        """Make panels scroll, and undo the growth of the window."""
        self._scrolled = self.current
        for dock in docks:
            dock.allow_scrolling()
        self._activate()
        shrink_into_screen(self._window)

    def _stacked_docks(self) -> list[Dock]:
        """Return the docks beside the board, of each group of tabs the one in front."""
        return [
            dock
            for dock in self.docks
            if not dock.isHidden()
            and not dock.isFloating()
            and not (self._tabs_beside(dock) and dock.visibleRegion().isEmpty())
        ]

    def _tab_bar_height(self) -> int:
        """Return the height of the tabs over a group, which are a part of it."""
        bars = self._window.findChildren(QTabBar, options=Qt.FindDirectChildrenOnly)
        return max((bar.height() for bar in bars if bar.isVisible()), default=0)

    def _tabs_beside(self, dock: Dock) -> list[QDockWidget]:
        """Return the other docks in the group of tabs of a dock."""
        others = self._window.tabifiedDockWidgets(dock)
        return [other for other in others if not other.isHidden()]

    def remember(self) -> None:
        """Save the current layout."""
        version = self._cramped_version()
        if self._scrolled == self.current and not self._in_tabs:
            version = self._scrolled_version()
        state = self._window.saveState(version)
        self._settings[DOCK_STATE[self.current]] = bytes(state)

    def restore(self) -> None:
        """Restore the saved layout, or apply the default; the window keeps its size.

        A layout of a low screen gives way where fewer panels have to be in tabs.
        """
        size = self._window.size()
        state = self._settings[DOCK_STATE[self.current]]
        self._forbid_scrolling()
        if state is not None and self._restore_fitting(state):
            self._in_tabs = 0
            if self._is_too_high() and self._scrolled == self.current:
                self._allow_scrolling()
            elif self._is_too_high():
                self._apply_defaults()
        else:
            self._apply_defaults()
            if (
                state is not None
                and self._in_tabs
                and self._window.restoreState(state, self._cramped_version())
            ):
                self._unsettled = []
                if self._is_too_high():
                    self._apply_defaults()
        self._shrink_to(size)

    def _restore_fitting(self, state: bytes) -> bool:
        """Restore a layout unless it was made for a low screen; return whether."""
        if self._window.restoreState(state, self._scrolled_version()):
            self._scrolled = self.current
            return True
        return bool(self._window.restoreState(state, STATE_VERSION))

    def _cramped_version(self) -> int:
        return STATE_VERSION + CRAMPED_VERSION * self._in_tabs

    def _scrolled_version(self) -> int:
        return SCROLLED_VERSION + self._window.screen().availableGeometry().height()

    def settle(self, *, is_final: bool) -> None:
        """Share the room of the default layout.

        Args:
            is_final: Whether the window has its size, which the desktop may choose.
        """
        if self._unsettled:
            self._share_room(self._unsettled)
        if is_final:
            self._unsettled = []

    def reset(self) -> None:
        """Apply the default layout and save it."""
        self._apply_defaults()
        self.remember()

    def _apply_defaults(self) -> None:
        size = self._window.size()
        self._forbid_scrolling()
        for dock in self.docks:
            dock.setFloating(False)
            self._window.addDockWidget(Qt.RightDockWidgetArea, dock)
        tabs = self._docks_at("tabs")
        self._put_in_tabs(tabs)
        self._in_tabs = 0
        for panel in self._giving_way():
            if not self._is_too_high():
                break
            self._in_tabs += 1
            tabs.append(self._docks[panel.name])
            self._put_in_tabs(tabs)
        if self._is_too_high():  # a small screen with a large scale
            self._allow_scrolling()
        self._shrink_to(size)
        if self._window.isVisible():
            self._share_room(tabs)
        else:
            self._unsettled = tabs

    def _forbid_scrolling(self) -> None:
        for dock in self.docks:
            dock.forbid_scrolling()

    def _allow_scrolling(self) -> None:
        for dock in self.docks:
            dock.allow_scrolling()

    def _giving_way(self) -> list[Panel]:
        """Return the panels at the top in the order in which they join the tabs."""
        at_top = [panel for panel in self._panels if panel.place == "top"]
        return sorted(at_top, key=lambda panel: panel.leads == self.current)

    def _shrink_to(self, size: QSize) -> None:
        """Undo the growth of the window while panels were above each other.

        Qt takes a window that is resized for one that is not maximized.
        """
        self._activate()
        if self._window.size() != size:
            state = self._window.windowState()
            self._window.resize(size)
            self._window.setWindowState(state)

    def _activate(self) -> None:
        """Update the smallest size of the window at once."""
        layout = self._window.layout()
        if layout is not None:
            layout.activate()

    def _docks_at(self, place: Place) -> list[Dock]:
        return [
            self._docks[panel.name] for panel in self._panels if panel.place == place
        ]

    def _put_in_tabs(self, docks: list[Dock]) -> None:
        """Put panels in one group of tabs; a leading one or the first is in front."""
        for last, dock in pairwise(docks):
            self._window.tabifyDockWidget(last, dock)
        for panel in self._panels:
            self._docks[panel.name].setVisible(self.current in panel.layouts)
        leading = [
            self._docks[panel.name]
            for panel in self._panels
            if panel.front_in == self.current and self._docks[panel.name] in docks
        ]
        shown = (dock for dock in (*leading, *docks) if not dock.isHidden())
        front = next(shown, None)
        if front is not None:
            front.raise_()

    def _share_room(self, tabs: list[Dock]) -> None:
        """Give each panel at the top the height it prefers, and the tabs the rest."""
        width = self._side_width()
        shown = [dock for dock in self.docks if not dock.isHidden()]
        heights = {dock: dock.preferred_height() for dock in shown if dock not in tabs}
        front = next((dock for dock in tabs if dock in shown), None)
        if front is not None:
            gap = self._window.style().pixelMetric(
                QStyle.PM_DockWidgetSeparatorExtent, None, self._window
            )
            taken = sum(height + gap for height in heights.values())
            heights[front] = max(
                self._window.centralWidget().height() - taken,
                front.minimumSizeHint().height(),
            )
        docks = list(heights)
        self._window.resizeDocks(docks, [width] * len(docks), Qt.Horizontal)
        self._window.resizeDocks(docks, list(heights.values()), Qt.Vertical)
        self._fitted = heights

    def _side_width(self) -> int:
        """Return the width of the panels that suits layout and screen."""
        screen = self._window.screen().geometry().width()
        if screen < NARROW_SCREEN:
            return NARROW_SIDE_WIDTHS[self.current]
        fitting = (
            width for least, width in SIDE_WIDTHS[self.current] if screen >= least
        )
        return next(fitting, SIDE_WIDTH)

    def _is_too_high(self) -> bool:
        """Return whether the stacked panels are higher than the screen."""
        screen = self._window.screen().availableGeometry()
        return self._window.minimumSizeHint().height() > screen.height() - FRAME_HEIGHT
