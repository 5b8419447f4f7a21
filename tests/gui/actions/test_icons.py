"""The icons: all there, crisp, and in the colours of the theme."""

import numpy as np
import pytest
from PyQt5.QtCore import QSize
from PyQt5.QtGui import QColor, QIcon, QImage, QPainter
from PyQt5.QtWidgets import QToolButton

from gui.style.icons import (
    APPLICATION_SIZES,
    IconError,
    Tone,
    application_icon,
    icon,
    names,
)
from gui.style.theme import CURRENT, DARK, LIGHT
from tests.gui.board.pixels import parts_of, points_of

NEEDED = [
    *("new", "open", "save", "export", "take-back", "redo", "resign", "hint", "swap"),
    *("change-sides", "lock"),
    *("play", "pause", "step", "stop", "first", "previous", "next", "last"),
    *("settings", "gomoku", "hex", "human", "engine", "clock", "analyse", "copy"),
    *("close", "warning"),
    *("mark-triangle", "mark-square", "mark-circle", "mark-cross"),
    *("mark-letter", "mark-number"),
]

pytestmark = pytest.mark.usefixtures("qapp")


def has_only(pixmap, colour):
    """Say whether all fully painted pixels, at least one, have about ``colour``."""
    alpha, *found = parts_of(points_of(pixmap.toImage()))
    red, green, blue = (part[alpha == 255] for part in found)
    wanted = QColor(colour)
    return bool(red.size) and all(
        np.all(abs(part.astype(int) - part_wanted) <= 2)
        for part, part_wanted in (
            (red, wanted.red()),
            (green, wanted.green()),
            (blue, wanted.blue()),
        )
    )


def test_every_needed_icon_is_there():
    assert set(NEEDED) <= set(names())


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("name", NEEDED)
def test_an_icon_has_the_colour_of_its_state(name, theme, qapp):
    made = icon(name)
    qapp.setProperty(CURRENT, theme)
    size = QSize(48, 48)

    assert has_only(made.pixmap(size), theme.text)
    assert has_only(made.pixmap(size, QIcon.Disabled), theme.disabled)
    assert has_only(made.pixmap(size, QIcon.Normal, QIcon.On), theme.accent)


@pytest.mark.parametrize("name", NEEDED)
def test_an_icon_keeps_inside_its_square(name):
    alpha, *_ = parts_of(points_of(icon(name).pixmap(96, 96).toImage()))

    inside = alpha[2:-2, 2:-2]

    assert alpha.shape == (96, 96)
    assert inside.any()
    assert np.count_nonzero(alpha) == np.count_nonzero(inside)


@pytest.mark.parametrize("side", [20, 25, 30, 40])
def test_an_icon_is_drawn_in_the_pixels_that_are_asked_for(side):
    pixmap = icon("new").pixmap(side, side)

    assert (pixmap.width(), pixmap.height()) == (side, side)
    assert has_only(pixmap, LIGHT.text)


def test_an_icon_on_the_accent_has_the_colour_of_text_on_it(qapp):
    made = icon("play", Tone.ON_ACCENT)
    qapp.setProperty(CURRENT, DARK)

    assert has_only(made.pixmap(48, 48), DARK.accent_text)


def test_a_dangerous_icon_is_red():
    made = icon("resign", Tone.DANGER)

    assert has_only(made.pixmap(48, 48), LIGHT.danger)


def test_an_icon_is_painted_into_a_rectangle():
    image = QImage(60, 40, QImage.Format_ARGB32_Premultiplied)
    image.fill(QColor("white"))
    painter = QPainter(image)

    icon("stop").paint(painter, image.rect())
    painter.end()

    assert any(image.pixelColor(x, 20) == QColor(LIGHT.text) for x in range(10, 50))
    assert image.pixelColor(5, 20) == QColor("white")


def test_a_button_keeps_its_icon_after_it_changes(qtbot):
    button = QToolButton()
    qtbot.addWidget(button)
    made = icon("open")
    copy = QIcon(made)
    copy.addPixmap(made.pixmap(16, 16))

    button.setIcon(copy)

    assert not button.grab().isNull()
    assert has_only(made.pixmap(48, 48), LIGHT.text)


def test_an_unknown_icon_is_named_with_those_that_exist():
    with pytest.raises(IconError, match="'teapot'") as caught:
        icon("teapot")

    assert "take-back" in str(caught.value)


def test_the_program_has_an_icon_in_every_size_of_a_desktop():
    sizes = {size.width() for size in application_icon().availableSizes()}

    assert sizes == set(APPLICATION_SIZES)


def test_the_smallest_program_icon_shows_five_stones():
    image = application_icon().pixmap(16, 16).toImage()

    bright = [
        (x, y)
        for x in range(16)
        for y in range(16)
        if image.pixelColor(x, y).red() > 180 and image.pixelColor(x, y).alpha() == 255
    ]

    assert len(bright) == 5 * 4
