"""The table of panels: its keys, its size, the height of its rows."""

import pytest
from PyQt5.QtCore import QEvent, QStringListModel, Qt
from PyQt5.QtGui import QKeyEvent
from PyQt5.QtWidgets import QApplication

from gui.widgets.panel_table import ROW_KEYS, PanelTable


class Words(PanelTable):
    """Table of two words."""

    def __init__(self, **keys):
        super().__init__(row_margins=4, **keys)
        self.setModel(QStringListModel(["one", "two"], self))
        self._select_rows()
        self._fit()

    def _retranslate(self):
        pass


@pytest.fixture
def make(qtbot):
    def make(**keys):
        table = Words(**keys)
        qtbot.addWidget(table)
        return table

    return make


def takes(table, key, modifiers=Qt.NoModifier):
    """Return whether the table has a key before the shortcuts of the window."""
    event = QKeyEvent(QEvent.ShortcutOverride, key, modifiers)
    event.ignore()
    QApplication.sendEvent(table, event)
    return event.isAccepted()


def test_only_its_own_keys_come_before_shortcuts(make):
    rows = make(own_keys=ROW_KEYS)

    assert takes(rows, Qt.Key_Down)
    assert takes(rows, Qt.Key_Down, Qt.KeypadModifier)
    assert not takes(rows, Qt.Key_Down, Qt.ControlModifier)
    assert not takes(rows, Qt.Key_Left)
    assert not takes(make(), Qt.Key_Down)


def test_a_table_without_a_text_to_copy_leaves_the_key_to_the_window(make):
    assert takes(make(copy_text=lambda: "all"), Qt.Key_C, Qt.ControlModifier)
    assert not takes(make(), Qt.Key_C, Qt.ControlModifier)


def test_copying_puts_the_whole_text_on_the_clipboard(make):
    table = make(copy_text=lambda: "all of it")

    event = QKeyEvent(QEvent.KeyPress, Qt.Key_C, Qt.ControlModifier)
    QApplication.sendEvent(table, event)

    assert QApplication.clipboard().text() == "all of it"


def test_rows_follow_the_font(make):
    table = make()
    height = table.rowHeight(0)
    assert height == table.fontMetrics().height() + 4

    font = table.font()
    font.setPixelSize(30)
    table.setFont(font)

    assert table.rowHeight(0) == table.fontMetrics().height() + 4 > height
