"""About dialog."""

from __future__ import annotations

import platform

from PyQt5.QtCore import PYQT_VERSION_STR, QT_VERSION_STR, Qt
from PyQt5.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine import __version__
from gui.style.icons import application_icon
from gui.style.theme import SPACE_L, SPACE_S, SPACE_XL
from gui.text.i18n import join_list, tr
from gui.text.plain_text import PlainLabel

PAPERS = ("OU-2020", "ZHANG-HEX", "LIU-2022", "BLOG-MCTS")
REFERENCES = "docs/references.md"
"""The papers that Pentahex reproduces, and the file with all references."""

ICON_SIDE = 72
"""Side of the program's icon, in pixels at 100 %."""


class AboutDialog(QDialog):
    """Name, version, licence and references."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("about")
        self.setWindowTitle(tr("About", "About Pentahex"))
        self.setWindowFlag(Qt.WindowContextHelpButtonHint, False)
        picture = PlainLabel()
        picture.setPixmap(application_icon().pixmap(ICON_SIDE, ICON_SIDE))
        texts = QVBoxLayout()
        texts.setSpacing(SPACE_S)
        for look, text in (
            ("display", "Pentahex"),
            ("muted", tr("About", "Version {version}").format(version=__version__)),
            ("", tr("About", "Play, watch and analyse Gomoku and Hex.")),
            (
                "muted",
                tr(
                    "About",
                    "Free software under the GNU General Public License, version 3 "
                    "or later. It comes without any warranty.",
                ),
            ),
            (
                "muted",
                tr(
                    "About",
                    "Engines and networks follow published work, among others "
                    "{papers}. The sources have the references in {document}.",
                ).format(papers=join_list(list(PAPERS)), document=REFERENCES),
            ),
            ("caption", versions()),
        ):
            label = PlainLabel(text)
            label.setProperty("role", look)
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextSelectableByMouse)
            texts.addWidget(label)
        texts.addStretch(1)
        top = QHBoxLayout()
        top.setSpacing(SPACE_XL)
        top.addWidget(picture, 0, Qt.AlignTop)
        top.addLayout(texts, 1)
        close = QPushButton(tr("About", "Close"))
        close.setObjectName("about_close")
        close.setDefault(True)
        close.clicked.connect(self.accept)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_XL, SPACE_XL, SPACE_XL, SPACE_L)
        column.setSpacing(SPACE_L)
        column.addLayout(top)
        column.addWidget(close, 0, Qt.AlignRight)
        self.setFixedWidth(460)


def versions() -> str:
    """Return the versions of Python, Qt and the system, for reports."""
    return (
        f"Python {platform.python_version()}, PyQt {PYQT_VERSION_STR}, "
        f"Qt {QT_VERSION_STR}, {platform.system()} {platform.machine()}"
    )
