"""The panels beside the board, and the two arrangements of them that are remembered.

A panel that is moved, closed or resized stays so in the arrangement on the screen.
Damaged memories give way to the arrangement the program came with; Qt itself brings
floating panels back to a screen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PyQt5.QtCore import QObject, Qt, pyqtSignal
from PyQt5.QtWidgets import QAction, QMainWindow, QTabWidget, QWidget

from gui.settings.settings import Arrangement, Settings
from gui.style.theme import Theme
from gui.widgets.dock import Dock

STATE_VERSION = 1
"""Grows when another set of panels makes remembered states useless."""

SIDE_WIDTH = 356
"""Width of the panels beside the board, in pixels at 100 %."""

LOW_SCREEN = 900
"""Below this height of a screen, in pixels at 100 %, two panels fit and a third does
not: the list of moves would have a row or two."""

STACKED_PANELS = 2
"""Panels above each other on a low screen."""

FRAME_HEIGHT = 40
"""What the system's own title takes of a screen's height, in pixels at 100 %."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """A panel and its place in the arrangements."""

    name: str
    """Part of the names of its dock, its title and its action."""

    widget: QWidget
    """What is shown."""

    title: Callable[[], str]
    """Returns its title in the language of the window."""

    arrangements: tuple[Arrangement, ...]
    """Where it is seen unless the user decides otherwise."""

    grows: bool = False
    """Whether it takes the room that the others leave."""

    has_cross: bool = True
    """Whether its title has a cross that closes it."""


class Arrangements(QObject):
    """Puts panels into docks and goes from one arrangement to the other.

    Args:
        window: Where the docks belong.
        panels: The panels, from top to bottom.
        settings: Where arrangements are remembered.
        theme: Colours of the titles.
    """

    changed = pyqtSignal()  # see ``current``

    def __init__(
        self,
        window: QMainWindow,
        panels: tuple[Panel, ...],
        settings: Settings,
        theme: Theme,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._settings = settings
        self._panels = panels
        self._docks = {
            panel.name: Dock(
                panel.name,
                panel.widget,
                theme,
                grows=panel.grows,
                has_cross=panel.has_cross,
            )
            for panel in panels
        }
        window.setTabPosition(Qt.AllDockWidgetAreas, QTabWidget.North)
        for dock in self._docks.values():
            window.addDockWidget(Qt.RightDockWidgetArea, dock)
        self.retranslate()

    @property
    def current(self) -> Arrangement:
        """The arrangement on the screen."""
        return self._settings.arrangement

    @property
    def docks(self) -> list[Dock]:
        """The panels in their docks."""
        return list(self._docks.values())

    @property
    def actions(self) -> list[QAction]:
        """An action for each panel that shows or hides it."""
        return [dock.toggleViewAction() for dock in self.docks]

    def set_theme(self, theme: Theme) -> None:
        """Draw all titles in the colours of ``theme``."""
        for dock in self.docks:
            dock.set_theme(theme)

    def retranslate(self) -> None:
        """Show all titles in the language of the window."""
        for panel in self._panels:
            self._docks[panel.name].set_title(panel.title())

    def switch_to(self, arrangement: Arrangement) -> None:
        """Show the other arrangement; the one on the screen is remembered."""
        if arrangement != self.current:
            self.remember()
            self._settings.arrangement = arrangement
            self.restore()
        self.changed.emit()

    def remember(self) -> None:
        """Keep the arrangement on the screen as it is now."""
        state = self._window.saveState(STATE_VERSION)
        self._settings.set_dock_layout_state(self.current, bytes(state))

    def restore(self) -> None:
        """Arrange the panels as they were, or as the program came."""
        state = self._settings.dock_layout_state(self.current)
        is_restored = state is not None and self._window.restoreState(
            state, STATE_VERSION
        )
        if not is_restored or self._needs_too_much_height():
            self._arrange()

    def reset(self) -> None:
        """Arrange the panels as the program came."""
        self._arrange()
        self.remember()

    def _arrange(self) -> None:
        room = self._window.size()
        heights: dict[Dock, int] = {}
        for panel in self._panels:
            dock = self._docks[panel.name]
            dock.setFloating(False)
            self._window.addDockWidget(Qt.RightDockWidgetArea, dock)
            is_shown = self.current in panel.arrangements
            dock.setVisible(is_shown)
            if is_shown:
                rest = self._window.height()
                heights[dock] = rest if panel.grows else dock.sizeHint().height()
        is_crowded = self._is_screen_low() and len(heights) > STACKED_PANELS
        if is_crowded or self._needs_too_much_height():
            self._share_a_place(*list(heights)[-2:])
            if self._window.size() != room:  # it grew for panels above each other
                self._window.resize(room)
        widths = [SIDE_WIDTH] * len(heights)
        self._window.resizeDocks(list(heights), widths, Qt.Horizontal)
        self._window.resizeDocks(list(heights), list(heights.values()), Qt.Vertical)

    def _share_a_place(self, above: Dock, below: Dock) -> None:
        """Make tabs of two panels; that of fewer arrangements is in front."""
        self._window.tabifyDockWidget(above, below)
        uses = {
            self._docks[panel.name]: len(panel.arrangements) for panel in self._panels
        }
        min(below, above, key=lambda dock: uses[dock]).raise_()

    def _is_screen_low(self) -> bool:
        return self._window.screen().geometry().height() < LOW_SCREEN

    def _needs_too_much_height(self) -> bool:
        """Say whether the panels, one above the other, are too much for the screen."""
        screen = self._window.screen().availableGeometry()
        return self._window.minimumSizeHint().height() > screen.height() - FRAME_HEIGHT
