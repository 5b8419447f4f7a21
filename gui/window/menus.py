"""Menu bar of the window's actions."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt5.QtCore import QEvent, QObject
from PyQt5.QtWidgets import QAction, QMainWindow, QMenu

from gui.actions.action_row import ActionRow, Menu
from gui.actions.actions import Actions


class Menus(QObject):
    """Menus of a window, made from the table of actions.

    Args:
        window: The window of the menu bar.
        actions: The window's actions with their menus.
        panels: Actions that show and hide the panels.
    """

    def __init__(
        self, window: QMainWindow, actions: Actions, panels: Sequence[QAction]
    ) -> None:
        super().__init__(window)
        self._actions = actions
        self._menus: dict[str, QMenu] = {}
        bar = window.menuBar()
        for menu in actions.menus:
            bar.addMenu(self._make(menu, window))
        self["panels"].addActions(list(panels))
        self._retranslate()

    def __getitem__(self, name: str) -> QMenu:
        """Return a menu or a submenu."""
        return self._menus[name]

    def groups(self) -> list[tuple[str, list[QAction]]]:
        """Return the actions of each menu below its title, those of submenus too.

        The titles have the access keys, before which there is an ``&``.
        """
        bar = [self[menu.name] for menu in self._actions.menus]
        return [(menu.title(), _named_actions(menu)) for menu in bar]

    def all_actions(self) -> list[QAction]:
        """Return every action in the order of the menus."""
        return [action for _, actions in self.groups() for action in actions]

    def _make(self, menu: Menu, parent: QMainWindow | QMenu) -> QMenu:
        made = self._menus[menu.name] = QMenu(parent)
        made.setObjectName(f"menu_{menu.name}")
        for entry in menu.entries:
            if isinstance(entry, ActionRow):
                made.addAction(self._actions[entry.name])
            elif isinstance(entry, Menu):
                made.addMenu(self._make(entry, made))
            else:
                made.addSeparator()
        return made

    def _retranslate(self) -> None:
        self._show_titles(self._actions.menus)

    def _show_titles(self, menus: Sequence[Menu]) -> None:
        for menu in menus:
            self[menu.name].setTitle(menu.title())
            self._show_titles([e for e in menu.entries if isinstance(e, Menu)])

    def event(self, event: QEvent) -> bool:
        """Follow the language of the window."""
        if event.type() == QEvent.LanguageChange:
            self._retranslate()
        return super().event(event)


def _named_actions(menu: QMenu) -> list[QAction]:
    found: list[QAction] = []
    for action in menu.actions():
        submenu: QMenu | None = action.menu()
        if submenu is not None:
            found += _named_actions(submenu)
        elif action.objectName():
            found.append(action)
    return found
