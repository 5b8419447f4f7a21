"""Everything the user can tell the window to do: texts, icons and keys."""

from __future__ import annotations

import re
from typing import get_args

from PyQt5.QtCore import QObject
from PyQt5.QtGui import QKeySequence
from PyQt5.QtWidgets import QAction, QActionGroup

from engine.core.game import GameSetup
from engine.core.types import Player
from engine.games import GAMES
from gui.i18n import tr
from gui.icons import Tone
from gui.names import icon_if_drawn
from gui.settings import LanguageChoice
from gui.texts import game_title, side_title
from gui.theme import Theme
from gui.translation import NATIVE_NAMES


class Actions(QObject):
    """One attribute for each action; the window connects them.

    Keys that a platform gives no sequence to, such as *Save as*, are set by hand.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._icons: dict[QAction, str] = {}
        self._theme: Theme | None = None
        self._is_running = False
        self.new = self._action("new", "Ctrl+N")
        self.open = self._action("open", "Ctrl+O")
        self.save = self._action("save", "Ctrl+S")
        self.save_as = self._action("", "Ctrl+Shift+S")
        self.export = self._action("export", "Ctrl+Shift+E")
        self.quit = self._action("", "Ctrl+Q", role=QAction.QuitRole)
        self.games = {name: self._game(name, i) for i, name in enumerate(GAMES, 1)}
        self._game_group = _exclusive(self, list(self.games.values()))
        self.take_back = self._action("take-back", "Ctrl+Z")
        self.redo = self._action("redo", "Ctrl+Y", "Ctrl+Shift+Z")
        self.swap = self._action("swap")
        self.add_two = self._action("new")
        self.hint = self._action("hint", "H")
        self.resign = self._action("resign")
        role = QAction.PreferencesRole
        self.preferences = self._action("settings", "Ctrl+,", role=role)
        self.first = self._action("first", "Home")
        self.previous = self._action("previous", "Left")
        self.next = self._action("next", "Right")
        self.last = self._action("last", "End")
        self.ten_back = self._action("", "PgUp")
        self.ten_on = self._action("", "PgDown")
        self.variation_up = self._action("", "Up")
        self.variation_down = self._action("", "Down")
        self.move_now = self._action("engine", "Return", "Enter")
        self.stop = self._action("stop", "Esc")
        self.run = self._action("", "F5")
        self.step = self._action("step", "F6")
        self.engine_sides = {player: self._toggle() for player in Player}
        self.coordinates = self._toggle("K")
        self.numbers = self._toggle("M")
        self.themes = {name: self._toggle() for name in ("system", "light", "dark")}
        self._theme_group = _exclusive(self, list(self.themes.values()))
        choices: tuple[LanguageChoice, ...] = get_args(LanguageChoice)
        self.languages = {choice: self._toggle() for choice in choices}
        self._language_group = _exclusive(self, list(self.languages.values()))
        self.full_screen = self._toggle("F11")
        self.about = self._action("", role=QAction.AboutRole)
        self.log_folder = self._action("")
        self.retranslate()

    def retranslate(self) -> None:
        """Give every action its text in the language of the window."""
        texts = {
            self.new: tr("Actions", "&New…"),
            self.open: tr("Actions", "&Open…"),
            self.save: tr("Actions", "&Save"),
            self.save_as: tr("Actions", "Save &as…"),
            self.export: tr("Actions", "&Export…"),
            self.quit: tr("Actions", "&Quit"),
            self.take_back: tr("Actions", "&Take back"),
            self.redo: tr("Actions", "&Redo"),
            self.add_two: tr("Actions", "Add t&wo stones"),
            self.hint: tr("Actions", "&Hint"),
            self.resign: tr("Actions", "Resi&gn"),
            self.preferences: tr("Actions", "&Preferences…"),
            self.first: tr("Actions", "&First move"),
            self.previous: tr("Actions", "&Previous move"),
            self.next: tr("Actions", "&Next move"),
            self.last: tr("Actions", "&Last move"),
            self.ten_back: tr("Actions", "Ten moves &back"),
            self.ten_on: tr("Actions", "Ten moves &on"),
            self.variation_up: tr("Actions", "Previous &variation"),
            self.variation_down: tr("Actions", "Next v&ariation"),
            self.move_now: tr("Actions", "&Move now"),
            self.stop: tr("Actions", "&Stop thinking"),
            self.step: tr("Actions", "Ste&p"),
            self.coordinates: tr("Actions", "&Coordinates"),
            self.numbers: tr("Actions", "Move &numbers"),
            self.themes["system"]: tr("Actions", "&As the system"),
            self.themes["light"]: tr("Actions", "&Light"),
            self.themes["dark"]: tr("Actions", "&Dark"),
            self.languages["system"]: tr("Actions", "&As the system"),
            self.full_screen: tr("Actions", "&Full screen"),
            self.about: tr("Actions", "&About Pentahex"),
            self.log_folder: tr("Actions", "Open &log folder"),
        }
        texts |= {action: game_title(name) for name, action in self.games.items()}
        texts |= {self.languages[key]: name for key, name in NATIVE_NAMES.items()}
        for action, text in texts.items():
            action.setText(text)
            action.setIconText(_without_key(text))
        self._show_run()
        for action in self.findChildren(QAction):
            action.setToolTip(_tip(action))

    def set_theme(self, theme: Theme) -> None:
        """Draw all icons in the colours of ``theme``."""
        self._theme = theme
        for action, name in self._icons.items():
            action.setIcon(icon_if_drawn(name, theme))
        self._show_run()

    def set_running(self, *, is_running: bool) -> None:
        """Let the action of two engines start them, or pause them."""
        if is_running != self._is_running:
            self._is_running = is_running
            self._show_run()

    def _show_run(self) -> None:
        start, pause = tr("Actions", "S&tart"), tr("Actions", "Pa&use")
        text = pause if self._is_running else start
        self.run.setText(text)
        self.run.setIconText(_without_key(text))
        self.run.setToolTip(_tip(self.run))
        if self._theme is not None:
            name = "pause" if self._is_running else "play"
            self.run.setIcon(icon_if_drawn(name, self._theme, Tone.ON_ACCENT))

    def set_game(self, game: str) -> None:
        """Name the sides of ``game`` and tick it."""
        self.games[game].setChecked(True)
        for player, action in self.engine_sides.items():
            action.setText(
                tr("Actions", "Engine plays {side}").format(
                    side=side_title(game, player)
                )
            )

    def set_special(self, setup: GameSetup) -> None:
        """Show the moves without a cell that the rules of the game have."""
        has_swap2 = ("opening", "swap2") in setup.options
        self.swap.setVisible(has_swap2 or ("swap", "on") in setup.options)
        self.add_two.setVisible(has_swap2)
        text = tr("Actions", "S&wap sides")
        short = tr("Actions", "Swap")
        if has_swap2:
            text = tr("Actions", "Take &Black")
            short = tr("Actions", "Take Black")
        self.swap.setText(text)
        self.swap.setIconText(short)

    def _game(self, name: str, number: int) -> QAction:
        action = self._toggle(f"Ctrl+{number}")
        self._icons[action] = name
        return action

    def _toggle(self, *keys: str) -> QAction:
        action = self._action("", *keys)
        action.setCheckable(True)
        return action

    def _action(
        self, icon_name: str, *keys: str, role: QAction.MenuRole = QAction.NoRole
    ) -> QAction:
        action = QAction(self)
        action.setShortcuts([QKeySequence(key) for key in keys])
        action.setMenuRole(role)
        action.setIconVisibleInMenu(False)
        if icon_name:
            self._icons[action] = icon_name
        return action


def _exclusive(parent: QObject, actions: list[QAction]) -> QActionGroup:
    group = QActionGroup(parent)
    for action in actions:
        group.addAction(action)
    return group


def _without_key(text: str) -> str:
    """Return a menu's text as a button shows it: no access key, no dots."""
    return re.sub(r"\(&\w\)|[&…]", "", text)


def _tip(action: QAction) -> str:
    """Return what an action does and the key that does it too."""
    keys = action.shortcut().toString(QKeySequence.NativeText)
    if not keys:
        return action.iconText()
    return tr("Actions", "{text} ({keys})").format(text=action.iconText(), keys=keys)
