"""Candidates in the window: in the table, on the board, and never on another one."""

import pytest
from PyQt5.QtCore import QEvent, QPoint, QPointF, Qt
from PyQt5.QtGui import QMouseEvent
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QAction, QApplication, QTableView

from engine.core.types import Candidate, Move, Player
from engine.games import GAMES
from gui.engine_thread import PROGRESS_SECONDS
from gui.new_game import NewGame
from gui.panels.candidates_model import Column
from tests.gui.conftest import ENGINE
from tests.gui.driving import click_cell, has_widget, key, press, status, widget

BOARDS = [("gomoku", 9, 7), ("hex", 5, 8)]

LONG = 30.0
"""Seconds of a search that is to be seen at work."""

PROGRESS_MS = round(1000 * PROGRESS_SECONDS)


def consider(position, nodes):
    """Return three of the free cells; the longer the search, the better the last."""
    cells = position.legal_moves()[-6:]
    lines = [(cells[0], cells[1], cells[2]), (cells[3], cells[4]), (cells[5],)]
    visits = [60, 30, 2 * nodes]
    ranked = sorted(zip(visits, lines, strict=True), reverse=True)
    return tuple(
        Candidate(
            move=Move(line[0]),
            value=count / 1000,
            visits=count,
            prior=0.25 if count == 60 else None,
            pv=tuple(map(Move, line)),
        )
        for count, line in ranked
    )


@pytest.fixture(params=BOARDS, ids=lambda board: board[0])
def begin(request, program, engines, qtbot):
    """Return a function that lets a person begin against an engine that considers."""
    game, height, width = request.param
    setup = GAMES[game].setup(height=height, width=width)
    engines.consider = consider

    def start(arrangement="analyse", delay=LONG):
        engines.delay = delay
        program.window.findChild(QAction, f"arrange_{arrangement}").trigger()
        wish = NewGame(setup=setup, second=ENGINE, seconds_per_move=LONG)
        program.controller.put(program.maker.chosen(wish))
        click_cell(program, "a1")
        if delay:
            qtbot.waitUntil(lambda: len(engines.searched) == 1)
            if arrangement == "analyse":
                qtbot.waitUntil(lambda: has_widget(program.window, "table_candidates"))
        else:
            qtbot.waitUntil(lambda: program.controller.session.ply == 2)
        return program

    yield start
    program.controller.stop_engine()


def board(program):
    return widget(program.window, "board")


def action(program):
    return program.window.findChild(QAction, "candidates")


def table(program):
    return widget(program.window, "table_candidates")


def column(program, number=Column.MOVE):
    model = table(program).model()
    return [model.index(row, number).data() for row in range(model.rowCount())]


def picture(program):
    return board(program).grab().toImage()


def cells(program):
    """Return the names of the last six free cells, of which three are considered."""
    position = program.controller.session.position
    return [position.cell_name(move) for move in position.legal_moves()[-6:]]


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


def click_header(program, number):
    header = table(program).horizontalHeader()
    middle = header.sectionPosition(number) + header.sectionSize(number) // 2
    QTest.mouseClick(
        header.viewport(), Qt.LeftButton, pos=QPoint(middle, header.height() // 2)
    )


# The table


def test_the_table_follows_the_search_at_work(begin):
    program = begin()

    first, _, _, second, _, _ = cells(program)
    assert column(program)[:2] == [first, second]
    assert column(program, Column.RATE)[:2] == ["53.0", "51.5"]
    assert column(program, Column.VISITS)[:2] == ["60", "30"]
    assert column(program, Column.PRIOR)[:2] == ["25.0%", "–"]  # noqa: RUF001
    assert column(program, Column.LINE)[0] == " ".join(cells(program)[:3])


def test_the_last_word_of_a_search_is_kept_with_the_position(begin):
    program = begin(delay=0.0)

    key(program.window, Qt.Key_Left)

    assert column(program, Column.VISITS) == ["200", "60", "30"]


def test_candidates_are_not_shown_of_the_position_before(begin):
    program = begin(delay=0.0)

    assert not has_widget(program.window, "table_candidates")
    note = widget(program.window, "label_no_candidates").text()
    assert "One move back" in note


def test_a_position_that_nobody_searched_has_no_candidates(begin):
    program = begin(delay=0.0)

    key(program.window, Qt.Key_Home)

    note = widget(program.window, "label_no_candidates").text()
    assert note == "No search has looked at this position."


def test_a_selected_move_stays_selected_while_others_pass_it(begin, qtbot, engines):
    program = begin()
    view, chosen = table(program), column(program)[1]
    view.selectRow(1)

    engines.latest.consider = lambda position, nodes: consider(position, 500)
    qtbot.waitUntil(lambda: column(program)[2] == chosen)

    assert [index.row() for index in view.selectionModel().selectedRows()] == [2]


def test_a_click_on_a_title_sorts_then_turns_then_gives_up(begin):
    program = begin(delay=0.0)
    key(program.window, Qt.Key_Left)
    best_first = column(program)

    click_header(program, Column.PRIOR)
    assert column(program, Column.PRIOR)[0] == "25.0%"
    click_header(program, Column.RATE)
    assert column(program) == best_first
    click_header(program, Column.RATE)
    assert column(program) == best_first[::-1]
    click_header(program, Column.RATE)
    assert column(program) == best_first


def test_ctrl_c_in_the_table_copies_it(begin):
    program = begin(delay=0.0)
    key(program.window, Qt.Key_Left)
    table(program).setFocus()

    QTest.keyClick(table(program), Qt.Key_C, Qt.ControlModifier)

    lines = QApplication.clipboard().text().splitlines()
    assert lines[0].split("\t") == ["Move", "Win %", "Visits", "Prior", "Best line"]
    assert [line.split("\t")[0] for line in lines[1:]] == column(program)


def test_ctrl_c_elsewhere_still_copies_the_game(begin):
    program = begin(delay=0.0)
    key(program.window, Qt.Key_Left)

    key(program.window, Qt.Key_C, Qt.ControlModifier)

    assert QApplication.clipboard().text().startswith("(;")


def test_a_hidden_table_is_not_kept_and_catches_up(begin, qtbot):
    program = begin(arrangement="play")
    model = program.window.findChild(QTableView, "table_candidates").model()
    qtbot.wait(3 * PROGRESS_MS)
    assert model.rowCount() == 0

    key(program.window, Qt.Key_Tab)

    qtbot.waitUntil(lambda: len(column(program)) == 3)


def test_a_hint_fills_the_table_too(begin, qtbot):
    program = begin(delay=0.0)

    press(program.window, "button_hint")
    qtbot.waitUntil(lambda: program.hints.hint is not None)

    assert column(program, Column.VISITS) == ["200", "60", "30"]


def test_the_keyboard_goes_through_the_rows_and_the_board_shows_their_lines(begin):
    program = begin(delay=0.0)
    key(program.window, Qt.Key_Left)
    cursor, view = program.controller.session.cursor, table(program)
    plain = picture(program)
    view.setFocus()
    view.selectRow(0)
    first = picture(program)

    QTest.keyClick(view, Qt.Key_Down)

    assert program.controller.session.cursor == cursor
    assert [index.row() for index in view.selectionModel().selectedRows()] == [1]
    assert len({bytes_of(one) for one in (plain, first, picture(program))}) == 3
    board(program).setFocus()
    assert picture(program) == plain


def bytes_of(image):
    bits = image.constBits()
    bits.setsize(image.byteCount())
    return bytes(bits)


# The board


def test_analyse_marks_candidates_and_c_hides_them(begin):
    program = begin(delay=0.0)
    key(program.window, Qt.Key_Left)
    marked = picture(program)

    key(program.window, Qt.Key_C)
    plain = picture(program)
    key(program.window, Qt.Key_C)

    assert plain != marked
    assert picture(program) == marked


def test_play_marks_none_until_somebody_wants_them(begin):
    program = begin(arrangement="play", delay=0.0)
    key(program.window, Qt.Key_Left)
    plain = picture(program)
    assert not action(program).isChecked()

    action(program).trigger()

    assert picture(program) != plain


def test_the_marks_follow_the_search_at_work(begin, engines, qtbot):
    program = begin()
    first = picture(program)

    engines.latest.consider = lambda position, nodes: consider(position, 500)

    qtbot.waitUntil(lambda: picture(program) != first)


def test_no_mark_stays_where_a_person_is_to_move(begin):
    program = begin(delay=0.0)
    wanted = picture(program)

    action(program).trigger()

    assert picture(program) == wanted


def test_no_mark_stays_on_the_board_of_another_game(begin):
    program = begin(delay=0.0)
    key(program.window, Qt.Key_Left)
    setup = program.controller.session.setup

    program.controller.put(program.maker.chosen(NewGame(setup=setup)))
    with_wish = picture(program)
    action(program).trigger()

    assert picture(program) == with_wish


def test_each_arrangement_remembers_its_wish(start_program):
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


def test_a_row_under_the_mouse_shows_its_line(begin):
    program = begin(delay=0.0)
    key(program.window, Qt.Key_Left)
    marked = picture(program)

    hover_row(program, 1)
    line = picture(program)
    QApplication.sendEvent(table(program), QEvent(QEvent.Leave))

    assert line != marked
    assert picture(program) == marked


def test_a_candidate_under_the_mouse_shows_its_line_on_a_locked_board(begin):
    program = begin(delay=0.0)
    key(program.window, Qt.Key_Left)
    hover_row(program, 1)
    from_table = picture(program)
    QApplication.sendEvent(table(program), QEvent(QEvent.Leave))
    assert program.controller.table.is_locked

    hover_cell(program, column(program)[1])

    assert picture(program) == from_table


def test_an_empty_cell_under_the_mouse_shows_no_line(begin):
    program = begin(delay=0.0)
    key(program.window, Qt.Key_Left)
    marked = picture(program)

    hover_cell(program, "b4")

    assert picture(program) == marked


def test_a_hidden_candidate_shows_no_line(begin):
    program = begin(delay=0.0)
    key(program.window, Qt.Key_Left)
    name = column(program)[1]
    action(program).trigger()
    plain = picture(program)

    hover_cell(program, name)

    assert picture(program) == plain


def test_a_line_goes_with_its_position(begin):
    program = begin(delay=0.0)
    plain = picture(program)
    key(program.window, Qt.Key_Left)
    hover_row(program, 1)

    key(program.window, Qt.Key_Right)

    assert picture(program) == plain


def test_a_screen_reader_is_told_the_chances(begin):
    program = begin(delay=0.0)
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


def test_nothing_is_marked_after_the_last_move_of_a_game(begin):
    program = begin(delay=0.0)
    program.controller.set_player(Player.SECOND, None)
    program.controller.resign(Player.FIRST)

    assert "wins" in status(program)
    assert not has_widget(program.window, "table_candidates")
