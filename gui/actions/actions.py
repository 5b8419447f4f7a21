"""Actions of the window, made from the rows of the table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from PyQt5.QtCore import QEvent, QObject
from PyQt5.QtGui import QKeySequence
from PyQt5.QtWidgets import QAction, QActionGroup

from gui.actions.action_row import (
    ActionRow,
    ActionState,
    Label,
    Menu,
    always,
    list_rows,
)
from gui.style.icons import icon_if_drawn
from gui.text.i18n import tr
from gui.text.plain_text import set_tip

Commands = Mapping[str, Callable[..., object]]
"""Commands by action name; a checkable action passes whether it is checked."""


class Actions(QObject):
    """Every action of a window by its name.

    Args:
        parent: The window.
        menus: The rows.
    """

    def __init__(self, parent: QObject, menus: Sequence[Menu]) -> None:
        super().__init__(parent)
        self.menus = menus
        self._rows = {row.name: row for row in list_rows(menus)}
        self._groups: dict[str, QActionGroup] = {}
        self._actions = {name: self._make(row) for name, row in self._rows.items()}
        self._labels: dict[str, Label] = {}
        self._state: ActionState | None = None
        self._retranslate()

    def __getitem__(self, name: str) -> QAction:
        """Return an action."""
        return self._actions[name]

    def find(self, names: Iterable[str]) -> list[QAction]:
        """Return some actions."""
        return [self._actions[name] for name in names]

    def group(self, name: str) -> dict[str, QAction]:
        """Return the actions of an exclusive group by name."""
        members = (row for row in self._rows.values() if row.group == name)
        return {row.name: self._actions[row.name] for row in members}

    def connect_commands(self, commands: Commands) -> None:
        """Connect each action to its command.

        Raises:
            ValueError: An action has no command, or a command no action.
        """
        different = sorted(set(commands) ^ set(self._rows))
        if different:
            raise ValueError(
                f"Expected a command for each action, differing: {different}."
            )
        for name, command in commands.items():
            self._actions[name].triggered.connect(command)

    def show(self, state: ActionState) -> None:
        """Show which actions are possible and checked now."""
        self._state = state
        for name, row in self._rows.items():
            action = self._actions[name]
            if row.label is not None:
                self._show_label(row, row.label(state))
            if row.is_visible is not always:
                action.setVisible(row.is_visible(state))
            if row.is_enabled is not always:
                action.setEnabled(row.is_enabled(state))
            if row.reason is not None:
                self._show_tip(name)
            if row.is_checked is not None:
                action.setChecked(row.is_checked(state))

    def show_shortcuts(self) -> None:
        """Show the shortcut of every action in its tool tip."""
        for name in self._actions:
            self._show_tip(name)

    def _show_tip(self, name: str) -> None:
        """Show text and shortcut of an action, and why it is not possible."""
        action, row, state = self._actions[name], self._rows[name], self._state
        lines = [_tip(action)]
        if row.reason is not None and state is not None and not action.isEnabled():
            lines.append(row.reason(state))
        set_tip(action, "\n".join(lines))

    def _make(self, row: ActionRow) -> QAction:
        action = QAction(self)
        action.setObjectName(row.name)
        action.setMenuRole(row.role)
        action.setIconVisibleInMenu(False)
        action.setCheckable(row.is_checkable or bool(row.group))
        if row.icon:
            action.setIcon(icon_if_drawn(row.icon, row.tone))
        if row.group:
            if row.group not in self._groups:
                self._groups[row.group] = QActionGroup(self)
            self._groups[row.group].addAction(action)
        return action

    def _retranslate(self) -> None:
        for name, row in self._rows.items():
            if row.text is not None:
                _name(self._actions[name], Label(text=row.text()))
        if self._state is not None:
            self.show(self._state)
        self.show_shortcuts()

    def _show_label(self, row: ActionRow, label: Label) -> None:
        """Show a text and an icon that follow the state, if they changed."""
        if self._labels.get(row.name) == label:
            return
        self._labels[row.name] = label
        _name(self._actions[row.name], label)
        self._show_tip(row.name)
        if label.icon:
            self._actions[row.name].setIcon(icon_if_drawn(label.icon, row.tone))

    def event(self, event: QEvent) -> bool:
        """Follow the language of the window."""
        if event.type() == QEvent.LanguageChange:
            self._retranslate()
        return super().event(event)


def _name(action: QAction, label: Label) -> None:
    """Set the text of an action in menus and on buttons."""
    action.setText(label.text)
    action.setIconText(label.short or plain_text(label.text))


def _tip(action: QAction) -> str:
    """Return the tool tip of an action: text and shortcut."""
    keys = action.shortcut().toString(QKeySequence.NativeText)
    if not keys:
        return action.iconText()
    return tr("Actions", "{text} ({keys})").format(text=action.iconText(), keys=keys)


def plain_text(text: str) -> str:
    """Return a menu's text as a button shows it: no access key, no dots."""
    return re.sub(r"\(&\w\)|[&…]", "", text)
