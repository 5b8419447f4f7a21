"""Commands of the actions for files, settings and the window."""

from __future__ import annotations

import contextlib
from functools import partial
from pathlib import Path

from PyQt5.QtCore import QObject, QProcess, Qt, QUrl
from PyQt5.QtGui import QDesktopServices
from PyQt5.QtWidgets import QDialog, QWidget

from engine.core.files.atomic_file import explain_os_error
from engine.core.files.paths import (
    NEW_WINDOW,
    program_command,
    state_folder,
    user_presets_folder,
)
from gui.actions.actions import Actions, Commands
from gui.actions.setting_rows import setting_commands
from gui.actions.shortcuts import Shortcuts
from gui.files.autosave import Autosave
from gui.files.file_controller import FileController
from gui.game.sounds import Sounds
from gui.settings.file_probe import FileProbe, is_folder
from gui.settings.settings import Settings
from gui.settings.table import DOCK_LAYOUT, RECENT_FILES
from gui.text.i18n import tr, translate_message
from gui.text.languages import current_language
from gui.text.plain_text import set_tip
from gui.widgets.form import show_dialog
from gui.window.commands.earlier_games_menu import EarlierGamesMenu
from gui.window.docks.dock_layouts import DockLayouts
from gui.window.menus import Menus

LISTED_FILES = 10
"""Number of files in the menu."""


class WindowCommands(QObject):
    """Handlers of the actions for records, settings and the window.

    Args:
        actions: The window's actions.
        layouts: The panels.
        keys: Keyboard shortcuts of the actions.
        menus: The menus whose content changes.
        file_controller: Opens and saves records.
        autosave: List of games that were not saved.
        settings: Recent files, language and theme.
        sounds: Player of the sounds.
        window: Parent of the dialogs.
    """

    def __init__(
        self,
        *,
        actions: Actions,
        layouts: DockLayouts,
        keys: Shortcuts,
        menus: Menus,
        file_controller: FileController,
        autosave: Autosave,
        settings: Settings,
        sounds: Sounds,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._layouts = layouts
        self._keys = keys
        self._menus = menus
        self._file_controller = file_controller
        self._settings = settings
        self._sounds = sounds
        self._window = window
        self._probe = FileProbe()
        menus["recent"].aboutToShow.connect(self._fill_recent)
        EarlierGamesMenu(
            menus["earlier"],
            autosave,
            file_controller,
            open_folder=self._open_folder,
            window=window,
        )
        keys.changed.connect(actions.show_shortcuts)
        actions.show_shortcuts()

    def commands(self) -> Commands:
        """Return the commands of files, settings and window, by action name."""
        files = self._file_controller
        return {
            **setting_commands(self._settings),
            **{
                f"arrange_{one}": partial(self._layouts.switch_to, one)
                for one in DOCK_LAYOUT.values
            },
            "new_window": self._open_new_window,
            "open": files.ask_and_open,
            "join_games": files.ask_and_join,
            "save": files.save,
            "save_as": files.ask_and_save,
            "export": files.export,
            "quit": self._window.close,
            "settings": partial(self._ask_for_settings, ""),
            "engine_settings": partial(self._ask_for_settings, "settings_engines"),
            "full_screen": self._toggle_full_screen,
            "switch_arrangement": self._switch_layout,
            "reset_arrangement": self._layouts.reset,
            "keys_sheet": self._show_keys,
            "user_guide": self._show_guide,
            "about": self._show_about,
            "log_folder": self._open_log_folder,
            "presets_folder": self._open_presets_folder,
        }

    def _open_new_window(self) -> None:
        """Start the program again, beside this window."""
        program, *arguments = program_command()
        if not QProcess.startDetached(program, [*arguments, NEW_WINDOW]):
            self._file_controller.status_reported.emit(
                tr("Window", "No other window could be opened.")
            )

    def _switch_layout(self) -> None:
        is_playing = self._layouts.current == "play"
        self._layouts.switch_to("analyse" if is_playing else "play")

    def _ask_for_settings(self, page: str = "") -> None:
        from gui.dialogs.settings_dialog.dialog import SettingsDialog  # noqa: PLC0415

        groups = self._menus.groups()
        dialog = SettingsDialog(
            self._settings, self._sounds, self._keys, groups, self._window
        )
        dialog.language_changed.connect(partial(self._on_language_changed, dialog))
        dialog.show_page(page)
        show_dialog(dialog)

    def _show_keys(self) -> None:
        from gui.dialogs.shortcuts_sheet import ShortcutsSheet  # noqa: PLC0415

        sheet = ShortcutsSheet(self._menus.groups(), self._window)
        sheet.change_requested.connect(partial(self._ask_for_settings, "settings_keys"))
        show_dialog(sheet)

    def _on_language_changed(self, dialog: QDialog) -> None:
        """Show the settings again, unless the new choice is the same language."""
        if not dialog.isVisible():
            self._ask_for_settings()

    def _show_guide(self) -> None:
        """Show the one window of the guide."""
        from gui.dialogs.guide_window import (  # noqa: PLC0415
            GuideWindow,
            read_guide,
        )

        known = self._window.findChildren(GuideWindow)
        guide = next((one for one in known if one.isVisible()), None)
        if guide is None:
            try:
                read_guide(current_language())
            except OSError as error:
                text = tr("Guide", "The user guide cannot be read: {reason}.")
                reason = translate_message(explain_os_error(error))
                message = text.format(reason=reason)
                self._file_controller.status_reported.emit(message)
                return
            guide = GuideWindow(self._window)
        guide.show()
        guide.raise_()
        guide.activateWindow()

    def _show_about(self) -> None:
        from gui.dialogs.about_dialog import AboutDialog  # noqa: PLC0415

        show_dialog(AboutDialog(self._window))

    def _open_log_folder(self) -> None:
        self._open_folder(state_folder())

    def _open_presets_folder(self) -> None:
        """Open the folder of the user's presets, which is made for that."""
        folder = user_presets_folder()
        with contextlib.suppress(OSError):  # the path is shown instead
            folder.mkdir(parents=True, exist_ok=True)
        self._open_folder(folder)

    def _open_folder(self, folder: Path) -> None:
        """Open a folder, or show its path if the system cannot open folders."""
        is_there = is_folder(folder)
        if not (is_there and QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))):
            self._file_controller.status_reported.emit(str(folder))

    def _toggle_full_screen(self, is_wanted: bool) -> None:
        """Change this part of the state alone; a maximized window is so again."""
        state = self._window.windowState() & ~Qt.WindowFullScreen
        if is_wanted:
            state |= Qt.WindowFullScreen
        self._window.setWindowState(state)

    def _fill_recent(self) -> None:
        """List the files that may exist; do not wait for a slow disk."""
        menu = self._menus["recent"]
        menu.clear()
        paths = self._settings[RECENT_FILES]
        exists = self._probe.look(paths)
        found = [path for path in paths if exists.get(path, True)]
        for path in found[:LISTED_FILES]:
            action = menu.addAction(path.name.replace("&", "&&"))
            set_tip(action, str(path))
            action.triggered.connect(partial(self._file_controller.open, path))
        if found:
            menu.addSeparator()
            clear = menu.addAction(tr("Menus", "Clear this list"))
            clear.triggered.connect(self._clear_recent)
        else:
            menu.addAction(tr("Menus", "None yet")).setEnabled(False)

    def _clear_recent(self) -> None:
        self._settings[RECENT_FILES] = ()
