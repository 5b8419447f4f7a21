"""The look of every plot: that of the window, taken once for each change."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PyQt5.QtWidgets import QVBoxLayout, QWidget

from gui.style import theme
from gui.style.theme import DARK, LIGHT
from gui.widgets.plot import Plot, whole_ticks


class CountedPlot(Plot):
    """Counts how often it is styled."""

    count = 0

    def restyle(self):
        self.count += 1
        super().restyle()


@pytest.fixture
def plot(qapp):
    """Return a plot that has come into a window by way of two parents."""
    window, page, made = QWidget(), QWidget(), CountedPlot()
    QVBoxLayout(page).addWidget(made)
    QVBoxLayout(window).addWidget(page)
    window.show()
    yield made
    window.close()


def letters(plot):
    return plot.plot.getAxis("left").textPen().color().name()


def test_a_new_parent_styles_nothing_again(plot):
    before = plot.count

    page = QWidget(plot.window())
    plot.setParent(page)
    page.show()

    assert plot.count == before


def test_a_plot_follows_the_theme(plot, qapp):
    light = letters(plot)

    theme.apply(qapp, DARK)

    assert (light, letters(plot)) == (LIGHT.muted, DARK.muted)


def test_a_plot_follows_the_size_of_texts(plot):
    before = plot.caption_font().pixelSize()
    font = plot.font()
    font.setPixelSize(40)

    plot.setFont(font)

    shown = plot.plot.getAxis("left").style["tickFont"]
    assert shown.pixelSize() == plot.caption_font().pixelSize() > before


@pytest.mark.parametrize(
    ("lowest", "highest", "ticks"),
    [
        (1, 1, [1]),
        (1, 2, [1, 2]),
        (0, 120, [0, 50, 100]),
        (7, 19, [10, 15]),
        (400, 8800, [2000, 4000, 6000, 8000]),
    ],
)
def test_ticks_of_numbers_that_are_counted_are_whole(lowest, highest, ticks):
    assert whole_ticks(lowest, highest, 5) == ticks


@given(lowest=st.integers(0, 10**6), span=st.integers(0, 10**6))
def test_every_range_has_a_few_whole_ticks_within_it(lowest, span):
    ticks = whole_ticks(lowest, lowest + span, 5)

    assert 1 <= len(ticks) <= 6
    assert lowest <= ticks[0] <= ticks[-1] <= lowest + span
