"""Keyboard shortcuts: defaults and the user's changes.

The object name of an action is its key; it is the same in every language and version.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from PyQt5.QtCore import QObject, Qt, pyqtSignal
from PyQt5.QtGui import QKeySequence
from PyQt5.QtWidgets import QAction

from gui.settings.settings import Settings
from gui.settings.table import SHORTCUTS


class Shortcuts(QObject):
    """Shortcuts of all actions.

    Args:
        actions: Every action, each with a name of its own.
        defaults: Default shortcuts by name.
        settings: Storage of the user's changes.
        parent: See ``QObject``.
    """

    changed = pyqtSignal()

    def __init__(
        self,
        actions: Iterable[QAction],
        defaults: Mapping[str, tuple[str, ...]],
        settings: Settings,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._actions = {action.objectName(): action for action in actions}
        self._defaults = {
            name: [QKeySequence(key) for key in keys] for name, keys in defaults.items()
        }
        self._settings = settings
        self._apply()

    def shortcuts_for(self, name: str) -> list[QKeySequence]:
        """Return the shortcuts of an action, the displayed one first."""
        return self._actions[name].shortcuts()

    def is_changed(self, name: str) -> bool:
        """Return whether the user changed the shortcuts of an action."""
        return self._settings[SHORTCUTS[name]] is not None

    def find_owner(self, key: QKeySequence) -> QAction | None:
        """Return the action with the shortcut ``key``, if any."""
        for action in self._actions.values():
            if key in action.shortcuts():
                return action
        return None

    def assign(self, name: str, key: QKeySequence | None) -> None:
        """Assign ``key`` alone, or no key, to an action; its owner loses it."""
        wanted = [] if key is None else [key]
        self._take_away(wanted, name)
        self._settings[SHORTCUTS[name]] = _text(wanted)
        self._apply()
        self.changed.emit()

    def reset(self, name: str) -> None:
        """Restore an action's default shortcuts; their owners lose them."""
        self._take_away(self._defaults.get(name, []), name)
        self._settings[SHORTCUTS[name]] = None
        self._apply()
        self.changed.emit()

    def reset_all(self) -> None:
        """Restore all default shortcuts."""
        for name in self._actions:
            self._settings[SHORTCUTS[name]] = None
        self._apply()
        self.changed.emit()

    def _take_away(self, keys: Sequence[QKeySequence], name: str) -> None:
        for key in keys:
            owner = self.find_owner(key)
            if owner is not None and owner.objectName() != name:
                left = [other for other in owner.shortcuts() if other != key]
                self._settings[SHORTCUTS[owner.objectName()]] = _text(left)
                owner.setShortcuts(left)

    def _apply(self) -> None:
        """Set all shortcuts without duplicates; the user's choice has priority."""
        chosen = {name: self._chosen(name) for name in self._actions}
        taken: list[QKeySequence] = []
        for is_own_choice in (True, False):
            for name, action in self._actions.items():
                keys = chosen[name]
                if (keys is not None) is not is_own_choice:
                    continue
                wanted = self._defaults.get(name, []) if keys is None else keys
                free = [key for key in wanted if key not in taken]
                taken += free
                action.setShortcuts(free)

    def _chosen(self, name: str) -> list[QKeySequence] | None:
        """Return the user's shortcuts of an action, ignoring invalid ones."""
        text = self._settings[SHORTCUTS[name]]
        if text is None:
            return None
        keys = [key for key in QKeySequence.listFromString(text) if _is_key(key)]
        return keys if keys or not text else None


def format_shortcuts(keys: Sequence[QKeySequence]) -> str:
    """Return shortcuts in the platform's notation, each name once.

    In Chinese, Return and the Enter key of the keypad have the same name.
    """
    return "; ".join(list_names(keys))


def list_names(keys: Sequence[QKeySequence]) -> list[str]:
    """Return the different names of shortcuts in the platform's notation."""
    return list(dict.fromkeys(key.toString(QKeySequence.NativeText) for key in keys))


def _text(keys: Sequence[QKeySequence]) -> str:
    return QKeySequence.listToString(list(keys))


def _is_key(key: QKeySequence) -> bool:
    return not key.isEmpty() and key[0] & ~int(Qt.KeyboardModifierMask) != int(
        Qt.Key_unknown
    )
