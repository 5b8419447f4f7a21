"""Candidates in the table of the window, while a search goes on and afterwards."""

from PyQt5.QtCore import QPoint, Qt
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QApplication, QTableView

from engine.core.types import Candidate, MoveAnalysis
from gui.panels.candidates_model import Column
from tests.gui.driving import has_widget, key, press, widget
from tests.gui.panels.candidates import (
    PROGRESS_MS,
    board,
    column,
    consider,
    in_one_game,
    picture,
    table,
)


def cells(program):
    """Return the names of the last six free cells, of which three are considered."""
    position = program.controller.session.position
    return [position.cell_name(move) for move in position.legal_moves()[-6:]]


def click_header(program, number):
    header = table(program).horizontalHeader()
    middle = header.sectionPosition(number) + header.sectionSize(number) // 2
    QTest.mouseClick(
        header.viewport(), Qt.LeftButton, pos=QPoint(middle, header.height() // 2)
    )


def test_the_table_follows_the_search_at_work(begin_search):
    program = begin_search()

    first, _, _, second, _, _ = cells(program)
    assert column(program)[:2] == [first, second]
    assert column(program, Column.RATE)[:2] == ["53.0", "51.5"]
    assert column(program, Column.VISITS)[:2] == ["60", "30"]
    assert column(program, Column.PRIOR)[:2] == ["25.0 %", "–"]  # noqa: RUF001
    assert column(program, Column.LINE)[0] == " ".join(cells(program)[:3])


def test_the_last_result_of_a_search_is_stored_with_the_position(begin_search):
    program = begin_search(delay=0.0)

    key(program.window, Qt.Key_Left)

    assert column(program, Column.VISITS) == ["200", "60", "30"]


@in_one_game
def test_candidates_are_not_shown_of_the_position_before(begin_search):
    program = begin_search(delay=0.0)

    assert not has_widget(program.window, "table_candidates")
    note = widget(program.window, "label_no_candidates").text()
    assert "Go back one move" in note


@in_one_game
def test_a_position_that_nobody_searched_has_no_candidates(begin_search):
    program = begin_search(delay=0.0)

    key(program.window, Qt.Key_Home)

    note = widget(program.window, "label_no_candidates").text()
    assert note == "No analysis for this position."


@in_one_game
def test_a_selected_move_stays_selected_while_others_pass_it(
    begin_search, qtbot, engines
):
    program = begin_search()
    view, chosen = table(program), column(program)[1]
    view.selectRow(1)

    engines.latest.consider = lambda position, nodes: consider(position, 500)
    qtbot.waitUntil(lambda: column(program)[2] == chosen)

    assert [index.row() for index in view.selectionModel().selectedRows()] == [2]


@in_one_game
def test_a_click_on_a_title_sorts_then_turns_then_gives_up(begin_search):
    program = begin_search(delay=0.0)
    key(program.window, Qt.Key_Left)
    best_first = column(program)

    click_header(program, Column.PRIOR)
    assert column(program, Column.PRIOR)[0] == "25.0 %"
    click_header(program, Column.RATE)
    assert column(program) == best_first
    click_header(program, Column.RATE)
    assert column(program) == best_first[::-1]
    click_header(program, Column.RATE)
    assert column(program) == best_first


@in_one_game
def test_alpha_beta_has_nodes_and_bounds_but_no_priors(begin_search):
    program = begin_search(delay=0.0)
    key(program.window, Qt.Key_Left)
    has_priors = not table(program).isColumnHidden(Column.PRIOR)
    key(program.window, Qt.Key_Home)
    best, bound = program.controller.session.position.legal_moves()[:2]
    considered = (
        Candidate(move=best, value=0.5, visits=90_000, pv=(best, bound)),
        Candidate(move=bound, value=-0.2, is_bound=True, visits=50, pv=(bound,)),
    )
    found = MoveAnalysis(value=0.5, candidates=considered, counts_nodes=True)

    program.controller.store_analysis(0, found)

    title = table(program).model().headerData(Column.VISITS, Qt.Horizontal)
    assert (has_priors, title) == (True, "Nodes")
    assert table(program).isColumnHidden(Column.PRIOR)
    assert column(program, Column.RATE) == ["75.0", "≤ 40.0"]
    at = table(program).model().index(1, Column.RATE)
    needed = table(program).sizeHintForIndex(at).width()
    assert needed <= table(program).columnWidth(Column.RATE)


def test_ctrl_c_in_the_table_copies_it(begin_search):
    program = begin_search(delay=0.0)
    key(program.window, Qt.Key_Left)
    table(program).setFocus()

    QTest.keyClick(table(program), Qt.Key_C, Qt.ControlModifier)

    lines = QApplication.clipboard().text().splitlines()
    assert lines[0].split("\t") == ["Move", "Win %", "Visits", "Prior", "Best line"]
    assert [line.split("\t")[0] for line in lines[1:]] == column(program)


@in_one_game
def test_ctrl_c_elsewhere_still_copies_the_game(begin_search):
    program = begin_search(delay=0.0)
    key(program.window, Qt.Key_Left)

    key(program.window, Qt.Key_C, Qt.ControlModifier)

    assert QApplication.clipboard().text().startswith("(;")


@in_one_game
def test_a_hidden_table_is_not_kept_and_catches_up(program, begin_search, qtbot):
    press(program.window, "arrange_analyse")
    begin_search(dock_layout="play")
    view = program.window.findChild(QTableView, "table_candidates")
    qtbot.wait(3 * PROGRESS_MS)
    assert view.model().rowCount() == 0

    key(program.window, Qt.Key_Tab)

    qtbot.waitUntil(lambda: view.isVisible() and len(column(program)) == 3)


@in_one_game
def test_a_hint_fills_the_table_too(begin_search, qtbot):
    program = begin_search(delay=0.0)

    press(program.window, "button_hint")
    qtbot.waitUntil(lambda: program.hints.hint is not None)

    assert column(program, Column.VISITS) == ["200", "60", "30"]


@in_one_game
def test_the_keyboard_goes_through_the_rows_and_the_board_shows_their_lines(
    begin_search,
):
    program = begin_search(delay=0.0)
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
