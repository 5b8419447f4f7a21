"""Two widgets in a row, or one above the other."""

import pytest
from PyQt5.QtWidgets import QLabel, QVBoxLayout, QWidget

from gui.widgets.side_by_side import Narrowing, SideBySide


@pytest.fixture
def pair(qtbot):
    """Return a window with a row of two widgets, both 100 pixels wide."""
    return make_pair(qtbot)


@pytest.fixture
def narrow_pair(qtbot):
    """Return the same, of which the right widget can have half its width."""
    return make_pair(qtbot, can_be_narrow=True)


def make_pair(qtbot, *, can_be_narrow=False):
    left, right = QLabel(), QLabel()
    for part in (left, right):
        part.setFixedSize(100, 20)
    narrowing = Narrowing(
        usual_width=lambda: 100,
        least_width=lambda: 120,
        narrow_width=lambda: 100 + 50,
        make_narrow=lambda is_narrow: right.setFixedWidth(50 if is_narrow else 100),
    )
    window = QWidget()
    column = QVBoxLayout(window)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(
        SideBySide(left, right, window, narrowing if can_be_narrow else None)
    )
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


def test_they_are_narrow_only_where_two_rows_have_no_room(narrow_pair, qtbot):
    window, left, right = narrow_pair

    window.resize(170, 200)
    qtbot.waitUntil(lambda: left.x() < right.x())
    assert right.width() == 50
    window.resize(170, 600)
    qtbot.waitUntil(lambda: left.y() < right.y())
    assert right.width() == 100
    window.resize(300, 200)
    qtbot.waitUntil(lambda: left.x() < right.x())
    assert right.width() == 100


def test_a_narrow_widget_is_usual_again_once_it_is_alone(narrow_pair, qtbot):
    window, left, right = narrow_pair
    window.resize(170, 200)
    qtbot.waitUntil(lambda: right.width() == 50)

    left.hide()

    qtbot.waitUntil(lambda: right.width() == 100)


@pytest.mark.parametrize(("room", "width"), [(130, 100), (110, 50)])
def test_a_widget_is_narrow_in_a_row_of_its_own_that_would_cut_it(
    narrow_pair, qtbot, room, width
):
    window, left, right = narrow_pair

    window.resize(room, 600)

    qtbot.waitUntil(lambda: left.y() < right.y())
    qtbot.waitUntil(lambda: right.width() == width)
