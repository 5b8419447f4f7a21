"""The bar of both sides' chances, as it is painted."""

import pytest
from PyQt5.QtGui import QColor

from gui.style.theme import CURRENT, DARK, LIGHT
from gui.widgets.win_rate_bar import WinRateBar


@pytest.fixture(params=[LIGHT, DARK], ids=["light", "dark"])
def bar(request, qapp, qtbot):
    theme = request.param
    made = WinRateBar()
    qtbot.addWidget(made)
    qapp.setProperty(CURRENT, theme)
    made.set_game("gomoku")
    made.setStyleSheet(f"background: {theme.card}")
    made.resize(200, made.height())
    return made


def difference(one, other):
    return sum(abs(a - b) for a, b in zip(one.getRgb(), other.getRgb(), strict=True))


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_a_certain_win_does_not_look_like_no_data(bar, share):
    bar.set_share(None)
    empty = bar.grab().toImage()

    bar.set_share(share)
    full = bar.grab().toImage()

    middle, row = full.width() // 2, full.height() // 2
    marks = range(middle - 2, middle + 2)
    inside = QColor(full.pixel(20, row))
    assert max(difference(QColor(full.pixel(x, row)), inside) for x in marks) > 100
    assert full.pixel(middle, 0) != empty.pixel(middle, 0)


def test_the_first_side_is_at_the_bottom_of_an_upright_bar(qapp, qtbot):
    upright = WinRateBar(is_upright=True)
    qtbot.addWidget(upright)
    qapp.setProperty(CURRENT, LIGHT)
    upright.set_game("gomoku")
    upright.resize(upright.width(), 200)

    upright.set_share(0.25)
    image = upright.grab().toImage()

    column = image.width() // 2
    black, white = QColor(LIGHT.black.edge), QColor(LIGHT.white.edge)
    assert QColor(image.pixel(column, 180)) == black
    assert QColor(image.pixel(column, 140)) == white
