"""Window of the user guide, in the language of the window, with a table of contents."""

from __future__ import annotations

import re

from PyQt5.QtCore import QEvent, Qt, QUrl
from PyQt5.QtGui import (
    QColor,
    QImage,
    QResizeEvent,
    QTextBlock,
    QTextCursor,
    QTextDocument,
    QTextFrameFormat,
    QTextTable,
    QTextTableFormat,
)
from PyQt5.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from engine.core.files.paths import guide_folder
from gui.style.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XL, Theme, current_theme
from gui.text.i18n import tr
from gui.text.languages import current_language
from gui.widgets.close_keys import add_close_keys
from gui.widgets.screen_fit import resize_within_screen

WIDTH, HEIGHT = 1040, 720
"""Size in pixels at 100 %; fits a screen of 1366 by 768."""

CONTENTS_WIDTH = 240
"""Width of the table of contents, in pixels at 100 %."""

LISTED_LEVEL = 3
"""Level of the deepest headings in the table of contents."""

INDENT = "    "

LINE_HEIGHT = 135
"""Height of a line in percent of the font's."""

PICTURE = "\ufffc"
"""Letter of a picture in the text of a block."""

NARROWEST_PICTURE, WIDEST_PICTURE = 200, 680
"""Limits of the width of a large picture, in pixels at 100 %."""

FILES = {"en": "user-guide.md", "zh_CN": "user-guide.zh_CN.md"}

LANGUAGE_LINK = re.compile(r"^\[[^]]+\]\(user-guide[^)]*\)\n", re.MULTILINE)
"""Link to the guide in the other language."""

FILE_LINK = re.compile(r"(?<!!)\[([^]]+)\]\((?!https?:)[^)]*\)")
"""Link to another document, which a package does not have."""

CHINESE = r"[\u3000-\u9fff\uff00-\uffef]"

CHINESE_BREAK = re.compile(f"(?<={CHINESE})\n(?={CHINESE})")
"""End of a line within a Chinese text, which is no space."""


def read_guide(language: str) -> str:
    """Return the Markdown of the guide without links to other documents.

    Raises:
        OSError: The file cannot be read.
    """
    path = guide_folder() / FILES[language]
    text = LANGUAGE_LINK.sub("", path.read_text(encoding="utf-8"))
    return CHINESE_BREAK.sub("", FILE_LINK.sub(r"\1", text))


class GuideWindow(QWidget):
    """Window with the user guide; it goes when it is closed.

    Args:
        parent: The main window.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.Window)
        self.setObjectName("guide")
        self.setAttribute(Qt.WA_DeleteOnClose)
        self._contents = QListWidget()
        self._contents.setObjectName("guide_contents")
        self._contents.setProperty("sidebar", True)
        self._contents.setFixedWidth(CONTENTS_WIDTH)
        self._contents.setHorizontalScrollBarPolicy(Qt.ScrollBarAlwaysOff)
        self._contents.currentRowChanged.connect(self._on_heading_chosen)
        self._page = _Page()
        self._page.setObjectName("guide_page")
        self._close = QPushButton()
        self._close.setObjectName("guide_close")
        self._close.clicked.connect(self.close)
        add_close_keys(self)
        self._theme: Theme | None = None
        self._lay_out()
        self._retranslate()
        resize_within_screen(self, WIDTH, HEIGHT)
        self._page.setFocus()

    def _lay_out(self) -> None:
        texts = QHBoxLayout()
        texts.setSpacing(0)
        texts.addWidget(self._contents)
        texts.addWidget(self._page, 1)
        buttons = QHBoxLayout()
        buttons.setContentsMargins(SPACE_L, SPACE_S, SPACE_L, SPACE_M)
        buttons.addStretch(1)
        buttons.addWidget(self._close)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(texts, 1)
        column.addLayout(buttons)

    def _retranslate(self) -> None:
        self.setWindowTitle(tr("Guide", "User guide"))
        self._close.setText(tr("Guide", "Close"))
        self._contents.setAccessibleName(tr("Guide", "Contents"))
        self._show_guide()

    def _show_guide(self) -> None:
        self._theme = current_theme()
        self._page.show_guide(read_guide(current_language()))
        self._contents.clear()
        for block in self._page.headings():
            level = block.blockFormat().headingLevel()
            if 1 < level <= LISTED_LEVEL:
                item = QListWidgetItem(INDENT * (level - 2) + block.text())
                item.setData(Qt.UserRole, block.position())
                self._contents.addItem(item)

    def _on_heading_chosen(self, row: int) -> None:
        item = self._contents.item(row)
        if item is not None:
            self._page.scroll_to(item.data(Qt.UserRole))

    # Qt

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language and the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.LanguageChange:
            self._retranslate()
        elif event.type() == QEvent.StyleChange and current_theme() != self._theme:
            self._show_guide()


class _Page(QTextBrowser):
    """Text of the guide; its pictures fit the page."""

    def __init__(self) -> None:
        super().__init__()
        self._markdown = ""
        self._room = WIDEST_PICTURE
        self.setFrameShape(QFrame.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarAlwaysOff)
        self.setOpenExternalLinks(True)
        self.setSearchPaths([str(guide_folder())])

    def show_guide(self, markdown: str) -> None:
        """Show a text from its beginning."""
        self._markdown = markdown
        self.document().setDocumentMargin(SPACE_XL)
        self.setMarkdown(markdown)
        self._set_spaces()

    def headings(self) -> list[QTextBlock]:
        """Return the blocks of the headings."""
        found, block = [], self.document().begin()
        while block.isValid():
            if block.blockFormat().headingLevel():
                found.append(block)
            block = block.next()
        return found

    def scroll_to(self, position: int) -> None:
        """Show a position of the text at the top."""
        layout = self.document().documentLayout()
        layout.documentSize()  # lays out the whole text
        block = self.document().findBlock(position)
        top = round(layout.blockBoundingRect(block).top())
        self.verticalScrollBar().setValue(top - SPACE_S)

    def _set_spaces(self) -> None:
        """Give lines, paragraphs and tables the space of the program's look."""
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        block = self.document().begin()
        while block.isValid():
            cursor.setPosition(block.position())
            form = block.blockFormat()
            is_heading = bool(form.headingLevel())
            is_in_table = cursor.currentTable() is not None
            is_item = block.textList() is not None
            if is_heading:
                form.setTopMargin(SPACE_XL)
            if not is_in_table:
                form.setBottomMargin(SPACE_S if is_item or is_heading else SPACE_L)
            form.setNonBreakableLines(False)  # commands wrap like other lines
            if PICTURE not in block.text():
                form.setLineHeight(LINE_HEIGHT, form.ProportionalHeight)
            cursor.setBlockFormat(form)
            block = block.next()
        cursor.endEditBlock()
        for frame in self.document().rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                frame.setFormat(_table_format(frame.format().toTableFormat()))

    # Qt

    def loadResource(self, kind: int, name: QUrl) -> object:
        """Return a picture that fits the page, sharp at every scale."""
        if kind != QTextDocument.ImageResource:
            return super().loadResource(kind, name)
        image = QImage(str(guide_folder() / name.path()))
        scale = self.devicePixelRatioF()
        width = min(image.width(), self._room)
        image = image.scaledToWidth(round(width * scale), Qt.SmoothTransformation)
        image.setDevicePixelRatio(scale)
        return image

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the pictures, which are as wide as the page but no wider."""
        super().resizeEvent(event)
        room = self.viewport().width() - 2 * SPACE_XL
        room = min(WIDEST_PICTURE, max(room, NARROWEST_PICTURE))
        if room != self._room:
            self._room = room
            bar = self.verticalScrollBar()
            share = bar.value() / max(bar.maximum(), 1)
            self.show_guide(self._markdown)
            bar.setValue(round(share * bar.maximum()))


def _table_format(form: QTextTableFormat) -> QTextTableFormat:
    form.setBorderCollapse(True)
    form.setBorder(1)
    form.setBorderStyle(QTextFrameFormat.BorderStyle_Solid)
    form.setBorderBrush(QColor(current_theme().line))
    form.setCellPadding(SPACE_S)
    form.setCellSpacing(0)
    form.setBottomMargin(SPACE_L)
    return form
