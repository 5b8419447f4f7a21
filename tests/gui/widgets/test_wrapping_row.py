"""Groups of widgets that wrap where a row is too narrow."""

import pytest
from PyQt5.QtWidgets import QPushButton, QVBoxLayout, QWidget

from gui.widgets.wrapping_row import WrappingRow


@pytest.fixture
def parts(qtbot):
    """Return a window, and the three buttons of the row in it."""
    buttons = [QPushButton(text) for text in ("One", "Two", "Three")]
    for button in buttons:
        button.setFixedWidth(100)
    window = QWidget()
    QVBoxLayout(window).addWidget(WrappingRow(buttons[:2], buttons[2:]))
    qtbot.addWidget(window)
    window.show()
    return window, buttons


@pytest.mark.parametrize(("width", "is_row"), [(500, True), (250, False)])
def test_groups_are_below_each_other_in_a_narrow_window(parts, qtbot, width, is_row):
    window, (one, two, three) = parts

    window.resize(width, 200)

    qtbot.waitUntil(lambda: (three.y() == one.y()) is is_row)
    assert two.y() == one.y()
    assert window.width() == width


def test_a_wider_text_wraps_the_row(parts, qtbot):
    window, (one, _, three) = parts
    window.resize(400, 200)
    qtbot.waitUntil(lambda: three.y() == one.y())

    three.setFixedWidth(200)

    qtbot.waitUntil(lambda: three.y() > one.y())
