"""Comments and marks in *Notes*: typed text is kept with its node at once."""

import pytest
from PyQt5.QtCore import QMimeData, Qt
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QAction, QApplication, QDockWidget

from engine.core.types import Move
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from engine.records import files
from engine.records.sgf.markup import Mark, Shape, read_marks
from gui.panels.mark_tool import MarkTool
from gui.panels.notes_panel import LONGEST_COMMENT, NotesPanel
from gui.window.overlays.mark_editor import make_mark
from tests.gui.driving import click_cell, key, moves, play_all, press, status, widget

HOSTILE = "<img src='file:///etc/passwd'><b>x</b> ]\\] (;B[aa]) 中文 \U0001f600"


@pytest.fixture
def notes(qtbot, controller, begin_game):
    """Return the panel in a game of two persons with two moves."""
    begin_game(MatchSetup(setup=GAMES["gomoku"].setup()))
    controller.play(Move(112))
    controller.play(Move(113))
    panel = NotesPanel(controller)
    qtbot.addWidget(panel)
    panel.show()
    qtbot.waitExposed(panel)
    return panel


def edit_of(window):
    return widget(window, "edit_comment")


def comments(controller):
    return [node.comment for node in controller.session.record.nodes]


def paste(edit, text):
    data = QMimeData()
    data.setText(text)
    edit.insertFromMimeData(data)


def test_typed_text_is_kept_with_its_node(notes, controller):
    QTest.keyClicks(edit_of(notes), "Good")
    controller.go_to(1)
    QTest.keyClicks(edit_of(notes), "Centre")

    assert comments(controller) == ["", "Centre", "Good"]
    assert controller.game.is_modified


def test_the_comment_of_the_position_on_the_board_is_shown(notes, controller):
    controller.store_comment(1, "First")

    controller.go_to(1)

    assert edit_of(notes).toPlainText() == "First"
    assert widget(notes, "label_notes_move").text() == "After move 1, h8"
    controller.go_to(0)
    assert edit_of(notes).toPlainText() == ""
    assert widget(notes, "label_notes_move").text() == "Start of the game"


def test_typing_is_undone_within_the_text(notes, controller):
    QTest.keyClicks(edit_of(notes), "wrong")

    edit_of(notes).undo()

    assert comments(controller) == ["", "", ""]
    assert moves_of(controller) == [112, 113]


def moves_of(controller):
    return list(controller.session.position.history)


def test_an_analysis_leaves_the_text_and_its_cursor(notes, controller):
    from engine.core.types import MoveAnalysis

    edit = edit_of(notes)
    QTest.keyClicks(edit, "abc")
    QTest.keyClick(edit, Qt.Key_Left)

    controller.store_analysis(2, MoveAnalysis(value=0.5, nodes=10))
    QTest.keyClicks(edit, "x")

    assert comments(controller)[2] == "abxc"


def test_pasted_markup_stays_plain_text(notes, controller, tmp_path):
    paste(edit_of(notes), HOSTILE)
    path = tmp_path / "game.sgf"

    files.save(controller.session.record, path)

    assert edit_of(notes).toPlainText() == HOSTILE
    assert files.load(path).nodes[2].comment == HOSTILE


def test_control_characters_become_spaces(notes, controller):
    paste(edit_of(notes), "a\x00b\x1b\tc\r\nd")

    assert comments(controller)[2] == "a b  c\nd"


def test_a_huge_text_is_refused_in_one_sentence(notes, controller, qtbot):
    with qtbot.waitSignal(notes.problem_reported) as problem:
        paste(edit_of(notes), "x" * (LONGEST_COMMENT + 1))

    assert problem.args == [f"A comment has at most {LONGEST_COMMENT} letters."]
    assert comments(controller)[2] == ""


def test_a_comment_of_a_file_with_odd_spaces_is_left_as_it_is(notes, controller):
    controller.store_comment(2, "a\N{NO-BREAK SPACE}b")

    controller.go_to(1)
    controller.go_to(2)

    assert comments(controller)[2] == "a\N{NO-BREAK SPACE}b"


@pytest.mark.parametrize("ending", [".sgf", ".json"])
def test_notes_come_back_from_a_file(notes, controller, tmp_path, ending):
    paste(edit_of(notes), "Here\nthere")
    controller.store_properties(2, (("LB", ("hh:A",)), ("TR", ("ii",))))
    path = tmp_path / f"game{ending}"

    files.save(controller.session.record, path)
    record = files.load(path)

    assert record.nodes[2].comment == controller.session.record.nodes[2].comment
    assert record.nodes[2].properties == (("LB", ("hh:A",)), ("TR", ("ii",)))


# In the window


@pytest.fixture
def window(persons, qtbot):
    """Return the program with two moves and the notes in front."""
    play_all(persons, ["h8", "i9"])
    dock = persons.window.findChild(QDockWidget, "dock_notes")
    dock.show()
    dock.raise_()
    qtbot.waitUntil(lambda: edit_of(persons.window).isVisible())
    persons.window.activateWindow()
    qtbot.waitUntil(persons.window.isActiveWindow)
    return persons


def marks(program):
    """Return the marks of the current node by cell."""
    session = program.controller.session
    node = session.record.nodes[session.cursor]
    found = read_marks(session.setup, node.properties)
    return {session.position.cell_name(cell): mark for cell, mark in found.items()}


def test_a_panel_behind_another_tab_leaves_the_keyboard_to_the_board(window, qtbot):
    window.controller.go_to(2)
    tree = window.window.findChild(QDockWidget, "dock_tree")
    tree.show()
    window.window.tabifyDockWidget(
        tree, window.window.findChild(QDockWidget, "dock_notes")
    )
    edit = edit_of(window.window)
    edit.setFocus()
    QTest.keyClicks(edit, "abc")

    tree.raise_()

    board = widget(window.window, "board")
    qtbot.waitUntil(lambda: QApplication.focusWidget() is board)
    key(QApplication.focusWidget(), Qt.Key_Left)
    assert window.controller.session.ply == 1
    assert comments(window.controller) == ["", "", "abc"]


def test_a_minimized_window_comes_back_with_the_comment_in_focus(window, qtbot):
    edit = edit_of(window.window)
    edit.setFocus()

    window.window.showMinimized()
    qtbot.wait(50)
    window.window.showNormal()
    window.window.activateWindow()

    qtbot.waitUntil(window.window.isActiveWindow)
    assert QApplication.focusWidget() is edit


def test_letters_and_commands_of_the_text_are_no_shortcuts(window):
    edit = edit_of(window.window)
    edit.setFocus()

    QTest.keyClicks(edit, "hkmb two")
    for word_key in (Qt.Key_Backspace, Qt.Key_Left, Qt.Key_Delete):
        key(edit, word_key, Qt.ControlModifier)
    key(edit, Qt.Key_Z, Qt.ControlModifier)

    assert edit.toPlainText() == "hkmb "
    assert moves(window) == ["h8", "i9"]
    assert len(window.controller.session.record.nodes) == 3


def test_a_tool_marks_cells_and_the_same_click_removes_the_mark(window):
    press(window.window, "button_mark_triangle")
    click_cell(window, "h8")
    click_cell(window, "a1")
    press(window.window, "button_mark_letter")
    click_cell(window, "b2")
    click_cell(window, "c3")

    assert moves(window) == ["h8", "i9"]
    assert marks(window) == {
        "h8": Mark(shape=Shape.TRIANGLE),
        "a1": Mark(shape=Shape.TRIANGLE),
        "b2": Mark(label="A"),
        "c3": Mark(label="B"),
    }

    click_cell(window, "b2")
    assert set(marks(window)) == {"h8", "a1", "c3"}


def test_escape_puts_the_tool_away_and_clicks_play_again(window):
    press(window.window, "button_mark_circle")
    board = widget(window.window, "board")
    board.setFocus()

    key(board, Qt.Key_Escape)
    click_cell(window, "a1")

    assert not widget(window.window, "button_mark_circle").isChecked()
    assert moves(window) == ["h8", "i9", "a1"]


def test_a_hidden_panel_has_no_tool_in_hand(window):
    press(window.window, "button_mark_cross")

    window.window.findChild(QDockWidget, "dock_notes").hide()
    click_cell(window, "a1")

    assert moves(window) == ["h8", "i9", "a1"]


def test_the_board_shows_the_marks_of_the_position(window):
    window.controller.store_properties(2, (("LB", ("ig:A",)),))
    board = widget(window.window, "board")

    board.enter_keyboard()

    assert board.accessibleName() == "i9, White, last move, label A"


def test_marks_belong_to_their_position_and_are_cleared_together(window):
    press(window.window, "button_mark_square")
    click_cell(window, "h8")
    window.controller.go_to(1)
    assert marks(window) == {}

    window.controller.go_to(2)
    assert set(marks(window)) == {"h8"}

    press(window.window, "button_clear_marks")
    assert marks(window) == {}
    assert window.controller.session.record.nodes[2].properties == ()


def test_marks_can_be_cleared_where_there_are_some(window):
    clear = widget(window.window, "button_clear_marks")
    enabled = [clear.isEnabled()]
    press(window.window, "button_mark_square")
    click_cell(window, "a1")
    enabled.append(clear.isEnabled())
    press(window.window, "button_clear_marks")
    enabled.append(clear.isEnabled())

    assert enabled == [False, True, False]


def test_a_comment_before_the_first_move_can_be_saved(persons):
    save = persons.window.findChild(QAction, "save")
    assert not save.isEnabled()

    persons.controller.store_comment(0, "Who begins?")

    assert save.isEnabled()
    assert persons.window.isWindowModified()


def test_a_refused_text_is_said_in_the_status_bar(window):
    paste(edit_of(window.window), "x" * (LONGEST_COMMENT + 1))

    assert status(window).startswith("A comment has at most")


@pytest.mark.parametrize(
    ("tool", "used", "label"),
    [
        (MarkTool.LETTER, {"A", "C", "1"}, "B"),
        (MarkTool.NUMBER, {"A", "1", "3"}, "2"),
        (MarkTool.LETTER, set("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), "A1"),
    ],
)
def test_a_label_is_the_first_free_one(tool, used, label):
    assert make_mark(tool, used) == Mark(label=label)


def test_the_keyboard_stays_in_the_text_until_tab(window):
    edit = edit_of(window.window)
    edit.setFocus()

    key(edit, Qt.Key_Tab)

    assert QApplication.focusWidget() is not edit
    assert edit.toPlainText() == ""


@pytest.mark.qt_log_ignore("does not support")
@pytest.mark.parametrize("is_floating", [False, True])
def test_escape_leaves_the_text_for_the_board_where_arrows_step(
    window, qtbot, is_floating
):
    window.window.findChild(QDockWidget, "dock_notes").setFloating(is_floating)
    edit = edit_of(window.window)
    edit.activateWindow()
    edit.setFocus()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is edit)
    QTest.keyClicks(edit, "abc")

    key(edit, Qt.Key_Escape)

    board = widget(window.window, "board")
    qtbot.waitUntil(lambda: QApplication.focusWidget() is board)
    key(board, Qt.Key_Left)
    assert moves(window) == ["h8"]
    assert comments(window.controller) == ["", "", "abc"]


def test_escape_in_the_text_leaves_the_analysis_running(window):
    window.window.findChild(QAction, "analysis_on").trigger()
    edit = edit_of(window.window)
    edit.setFocus()

    key(edit, Qt.Key_Escape)

    assert window.analysis.is_on
    key(widget(window.window, "board"), Qt.Key_Escape)
    assert not window.analysis.is_on
