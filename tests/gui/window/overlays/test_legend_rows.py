"""Legends under the board, which a low window has little room for."""

import pytest
from PyQt5.QtWidgets import QLabel, QVBoxLayout, QWidget

from gui.window.overlays.legend_rows import LegendRows

LOW, HIGH = 300, 600


@pytest.fixture
def legends(qtbot):
    """Return a window with two legends, which are hidden."""
    marks, heat = QLabel("marks"), QLabel("heat")
    for legend in (marks, heat):
        legend.setFixedHeight(40)
        legend.hide()
    window = QWidget()
    column = QVBoxLayout(window)
    column.addWidget(QLabel("board"), 1)
    column.addWidget(LegendRows(marks, heat, window))
    qtbot.addWidget(window)
    window.show()
    return window, marks, heat


@pytest.mark.parametrize(("height", "has_both"), [(LOW, False), (HIGH, True)])
def test_a_low_window_has_one_legend(legends, height, has_both):
    window, marks, heat = legends
    window.resize(300, height)

    marks.show()
    assert marks.isVisible()
    heat.show()

    assert heat.isVisible()
    assert marks.isVisible() is has_both
    heat.hide()
    assert marks.isVisible()


@pytest.mark.parametrize(("height", "is_shown"), [(LOW, False), (HIGH, True)])
def test_a_legend_of_two_rows_needs_a_higher_window(legends, height, is_shown):
    window, marks, _heat = legends
    marks.setFixedHeight(70)
    window.resize(300, height)

    marks.show()

    assert marks.isVisible() is is_shown


def test_hidden_legends_take_no_room(legends):
    window, marks, _heat = legends
    height = window.sizeHint().height()

    marks.show()
    higher = window.sizeHint().height()
    marks.hide()

    assert window.sizeHint().height() == height < higher
