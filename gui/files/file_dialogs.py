"""File dialogs; tests use a substitute."""

from __future__ import annotations

from pathlib import Path

from PyQt5.QtCore import QSize
from PyQt5.QtWidgets import QFileDialog, QHeaderView, QStyle, QTreeView, QWidget

from engine.records import files
from gui.settings.file_probe import is_folder
from gui.text.i18n import tr

WIDTH, HEIGHT = 860, 560
"""Size of Qt's own dialog, in pixels at 100 %; a smaller screen bounds it."""


class FileDialogs:
    """File dialogs of the system, or of Qt where the system has none."""

    def ask_record(self, parent: QWidget, folder: Path) -> Path | None:
        """Return the record to open, or ``None``."""
        dialog = _dialog(parent, tr("Files", "Open a record"), folder)
        dialog.setFileMode(QFileDialog.ExistingFile)
        dialog.setNameFilters(_record_filters())
        return _chosen(dialog)

    def ask_records(self, parent: QWidget, folder: Path) -> list[Path]:
        """Return the records to join; none if the dialog is cancelled."""
        dialog = _dialog(parent, tr("Files", "Join games"), folder)
        dialog.setFileMode(QFileDialog.ExistingFiles)
        dialog.setNameFilters(_record_filters())
        return _list_chosen(dialog)

    def ask_target(self, parent: QWidget, suggestion: Path, game: str) -> Path | None:
        """Return the file to save to, or ``None``; add a missing extension."""
        filters = {
            f"{entry.title} (*{entry.extensions[0]})": entry.extensions[0]
            for entry in files.FORMATS
            if game in entry.games
        }
        dialog = _dialog(parent, tr("Files", "Save the game"), suggestion.parent)
        dialog.setAcceptMode(QFileDialog.AcceptSave)
        dialog.setNameFilters(list(filters))
        dialog.selectFile(suggestion.name)
        path = _chosen(dialog)
        if path is None or path.name.lower().endswith(_endings()):
            return path
        ending = filters.get(dialog.selectedNameFilter(), _endings()[0])
        return path.with_name(path.name + ending)

    def ask_export(self, parent: QWidget, suggestion: Path, ending: str) -> Path | None:
        """Return the file for a table or a picture, or ``None``; add its extension."""
        filters = {
            ".csv": (tr("Files", "Tables (*.csv)"),),
            ".png": (
                tr("Files", "PNG pictures (*.png)"),
                tr("Files", "SVG pictures (*.svg)"),
            ),
        }[ending]
        dialog = _dialog(parent, tr("Files", "Save"), suggestion.parent)
        dialog.setAcceptMode(QFileDialog.AcceptSave)
        dialog.setNameFilters(list(filters))
        dialog.selectFile(suggestion.stem)
        path = _chosen(dialog)
        if path is None or path.suffix.lower() in (".csv", ".png", ".svg"):
            return path
        is_svg = "svg" in dialog.selectedNameFilter()
        return path.with_name(path.name + (".svg" if is_svg else ending))

    def ask_picture(self, parent: QWidget, suggestion: Path) -> Path | None:
        """Return the file for a picture of a game, or ``None``; add its extension."""
        filters = {
            tr("Files", "PNG pictures (*.png)"): ".png",
            tr("Files", "SVG pictures (*.svg)"): ".svg",
            tr("Files", "Animated GIF of the moves (*.gif)"): ".gif",
        }
        dialog = _dialog(parent, tr("Files", "Save a picture"), suggestion.parent)
        dialog.setAcceptMode(QFileDialog.AcceptSave)
        dialog.setNameFilters(list(filters))
        dialog.selectFile(suggestion.stem)
        path = _chosen(dialog)
        if path is None or path.suffix.lower() in filters.values():
            return path
        return path.with_name(path.name + filters[dialog.selectedNameFilter()])

    def ask_openings(self, parent: QWidget, folder: Path) -> Path | None:
        """Return a file of openings, or ``None``."""
        dialog = _dialog(parent, tr("Files", "Choose a file of openings"), folder)
        dialog.setFileMode(QFileDialog.ExistingFile)
        dialog.setNameFilters(
            [tr("Files", "Text files (*.txt)"), tr("Files", "All files (*)")]
        )
        return _chosen(dialog)

    def ask_training_file(self, parent: QWidget, folder: Path) -> Path | None:
        """Return a file with the configuration of a training run, or ``None``."""
        dialog = _dialog(parent, tr("Files", "Choose a configuration"), folder)
        dialog.setFileMode(QFileDialog.ExistingFile)
        dialog.setNameFilters(
            [tr("Files", "TOML files (*.toml)"), tr("Files", "All files (*)")]
        )
        return _chosen(dialog)

    def ask_program(self, parent: QWidget, folder: Path) -> Path | None:
        """Return the file of a program, or ``None``."""
        dialog = _dialog(parent, tr("Files", "Choose a program"), folder)
        dialog.setFileMode(QFileDialog.ExistingFile)
        return _chosen(dialog)

    def ask_folder(self, parent: QWidget, folder: Path) -> Path | None:
        """Return a folder, or ``None``."""
        dialog = _dialog(parent, tr("Files", "Choose a folder"), folder)
        dialog.setFileMode(QFileDialog.Directory)
        dialog.setOption(QFileDialog.ShowDirsOnly)
        return _chosen(dialog)


def _record_filters() -> list[str]:
    endings = " ".join(f"*{ending}" for ending in _endings())
    return [
        tr("Files", "Records ({endings})").format(endings=endings),
        tr("Files", "All files (*)"),
    ]


def _endings() -> tuple[str, ...]:
    return tuple(end for entry in files.FORMATS for end in entry.extensions)


def _dialog(parent: QWidget, title: str, folder: Path) -> QFileDialog:
    dialog = QFileDialog(parent, title, str(_find_existing(folder)))
    dialog.setObjectName("file_dialog")
    room = parent.screen().availableGeometry().size()
    room.setHeight(room.height() - dialog.style().pixelMetric(QStyle.PM_TitleBarHeight))
    dialog.resize(QSize(WIDTH, HEIGHT).boundedTo(room))
    # Qt's own dialog; a platform's has no such list.
    for details in dialog.findChildren(QTreeView):
        details.header().setSectionResizeMode(QHeaderView.ResizeToContents)
    return dialog


def _find_existing(folder: Path) -> Path:
    """Return the folder, or the nearest one above it that exists.

    For a missing folder Qt shows the working directory, with the folder's name as
    that of a file.
    """
    return next(filter(is_folder, (folder, *folder.parents)), folder)


def _chosen(dialog: QFileDialog) -> Path | None:
    """Show the dialog and return the selected path."""
    return next(iter(_list_chosen(dialog)), None)


def _list_chosen(dialog: QFileDialog) -> list[Path]:
    """Show the dialog and return the selected paths."""
    is_accepted = bool(dialog.exec_())
    names = dialog.selectedFiles()
    dialog.deleteLater()
    return [Path(name) for name in names] if is_accepted else []
