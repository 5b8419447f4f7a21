"""Sheet of all keyboard shortcuts, grouped by menu, with a search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PyQt5.QtCore import Qt, pyqtSignal
from PyQt5.QtWidgets import (
    QAction,
    QDialog,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from gui.actions.actions import plain_text
from gui.actions.shortcuts import list_names
from gui.style.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XL, SPACE_XS
from gui.text.i18n import tr
from gui.text.plain_text import PlainLabel
from gui.widgets.screen_fit import resize_within_screen

COLUMNS, COLUMN_WIDTH = 3, 280
"""Most columns, and the width that one needs, in pixels at 100 %."""

WIDTH, HEIGHT = 1040, 620
"""Size in pixels at 100 %; fits a screen of 1366 by 768."""

TITLE_LINES = 2
"""Height of a group's title, in lines of actions."""


@dataclass(frozen=True, slots=True)
class _Line:
    """An action on the sheet."""

    widget: QWidget
    text: str
    """Text that a search compares."""


@dataclass(frozen=True, slots=True)
class _Group:
    """The actions of a menu on the sheet."""

    widget: QWidget
    lines: list[_Line]


class ShortcutsSheet(QDialog):
    """Dialog of the current keyboard shortcuts.

    Args:
        groups: The actions by menu.
        parent: The window it belongs to.
    """

    change_requested = pyqtSignal()  # of the keys

    def __init__(
        self,
        groups: Sequence[tuple[str, list[QAction]]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("keys_sheet")
        self.setWindowTitle(tr("Keys", "Keyboard shortcuts"))
        self.setWindowFlag(Qt.WindowContextHelpButtonHint, False)
        resize_within_screen(self, WIDTH, HEIGHT)
        used = [
            (title, [a for a in actions if a.shortcuts()]) for title, actions in groups
        ]
        self._groups = [
            _group(plain_text(title), actions) for title, actions in used if actions
        ]
        heading = PlainLabel(tr("Keys", "Keyboard shortcuts"))
        heading.setProperty("role", "title")
        self._search = QLineEdit()
        self._search.setObjectName("sheet_search")
        self._search.setPlaceholderText(tr("Keys", "Search actions or keys"))
        self._search.setClearButtonEnabled(True)
        self._search.textChanged.connect(self._filter)
        self._nothing = PlainLabel(tr("Keys", "No matches."))
        self._nothing.setProperty("role", "muted")
        self._nothing.setAlignment(Qt.AlignCenter)
        self._nothing.hide()
        change = QPushButton(tr("Keys", "Change shortcuts…"))
        change.setObjectName("sheet_change")
        change.setAutoDefault(False)
        change.clicked.connect(self.accept)
        change.clicked.connect(self.change_requested)
        close = QPushButton(tr("Keys", "Close"))
        close.setObjectName("sheet_close")
        close.setProperty("primary", True)
        close.setDefault(True)
        close.clicked.connect(self.accept)
        top = QHBoxLayout()
        top.setSpacing(SPACE_XL)
        top.addWidget(heading)
        top.addWidget(self._search, 1)
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACE_M)
        buttons.addWidget(change)
        buttons.addStretch(1)
        buttons.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_XL, SPACE_XL - 4, SPACE_XL, SPACE_XL - 4)
        column.setSpacing(SPACE_L)
        column.addLayout(top)
        column.addWidget(self._nothing)
        column.addWidget(self._sheet(), 1)
        column.addLayout(buttons)
        self._search.setFocus()

    def _sheet(self) -> QScrollArea:
        """Return the groups in columns of about the same height."""
        page = QWidget()
        row = QHBoxLayout(page)
        row.setContentsMargins(0, 0, SPACE_S, 0)
        row.setSpacing(SPACE_L)
        heights = [len(group.lines) + TITLE_LINES for group in self._groups]
        count = max(1, min(COLUMNS, self.width() // COLUMN_WIDTH))
        filled, columns = 0, [QVBoxLayout() for _ in range(count)]
        for group, height in zip(self._groups, heights, strict=True):
            middle = (filled + height / 2) / sum(heights)
            columns[int(middle * count)].addWidget(group.widget)
            filled += height
        for column in columns:
            column.setSpacing(SPACE_L)
            column.addStretch(1)
            row.addLayout(column, 1)
        area = QScrollArea()
        area.setObjectName("sheet")
        area.setFrameShape(QFrame.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarAlwaysOff)
        area.setWidget(page)
        return area

    def _filter(self, text: str) -> None:
        wanted = text.casefold().strip()
        any_shown = False
        for group in self._groups:
            hits = [wanted in line.text for line in group.lines]
            for line, is_hit in zip(group.lines, hits, strict=True):
                line.widget.setVisible(is_hit)
            group.widget.setVisible(any(hits))
            any_shown = any_shown or any(hits)
        self._nothing.setVisible(not any_shown)


def _group(title: str, actions: Sequence[QAction]) -> _Group:
    card = QFrame()
    card.setProperty("card", True)
    column = QVBoxLayout(card)
    column.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_M)
    column.setSpacing(SPACE_S)
    heading = PlainLabel(title)
    heading.setProperty("role", "strong")
    column.addWidget(heading)
    lines = [_line(action) for action in actions]
    for line in lines:
        column.addWidget(line.widget)
    return _Group(card, lines)


def _line(action: QAction) -> _Line:
    text = plain_text(action.text())
    keys = list_names(action.shortcuts())
    widget = QWidget()
    row = QHBoxLayout(widget)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(SPACE_XS)
    name = PlainLabel(text)
    name.setWordWrap(True)
    row.addWidget(name, 1)
    for key in keys:
        cap = PlainLabel(key)
        cap.setProperty("role", "key")
        row.addWidget(cap, 0, Qt.AlignTop)
    return _Line(widget, " ".join((text, *keys)).casefold())
