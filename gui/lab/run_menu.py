"""Entries of the *Lab* menu that bring the windows of runs to the front."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PyQt5.QtCore import QObject
from PyQt5.QtWidgets import QAction, QMenu

from gui.lab.folder_runs import FolderRuns
from gui.text.i18n import tr


class RunMenu(QObject):
    """Controller of the entries, one for each window of a run.

    Args:
        menu: The menu; the entries are made whenever it is shown.
        all_runs: Windows of each kind of runs.
    """

    def __init__(self, menu: QMenu, all_runs: Sequence[FolderRuns[Any]]) -> None:
        super().__init__(menu)
        self._menu = menu
        self._all_runs = all_runs
        self._entries: list[QAction] = []
        menu.aboutToShow.connect(self._fill)

    def _fill(self) -> None:
        for entry in self._entries:
            self._menu.removeAction(entry)
            entry.deleteLater()
        self._entries = []
        windows = [window for runs in self._all_runs for window in runs.windows]
        if windows:
            self._entries.append(self._menu.addSeparator())
        for window in windows:
            title = window.windowTitle()
            if window.is_at_work:
                title = tr("Lab", "{run} (running)").format(run=title)
            entry = self._menu.addAction(title.replace("&", "&&"))
            entry.triggered.connect(window.reopen)
            self._entries.append(entry)
