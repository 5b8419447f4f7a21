"""Menu bar of the window's actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PyQt5.QtCore import QEvent, QObject
from PyQt5.QtWidgets import QAction, QMainWindow, QMenu

from gui.actions.actions import Actions, plain_text
from gui.schema.display import ShownText
from gui.schema.setting import Choice, Flag, Setting
from gui.settings.table import LANGUAGE, THEME
from gui.text.i18n import tr


class Menus(QObject):
    """Menus of a window, with those whose content changes as attributes.

    Args:
        window: The window of the menu bar.
        actions: The window's actions.
        panels: Actions that show and hide the panels.
    """

    def __init__(
        self, window: QMainWindow, actions: Actions, panels: Sequence[QAction]
    ) -> None:
        super().__init__(window)
        bar = window.menuBar()
        self.recent = QMenu(window)
        self.earlier = QMenu(window)
        game = bar.addMenu("")
        _add(game, actions.new, actions.continue_here, actions.contest)
        _add(game, actions.new_window, actions.open)
        game.addMenu(self.recent)
        game.addMenu(self.earlier)
        _add(game, None, actions.save, actions.save_as, actions.export)
        _add(game, None, *actions.games.values())
        _add(
            game,
            None,
            actions.hint,
            actions.swap,
            actions.add_two,
            actions.change_sides,
            actions.pause,
            actions.resign,
            None,
            actions.quit,
        )
        edit = bar.addMenu("")
        _add(edit, actions.take_back, actions.redo)
        _add(edit, None, actions.make_main_line, actions.delete_from_here)
        _add(edit, actions.restore_deleted)
        _add(edit, None, actions.copy_record, actions.copy_moves, actions.copy_link)
        _add(edit, actions.copy_picture)
        _add(edit, actions.paste_record, None, actions.settings)
        navigate = bar.addMenu("")
        _add(navigate, actions.first, actions.previous, actions.next, actions.last)
        _add(navigate, None, actions.ten_back, actions.ten_on, actions.go_to)
        _add(navigate, None, actions.variation_up, actions.variation_down)
        _add(navigate, None, actions.board.keyboard, actions.next_control)
        engines = bar.addMenu("")
        _add(engines, *actions.engine_sides.values())
        _add(engines, None, actions.move_now, actions.stop)
        _add(engines, None, actions.run, actions.step)
        _add(engines, None, actions.engine_match)
        view = bar.addMenu("")
        board = actions.board
        self._choices: dict[QMenu, ShownText] = {}
        on_board = [row for row in actions.options.rows if row.group == "board"]
        for row in on_board:
            if isinstance(row, Flag):
                _add(view, *actions.options.find(row))
        _add(view, board.candidates, board.annotations)
        for row in on_board:
            if isinstance(row, Choice):
                self._add_choice(view, row, actions.options.find(row))
        _add(view, None, board.zoom_in, board.zoom_out, board.zoom_whole, None)
        for row in (THEME, LANGUAGE):
            self._add_choice(view, row, actions.options.find(row))
        _add(view, None, *actions.dock_layouts.values(), actions.switch_arrangement)
        self.panels = view.addMenu("")
        self.panels.addActions(list(panels))
        _add(view, actions.reset_arrangement, None, actions.full_screen)
        help_menu = bar.addMenu("")
        _add(
            help_menu,
            actions.keys_sheet,
            actions.first_steps,
            None,
            actions.log_folder,
            actions.about,
        )
        self._bars = [game, edit, navigate, engines, view, help_menu]
        self._retranslate()

    def groups(self) -> list[tuple[str, list[QAction]]]:
        """Return the actions of each menu below its title, those of submenus too."""
        return [(plain_text(menu.title()), _named_actions(menu)) for menu in self._bars]

    def all_actions(self) -> list[QAction]:
        """Return every action in the order of the menus."""
        return [action for _, actions in self.groups() for action in actions]

    def _retranslate(self) -> None:
        titles = (
            tr("Menus", "&Game"),
            tr("Menus", "&Edit"),
            tr("Menus", "&Navigate"),
            tr("Menus", "Eng&ines"),
            tr("Menus", "&View"),
            tr("Menus", "&Help"),
        )
        for menu, title in zip(self._bars, titles, strict=True):
            menu.setTitle(title)
        self.recent.setTitle(tr("Menus", "Open &recent"))
        self.earlier.setTitle(tr("Menus", "Ear&lier games"))
        self.panels.setTitle(tr("Menus", "P&anels"))
        for choice, text in self._choices.items():
            choice.setTitle(text())

    def _add_choice(
        self, menu: QMenu, row: Setting[Any], actions: Sequence[QAction]
    ) -> None:
        """Add a submenu with the values of a setting."""
        if row.menu is not None:
            choice = menu.addMenu("")
            choice.setObjectName(f"menu_{row.name}")
            choice.addActions(list(actions))
            self._choices[choice] = row.menu.text

    def event(self, event: QEvent) -> bool:
        """Follow the language of the window."""
        if event.type() == QEvent.LanguageChange:
            self._retranslate()
        return super().event(event)


def _add(menu: QMenu, *actions: QAction | None) -> None:
    """Add actions; ``None`` is a separator."""
    for action in actions:
        if action is None:
            menu.addSeparator()
        else:
            menu.addAction(action)


def _named_actions(menu: QMenu) -> list[QAction]:
    found: list[QAction] = []
    for action in menu.actions():
        submenu: QMenu | None = action.menu()
        if submenu is not None:
            found += _named_actions(submenu)
        elif action.objectName():
            found.append(action)
    return found
