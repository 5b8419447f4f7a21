"""Actions of the settings with an entry in the *View* menu."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from PyQt5.QtCore import QObject
from PyQt5.QtWidgets import QAction, QActionGroup

from gui.schema.setting import Choice, Setting
from gui.settings.settings import Settings
from gui.settings.table import MENU_SETTINGS


class SettingActions(QObject):
    """Checkable actions that show and change settings.

    A flag has one action, a choice one for each value.

    Args:
        settings: The shown and changed settings.
        parent: Owner of the actions.
        rows: The settings with actions.
    """

    def __init__(
        self,
        settings: Settings,
        parent: QObject,
        rows: Sequence[Setting[Any]] = MENU_SETTINGS,
    ) -> None:
        super().__init__(parent)
        self.rows = rows
        self._settings = settings
        self._actions = {row.key: self._make(row) for row in rows}
        for row in rows:
            self._show(row)
        settings.changed.connect(self._on_setting_changed)

    def find(self, row: Setting[Any]) -> list[QAction]:
        """Return the actions of a setting."""
        return list(self._actions[row.key].values())

    def set_slanted(self, *, is_slanted: bool) -> None:
        """Disable what has no effect on a board that is not slanted."""
        for row in self.rows:
            if row.menu is not None and row.menu.is_slanted_only:
                for action in self.find(row):
                    action.setEnabled(is_slanted)

    def labels(self) -> dict[str, str]:
        """Return the texts of the actions by object name."""
        texts: dict[str, str] = {}
        for row in self.rows:
            if isinstance(row, Choice):
                titles = row.titled()
                texts |= {name_action(row, value): titles[value] for value in titles}
            elif row.menu is not None:
                texts[row.name] = row.menu.text()
        return texts

    def _make(self, row: Setting[Any]) -> dict[Any, QAction]:
        """Return an action for each value that can be chosen."""
        values = row.values if isinstance(row, Choice) else (True,)
        actions = {value: QAction(self) for value in values}
        for value, action in actions.items():
            action.setObjectName(name_action(row, value))
            action.setCheckable(True)
            action.triggered.connect(partial(self._choose, row, value))
        if isinstance(row, Choice):
            group = QActionGroup(self)
            for action in actions.values():
                group.addAction(action)
        return actions

    def _choose(self, row: Setting[Any], value: object, is_checked: bool) -> None:
        self._settings[row] = value if isinstance(row, Choice) else is_checked

    def _show(self, row: Setting[Any]) -> None:
        current = self._settings[row]
        for value, action in self._actions[row.key].items():
            action.setChecked(value == current)

    def _on_setting_changed(self, key: str) -> None:
        for row in self.rows:
            if row.key == key:
                self._show(row)


def name_action(row: Setting[Any], value: object) -> str:
    """Return the object name of an action; settings and versions rely on it."""
    return f"{row.name}_{row.format(value)}" if isinstance(row, Choice) else row.name
