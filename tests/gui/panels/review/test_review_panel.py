"""The review in the window: panel, keys, board, result card."""

import errno

import pytest
from PyQt5.QtCore import QPoint, Qt
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QAction, QWidget

from engine.core.errors import RecordFileError
from engine.core.files import atomic_file
from engine.core.types import MoveAnalysis
from engine.records import files
from gui.panels.review.mistakes_model import Column, MistakesModel
from gui.panels.review.mistakes_view import MistakesView
from gui.settings.analysis_settings import REVIEW_SECONDS
from gui.settings.table import DOCK_LAYOUT
from gui.style import theme
from gui.style.theme import LIGHT
from gui.text import languages
from gui.widgets.column_widths import cell_width
from tests.engine.review.reviewed_games import with_values
from tests.gui.analysis.reviewed_games import MOVES, cell, planned_game
from tests.gui.driving import (
    choose,
    has_widget,
    key,
    moves,
    press,
    status,
    texts,
    widget,
)


def rows(program):
    model = widget(program.window, "table_mistakes").model()
    return [
        [model.index(row, column).data() for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def test_f12_reviews_the_game_and_lists_the_mistakes(reviewed, settings):
    assert settings[DOCK_LAYOUT] == "analyse"
    assert rows(reviewed) == [
        ["2", "", "i9", "20 %", "h9", "Blunder"],
        ["3", "", "j8", "40 %", "j10", "Blunder"],
        ["4", "", "k11", "25 %", "j9", "Blunder"],
    ]
    assert widget(reviewed.window, "label_accuracy_first").text() == "Accuracy 71.6 %"
    assert widget(reviewed.window, "label_review").text() == (
        "All 6 positions are reviewed."
    )


def test_n_shows_the_next_mistake_with_its_refutation(reviewed, shown):
    reviewed.controller.go_to(2)

    key(reviewed.window, Qt.Key_N)

    assert len(moves(reviewed)) == 3
    assert widget(reviewed.window, "label_mistake").text() == (
        "Move 3: j8 lost 40 %, j10 was better.\nRefutation: j9 i10"
    )
    assert shown.line == [cell("j9"), cell("i10")]
    assert shown.hint == cell("j10")


def test_shift_n_goes_back_and_the_marks_leave_with_the_position(reviewed, shown):
    key(reviewed.window, Qt.Key_N, Qt.ShiftModifier)
    first = len(moves(reviewed))
    key(reviewed.window, Qt.Key_N, Qt.ShiftModifier)

    assert (first, len(moves(reviewed))) == (4, 3)
    reviewed.controller.go_to(0)
    assert (shown.line, shown.hint) == ([], None)


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_a_total_loss_is_shown_whole(panel, review_desk, qapp, language, scale):
    lost = with_values(planned_game(), [(1.0, "a1"), (1.0, "a1")])
    languages.apply(qapp, language)
    theme.apply(qapp, LIGHT, scale=scale)

    review_desk.open(lost)

    table = widget(panel, "table_mistakes")
    loss = table.model().index(0, Column.LOSS)
    assert loss.data() == {"en": "100 %", "zh_CN": "100%"}[language]
    assert table.sizeHintForIndex(loss).width() <= table.columnWidth(Column.LOSS)


def test_a_new_table_has_the_margins_of_the_style(qapp, qtbot):
    theme.apply(qapp, LIGHT)
    owner = QWidget()
    qtbot.addWidget(owner)

    table = MistakesView(MistakesModel(owner))
    qtbot.addWidget(table)
    width = table.columnWidth(Column.LOSS)
    table.show()

    assert cell_width(table, "100 %") <= width


def test_a_click_on_a_row_shows_the_mistake(panel, controller):
    table = widget(panel, "table_mistakes")
    place = table.visualRect(table.model().index(0, 2)).center()

    QTest.mouseClick(table.viewport(), Qt.LeftButton, pos=place)

    assert controller.session.position.history == (cell("h8"), cell("i9"))


def test_a_click_chooses_the_row_that_was_pressed_though_rows_move_away(
    panel, controller
):
    table = widget(panel, "table_mistakes")
    row = table.model().rowCount() - 1
    place = table.visualRect(table.model().index(row, 2)).center()

    QTest.mousePress(table.viewport(), Qt.LeftButton, pos=place)
    first = controller.session.ply
    QTest.mouseMove(table.viewport(), place - QPoint(0, 2 * table.rowHeight(row)))

    assert (first, controller.session.ply) == (5, 5)  # it is chosen by the release


def test_the_down_key_chooses_the_next_row(panel, review_desk):
    table = widget(panel, "table_mistakes")
    table.setFocus()
    review_desk.mistakes.select(review_desk.mistakes.found[1])
    first = review_desk.controller.session.ply

    QTest.keyClick(table, Qt.Key_Down)

    assert (first, review_desk.controller.session.ply) == (3, 4)


def test_without_a_review_the_keys_say_why_they_do_nothing(opened):
    press(opened.window, "arrange_analyse")

    for name in ("next_mistake", "previous_mistake", "try_again"):
        action = opened.window.findChild(QAction, name)
        assert not action.isEnabled()
        assert action.toolTip().endswith(
            "No mistake is known. Review the game to find them."
        )


def test_a_review_is_stopped_by_escape_and_continued(opened, searcher, qtbot):
    searcher.may_go.clear()
    key(opened.window, Qt.Key_F12)
    running = "Review: 0 of 6 positions. Esc stops."
    qtbot.waitUntil(lambda: searcher.searched == [0] and status(opened) == running)
    shown = widget(opened.window, "label_review").text()
    button = widget(opened.window, "button_review").text()

    key(opened.window, Qt.Key_Escape)

    assert shown == "0 of 6 positions, 0:06 left"
    assert (button, widget(opened.window, "button_review").text()) == (
        *("Stop", "Review game"),
    )
    assert not has_widget(opened.window, "bar_review")
    assert status(opened) == "White to move."
    searcher.may_go.set()
    press(opened.window, "button_review")
    qtbot.waitUntil(lambda: status(opened).startswith("The review is complete."))


def test_another_board_reports_that_the_review_stopped(opened, searcher, qtbot):
    searcher.may_go.clear()
    key(opened.window, Qt.Key_F12)
    qtbot.waitUntil(lambda: searcher.searched == [0])

    key(opened.window, Qt.Key_2, Qt.ControlModifier)
    note = status(opened)
    key(opened.window, Qt.Key_1, Qt.ControlModifier)

    assert note.startswith("Review of Gomoku stopped at 0 of 6 positions.")
    assert widget(opened.window, "button_review").text() == "Review game"


def test_the_time_is_chosen_in_the_panel(panel, settings):
    choose(panel, "list_review_seconds", 5.0)
    widget(panel, "list_review_seconds").activated.emit(4)

    assert settings[REVIEW_SECONDS] == 5.0
    assert widget(panel, "label_review").text() == "6 positions, about 0:30"


def test_without_a_review_there_is_neither_accuracy_nor_a_verdict(panel, review_desk):
    review_desk.open(planned_game())
    found = MoveAnalysis(value=0.0, seconds=0.3, pv=(cell("a1"),))
    for node in (0, 1):
        review_desk.controller.store_analysis(node, found)

    assert widget(panel, "label_accuracy_first").text() == "Accuracy –"  # noqa: RUF001
    assert widget(panel, "label_no_mistakes").text().startswith("A review searches")


def test_a_part_of_a_review_names_its_moves(panel, review_desk, settings):
    settings[REVIEW_SECONDS] = 5.0
    found = MoveAnalysis(value=0.0, nodes=500, seconds=5.0, pv=(cell("h8"),))

    for node in (0, 1):
        review_desk.controller.store_analysis(node, found)

    text = "Accuracy 100.0 % (1 of 3)"
    assert widget(panel, "label_accuracy_first").text() == text
    assert widget(panel, "label_accuracy_second").text() == "Accuracy –"  # noqa: RUF001


def test_a_proof_by_the_analysis_counts_at_once(panel, review_desk):
    review_desk.open(planned_game())

    review_desk.controller.store_analysis(5, MoveAnalysis(value=1.0, pv=(cell("a1"),)))

    text = widget(panel, "label_review").text()
    assert text == "1 of 6 positions are reviewed, 0:05 left"


def test_the_result_card_names_the_biggest_mistakes(reviewed, qtbot):
    reviewed.controller.go_to(5)
    reviewed.controller.resign(reviewed.controller.session.position.seat_to_move)
    qtbot.waitUntil(lambda: has_widget(reviewed.window, "card_result"))

    named = [widget(reviewed.window, f"card_mistake_{n}").text() for n in (1, 2, 3)]
    press(reviewed.window, "card_mistake_2")

    assert named == [
        "2. i9: −20 %",  # noqa: RUF001
        "3. j8: −40 %",  # noqa: RUF001
        "4. k11: −25 %",  # noqa: RUF001
    ]
    assert len(moves(reviewed)) == 3
    assert not has_widget(reviewed.window, "card_result")


def test_a_review_of_the_game_just_played_ends_with_its_result(
    searcher, persons, qtbot
):
    for name in MOVES.split():
        persons.controller.play(cell(name))
    persons.controller.resign(persons.controller.session.position.seat_to_move)
    qtbot.waitUntil(lambda: has_widget(persons.window, "card_result"))
    before = has_widget(persons.window, "card_mistake_1")

    press(persons.window, "card_review")

    qtbot.waitUntil(lambda: has_widget(persons.window, "card_mistake_1"))
    assert not before


def test_a_full_disk_keeps_the_review(reviewed, file_answers, tmp_path, monkeypatch):
    def full(path, data):
        raise RecordFileError("not written") from OSError(errno.ENOSPC, "no space")

    monkeypatch.setattr(atomic_file, "write_atomically", full)
    file_answers.target = tmp_path / "game.sgf"

    press(reviewed.window, "button_save")

    assert len(texts(reviewed.window, "card_message")) == 2
    assert len(rows(reviewed)) == 3
    record = reviewed.controller.session.record
    assert all(node.analysis is not None for node in record.nodes)


def test_a_reviewed_file_is_opened_with_its_mistakes(reviewed, tmp_path, qtbot):
    path = tmp_path / "game.sgf"
    files.save(reviewed.controller.session.record, path)
    reviewed.controller.rematch()

    reviewed.window.file_controller.open_all([path])
    press(reviewed.window, "arrange_analyse")

    qtbot.waitUntil(lambda: has_widget(reviewed.window, "table_mistakes"))
    assert len(rows(reviewed)) == 3
    assert widget(reviewed.window, "label_accuracy_first").text() == "Accuracy 71.6 %"
