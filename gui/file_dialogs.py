"""Asks for files; a test puts another object in its place."""

from __future__ import annotations

from pathlib import Path

from PyQt5.QtWidgets import QFileDialog, QWidget

from engine.records import files
from gui.i18n import tr


class FileDialogs:
    """The system's own file dialogs."""

    def ask_record(self, parent: QWidget, folder: Path) -> Path | None:
        """Return a record to open, or ``None``."""
        endings = " ".join(
            f"*{ending}" for entry in files.FORMATS for ending in entry.extensions
        )
        records = tr("Files", "Records ({endings})").format(endings=endings)
        everything = tr("Files", "All files (*)")
        name, _ = QFileDialog.getOpenFileName(
            parent,
            tr("Files", "Open a record"),
            str(folder),
            ";;".join([records, everything]),
        )
        return Path(name) if name else None

    def ask_target(self, parent: QWidget, suggestion: Path, game: str) -> Path | None:
        """Return where to save a game, or ``None``; a missing ending is added."""
        filters = {
            f"{entry.title} (*{entry.extensions[0]})": entry.extensions[0]
            for entry in files.FORMATS
            if game in entry.games
        }
        name, chosen = QFileDialog.getSaveFileName(
            parent, tr("Files", "Save the game"), str(suggestion), ";;".join(filters)
        )
        if not name:
            return None
        endings = tuple(end for entry in files.FORMATS for end in entry.extensions)
        if not name.lower().endswith(endings):
            name += filters.get(chosen, endings[0])
        return Path(name)

    def ask_folder(self, parent: QWidget, folder: Path) -> Path | None:
        """Return a folder, or ``None``."""
        title = tr("Files", "Choose a folder")
        name = QFileDialog.getExistingDirectory(parent, title, str(folder))
        return Path(name) if name else None
