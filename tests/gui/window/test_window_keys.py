"""Keys of the window: Tab, letters and Enter, by where the focus is."""

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QApplication, QDockWidget, QLineEdit

from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from gui.board.board_options import COORDINATES, NUMBERS
from tests.gui.driving import key, moves, play_all, widget


def shows_search(program):
    return not program.window.findChild(QDockWidget, "dock_search").isHidden()


def focus_board(program, qtbot):
    program.window.activateWindow()
    qtbot.waitUntil(program.window.isActiveWindow)
    widget(program.window, "board").setFocus()


def test_tab_switches_while_the_board_has_the_focus(program, qtbot):
    focus_board(program, qtbot)

    key(program.window, Qt.Key_Tab)

    assert shows_search(program)
    assert QApplication.focusWidget() is widget(program.window, "board")


def test_tab_goes_on_from_a_button_as_everywhere(program, qtbot):
    focus_board(program, qtbot)
    key(program.window, Qt.Key_Tab, Qt.ControlModifier)
    button = QApplication.focusWidget()
    assert button is not widget(program.window, "board")

    QTest.keyClick(button, Qt.Key_Tab)

    assert QApplication.focusWidget() is not button
    assert not shows_search(program)


def test_the_keyboard_reaches_every_button_of_the_tool_bar_and_comes_back(
    program, qtbot
):
    focus_board(program, qtbot)
    board = widget(program.window, "board")
    reached = set()
    key(program.window, Qt.Key_Tab, Qt.ControlModifier)
    while QApplication.focusWidget() is not board and len(reached) < 100:
        reached.add(QApplication.focusWidget().objectName())
        key(program.window, Qt.Key_Tab, Qt.ControlModifier)

    assert {"switch_hex", "button_new", "arrange_analyse"} <= reached
    assert QApplication.focusWidget() is board


def test_the_keyboard_plays_after_b(persons, qtbot):
    play_all(persons, ["h8"])
    focus_board(persons, qtbot)

    key(persons.window, Qt.Key_B)
    board = widget(persons.window, "board")
    QTest.keyClick(board, Qt.Key_Up)
    QTest.keyClick(board, Qt.Key_Return)

    assert moves(persons) == ["h8", "h9"]


@pytest.fixture
def field(program, qtbot):
    """Return a text field in the window, with the focus."""
    line = QLineEdit(program.window.centralWidget())
    line.show()
    focus_board(program, qtbot)
    line.setFocus()
    return line


def test_letters_written_in_a_field_are_no_commands(program, settings, field):
    QTest.keyClicks(field, "km")

    assert field.text() == "km"
    assert settings[COORDINATES]
    assert not settings[NUMBERS]


def test_tab_leaves_a_field(program, field):
    QTest.keyClick(field, Qt.Key_Tab)

    assert QApplication.focusWidget() is not field
    assert not shows_search(program)


def test_enter_in_a_field_moves_no_engine(program, engines, field):
    program.controller.put(
        program.factory.make_game(MatchSetup(setup=GAMES["hex"].setup()))
    )
    field.setFocus()

    QTest.keyClick(field, Qt.Key_Return)

    assert engines.searched == []


# Room


def test_a_new_game_begins_with_the_keyboard_on_the_board(program, qtbot):
    focus_board(program, qtbot)
    widget(program.window, "switch_hex").setFocus()

    program.controller.begin(MatchSetup(setup=GAMES["gomoku"].setup()))

    assert QApplication.focusWidget() is widget(program.window, "board")
