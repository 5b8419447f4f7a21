"""A mistyped move is corrected, whatever has happened since."""

import pytest
from PyQt5.QtCore import Qt

from engine.core.types import Outcome, Player
from gui.contest.contest_game import ContestState
from tests.gui.driving import press, texts, widget


def correct(operator, text, *, choice=None):
    """Fill in the open dialog and accept it."""
    operator.fill(contest_correction_right=text)
    if choice is not None:
        press(None, f"contest_correction_{choice}")
    press(None, "contest_correction_accept")


def test_the_last_typed_move_is_corrected_by_one_key(persons):
    persons.enter("J10")
    persons.enter("K11")

    persons.key(Qt.Key_F3)
    persons.wait_for_focus("contest_correction_right")
    correct(persons, "K12")

    assert persons.moves == ["J,10", "K,12"]
    assert persons.shown_move == "K,12"
    assert persons.log[-1].startswith("Correction: move 2 was typed K,11, is K,12 | ")
    assert persons.game.session.time.is_running


def test_an_answer_not_yet_placed_is_withdrawn_and_thought_out_again(operator):
    operator.begin()
    operator.enter("J10")
    operator.wait_for_answer()
    assert operator.shown_move == "A,15"

    operator.key(Qt.Key_F3)
    correct(operator, "A15")

    operator.wait_for_answer()
    assert operator.moves == ["A,15"]
    assert operator.shown_move == "B,15"


def test_the_answer_comes_from_the_right_position(operator, engines):
    operator.begin()
    operator.enter("J10")
    operator.wait_for_answer()

    operator.key(Qt.Key_F3)
    correct(operator, "K10")
    operator.wait_for_answer()

    setup = operator.game.contest.setup
    right = (15 - 10) * setup.width + 10
    assert engines.searched[-1] == (right,)


def test_an_answer_already_on_the_board_stays_by_default(operator):
    operator.begin()
    operator.answered("J10")

    operator.key(Qt.Key_F3)
    assert widget(None, "contest_correction_keep").isChecked()
    correct(operator, "K10")

    assert operator.moves == ["K,10", "A,15"]
    assert operator.game.state is ContestState.THEIRS


def test_an_answer_already_confirmed_can_be_withdrawn_all_the_same(operator):
    operator.begin()
    operator.answered("J10")

    operator.key(Qt.Key_F3)
    correct(operator, "A15", choice="again")

    operator.wait_for_answer()
    assert operator.moves == ["A,15"]
    assert operator.shown_move == "B,15"
    assert any(line.startswith("Removed: move 2, A,15") for line in operator.log)


def test_an_answer_not_yet_confirmed_can_be_kept_all_the_same(operator, engines):
    operator.begin()
    operator.enter("J10")
    operator.wait_for_answer()
    searched = len(engines.searched)

    operator.key(Qt.Key_F3)
    correct(operator, "K10", choice="keep")

    operator.wait_for_answer()
    assert operator.shown_move == "A,15"
    assert len(engines.searched) == searched
    operator.enter()
    assert operator.moves == ["K,10", "A,15"]


def test_without_confirmations_the_engine_thinks_again_by_default(operator):
    operator.begin(confirms_stones=False)
    operator.enter("J10")
    operator.wait_for(ContestState.THEIRS)

    operator.key(Qt.Key_F3)
    assert widget(None, "contest_correction_again").isChecked()
    correct(operator, "A15")

    operator.wait_for(ContestState.THEIRS)
    assert operator.moves == ["A,15", "B,15"]


def test_a_correction_while_the_engine_thinks_restarts_it(operator, engines):
    engines.delay = 30
    operator.begin()
    operator.enter("J10")
    operator.wait_for(ContestState.THINKING)

    operator.key(Qt.Key_F3)
    engines.latest.delay = 0
    correct(operator, "A15")

    operator.wait_for_answer()
    assert operator.shown_move == "B,15"


def test_the_dialog_follows_an_answer_that_comes_while_it_is_open(operator, engines):
    engines.delay = 30
    operator.begin()
    operator.enter("J10")
    operator.wait_for(ContestState.THINKING)
    operator.key(Qt.Key_F3)

    operator.game.move_now()
    operator.wait_for_answer()

    assert widget(None, "contest_correction_again").isChecked()
    assert widget(None, "contest_correction_keep").text() == "Keep our answer A,15"
    engines.latest.delay = 0
    correct(operator, "K10", choice="keep")
    assert operator.shown_move == "A,15"


def test_used_time_stays_used(qtbot, operator):
    operator.begin()
    operator.enter("J10")
    operator.wait_for_answer()
    qtbot.wait(150)
    time = operator.game.session.time
    used = [time.total(player) for player in Player]

    operator.key(Qt.Key_F3)
    correct(operator, "K10")
    operator.wait_for_answer()

    assert time.total(Player.FIRST) == pytest.approx(used[0], abs=0.01)
    assert time.total(Player.SECOND) >= used[1]


def test_an_earlier_move_is_corrected_and_the_later_ones_stay(persons):
    for text in ("J10", "K11", "L12", "M13"):
        persons.enter(text)

    persons.key(Qt.Key_F4)
    moves = widget(None, "contest_correction_move")
    persons.wait_for_focus("contest_correction_move")
    assert [moves.itemText(i) for i in range(4)] == [
        "4  White  M,13",
        "3  Black  L,12",
        "2  White  K,11",
        "1  Black  J,10",
    ]
    moves.setCurrentIndex(2)
    correct(persons, "A1")

    assert persons.moves == ["J,10", "A,1", "L,12", "M,13"]


def test_later_moves_that_no_longer_fit_are_named_before_they_go(persons):
    for text in ("J10", "K11", "L12", "M13"):
        persons.enter(text)
    persons.key(Qt.Key_F4)
    widget(None, "contest_correction_move").setCurrentIndex(3)

    persons.fill(contest_correction_right="L12")

    warning = widget(None, "contest_correction_after").text()
    assert warning == "No longer legal and removed: L,12  M,13."
    press(None, "contest_correction_accept")
    assert persons.moves == ["L,12", "K,11"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("J10", "occupied by Black"),
        ("K11", "This is the move that was typed."),
        ("P20", "outside"),
    ],
)
def test_a_correction_to_no_move_is_refused(persons, text, why):
    persons.enter("J10")
    persons.enter("K11")
    persons.key(Qt.Key_F3)

    persons.fill(contest_correction_right=text)

    assert not widget(None, "contest_correction_accept").isEnabled()
    assert why in " ".join(texts(None, "contest_correction"))
    press(None, "contest_correction_cancel")
    assert persons.moves == ["J,10", "K,11"]


def test_a_game_that_a_mistyped_move_had_ended_goes_on_with_stopped_clocks(persons):
    for text in ("A1", "A2", "B1", "B2", "C1", "C2", "D1", "D2", "E1"):
        persons.enter(text)
    assert persons.game.state is ContestState.OVER

    persons.key(Qt.Key_F3)
    correct(persons, "E5")

    assert persons.game.session.outcome is None
    assert persons.game.is_paused
    persons.key(Qt.Key_F5)
    persons.enter("E6")
    assert persons.moves[-2:] == ["E,5", "E,6"]


def test_a_correction_can_end_the_game(persons):
    for text in ("A1", "A2", "B1", "B2", "C1", "C2", "D1", "D2", "E2"):
        persons.enter(text)

    persons.key(Qt.Key_F3)
    correct(persons, "E1")

    assert persons.game.session.outcome == Outcome(Player.FIRST, "line")
    assert persons.shown_move == "Black wins"


def test_a_correction_while_the_clocks_stand_starts_none(persons):
    persons.enter("J10")
    persons.key(Qt.Key_F5)

    persons.key(Qt.Key_F3)
    correct(persons, "K10")

    assert persons.moves == ["K,10"]
    assert persons.game.is_paused
    assert not persons.game.session.time.is_running


def test_there_is_nothing_to_correct_before_the_first_move(persons, has):
    persons.key(Qt.Key_F3)
    persons.key(Qt.Key_F4)

    assert not has("contest_correction")
