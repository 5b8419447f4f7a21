"""The tool bar, on screens of different widths."""

from itertools import product

from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QApplication, QToolButton

from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from gui.app import application as app
from gui.settings.table import LANGUAGE
from gui.text import languages
from tests.gui.driving import widget


def check_buttons(bar):
    """Check that a tool bar has room for its buttons."""
    buttons = [b for b in bar.findChildren(QToolButton) if b.objectName()]
    names = {b.objectName() for b in buttons if b.isVisible()}
    assert {"button_new", "button_swap", "button_resign", "arrange_play"} <= names
    assert "qt_toolbar_ext_button" not in names
    for button in buttons:
        if button.isVisible():
            right = button.mapTo(bar, button.rect().topRight()).x()
            assert right < bar.width()


def test_no_button_of_the_tool_bar_is_out_of_sight(program, settings, subtests):
    setup = GAMES["gomoku"].setup(options={"opening": "swap2"})
    program.controller.put(program.factory.make_game(MatchSetup(setup=setup)))

    for language, width in product(("en", "zh_CN"), (1366, 900)):
        with subtests.test(f"{language}-{width}"):
            settings[LANGUAGE] = language
            program.window.resize(width, 768)
            QApplication.processEvents()

            check_buttons(widget(program.window, "tool_bar"))
    languages.apply(app.get_application(), "en")


def test_the_swap_button_leaves_the_layouts_in_a_tool_bar_at_twice_the_scale(
    start_on, settings, subtests
):
    program = start_on(size=(683, 364))
    for game, options in (("gomoku", {"opening": "swap2"}), ("hex", {"swap": "on"})):
        setup = GAMES[game].setup(options=options)
        program.controller.put(program.factory.make_game(MatchSetup(setup=setup)))
        for language in ("en", "zh_CN"):
            with subtests.test(f"{game}-{language}"):
                settings[LANGUAGE] = language
                program.window.resize(683, 364)
                QApplication.processEvents()

                check_buttons(widget(program.window, "tool_bar"))
    languages.apply(app.get_application(), "en")


def test_texts_of_the_tool_bar_come_back_with_the_room(program):
    program.window.resize(900, 768)
    QApplication.processEvents()
    assert widget(program.window, "button_new").toolButtonStyle() == (
        Qt.ToolButtonIconOnly
    )

    program.window.resize(1366, 768)
    QApplication.processEvents()

    assert widget(program.window, "button_new").toolButtonStyle() == (
        Qt.ToolButtonTextBesideIcon
    )
