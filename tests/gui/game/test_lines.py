"""The game really played in the window: variations, main line, deletion, saving."""

import pytest
from PyQt5.QtCore import QPoint, Qt
from PyQt5.QtGui import QContextMenuEvent
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QAction, QApplication, QMenu

from engine.core.types import Outcome, Player
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from engine.records import files
from tests.gui.driving import (
    WIN_IN_NINE,
    click_cell,
    has_widget,
    key,
    moves,
    play_all,
    press,
    status,
    widget,
)

pytestmark = pytest.mark.qt_log_ignore("plugin does not support")
"""Menus pop up without a screen."""

TEXT = "(;FF[4]GM[4]SZ[15]PB[Wang]PW[Li]RE[B+R];B[hh];W[ii](;B[jh];W[ji])(;B[gi]))"
"""A game of four moves that White resigned, with one variation."""


@pytest.fixture
def opened(persons, tmp_path):
    """Return the window with a record of the user, at its end."""
    path = tmp_path / "game.sgf"
    path.write_text(TEXT, encoding="utf-8")
    persons.window.file_controller.open(path)
    return persons


def act(program, name):
    action = program.window.findChild(QAction, name)
    assert action.isEnabled()
    action.trigger()


def is_enabled(program, name):
    return program.window.findChild(QAction, name).isEnabled()


def names(program, line):
    position = program.controller.session.position
    return [position.cell_name(move) for move in line]


def main_line(program):
    return names(program, program.controller.session.record.main_moves())


def look_at(program, ply):
    key(program.window, Qt.Key_Home)
    for _ in range(ply):
        key(program.window, Qt.Key_Right)


def menu_at_cell(program, name):
    """Open the menu of a cell of the board with the right button."""
    board = widget(program.window, "board")
    setup = program.controller.session.setup
    place = board.cell_center(GAMES[setup.game].parse_cell(setup, name))
    event = QContextMenuEvent(QContextMenuEvent.Mouse, place, board.mapToGlobal(place))
    QApplication.sendEvent(board, event)
    return shown_menu(program)


def shown_menu(program):
    menus = [
        menu
        for menu in program.window.findChildren(QMenu, "menu_line")
        if menu.isVisible()
    ]
    return menus[-1]


def choose(menu, text):
    """Choose an entry of a menu by its text and close the menu."""
    action = next(one for one in menu.actions() if one.text().replace("&", "") == text)
    assert action.isEnabled()
    menu.close()
    action.trigger()


def test_trying_moves_in_an_opened_record_keeps_game_and_result(opened, tmp_path):
    look_at(opened, 2)
    click_cell(opened, "c3")
    click_cell(opened, "d3")
    key(opened.window, Qt.Key_S, Qt.ControlModifier)

    saved = files.load(tmp_path / "game.sgf")
    assert names(opened, saved.main_moves()) == ["h8", "i7", "j8", "j7"]
    assert saved.outcome == Outcome(Player.FIRST, "resignation")
    assert len(saved.nodes[2].children) == 3
    assert not has_widget(opened.window, "card_save_over")


def test_a_what_if_in_a_finished_game_shows_no_card_and_keeps_the_win(persons, qtbot):
    play_all(persons, WIN_IN_NINE)
    qtbot.waitUntil(lambda: has_widget(persons.window, "card_result"))
    key(persons.window, Qt.Key_Left)

    click_cell(persons, "h8")

    assert main_line(persons) == WIN_IN_NINE
    assert persons.controller.session.record.outcome.winner is Player.FIRST
    assert status(persons) == "White to move in a variation."


def test_a_variation_is_made_the_main_line_by_a_key(opened):
    look_at(opened, 2)
    click_cell(opened, "c3")

    key(opened.window, Qt.Key_M, Qt.ControlModifier)

    assert main_line(opened) == ["h8", "i7", "c3"]
    assert status(opened) == "This line is now the main line."
    assert not is_enabled(opened, "make_main_line")


def test_the_board_has_a_menu_for_the_stone_under_the_mouse(opened):
    look_at(opened, 2)
    click_cell(opened, "c3")
    click_cell(opened, "d3")

    choose(menu_at_cell(opened, "c3"), "Make main line")

    assert main_line(opened) == ["h8", "i7", "c3", "d3"]
    assert moves(opened) == ["h8", "i7", "c3", "d3"]


def test_a_variation_is_deleted_at_once_and_comes_back(opened):
    look_at(opened, 2)
    click_cell(opened, "c3")
    before = opened.controller.session.record

    act(opened, "delete_from_here")
    assert moves(opened) == ["h8", "i7"]
    act(opened, "restore_deleted")

    assert moves(opened) == ["h8", "i7", "c3"]
    assert opened.controller.session.record == before
    assert not is_enabled(opened, "restore_deleted")


def test_moves_of_the_game_are_deleted_after_a_question_only(opened, qtbot):
    look_at(opened, 3)

    key(opened.window, Qt.Key_Delete, Qt.ControlModifier)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key_Return)
    assert main_line(opened) == ["h8", "i7", "j8", "j7"]
    qtbot.wait(1)
    key(opened.window, Qt.Key_Delete, Qt.ControlModifier)
    press(opened.window, "card_delete_moves")

    assert main_line(opened) == ["h8", "i7", "g7"]
    assert opened.controller.session.record.outcome is None


def test_a_move_of_the_list_has_a_menu(opened):
    view = widget(opened.window, "list_moves")
    place = view.visualRect(view.model().index(0, 2)).center()

    view.customContextMenuRequested.emit(place)
    choose(shown_menu(opened), "Go to this move")

    assert moves(opened) == ["h8", "i7"]


def test_the_menu_of_a_move_leaves_the_mark_at_the_move_on_the_board(opened):
    look_at(opened, 1)
    view = widget(opened.window, "list_moves")
    here = view.currentIndex()
    place = view.visualRect(view.model().index(0, 2)).center()

    QTest.mousePress(view.viewport(), Qt.RightButton, pos=place)
    view.customContextMenuRequested.emit(place)

    assert view.currentIndex() == here
    assert view.selectedIndexes() == [here]
    shown_menu(opened).close()


def test_the_menu_key_opens_the_menu_of_the_position(opened):
    board = widget(opened.window, "board")
    look_at(opened, 3)

    event = QContextMenuEvent(QContextMenuEvent.Keyboard, QPoint(0, 0))
    QApplication.sendEvent(board, event)
    menu = shown_menu(opened)

    assert opened.window.findChild(QAction, "delete_from_here") in menu.actions()
    menu.close()


def test_the_right_button_moves_an_enlarged_board_and_opens_no_menu(opened):
    board = widget(opened.window, "board")
    act(opened, "zoom_in")
    start = board.rect().center()

    QTest.mousePress(board, Qt.RightButton, pos=start)
    QTest.mouseMove(board, start + QPoint(30, 20))
    QTest.mouseRelease(board, Qt.RightButton, pos=start + QPoint(30, 20))
    assert not opened.window.findChildren(QMenu, "menu_line")
    QTest.mouseClick(board, Qt.RightButton, pos=start)

    shown_menu(opened).close()


def test_saving_asks_before_the_file_loses_its_main_line(opened, tmp_path):
    path = tmp_path / "game.sgf"
    look_at(opened, 2)
    click_cell(opened, "c3")
    act(opened, "make_main_line")

    key(opened.window, Qt.Key_S, Qt.ControlModifier)
    assert path.read_text(encoding="utf-8") == TEXT
    press(opened.window, "card_overwrite")

    saved = files.load(path)
    assert names(opened, saved.main_moves()) == ["h8", "i7", "c3"]
    key(opened.window, Qt.Key_S, Qt.ControlModifier)
    assert not has_widget(opened.window, "card_save_over")


def test_a_changed_main_line_can_be_saved_beside_the_file(
    opened, file_answers, tmp_path
):
    look_at(opened, 2)
    click_cell(opened, "c3")
    act(opened, "make_main_line")
    file_answers.target = tmp_path / "other.sgf"

    key(opened.window, Qt.Key_S, Qt.ControlModifier)
    press(opened.window, "card_save_as")

    assert (tmp_path / "game.sgf").read_text(encoding="utf-8") == TEXT
    assert len(files.load(tmp_path / "other.sgf").main_moves()) == 3


def test_an_unfinished_game_that_came_back_asks_before_it_loses_its_file(
    start_program, file_answers, tmp_path
):
    first = start_program()
    setup = GAMES["gomoku"].setup()
    first.controller.put(first.factory.make_game(MatchSetup(setup=setup)))
    play_all(first, ["h8", "h9", "h10"])
    file_answers.target = tmp_path / "mine.sgf"
    key(first.window, Qt.Key_S, Qt.ControlModifier)
    act(first, "take_back")
    click_cell(first, "a1")
    first.window.close()
    first.shutdown()
    again = start_program()
    assert main_line(again) == ["h8", "h9", "a1"]

    key(again.window, Qt.Key_S, Qt.ControlModifier)

    assert has_widget(again.window, "card_save_over")
    saved = files.load(tmp_path / "mine.sgf")
    assert names(again, saved.main_moves()) == ["h8", "h9", "h10"]
