"""Both themes: complete, readable, and told to Qt without a complaint."""

import dataclasses
import re
from pathlib import Path

import pytest
from PyQt5.QtCore import QLocale, Qt
from PyQt5.QtGui import QColor, QPalette
from PyQt5.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLineEdit,
    QPushButton,
    QSlider,
    QSpinBox,
    QTableWidget,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from engine.core.files.paths import resources
from engine.core.types import Player
from engine.games import GAMES
from gui.style import theme as look
from gui.style.colour_blind import (
    COLOUR_BLIND_DARK,
    COLOUR_BLIND_LIGHT,
    Palette,
    colour_blind_theme,
)
from gui.style.theme import DARK, LIGHT, SideColours
from tests.gui.eyes import EYES, ciede2000, difference, linear
from tests.nonempty import nonempty

THEMES = [
    pytest.param(LIGHT, id="light"),
    pytest.param(DARK, id="dark"),
    pytest.param(COLOUR_BLIND_LIGHT, id="light-safe"),
    pytest.param(COLOUR_BLIND_DARK, id="dark-safe"),
]
SIDES = ("black", "white", "red", "blue", "first", "second")


def luminance(colour):
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first, second):
    """Return the contrast ratio of WCAG 2."""
    high, low = sorted((luminance(first), luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def colours_in(value):
    for field in dataclasses.fields(value):
        part = getattr(value, field.name)
        if isinstance(part, SideColours):
            yield from colours_in(part)
        elif field.name != "name":
            yield part


@pytest.mark.parametrize("theme", THEMES)
def test_every_role_is_a_colour(theme):
    for text in nonempty(colours_in(theme)):
        assert re.fullmatch(r"#[0-9a-f]{6}([0-9a-f]{2})?", text)


def test_the_dark_theme_is_not_the_light_one_inverted():
    for name in ("accent", "wood", "window", "tile"):
        red, green, blue, _ = QColor(getattr(LIGHT, name)).getRgb()
        inverted = QColor(255 - red, 255 - green, 255 - blue)
        assert QColor(getattr(DARK, name)) != inverted
    assert DARK.is_dark
    assert not LIGHT.is_dark


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ground", ["window", "panel", "card", "field", "hover"])
def test_texts_can_be_read_on_every_ground(theme, ground):
    behind = getattr(theme, ground)

    assert contrast(theme.text, behind) >= 7
    assert contrast(theme.muted, behind) >= 4.5
    assert contrast(theme.danger, behind) >= 4.5
    assert contrast(theme.warning, behind) >= 4.5
    assert contrast(theme.focus, behind) >= 3


@pytest.mark.parametrize("theme", THEMES)
def test_texts_can_be_read_on_coloured_grounds(theme):
    assert contrast(theme.accent_text, theme.accent) >= 4.5
    assert contrast(theme.accent_text, theme.accent_hover) >= 4.5
    assert contrast(theme.accent_text, theme.accent_pressed) >= 4.5
    assert contrast(theme.selection_text, theme.selection) >= 4.5
    assert contrast(theme.tooltip_text, theme.tooltip) >= 7
    assert contrast(theme.wood_label, theme.wood_light) >= 3.5
    assert contrast(theme.wood_label, theme.wood) >= 3.5
    assert contrast(theme.wood_foul, theme.wood) >= 3
    assert contrast(theme.hint_text, theme.hint) >= 4.5
    assert contrast(theme.tile_label, theme.window) >= 3


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("side", SIDES)
def test_numbers_can_be_read_on_stones(theme, side):
    colours = getattr(theme, side)

    assert contrast(colours.mark, colours.fill) >= 3
    assert contrast(colours.last_move, colours.fill) >= 3


TOLD_APART = 20.0
"""Distance by CIEDE2000 from which two colours are no shades of one."""


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_eye_tells_the_sides_and_their_edges_apart(theme, game, eye):
    first, second = (
        theme.side(key, player) for key, player in zip(game.sides, Player, strict=True)
    )

    assert difference(first.fill, second.fill, eye) > TOLD_APART
    assert difference(first.edge, second.edge, eye) > TOLD_APART


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("theme", THEMES)
def test_every_eye_tells_tiles_and_window_from_what_is_on_them(theme, eye):
    for side in (theme.red, theme.blue):
        assert difference(side.fill, theme.tile, eye) > TOLD_APART
        assert difference(side.edge, theme.tile, eye) > TOLD_APART
        assert difference(side.edge, theme.window, eye) > TOLD_APART
        assert difference(side.last_move, side.fill, eye) > TOLD_APART
        assert difference(side.mark, side.fill, eye) > TOLD_APART
    assert difference(theme.wood_foul, theme.wood, eye) > TOLD_APART
    assert difference(theme.danger, theme.tile, eye) > TOLD_APART


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize(
    "theme", [COLOUR_BLIND_LIGHT, COLOUR_BLIND_DARK], ids=["light", "dark"]
)
def test_every_eye_tells_safe_marks_from_the_sides(theme, eye):
    for side in (theme.red, theme.blue):
        assert difference(theme.win, side.fill, eye) > TOLD_APART
        assert difference(theme.win_glow, side.fill, eye) > TOLD_APART
        assert difference(theme.hint, side.fill, eye) > TOLD_APART
    assert difference(theme.hint, theme.hint_text, eye) > TOLD_APART
    assert difference(theme.win, theme.win_glow, eye) > TOLD_APART
    assert difference(theme.win, theme.wood, eye) > TOLD_APART


# Pairs with the largest traps of the formula, from the table of Sharma et al.
@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.49, -0.0010), (50.0, -2.49, 0.0009), 7.1792),
        ((50.0, 2.49, -0.0010), (50.0, -2.49, 0.0011), 7.2195),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
        ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
    ],
)
def test_the_measure_of_these_tests_agrees_with_its_source(first, second, expected):
    assert ciede2000(first, second) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("base", [LIGHT, DARK], ids=["light", "dark"])
def test_a_palette_changes_colours_and_not_the_kind_of_theme(base):
    safe = colour_blind_theme(base, Palette.COLOUR_BLIND)

    assert colour_blind_theme(base, Palette.STANDARD) is base
    assert (safe.name, safe.is_dark) == (base.name, base.is_dark)
    assert safe.red != base.red
    assert safe.window == base.window


@pytest.mark.parametrize("theme", THEMES)
def test_known_sides_have_their_colours_and_others_a_colour_of_their_own(theme):
    assert theme.side("black", Player.SECOND) is theme.black
    assert theme.side("blue", Player.FIRST) is theme.blue
    assert theme.side("green", Player.FIRST) is theme.first
    assert theme.side("purple", Player.SECOND) is theme.second


@pytest.mark.parametrize("theme", THEMES)
def test_every_picture_in_the_style_sheet_exists(theme):
    paths = re.findall(r'url\("([^"]+)"\)', look.stylesheet(theme))

    assert len(paths) > 10
    assert all(Path(path).is_file() for path in paths)


def control_pictures(theme):
    """Return the files of the pictures of controls by name."""
    folder = resources() / "icons" / "controls" / theme.name
    return {path.name: path for path in folder.glob("*.svg")}


def test_both_themes_have_the_same_control_pictures():
    assert set(nonempty(control_pictures(LIGHT))) == set(control_pictures(DARK))


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_control_pictures_have_colours_of_their_theme(theme):
    known = {getattr(theme, name) for name in ("accent", "accent_text", "muted")}
    known |= {theme.danger, theme.warning}

    for name, path in nonempty(control_pictures(theme).items()):
        used = set(re.findall(r"#[0-9a-fA-F]{6}", path.read_text(encoding="utf-8")))
        assert used <= known, name


@pytest.mark.parametrize("scale", [1.0, 1.25, 1.5, 2.0])
def test_the_style_sheet_grows_with_the_scale(scale):
    sheet = look.stylesheet(LIGHT, scale=scale)

    assert "$" not in sheet
    assert f"font-size: {look.TYPE_SCALE['title'] * scale:.0f}px" in sheet


@pytest.mark.parametrize("theme", THEMES)
def test_a_theme_reaches_widgets_without_a_warning(qapp, qtbot, theme):
    window = QWidget()
    qtbot.addWidget(window)
    layout = QVBoxLayout(window)
    layout.setSizeConstraint(QVBoxLayout.SetNoConstraint)
    for kind in (
        QPushButton, QLineEdit, QComboBox, QSpinBox, QCheckBox, QTableWidget, QTabWidget
    ):  # fmt: skip
        layout.addWidget(kind())
    layout.addWidget(QSlider(Qt.Horizontal))

    look.apply(qapp, theme)
    picture = window.grab().toImage()

    assert qapp.palette().color(QPalette.Window) == QColor(theme.panel)
    assert not picture.isNull()


def test_a_primary_button_has_the_accent_colour(qapp, qtbot):
    button = QPushButton("Start")
    qtbot.addWidget(button)
    button.setProperty("primary", True)
    look.apply(qapp, LIGHT)
    button.resize(160, 40)

    picture = button.grab().toImage()

    assert picture.pixelColor(12, 20) == QColor(LIGHT.accent)


@pytest.mark.parametrize(
    ("window", "expected"), [("#202020", DARK), ("#f0f0f0", LIGHT)]
)
def test_the_system_theme_follows_the_palette(qapp, window, expected):
    system = qapp.property("pentahex_system_palette")
    qapp.setProperty("pentahex_system_palette", None)
    palette = QPalette()
    palette.setColor(QPalette.Window, QColor(window))
    qapp.setPalette(palette)

    before = look.system_theme()
    look.apply(qapp, LIGHT)
    after = look.system_theme()

    qapp.setProperty("pentahex_system_palette", system)
    assert before is expected
    assert after is expected


def test_the_font_holds_chinese_where_the_machine_has_any(qapp):
    font = look.font(scale=1.5)

    assert font.pixelSize() == round(look.TYPE_SCALE["body"] * 1.5)
    known = (*look.LATIN_FAMILIES, *look.CHINESE_FAMILIES, look.LAST_FAMILY)
    assert set(font.families()) <= set(known)


@pytest.mark.parametrize(
    ("language", "first"),
    [("en", look.LATIN_FAMILIES), ("zh_CN", look.CHINESE_FAMILIES)],
)
def test_the_faces_of_the_language_come_first(qapp, monkeypatch, language, first):
    every = (*look.CHINESE_FAMILIES, *look.LATIN_FAMILIES)
    monkeypatch.setattr(look.QFontDatabase, "families", lambda _: list(every))
    usual = QLocale()
    QLocale.setDefault(QLocale(language))

    font = look.font()

    QLocale.setDefault(usual)
    assert tuple(font.families()[: len(first)]) == first
