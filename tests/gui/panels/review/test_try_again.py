"""*Try again* in the window: keys, board, what is hidden."""

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QAction

from engine.core.types import Player
from tests.gui.analysis.reviewed_games import cell
from tests.gui.driving import (
    click_cell,
    has_widget,
    key,
    moves,
    press,
    status,
    widget,
)
from tests.gui.scripted_engines import ENGINE


def test_try_again_hides_the_answer_and_judges_a_click(reviewed, shown):
    reviewed.controller.go_to(2)
    key(reviewed.window, Qt.Key_N)

    press(reviewed.window, "button_try_again")
    assert status(reviewed) == "Click a better move on the board. Esc leaves."
    assert widget(reviewed.window, "board").hasFocus()  # Space presses no button
    hidden = (shown.hint, shown.candidates, shown.line)
    click_cell(reviewed, "j10")

    assert hidden == (None, (), [])
    assert not has_widget(reviewed.window, "table_mistakes")
    assert widget(reviewed.window, "label_verdict").text() == "j10 is the best move."
    assert shown.line == [cell("j10"), cell("k10")]
    assert moves(reviewed) == ["h8", "i9"]


def test_try_again_marks_no_next_moves_of_the_record(reviewed, shown):
    action = reviewed.window.findChild(QAction, "try_again")
    reviewed.controller.go_to(2)
    before = shown.continuations

    key(reviewed.window, Qt.Key_N)
    action.trigger()
    during = shown.continuations
    key(reviewed.window, Qt.Key_Escape)
    reviewed.controller.go_to(2)

    assert during == ()
    assert shown.continuations == before != ()


def test_try_again_needs_no_chosen_mistake_if_one_is_on_the_board(reviewed):
    action = reviewed.window.findChild(QAction, "try_again")
    reviewed.controller.go_to(1)
    is_enabled_before = action.isEnabled()

    key(reviewed.window, Qt.Key_Right)
    press(reviewed.window, "button_try_again")

    assert not is_enabled_before
    assert status(reviewed) == "Click a better move on the board. Esc leaves."
    assert len(moves(reviewed)) == 1


def test_escape_leaves_try_again_for_the_mistake(reviewed, shown):
    reviewed.controller.go_to(2)
    key(reviewed.window, Qt.Key_N)
    press(reviewed.window, "button_try_again")

    key(reviewed.window, Qt.Key_Escape)

    assert len(moves(reviewed)) == 3
    assert has_widget(reviewed.window, "table_mistakes")
    assert shown.line == [cell("j9"), cell("i10")]


@pytest.fixture
def trying(reviewed):
    """Return the window with the position before Black's mistake to better."""
    reviewed.controller.go_to(2)
    key(reviewed.window, Qt.Key_N)
    press(reviewed.window, "button_try_again")
    return reviewed


def test_take_back_removes_the_tried_move_and_the_game_stays(trying, shown):
    click_cell(trying, "j10")
    announced = widget(trying.window, "label_undo").text()

    for _ in range(2):
        key(trying.window, Qt.Key_Z, Qt.ControlModifier)

    assert announced == "Take back removes j10"
    assert shown.line == []
    assert moves(trying) == ["h8", "i9"]
    assert status(trying) == "Click a better move on the board. Esc leaves."
    assert not widget(trying.window, "label_undo").text()


def test_try_again_leaves_redo_to_the_game(trying):
    assert not trying.window.findChild(QAction, "redo").isEnabled()

    key(trying.window, Qt.Key_Y, Qt.ControlModifier)

    assert moves(trying) == ["h8", "i9"]


def test_try_again_hides_the_value_of_the_position(trying):
    graph = widget(trying.window, "panel_graph")
    hidden = (graph.graph.points[2].win_rate, has_widget(trying.window, "board_bar"))

    key(trying.window, Qt.Key_Escape)
    trying.controller.go_to(2)

    assert hidden == (None, False)
    assert graph.graph.points[2].win_rate == pytest.approx(0.7)
    assert has_widget(trying.window, "board_bar")


def test_a_locked_board_is_open_while_one_tries_again(reviewed):
    reviewed.controller.set_player(Player.FIRST, ENGINE)
    reviewed.controller.set_player(Player.SECOND, ENGINE)
    key(reviewed.window, Qt.Key_N, Qt.ShiftModifier)
    press(reviewed.window, "button_try_again")

    click_cell(reviewed, "j9")
    verdict = widget(reviewed.window, "label_verdict").text()
    press(reviewed.window, "button_leave_trial")

    assert verdict == "j9 is the best move."
    assert len(moves(reviewed)) == 4
