"""Candidates on the board of the window, and never on another one."""

from PyQt5.QtCore import QEvent, QPointF, Qt
from PyQt5.QtGui import QMouseEvent
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QAction, QApplication

from engine.core.types import Move, Player
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from tests.gui.driving import has_widget, key, status
from tests.gui.panels.candidates import (
    action,
    board,
    column,
    consider,
    in_one_game,
    picture,
    table,
)


def hover_row(program, row):
    view = table(program)
    at = QPointF(view.visualRect(view.model().index(row, 0)).center())
    none = Qt.NoButton
    event = QMouseEvent(QEvent.MouseMove, at, none, none, Qt.NoModifier)
    QApplication.sendEvent(view.viewport(), event)


def hover_cell(program, name):
    setup = program.controller.session.setup
    move = Move(GAMES[setup.game].parse_cell(setup, name))
    at = QPointF(board(program).cell_center(move))
    none = Qt.NoButton
    event = QMouseEvent(QEvent.MouseMove, at, none, none, Qt.NoModifier)
    QApplication.sendEvent(board(program), event)


def test_analyse_marks_candidates_and_c_hides_them(begin_search):
    program = begin_search(delay=0.0)
    key(program.window, Qt.Key_Left)
    marked = picture(program)

    key(program.window, Qt.Key_C)
    plain = picture(program)
    key(program.window, Qt.Key_C)

    assert plain != marked
    assert picture(program) == marked


@in_one_game
def test_play_marks_none_until_somebody_wants_them(begin_search):
    program = begin_search(dock_layout="play", delay=0.0)
    key(program.window, Qt.Key_Left)
    plain = picture(program)
    assert not action(program).isChecked()

    action(program).trigger()

    assert picture(program) != plain


def test_the_marks_follow_the_search_at_work(begin_search, engines, qtbot):
    program = begin_search()
    first = picture(program)

    engines.latest.consider = lambda position, nodes: consider(position, 500)

    qtbot.waitUntil(lambda: picture(program) != first)


@in_one_game
def test_no_mark_stays_where_a_person_is_to_move(begin_search):
    program = begin_search(delay=0.0)
    wanted = picture(program)

    action(program).trigger()

    assert picture(program) == wanted


@in_one_game
def test_no_mark_stays_on_the_board_of_another_game(begin_search):
    program = begin_search(delay=0.0)
    key(program.window, Qt.Key_Left)
    setup = program.controller.session.setup

    program.controller.put(program.factory.make_game(MatchSetup(setup=setup)))
    with_candidates = picture(program)
    action(program).trigger()

    assert picture(program) == with_candidates


def test_each_dock_layout_remembers_whether_candidates_are_shown(start_program):
    first = start_program()
    first.window.findChild(QAction, "arrange_analyse").trigger()
    assert action(first).isChecked()
    action(first).trigger()
    first.window.findChild(QAction, "arrange_play").trigger()
    action(first).trigger()
    first.window.close()

    second = start_program()

    assert action(second).isChecked()
    second.window.findChild(QAction, "arrange_analyse").trigger()
    assert not action(second).isChecked()


def test_a_row_under_the_mouse_shows_its_line(begin_search):
    program = begin_search(delay=0.0)
    key(program.window, Qt.Key_Left)
    marked = picture(program)

    hover_row(program, 1)
    line = picture(program)
    QApplication.sendEvent(table(program), QEvent(QEvent.Leave))

    assert line != marked
    assert picture(program) == marked


@in_one_game
def test_a_candidate_under_the_mouse_shows_its_line_on_a_locked_board(begin_search):
    program = begin_search(delay=0.0)
    key(program.window, Qt.Key_Left)
    hover_row(program, 1)
    from_table = picture(program)
    QApplication.sendEvent(table(program), QEvent(QEvent.Leave))
    assert program.controller.view.is_locked

    hover_cell(program, column(program)[1])

    assert picture(program) == from_table


@in_one_game
def test_an_empty_cell_under_the_mouse_shows_no_line(begin_search):
    program = begin_search(delay=0.0)
    key(program.window, Qt.Key_Left)
    marked = picture(program)

    hover_cell(program, "b4")

    assert picture(program) == marked


@in_one_game
def test_a_hidden_candidate_shows_no_line(begin_search):
    program = begin_search(delay=0.0)
    key(program.window, Qt.Key_Left)
    name = column(program)[1]
    action(program).trigger()
    plain = picture(program)

    hover_cell(program, name)

    assert picture(program) == plain


@in_one_game
def test_a_line_goes_with_its_position(begin_search):
    program = begin_search(delay=0.0)
    plain = picture(program)
    key(program.window, Qt.Key_Left)
    hover_row(program, 1)

    key(program.window, Qt.Key_Right)

    assert picture(program) == plain


def test_a_screen_reader_gets_the_win_rates(begin_search):
    program = begin_search(delay=0.0)
    program.controller.set_player(Player.SECOND, None)
    key(program.window, Qt.Key_Left)
    program.window.activateWindow()
    board(program).setFocus()
    key(program.window, Qt.Key_B)

    names = set()
    for step in (Qt.Key_Up, Qt.Key_Right, Qt.Key_Down, Qt.Key_Left):
        for _ in range(10):
            QTest.keyClick(board(program), step)
            names.add(board(program).accessibleName())

    assert any(name.endswith("% to win") for name in names)


def test_nothing_is_marked_after_the_last_move_of_a_game(begin_search):
    program = begin_search(delay=0.0)
    program.controller.set_player(Player.SECOND, None)
    program.controller.resign(Player.FIRST)

    assert "wins" in status(program)
    assert not has_widget(program.window, "table_candidates")
