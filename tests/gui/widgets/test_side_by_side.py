"""Two widgets in a row, or one above the other."""

import pytest
from PyQt5.QtWidgets import QLabel, QVBoxLayout, QWidget

from gui.widgets.side_by_side import SideBySide


@pytest.fixture
def pair(qtbot):
    """Return a window with a row of two widgets, both 100 pixels wide."""
    left, right = QLabel(), QLabel()
    for part in (left, right):
        part.setFixedSize(100, 20)
    window = QWidget()
    column = QVBoxLayout(window)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(SideBySide(left, right, window))
    qtbot.addWidget(window)
    window.show()
    return window, left, right


@pytest.mark.parametrize(("width", "is_row"), [(300, True), (150, False)])
def test_they_are_in_a_row_where_there_is_room(pair, qtbot, width, is_row):
    window, left, right = pair

    window.resize(width, 60)

    qtbot.waitUntil(lambda: (left.x() < right.x()) is is_row)
    assert (left.y() < right.y()) is not is_row


def test_a_hidden_widget_takes_no_room(pair, qtbot):
    window, left, right = pair
    window.resize(150, 60)
    qtbot.waitUntil(lambda: right.y() > left.y())

    left.hide()

    qtbot.waitUntil(lambda: window.sizeHint().height() == right.height())
