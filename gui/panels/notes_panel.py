"""Panel with the comment of the current node, and tools for marks on the board."""

from __future__ import annotations

from PyQt5.QtCore import QEvent, QMimeData, QSize, Qt, pyqtSignal
from PyQt5.QtGui import QDragEnterEvent, QHideEvent, QKeyEvent, QShowEvent
from PyQt5.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPlainTextEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.core.formats.clean_text import clean_comment
from engine.match.view import MatchView
from engine.records.sgf.markup import read_marks
from gui.game.game_controller import GameController
from gui.panels.mark_tool import MarkTool
from gui.style.icons import icon
from gui.style.theme import SPACE_M, SPACE_S, SPACE_XS
from gui.text.i18n import tr
from gui.text.labels import move_label
from gui.text.plain_text import set_tip
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.retranslated import Retranslated

LONGEST_COMMENT = 100_000
"""Letters of the longest comment that is typed; a file may hold a longer one."""

LEAST_LINES = 3
"""Lines of the comment that are visible at least."""

ICON_SIDE = 18
"""Side of the icon of a tool, in pixels at 100 %."""

WORD_KEYS = (Qt.Key_Delete, Qt.Key_Backspace, Qt.Key_Up, Qt.Key_Down)
"""Keys that edit or move in the text with Ctrl; Qt leaves them to shortcuts."""


class NotesPanel(Retranslated, QFrame):
    """A card with the notes on the current node; what is typed is kept at once.

    Args:
        controller: The games.
        parent: See ``QWidget``.
    """

    tool_chosen = pyqtSignal(object)  # MarkTool | None
    clear_requested = pyqtSignal()  # all marks of the position
    problem_reported = pyqtSignal(str)  # one sentence

    def __init__(
        self, controller: GameController, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._node = -1
        self._text = ""
        self.setObjectName("panel_notes")
        self.setProperty("card", True)
        self._move = ElidedLabel()
        self._move.setObjectName("label_notes_move")
        self._move.setProperty("role", "caption")
        self._edit = CommentEdit()
        self._edit.textChanged.connect(self._on_text_changed)
        self._edit.refused.connect(self._on_refused)
        self._tools = {tool: self._new_button(tool) for tool in MarkTool}
        self._clear = QToolButton()
        self._clear.setObjectName("button_clear_marks")
        self._clear.setFocusPolicy(Qt.TabFocus)
        self._clear.clicked.connect(self.clear_requested)
        self._lay_out()
        controller.match_changed.connect(self._on_match_changed)
        self._retranslate()

    def choose_tool(self, chosen: MarkTool | None) -> None:
        """Choose a tool; ``None`` lets clicks play stones again."""
        for tool, button in self._tools.items():
            button.setChecked(tool is chosen)
        self.tool_chosen.emit(chosen)

    def _retranslate(self) -> None:
        self._edit.setPlaceholderText(tr("Notes", "Comment on this position"))
        self._edit.setAccessibleName(tr("Notes", "Comment on this position"))
        self._clear.setText(tr("Notes", "Clear"))
        set_tip(self._clear, tr("Notes", "Remove all marks of this position"))
        tips = {
            MarkTool.TRIANGLE: tr("Notes", "Triangle: click a cell to mark it"),
            MarkTool.SQUARE: tr("Notes", "Square: click a cell to mark it"),
            MarkTool.CIRCLE: tr("Notes", "Circle: click a cell to mark it"),
            MarkTool.CROSS: tr("Notes", "Cross: click a cell to mark it"),
            MarkTool.LETTER: tr("Notes", "Letters A, B, C: click a cell to label it"),
            MarkTool.NUMBER: tr("Notes", "Numbers 1, 2, 3: click a cell to label it"),
        }
        for tool, button in self._tools.items():
            set_tip(button, tips[tool])
            button.setAccessibleName(tips[tool])
        self._show_notes()

    def _lay_out(self) -> None:
        tools = QHBoxLayout()
        tools.setSpacing(SPACE_XS)
        for button in self._tools.values():
            tools.addWidget(button)
        tools.addStretch(1)
        tools.addWidget(self._clear)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_M, SPACE_S, SPACE_M, SPACE_S)
        column.setSpacing(SPACE_XS)
        column.addWidget(self._move)
        column.addWidget(self._edit, 1)
        column.addLayout(tools)

    def _new_button(self, tool: MarkTool) -> QToolButton:
        button = QToolButton()
        button.setObjectName(f"button_mark_{tool.value}")
        button.setIcon(icon(f"mark-{tool.value}"))
        button.setIconSize(QSize(ICON_SIDE, ICON_SIDE))
        button.setCheckable(True)
        button.setFocusPolicy(Qt.TabFocus)
        button.clicked.connect(
            lambda is_wanted: self.choose_tool(tool if is_wanted else None)
        )
        return button

    def _on_match_changed(self, view: MatchView) -> None:
        if view.has_new_notes and self.isVisible():
            self._show_notes()

    def _show_notes(self) -> None:
        """Show the comment of the current node unless it is the one being typed."""
        session = self._controller.session
        comment = session.record.nodes[session.cursor].comment
        self._move.setText(self._title())
        self._clear.setEnabled(self._has_marks())
        if (session.cursor, comment) == (self._node, self._text):
            return
        self._node, self._text = session.cursor, comment
        was_blocked = self._edit.blockSignals(True)
        self._edit.setPlainText(comment)
        self._edit.blockSignals(was_blocked)

    def _has_marks(self) -> bool:
        """Return whether the position has marks to clear."""
        session = self._controller.session
        properties = session.record.nodes[session.cursor].properties
        return bool(properties and read_marks(session.setup, properties))

    def _title(self) -> str:
        """Return the name of the position: its last move."""
        session = self._controller.session
        position, move = session.position, session.record.nodes[session.cursor].move
        if move is None:
            return tr("Notes", "Start of the game")
        return tr("Notes", "After move {number}, {move}").format(
            number=session.ply, move=move_label(position, move)
        )

    def _on_text_changed(self) -> None:
        self._text = clean_comment(self._edit.toPlainText())
        self._controller.store_comment(self._node, self._text)

    def _on_refused(self) -> None:
        text = tr("Notes", "A comment has at most {count} letters.")
        self.problem_reported.emit(text.format(count=LONGEST_COMMENT))

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        """Update after the panel was hidden."""
        super().showEvent(event)
        self._show_notes()

    def hideEvent(self, event: QHideEvent) -> None:
        """Leave the tool, so that clicks play stones again."""
        super().hideEvent(event)
        self.choose_tool(None)


class CommentEdit(QPlainTextEdit):
    """Field of a comment, which is plain text whatever it resembles."""

    refused = pyqtSignal()  # a text that is too long was not pasted

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("edit_comment")
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.NoFrame)

    def minimumSizeHint(self) -> QSize:
        """See ``QWidget.minimumSizeHint``."""
        height = LEAST_LINES * self.fontMetrics().lineSpacing() + 2 * SPACE_S
        return QSize(super().minimumSizeHint().width(), height)

    def sizeHint(self) -> QSize:
        """See ``QWidget.sizeHint``."""
        return self.minimumSizeHint()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Leave files to the window, which opens them; a text may be dropped here."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.ignore()
        else:
            super().dragEnterEvent(event)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste plain text without control characters."""
        text = clean_comment(source.text())
        if self.document().characterCount() + len(text) > LONGEST_COMMENT:
            self.refused.emit()
        else:
            self.insertPlainText(text)

    def event(self, event: QEvent) -> bool:
        """Take keys for words and lines before the shortcuts of the window."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.ShortcutOverride
            and event.modifiers() & Qt.ControlModifier
            and event.key() in WORD_KEYS
        ):
            event.accept()
            return True
        return super().event(event)
