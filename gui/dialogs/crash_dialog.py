"""Crash dialog: error report and log folder."""

from __future__ import annotations

from pathlib import Path

from PyQt5.QtCore import Qt, QUrl
from PyQt5.QtGui import QDesktopServices
from PyQt5.QtWidgets import (
    QApplication,
    QDialog,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
)

from gui.style.theme import SPACE_L, SPACE_M, SPACE_XL
from gui.text.i18n import tr
from gui.text.plain_text import PlainLabel


class CrashDialog(QDialog):
    """One sentence, the details to copy, and the folder of the log.

    Args:
        details: Text of the report.
        folder: Folder of the log.
        can_go_on: Whether the window works all the same.
    """

    def __init__(self, details: str, folder: Path, *, can_go_on: bool = True) -> None:
        super().__init__()
        self._details = details
        self._folder = folder
        self.setObjectName("crash")
        self.setWindowTitle(tr("Crash", "Something went wrong"))
        self.setWindowFlag(Qt.WindowContextHelpButtonHint, False)
        self.setMinimumWidth(560)
        heading = PlainLabel(tr("Crash", "Something went wrong in the program."))
        heading.setProperty("role", "title")
        continuing = tr(
            "Crash",
            "Your games are saved and you can continue. A report with "
            "the text below helps us fix the problem.",
        )
        stopping = tr(
            "Crash",
            "The window cannot open. A report with the text below "
            "helps us fix the problem.",
        )
        self._make_message = PlainLabel(continuing if can_go_on else stopping)
        self._make_message.setObjectName("crash_sentence")
        self._make_message.setProperty("role", "muted")
        self._make_message.setWordWrap(True)
        self._make_message.setTextInteractionFlags(Qt.TextSelectableByMouse)
        text = QPlainTextEdit(details)
        text.setObjectName("crash_details")
        text.setReadOnly(True)
        text.setProperty("console", True)
        copy = QPushButton(tr("Crash", "Copy"))
        copy.setObjectName("crash_copy")
        copy.clicked.connect(self._on_copy_clicked)
        open_folder = QPushButton(tr("Crash", "Open folder"))
        open_folder.setObjectName("crash_folder")
        open_folder.clicked.connect(self._on_folder_clicked)
        close = QPushButton(
            tr("Crash", "Continue") if can_go_on else tr("Crash", "Close")
        )
        close.setObjectName("crash_close")
        close.setProperty("primary", True)
        close.setDefault(True)
        close.clicked.connect(self.accept)
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACE_M)
        for button in (copy, open_folder):
            button.setAutoDefault(False)
            buttons.addWidget(button)
        buttons.addStretch(1)
        buttons.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_XL, SPACE_XL, SPACE_XL, SPACE_L)
        column.setSpacing(SPACE_L)
        column.addWidget(heading)
        column.addWidget(self._make_message)
        column.addWidget(text, 1)
        column.addLayout(buttons)

    def _on_copy_clicked(self) -> None:
        QApplication.clipboard().setText(self._details)

    def _on_folder_clicked(self) -> None:
        """Open the folder, or name it where nothing can open folders."""
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._folder))):
            self._make_message.setText(str(self._folder))
