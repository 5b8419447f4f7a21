"""Labels with several lines."""

import pytest
from PyQt5.QtGui import QColor, QFont

from gui.widgets.wrapped_label import TightLabel

PAPER = QColor("white")
TEXT = "Blue swapped: the stone is now theirs, and red goes on."


def inked_rows(label):
    """Return the rows of pixels with a part of a letter."""
    image = label.grab().toImage()
    return [
        row
        for row in range(image.height())
        if any(image.pixelColor(x, row) != PAPER for x in range(image.width()))
    ]


@pytest.fixture
def label(qtbot):
    made = TightLabel()
    qtbot.addWidget(made)
    made.setStyleSheet("QLabel { background: white; color: black; }")
    font = QFont(made.font())
    font.setPixelSize(14)
    made.setFont(font)
    made.resize(230, 36)
    made.setText(TEXT)
    return made


def test_two_lines_have_a_margin(label):
    rows = inked_rows(label)

    assert len(rows) > 20  # two lines
    assert min(rows) >= 2
    assert max(rows) <= 36 - 2


def test_its_height_is_that_of_two_lines(label):
    two = label.sizeHint().height()

    label.setText("Short")

    assert label.sizeHint().height() == two <= 36 - 2


def test_a_text_that_is_too_long_has_smaller_letters(label):
    wide = label.fontMetrics().horizontalAdvance(TEXT)
    label.resize(round(wide * 0.49), 36)

    rows = inked_rows(label)

    assert rows[0] >= 3  # smaller than the letters of the first test
