"""Actions of the window: names, texts, icons; no behaviour.

Texts are in ``action_labels``, keys in ``shortcuts``, both by object name.
"""

from __future__ import annotations

import re
from typing import get_args

from PyQt5.QtCore import QEvent, QObject
from PyQt5.QtGui import QKeySequence
from PyQt5.QtWidgets import QAction, QActionGroup

from engine.core.game import GameSetup
from engine.core.types import Player
from engine.games import GAMES, get_game
from gui.actions.action_labels import make_action_labels
from gui.actions.setting_actions import SettingActions
from gui.settings.settings import Settings
from gui.settings.table import DockLayout
from gui.style.icons import Tone, icon_if_drawn
from gui.text.i18n import tr, translate_message
from gui.text.labels import side_title
from gui.text.plain_text import set_tip


class Actions(QObject):
    """One attribute for each action; the window connects them."""

    def __init__(self, parent: QObject, settings: Settings) -> None:
        super().__init__(parent)
        self.options = SettingActions(settings, self)
        self._is_running = self._is_paused = False
        self._make_game_actions()
        self._make_engine_actions()
        self._make_window_actions()
        self._retranslate()

    def _make_game_actions(self) -> None:
        self.new = self._action("new", "new")
        self.new_window = self._action("new_window")
        self.contest = self._action("contest")
        self.open = self._action("open", "open")
        self.save = self._action("save", "save")
        self.save_as = self._action("save_as")
        self.export = self._action("export", "export")
        self.quit = self._action("quit", role=QAction.QuitRole)
        self.games = {name: self._toggle(f"game_{name}", name) for name in GAMES}
        self._game_group = _exclusive(self, list(self.games.values()))
        self.take_back = self._action("take_back", "take-back")
        self.redo = self._action("redo", "redo")
        self.make_main_line = self._action("make_main_line")
        self.delete_from_here = self._action("delete_from_here")
        self.restore_deleted = self._action("restore_deleted")
        self.copy_record = self._action("copy_record", "copy")
        self.copy_moves = self._action("copy_moves")
        self.copy_link = self._action("copy_link")
        self.copy_picture = self._action("copy_picture")
        self.paste_record = self._action("paste_record")
        self.swap = self._action("swap", "swap")
        self.add_two = self._action("add_two", "new")
        self.hint = self._action("hint", "hint")
        self.resign = self._action("resign", "resign")
        role = QAction.PreferencesRole
        self.settings = self._action("settings", "settings", role=role)
        self.continue_here = self._action("continue_here")
        self.change_sides = self._action("change_sides", "change-sides")
        self.first_steps = self._action("first_steps")
        self.first = self._action("first", "first")
        self.previous = self._action("previous", "previous")
        self.next = self._action("next", "next")
        self.last = self._action("last", "last")
        self.ten_back = self._action("ten_back")
        self.ten_on = self._action("ten_on")
        self.variation_up = self._action("variation_up")
        self.variation_down = self._action("variation_down")
        self.go_to = self._action("go_to")
        self.next_control = self._action("next_control")

    def _make_engine_actions(self) -> None:
        self.move_now = self._action("move_now", "engine")
        self.stop = self._action("stop", "stop")
        self.run = self._action("run")
        self.step = self._action("step", "step")
        self.engine_match = self._action("engine_match")
        self.pause = self._action("pause")
        self.engine_sides = {
            player: self._toggle(f"engine_side_{player.name.lower()}")
            for player in Player
        }
        self.board = BoardActions(self)

    def _make_window_actions(self) -> None:
        dock_layouts: tuple[DockLayout, ...] = get_args(DockLayout)
        self.dock_layouts = {
            name: self._toggle(f"arrange_{name}") for name in dock_layouts
        }
        self._dock_layout_group = _exclusive(self, list(self.dock_layouts.values()))
        self.switch_arrangement = self._action("switch_arrangement")
        self.reset_arrangement = self._action("reset_arrangement")
        self.full_screen = self._toggle("full_screen")
        self.about = self._action("about", role=QAction.AboutRole)
        self.keys_sheet = self._action("keys_sheet")
        self.log_folder = self._action("log_folder")

    @property
    def all(self) -> list[QAction]:
        """Every action; each has a name of its own."""
        return self.findChildren(QAction)

    def _retranslate(self) -> None:
        texts = make_action_labels(tuple(GAMES)) | self.options.labels()
        for action in self.all:
            name = action.objectName()
            if name in texts:
                _name(action, texts[name])
        self._show_run()

    def show_shortcuts(self) -> None:
        """Show the shortcut of every action in its tool tip."""
        for action in self.all:
            set_tip(action, _tip(action))

    def set_running(self, *, is_running: bool) -> None:
        """Show whether the run action starts or pauses two engines."""
        if is_running != self._is_running:
            self._is_running = is_running
            self._show_run()

    def set_paused(self, *, is_paused: bool) -> None:
        """Show whether the pause action resumes or pauses the game."""
        if is_paused != self._is_paused:
            self._is_paused = is_paused
            self._show_run()

    def _show_run(self) -> None:
        """Update text and icon of the actions that start and stop the game."""
        start, pause = tr("Actions", "S&tart"), tr("Actions", "Pa&use")
        self._show_toggle(
            self.run, pause if self._is_running else start, self._is_running
        )
        stop, go_on = tr("Actions", "&Pause game"), tr("Actions", "Res&ume game")
        self._show_toggle(
            self.pause, go_on if self._is_paused else stop, not self._is_paused
        )

    def _show_toggle(self, action: QAction, text: str, is_going: bool) -> None:
        _name(action, text)
        tone = Tone.ON_ACCENT if action is self.run else Tone.PLAIN
        action.setIcon(icon_if_drawn("pause" if is_going else "play", tone))

    def set_game(self, game: str) -> None:
        """Check ``game`` and label its sides."""
        self.games[game].setChecked(True)
        for player, action in self.engine_sides.items():
            text = tr("Actions", "Engine plays {side}")
            _name(action, text.format(side=side_title(game, player)))

    def set_rules(self, setup: GameSetup) -> None:
        """Show the moves without a cell that the rules of the game have."""
        kinds = get_game(setup.game).special_moves_of(setup)
        short = tr("Actions", "Swap")
        _name(self.swap, tr("Actions", "S&wap the first stone"), short=short)
        for number, action in enumerate((self.swap, self.add_two)):
            action.setVisible(number < len(kinds))
            if number < len(kinds):
                text = translate_message(kinds[number].menu_text)
                _name(action, text, short=translate_message(kinds[number].title))

    def event(self, event: QEvent) -> bool:
        """Follow the language of the window."""
        if event.type() == QEvent.LanguageChange:
            self._retranslate()
        return super().event(event)

    def _toggle(self, name: str, icon_name: str = "") -> QAction:
        action = self._action(name, icon_name)
        action.setCheckable(True)
        return action

    def _action(
        self, name: str, icon_name: str = "", *, role: QAction.MenuRole = QAction.NoRole
    ) -> QAction:
        action = QAction(self)
        action.setObjectName(name)
        action.setMenuRole(role)
        action.setIconVisibleInMenu(False)
        if icon_name:
            action.setIcon(icon_if_drawn(icon_name))
        return action


def _exclusive(parent: QObject, actions: list[QAction]) -> QActionGroup:
    group = QActionGroup(parent)
    for action in actions:
        group.addAction(action)
    return group


def _name(action: QAction, text: str, *, short: str = "") -> None:
    """Set the text of an action in menus, on buttons and in tips.

    Args:
        action: The action.
        text: Its text in a menu, with an access key.
        short: Its text on a button, where that is another one.
    """
    action.setText(text)
    action.setIconText(short or plain_text(text))
    set_tip(action, _tip(action))


def _tip(action: QAction) -> str:
    """Return the tool tip of an action: text and shortcut."""
    keys = action.shortcut().toString(QKeySequence.NativeText)
    if not keys:
        return action.iconText()
    return tr("Actions", "{text} ({keys})").format(text=action.iconText(), keys=keys)


def plain_text(text: str) -> str:
    """Return a menu's text as a button shows it: no access key, no dots."""
    return re.sub(r"\(&\w\)|[&…]", "", text)


class BoardActions(QObject):
    """Actions of the board view.

    Args:
        parent: The window's actions, which own these, too, and give them texts.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.candidates = self._toggle("candidates")
        self.annotations = self._toggle("reading")
        self.zoom_in = self._action("zoom_in")
        self.zoom_out = self._action("zoom_out")
        self.zoom_whole = self._action("zoom_whole")
        self.keyboard = self._action("keyboard")

    def set_zoomed(self, *, is_zoomed: bool) -> None:
        """Enable what makes sense for an enlarged board."""
        self.zoom_out.setEnabled(is_zoomed)
        self.zoom_whole.setEnabled(is_zoomed)

    def _toggle(self, name: str) -> QAction:
        action = self._action(name)
        action.setCheckable(True)
        return action

    def _action(self, name: str) -> QAction:
        action = QAction(self)
        action.setObjectName(name)
        return action
