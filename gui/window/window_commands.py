"""Commands of the actions for files, settings and the window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PyQt5.QtCore import QObject, QProcess, QUrl
from PyQt5.QtGui import QDesktopServices
from PyQt5.QtWidgets import QAction, QDialog, QMenu, QWidget

from engine.core.paths import NEW_WINDOW, program_command, state_folder
from gui.actions.actions import Actions
from gui.actions.shortcuts import Shortcuts
from gui.files.autosave import Autosave
from gui.files.autosave_names import parse_autosave_name
from gui.files.file_controller import FileController
from gui.game.sounds import Sounds
from gui.settings.file_probe import FileProbe
from gui.settings.settings import Settings
from gui.settings.table import RECENT_FILES
from gui.text.i18n import tr
from gui.text.plain_text import set_tip
from gui.widgets.form import show_dialog
from gui.window.dock_layouts import DockLayouts
from gui.window.menus import Menus

LISTED_FILES = 10
"""Number of files in a menu."""


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
        self._actions = actions
        self._layouts = layouts
        self._keys = keys
        self._menus = menus
        self._file_controller = file_controller
        self._autosave = autosave
        self._settings = settings
        self._sounds = sounds
        self._window = window
        self._probe = FileProbe()
        self._connect()
        menus.recent.aboutToShow.connect(partial(self._fill_recent, menus.recent))
        menus.earlier.aboutToShow.connect(partial(self._fill_earlier, menus.earlier))
        keys.changed.connect(actions.show_shortcuts)
        actions.show_shortcuts()

    def _connect(self) -> None:
        actions, file_controller = self._actions, self._file_controller
        slots: tuple[tuple[QAction, Callable[[], object]], ...] = (
            (actions.new_window, self._open_new_window),
            (actions.open, file_controller.ask_and_open),
            (actions.save, file_controller.save),
            (actions.save_as, file_controller.ask_and_save),
            (actions.export, file_controller.export),
            (actions.quit, self._window.close),
            (actions.settings, partial(self._ask_for_settings, "")),
            (actions.full_screen, self._toggle_full_screen),
            (actions.switch_arrangement, self._switch_layout),
            (actions.reset_arrangement, self._layouts.reset),
            (actions.keys_sheet, self._show_keys),
            (actions.about, self._show_about),
            (actions.log_folder, self._open_log_folder),
        )
        for action, slot in slots:
            action.triggered.connect(slot)
        for name, action in actions.dock_layouts.items():
            action.triggered.connect(partial(self._layouts.switch_to, name))
        self._layouts.changed.connect(self._check_layout)
        self._check_layout()

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

    def _check_layout(self) -> None:
        self._actions.dock_layouts[self._layouts.current].setChecked(True)

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

    def _show_about(self) -> None:
        from gui.dialogs.about_dialog import AboutDialog  # noqa: PLC0415

        show_dialog(AboutDialog(self._window))

    def _open_log_folder(self) -> None:
        """Open the folder, or show its path if the system cannot open folders."""
        folder = str(state_folder())
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(folder)):
            self._file_controller.status_reported.emit(folder)

    def _toggle_full_screen(self) -> None:
        if self._actions.full_screen.isChecked():
            self._window.showFullScreen()
        else:
            self._window.showNormal()

    def _fill_recent(self, menu: QMenu) -> None:
        """List the files that may exist; do not wait for a slow disk."""
        paths = self._settings[RECENT_FILES]
        exists = self._probe.look(paths)
        found = [path for path in paths if exists.get(path, True)]
        self._fill(menu, found, is_autosaved=False)

    def _clear_recent(self) -> None:
        self._settings[RECENT_FILES] = ()

    def _fill_earlier(self, menu: QMenu) -> None:
        self._fill(menu, self._autosave.list_earlier_games(), is_autosaved=True)

    def _fill(self, menu: QMenu, paths: Sequence[Path], *, is_autosaved: bool) -> None:
        menu.clear()
        for path in paths[:LISTED_FILES]:
            name = parse_autosave_name(path).title if is_autosaved else path.name
            action = menu.addAction(name.replace("&", "&&"))
            set_tip(action, str(path))
            action.triggered.connect(
                partial(self._file_controller.open, path, is_autosaved=is_autosaved)
            )
        if paths and not is_autosaved:
            menu.addSeparator()
            clear = menu.addAction(tr("Menus", "Clear this list"))
            clear.triggered.connect(self._clear_recent)
        if not paths:
            menu.addAction(tr("Menus", "None yet")).setEnabled(False)
