"""Base of the dialogs: form, problem message and buttons."""

from __future__ import annotations

from itertools import pairwise

from PyQt5.QtCore import QEvent, QSize, Qt, QTimer
from PyQt5.QtGui import QShowEvent
from PyQt5.QtWidgets import (
    QDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from gui.style.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XL
from gui.text.i18n import tr
from gui.text.plain_text import PlainLabel
from gui.widgets.content_scroll_area import ContentScrollArea
from gui.widgets.screen_fit import FRAME_WIDTH, fit_to_screen, size_on_screen

WIDTH = 540
"""Width of a form in pixels at 100 %."""

WIDE = 1030
"""Width of a form with two columns, in pixels at 100 %."""

NARROW = 940
"""Width of a screen that has no room for two columns, in pixels at 100 %."""

SCROLL_BAR_WIDTH = 16
"""Width of the scroll bar of a form, with its gap, in pixels at 100 %."""

LABEL_WIDTH = 110
"""Least width of the labels, so that the fields of two forms align."""


class FormGrid(QGridLayout):
    """Labels on the left, fields on the right."""

    def __init__(self) -> None:
        super().__init__()
        self.setHorizontalSpacing(SPACE_L)
        self.setVerticalSpacing(SPACE_M)
        self.setColumnStretch(1, 1)
        self.setColumnMinimumWidth(0, LABEL_WIDTH)

    def add_row(self, text: str, field: QWidget | QLayout) -> QLabel:
        """Add a labelled field and return the label."""
        label = PlainLabel(text)
        label.setProperty("role", "muted")
        self.add_row_beside(label, field)
        return label

    def add_row_beside(self, left: QWidget | QLayout, field: QWidget | QLayout) -> None:
        """Add a field with anything on its left, beside the field's first line."""
        row = self.rowCount()
        self.addWidget(_Beside(left, field), row, 0, Qt.AlignTop)
        if isinstance(field, QLayout):
            self.addLayout(field, row, 1)
        else:
            self.addWidget(field, row, 1)

    def add_wide(self, part: QWidget) -> None:
        """Add what takes the whole width."""
        self.addWidget(part, self.rowCount(), 0, 1, 2)

    def add_space(self) -> None:
        """Keep the rows so far together at the top."""
        self.setRowStretch(self.rowCount(), 1)

    def add_line(self) -> None:
        """Add a fine line between two groups of fields."""
        line = QFrame()
        line.setProperty("line", True)
        line.setFrameShape(QFrame.HLine)
        self.add_wide(line)


class _Beside(QWidget):
    """Label cell of a field: as high as the field's first line."""

    def __init__(self, label: QWidget | QLayout, field: QWidget | QLayout) -> None:
        super().__init__()
        self._field = field
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        if isinstance(label, QLayout):
            row.addLayout(label)
        else:
            row.addWidget(label)

    def sizeHint(self) -> QSize:
        """See ``QWidget.sizeHint``."""
        return super().sizeHint().expandedTo(QSize(0, _first_line_height(self._field)))


class FormDialog(QDialog):
    """A titled form with labels on the left and fields on the right.

    Args:
        name: Object name; the buttons are ``<name>_accept`` and ``<name>_cancel``.
        title: Of the window and above the form.
        accept_text: Text of the accept button.
        parent: The window it belongs to.
        cancel_text: Text of the other button; default: *Cancel*.
    """

    def __init__(
        self,
        name: str,
        title: str,
        accept_text: str,
        parent: QWidget | None = None,
        *,
        cancel_text: str = "",
    ) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setWindowTitle(title)
        self.setMinimumWidth(WIDTH)
        self.setWindowFlag(Qt.WindowContextHelpButtonHint, False)
        self._problem = PlainLabel()
        self._problem.setObjectName(f"{name}_problem")
        self._problem.setProperty("role", "danger")
        self._problem.setWordWrap(True)
        self.accept_button = QPushButton(accept_text)
        self.accept_button.setObjectName(f"{name}_accept")
        self.accept_button.setProperty("primary", True)
        self.accept_button.setDefault(True)
        self.accept_button.clicked.connect(self.accept)
        cancel = QPushButton(cancel_text or tr("Dialogs", "Cancel"))
        cancel.setObjectName(f"{name}_cancel")
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        heading = PlainLabel(title)
        heading.setProperty("role", "title")
        self._form = FormGrid()
        fields = QWidget()
        self._columns = QHBoxLayout()
        self._columns.setSpacing(2 * SPACE_XL)
        self._columns.addLayout(self._form, 1)
        field_column = QVBoxLayout(fields)
        field_column.setContentsMargins(0, 0, 0, 0)
        field_column.addLayout(self._columns)
        field_column.addStretch(1)
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACE_M)
        buttons.addWidget(self._problem, 1)
        buttons.addWidget(cancel)
        buttons.addWidget(self.accept_button)
        self._buttons = (cancel, self.accept_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_XL, SPACE_XL - 4, SPACE_XL, SPACE_XL - 4)
        column.setSpacing(SPACE_L)
        column.addWidget(heading)
        column.addWidget(ContentScrollArea(fields), 1)
        column.addLayout(buttons)

    def start_column(self) -> None:
        """Start a second column beside the rows so far; below them if it is narrow."""
        room = self.screen().availableGeometry().width()
        if room < NARROW:
            self.add_line()
            return
        self._form.add_space()
        is_tight = room < WIDE + 2 * SPACE_XL
        if is_tight:
            self._form.setColumnMinimumWidth(0, 0)
            self._columns.setSpacing(SPACE_L)
        self._form = FormGrid()
        self._form.setColumnMinimumWidth(0, 0 if is_tight else LABEL_WIDTH)
        self._columns.addLayout(self._form, 1)
        self.setMinimumWidth(WIDTH if is_tight else WIDE)

    @property
    def room_for_fields(self) -> int:
        """The width that the screen leaves to what ``add_wide`` adds."""
        room = self.screen().availableGeometry().width()
        return room - FRAME_WIDTH - 2 * SPACE_XL - SCROLL_BAR_WIDTH

    def add_row(self, text: str, field: QWidget | QLayout) -> QLabel:
        """Add a labelled field and return the label."""
        return self._form.add_row(text, field)

    def add_space(self) -> None:
        """Keep the rows so far together at the top."""
        self._form.add_space()

    def add_row_beside(self, left: QWidget | QLayout, field: QWidget | QLayout) -> None:
        """Add a field with anything on its left."""
        self._form.add_row_beside(left, field)

    def add_wide(self, part: QWidget) -> None:
        """Add what takes the whole width."""
        self._form.add_wide(part)

    def add_line(self) -> None:
        """Add a fine line between two groups of fields."""
        self._form.add_line()

    def set_problem(self, message: str) -> None:
        """Show a problem and disable the accept button; an empty text clears it."""
        self._problem.setText(message)
        self.accept_button.setEnabled(not message)

    def show_failure(self, message: str) -> None:
        """Show why accepting failed; the user can try again."""
        self._problem.setText(message)

    def _fit_to_screen(self) -> None:
        """Grow to what the fields want."""
        fit_to_screen(self, self._wanted_size())

    def _wanted_size(self) -> QSize:
        return self.size().expandedTo(self.sizeHint())

    def showEvent(self, event: QShowEvent) -> None:
        """Begin with the first field, and let the tab key end at the buttons.

        The size is set before the desktop places the dialog. During that Qt may report
        an older place, and resizing would move the dialog there.
        """
        self.resize(size_on_screen(self, self._wanted_size()))
        super().showEvent(event)
        fields = [
            field
            for field in self.findChildren(QWidget)
            if field.focusPolicy() != Qt.NoFocus
            and field not in self._buttons
            and field.focusProxy() is None
            and field.isVisibleTo(self)
        ]
        chain = [*fields, *self._buttons]
        for before, after in pairwise(chain):
            self.setTabOrder(before, after)
        next(part for part in chain if part.focusPolicy() & Qt.TabFocus).setFocus()
        QTimer.singleShot(0, self._fit_to_screen)

    def event(self, event: QEvent) -> bool:
        """Take more room as soon as other fields want it."""
        is_handled = super().event(event)
        if event.type() == QEvent.LayoutRequest and self.isVisible():
            self._fit_to_screen()
        return is_handled


def make_row(*parts: QWidget, stretch: bool = False) -> QHBoxLayout:
    """Return widgets side by side."""
    row = QHBoxLayout()
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(SPACE_S)
    for part in parts:
        row.addWidget(part)
    if stretch:
        row.addStretch(1)
    return row


def _first_line_height(field: QWidget | QLayout) -> int:
    layout = field if isinstance(field, QLayout) else field.layout()
    if isinstance(layout, QVBoxLayout) and layout.count():
        first = layout.itemAt(0)
        return _first_line_height(first.layout() or first.widget())
    return field.sizeHint().height()


def show_dialog(dialog: QDialog) -> None:
    """Show a dialog without blocking the program; it goes when it is closed."""
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
