"""Tool bar: the games, the most frequent commands and the two dock layouts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from PyQt5.QtCore import QEvent, QSize, Qt
from PyQt5.QtGui import QActionEvent, QResizeEvent, QShowEvent
from PyQt5.QtWidgets import (
    QAction,
    QHBoxLayout,
    QSizePolicy,
    QToolBar,
    QToolButton,
    QWidget,
)

from gui.actions.action_table import TOOL_BAR
from gui.actions.actions import Actions
from gui.style.dynamic_property import set_dynamic_property
from gui.style.theme import ICON_SIZE, SPACE_M, SPACE_S
from gui.widgets.named_widgets import make_tool_button


class ToolBar(QToolBar):
    """Tool bar with texts beside the icons while there is space for all of them.

    Args:
        actions: The window's actions.
        parent: The window.
    """

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._groups: list[list[QToolButton]] = []
        self.setObjectName("tool_bar")
        self.setMovable(False)
        self.setFloatable(False)
        self.setContextMenuPolicy(Qt.PreventContextMenu)
        self.setIconSize(QSize(ICON_SIZE, ICON_SIZE))
        self.setToolButtonStyle(Qt.ToolButtonTextBesideIcon)
        games = {
            name.replace("game_", "switch_"): action
            for name, action in actions.group("games").items()
        }
        switch = _switch("switch", games, with_icons=True)
        self.addWidget(switch)
        for number, names in enumerate(TOOL_BAR):
            if number:
                self.addSeparator()
            self._add_buttons({f"button_{name}": actions[name] for name in names})
        gap = QWidget()
        gap.setSizePolicy(QSizePolicy.Expanding, QSizePolicy.Preferred)
        self.addWidget(gap)
        dock_layouts = actions.group("dock_layouts")
        self.addWidget(_switch("switch_arrangement", dock_layouts, with_icons=False))
        self._groups.append(switch.findChildren(QToolButton))

    def _add_buttons(self, buttons: Mapping[str, QAction]) -> None:
        group: list[QToolButton] = []
        for name, action in buttons.items():
            self.addAction(action)
            button = cast("QToolButton", self.widgetForAction(action))
            button.setObjectName(name)
            button.setFocusPolicy(Qt.TabFocus)
            group.append(button)
        self._groups.append(group)

    def _fit(self) -> None:
        """Hide texts that do not fit, those of the file commands first.

        The names of the games are the last, as on a small screen with a large scale;
        there the buttons may also have to be closer to each other.
        """
        if not self.isVisible():
            return
        self._set_tight(is_tight=False)
        for group in self._groups:
            _show_texts(group, Qt.ToolButtonTextBesideIcon)
        for group in self._groups:
            if self.sizeHint().width() > self.width():
                _show_texts(group, Qt.ToolButtonIconOnly)
        self._set_tight(is_tight=self.sizeHint().width() > self.width())

    def _set_tight(self, *, is_tight: bool) -> None:
        """Choose between narrow and usual buttons."""
        for button in self.findChildren(QToolButton):
            set_dynamic_property(button, "tight", is_tight)
            button.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """See ``QWidget.resizeEvent``."""
        super().resizeEvent(event)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        """See ``QWidget.showEvent``."""
        super().showEvent(event)
        self._fit()

    def actionEvent(self, event: QActionEvent) -> None:
        """Fit buttons that come, go, or change their texts."""
        super().actionEvent(event)
        if event.type() == QEvent.ActionChanged:
            self._fit()


def _show_texts(buttons: list[QToolButton], style: Qt.ToolButtonStyle) -> None:
    for button in buttons:
        button.setToolButtonStyle(style)


def _switch(name: str, buttons: Mapping[str, QAction], *, with_icons: bool) -> QWidget:
    """Return a row of exclusive buttons."""
    switch = QWidget()
    switch.setObjectName(name)
    row = QHBoxLayout(switch)
    row.setContentsMargins(SPACE_S // 2, 0, SPACE_M if with_icons else 0, 0)
    row.setSpacing(0)
    last = len(buttons) - 1
    for index, (button_name, action) in enumerate(buttons.items()):
        button = make_tool_button(button_name, action)
        button.setToolButtonStyle(
            Qt.ToolButtonTextBesideIcon if with_icons else Qt.ToolButtonTextOnly
        )
        segment = {0: "first", last: "last"}.get(index, "middle")
        button.setProperty("segment", segment)
        row.addWidget(button)
    return switch
