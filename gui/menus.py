"""The menu bar and the tool bar, made of the window's actions."""

from __future__ import annotations

from collections.abc import Iterable

from PyQt5.QtCore import QSize, Qt
from PyQt5.QtWidgets import (
    QAction,
    QHBoxLayout,
    QMainWindow,
    QMenu,
    QToolBar,
    QToolButton,
    QWidget,
)

from gui.actions import Actions, plain_text
from gui.i18n import tr
from gui.theme import ICON_SIZE, SPACE_M, SPACE_S


class Menus:
    """Fills the bars of a window; keeps the menus whose content changes."""

    def __init__(self, window: QMainWindow, actions: Actions) -> None:
        bar = window.menuBar()
        self.recent = QMenu(window)
        self.earlier = QMenu(window)
        self._titles: list[tuple[QMenu, str]] = []
        game = bar.addMenu("")
        game.addActions([actions.new, actions.open])
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
        _add(edit, actions.take_back, actions.redo, None, actions.settings)
        navigate = bar.addMenu("")
        _add(navigate, actions.first, actions.previous, actions.next, actions.last)
        _add(navigate, None, actions.ten_back, actions.ten_on)
        _add(navigate, None, actions.variation_up, actions.variation_down)
        _add(navigate, None, actions.board.keyboard)
        engines = bar.addMenu("")
        _add(engines, *actions.engine_sides.values())
        _add(engines, None, actions.move_now, actions.stop)
        _add(engines, None, actions.run, actions.step)
        view = bar.addMenu("")
        board = actions.board
        _add(view, board.coordinates, board.numbers)
        self._side_marks = _choice(view, board.side_marks.values())
        self._orientation = _choice(view, board.orientations.values())
        self._palette = _choice(view, board.palettes.values())
        _add(view, None, board.zoom_in, board.zoom_out, board.zoom_whole, None)
        self.theme = view.addMenu("")
        self.theme.addActions(list(actions.themes.values()))
        self.language = view.addMenu("")
        self.language.setObjectName("menu_language")
        self.language.addActions(list(actions.languages.values()))
        _add(view, None, actions.full_screen)
        help_menu = bar.addMenu("")
        _add(help_menu, actions.first_steps, None, actions.log_folder, actions.about)
        self._bars = [game, edit, navigate, engines, view, help_menu]
        self.retranslate()

    def groups(self) -> list[tuple[str, list[QAction]]]:
        """Return the actions of each menu below its title, those of submenus too."""
        return [(plain_text(menu.title()), _named_actions(menu)) for menu in self._bars]

    def retranslate(self) -> None:
        """Name all menus in the language of the window."""
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
        self._side_marks.setTitle(tr("Menus", "&Marks on the stones"))
        self._orientation.setTitle(tr("Menus", "Board &orientation"))
        self._palette.setTitle(tr("Menus", "Colo&urs"))
        self.theme.setTitle(tr("Menus", "&Theme"))
        self.language.setTitle(tr("Menus", "&Language"))


def fill_tool_bar(bar: QToolBar, actions: Actions) -> None:
    """Put the buttons of every game into ``bar``, each with a name for tests."""
    bar.setObjectName("tool_bar")
    bar.setMovable(False)
    bar.setFloatable(False)
    bar.setContextMenuPolicy(Qt.PreventContextMenu)
    bar.setIconSize(QSize(ICON_SIZE, ICON_SIZE))
    bar.setToolButtonStyle(Qt.ToolButtonTextBesideIcon)
    bar.addWidget(_game_switch(actions))
    groups = (
        {
            "button_new": actions.new,
            "button_open": actions.open,
            "button_save": actions.save,
            "button_export": actions.export,
        },
        {
            "button_take_back": actions.take_back,
            "button_redo": actions.redo,
            "button_hint": actions.hint,
            "button_swap": actions.swap,
            "button_add_two": actions.add_two,
            "button_resign": actions.resign,
        },
    )
    for index, group in enumerate(groups):
        if index:
            bar.addSeparator()
        for name, action in group.items():
            bar.addAction(action)
            button = bar.widgetForAction(action)
            button.setObjectName(name)
            button.setFocusPolicy(Qt.TabFocus)


def _game_switch(actions: Actions) -> QWidget:
    """Return the row of games, of which one is on the screen."""
    switch = QWidget()
    switch.setObjectName("switch")
    row = QHBoxLayout(switch)
    row.setContentsMargins(SPACE_S // 2, 0, SPACE_M, 0)
    row.setSpacing(0)
    last = len(actions.games) - 1
    for index, (name, action) in enumerate(actions.games.items()):
        button = QToolButton()
        button.setObjectName(f"switch_{name}")
        button.setDefaultAction(action)
        button.setToolButtonStyle(Qt.ToolButtonTextBesideIcon)
        button.setIconSize(QSize(ICON_SIZE, ICON_SIZE))
        button.setFocusPolicy(Qt.TabFocus)
        segment = {0: "first", last: "last"}.get(index, "middle")
        button.setProperty("segment", segment)
        row.addWidget(button)
    return switch


def _choice(menu: QMenu, actions: Iterable[QAction]) -> QMenu:
    """Add a menu of which one action is ticked."""
    choice = menu.addMenu("")
    choice.addActions(list(actions))
    return choice


def _add(menu: QMenu, *actions: QAction | None) -> None:
    """Add actions; ``None`` is a line."""
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
