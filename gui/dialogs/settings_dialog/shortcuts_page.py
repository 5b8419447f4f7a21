"""Settings page for keyboard shortcuts."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt5.QtCore import Qt
from PyQt5.QtGui import QKeySequence
from PyQt5.QtWidgets import (
    QAction,
    QHBoxLayout,
    QHeaderView,
    QKeySequenceEdit,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
)

from gui.actions.actions import plain_text
from gui.actions.shortcuts import Shortcuts, format_shortcuts
from gui.dialogs.settings_dialog.page import SettingsPage
from gui.style.theme import SPACE_M, SPACE_S
from gui.text.i18n import tr
from gui.text.plain_text import PlainLabel
from gui.widgets.named_widgets import make_button


class ShortcutsPage(SettingsPage):
    """Searchable list of actions and an editor for the chosen shortcut.

    Args:
        keys: The keys of all actions.
        groups: The actions by menu, whose title has its access key.
    """

    def __init__(
        self, keys: Shortcuts, groups: Sequence[tuple[str, list[QAction]]]
    ) -> None:
        super().__init__("settings_keys", tr("Settings", "Keyboard shortcuts"))
        self._keys = keys
        self._groups: list[QTreeWidgetItem] = []
        self._items: list[QTreeWidgetItem] = []
        self._menu_titles = [title for title, _ in groups]
        self._search = QLineEdit()
        self._search.setObjectName("keys_search")
        self._search.setPlaceholderText(tr("Keys", "Search actions or keys"))
        self._search.setClearButtonEnabled(True)
        self._search.textChanged.connect(self._filter)
        self._tree = self._new_tree()
        self._fill(groups)
        self._chosen = PlainLabel()
        self._edit = QKeySequenceEdit()
        self._edit.setObjectName("keys_edit")
        self._edit.setMinimumWidth(130)
        self._edit.editingFinished.connect(self._on_key_pressed)
        self._none = make_button("keys_none", tr("Keys", "No shortcut"))
        self._none.clicked.connect(self._on_none_clicked)
        self._reset = make_button("keys_reset", tr("Keys", "Reset"))
        self._reset.clicked.connect(self._on_reset_clicked)
        self._reset_all = make_button("keys_reset_all", tr("Keys", "Reset all"))
        self._reset_all.clicked.connect(keys.reset_all)
        self._problem = PlainLabel()
        self._problem.setObjectName("keys_problem")
        self._problem.setProperty("role", "warning")
        self._problem.setWordWrap(True)
        self._take_over = make_button("keys_take_over", tr("Keys", "Reassign"))
        self._take_over.clicked.connect(self._on_take_over_clicked)
        self._lay_out()
        keys.changed.connect(self._show_keys)
        self._tree.currentItemChanged.connect(self._on_item_chosen)
        self._tree.setCurrentItem(self._items[0])

    def _new_tree(self) -> QTreeWidget:
        tree = QTreeWidget()
        tree.setObjectName("keys_list")
        tree.setColumnCount(2)
        tree.setHeaderHidden(True)
        tree.setRootIsDecorated(False)
        tree.setItemsExpandable(False)
        tree.setIndentation(SPACE_M)
        tree.setUniformRowHeights(True)
        tree.header().setStretchLastSection(False)
        tree.header().setSectionResizeMode(0, QHeaderView.Stretch)
        tree.header().setSectionResizeMode(1, QHeaderView.ResizeToContents)
        return tree

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(SPACE_S)
        row.addWidget(self._chosen, 1)
        for part in (self._edit, self._none, self._reset):
            row.addWidget(part)
        below = QHBoxLayout()
        below.setSpacing(SPACE_S)
        below.addWidget(self._problem, 1)
        below.addWidget(self._take_over)
        below.addWidget(self._reset_all)
        self.column.setSpacing(SPACE_M)
        self.column.addWidget(self._search)
        self.column.addWidget(self._tree, 1)
        self.column.addLayout(row)
        self.column.addLayout(below)

    def _fill(self, groups: Sequence[tuple[str, list[QAction]]]) -> None:
        for title, actions in groups:
            group = QTreeWidgetItem(self._tree, [plain_text(title)])
            group.setFlags(Qt.ItemIsEnabled)
            font = group.font(0)
            font.setBold(True)
            group.setFont(0, font)
            for action in actions:
                item = QTreeWidgetItem(group, [plain_text(action.text())])
                item.setData(0, Qt.UserRole, action.objectName())
                self._items.append(item)
            group.setExpanded(True)
            self._groups.append(group)
        self._chosen_item = self._items[0]
        self._show_texts()

    def _show_texts(self) -> None:
        """Show every action's keys; those of the user in bold."""
        for item in self._items:
            name = item.data(0, Qt.UserRole)
            item.setText(1, format_shortcuts(self._keys.shortcuts_for(name)))
            font = item.font(1)
            font.setBold(self._keys.is_changed(name))
            item.setFont(1, font)

    @property
    def _name(self) -> str:
        """The name of the chosen action."""
        return str(self._chosen_item.data(0, Qt.UserRole))

    def _show_keys(self) -> None:
        self._show_texts()
        self._show_chosen()

    def _show_chosen(self) -> None:
        name = self._name
        keys = self._keys.shortcuts_for(name)
        self._chosen.setText(self._chosen_item.text(0))
        self._edit.setKeySequence(keys[0] if keys else QKeySequence())
        self._none.setEnabled(bool(keys))
        self._reset.setEnabled(self._keys.is_changed(name))
        self._show_conflict(None)

    def _on_item_chosen(self, item: QTreeWidgetItem | None) -> None:
        if item is not None and item not in self._groups:
            self._chosen_item = item
            self._show_chosen()

    def _show_conflict(self, owner: QAction | None) -> None:
        """Show the owner of the pressed key and offer to reassign it."""
        self._take_over.setVisible(owner is not None)
        if owner is None:
            self._problem.clear()
            return
        message = tr("Keys", "{key} is already assigned to “{action}”.")
        self._problem.setText(
            message.format(
                key=format_shortcuts([self._edit.keySequence()]),
                action=plain_text(owner.text()),
            )
        )

    def _on_key_pressed(self) -> None:
        pressed = self._edit.keySequence()
        if pressed.isEmpty():
            self._show_chosen()
            return
        key = QKeySequence(pressed[0])
        if key != pressed:
            self._edit.setKeySequence(key)
        menu = self._find_menu(key)
        owner = self._keys.find_owner(key)
        if menu is not None:
            self._show_conflict(None)
            self._show_menu(menu)
        elif owner is None:
            self._keys.assign(self._name, key)
        else:
            is_other = owner.objectName() != self._name
            self._show_conflict(owner if is_other else None)

    def _find_menu(self, key: QKeySequence) -> str | None:
        """Return the title of the menu that a key opens, if any.

        An action with such a key would be ambiguous and never run.
        """
        for title in self._menu_titles:
            if QKeySequence.mnemonic(title) == key:
                return plain_text(title)
        return None

    def _show_menu(self, title: str) -> None:
        """Show that the pressed key opens a menu."""
        message = tr("Keys", "{key} opens the menu “{menu}”.")
        key = format_shortcuts([self._edit.keySequence()])
        self._problem.setText(message.format(key=key, menu=title))

    def _on_take_over_clicked(self) -> None:
        self._keys.assign(self._name, self._edit.keySequence())

    def _on_none_clicked(self) -> None:
        self._keys.assign(self._name, None)

    def _on_reset_clicked(self) -> None:
        self._keys.reset(self._name)

    def _filter(self, text: str) -> None:
        """Show the actions whose name or key holds ``text``, one of them chosen."""
        wanted = text.casefold().strip()
        for item in self._items:
            shown = f"{item.text(0)} {item.text(1)}".casefold()
            item.setHidden(wanted not in shown)
        for group in self._groups:
            rows = range(group.childCount())
            group.setHidden(all(group.child(row).isHidden() for row in rows))
        found = [item for item in self._items if not item.isHidden()]
        if found and self._chosen_item not in found:
            self._tree.setCurrentItem(found[0])
