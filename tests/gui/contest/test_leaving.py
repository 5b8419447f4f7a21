"""The operator leaves a contest game: to return later, for good, by giving it up."""

import pytest
from PyQt5.QtCore import Qt

from engine.core.types import Move, Outcome, Player
from engine.match.view import Lock
from gui.contest.contest_game import ContestState
from tests.gui.contest.conftest import crash
from tests.gui.driving import press, widget

CONTEST_LOST = Outcome(Player.SECOND, "resignation")


def test_leaving_stops_the_clocks_and_coming_back_goes_on(operator):
    operator.begin()
    operator.answered("J10")

    operator.leave_by_key()

    assert operator.window is None
    assert operator.main.isVisible()
    assert operator.game.is_paused
    operator.come_back()
    operator.answered("K11")
    assert operator.moves == ["J,10", "A,15", "K,11", "B,15"]


@pytest.mark.parametrize("our_engine", [True, False], ids=["engine", "person"])
def test_earlier_moves_that_are_looked_at_meanwhile_change_nothing(
    operator, our_engine
):
    operator.begin(**({} if our_engine else {"our_engine": None}))
    if our_engine:
        operator.answered("J10", "K11")
    else:
        operator.enter("J10")
    moves = list(operator.moves)
    session = operator.game.session
    operator.leave_by_key()
    used = [session.time.total(seat) for seat in Player]

    operator.games.go_to(0)
    operator.games.take_back()
    operator.games.redo()
    operator.games.delete_from(1)
    operator.games.play(Move(0))
    view = operator.games.view
    assert view.lock is Lock.FIXED
    assert not any((view.can_pause, view.can_resign, view.can_change_sides))
    operator.games.toggle_pause()
    operator.come_back()

    assert operator.moves == moves
    assert sum("Move 1" in line for line in operator.log) == 1
    assert [session.time.total(seat) for seat in Player] >= used
    if our_engine:
        operator.answered("L12")
    else:
        operator.enter("L12")
    assert len(operator.moves) == len(moves) + 1 + our_engine


def test_an_answer_that_is_not_confirmed_waits_while_earlier_moves_are_shown(
    operator, engines
):
    operator.begin()
    operator.enter("J10")
    operator.wait_for_answer()
    answer, count = operator.game.answer, len(engines.searched)
    operator.leave_by_key()

    operator.games.go_to(0)
    assert operator.game.answer == answer
    operator.games.go_to(1)
    operator.come_back()

    assert operator.game.state is ContestState.PLACING
    assert operator.game.answer == answer
    assert len(engines.searched) == count
    assert sum("not yet placed" in line for line in operator.log) == 1
    operator.enter()
    assert operator.moves == ["J,10", "A,15"]


def test_our_engine_that_was_thinking_goes_on_after_earlier_moves(operator, engines):
    operator.begin()
    engines.delay = 0.3
    operator.enter("J10")
    operator.leave_by_key()
    operator.games.go_to(0)

    operator.come_back()
    operator.wait_for_answer()
    operator.enter()

    assert operator.moves == ["J,10", "A,15"]


def test_a_game_that_is_over_is_left_for_good(operator):
    operator.begin()
    operator.game.declare(CONTEST_LOST)

    operator.key(Qt.Key_F12)

    assert operator.game is None
    operator.controller.show()
    assert widget(None, "contest_accept").isVisible()
    press(None, "contest_cancel")


def test_a_game_that_has_not_begun_is_forgotten_when_it_is_left(
    operator, start_operator
):
    operator.set_up()

    operator.key(Qt.Key_F12)

    assert operator.window is None
    assert operator.game is None
    assert operator.games.session.record.headers.event == ""
    operator.controller.end()
    assert start_operator().window is None
    operator.controller.show()
    assert widget(None, "contest_our_name").text() == "甲队"
    press(None, "contest_cancel")


def test_a_contest_without_a_move_gives_the_board_back(operator):
    operator.games.play(Move(3))
    before = operator.games.game
    operator.set_up()

    operator.key(Qt.Key_F12)

    assert operator.games.game is before
    assert operator.games.session.record.main_moves()[0] == Move(3)


def test_a_game_that_has_not_begun_before_a_crash_is_forgotten_when_it_is_left(
    start_operator,
):
    before = start_operator()
    before.set_up()
    crash(before)
    operator = start_operator()

    operator.key(Qt.Key_F12)

    assert operator.game is None


def test_clocks_that_ran_before_a_crash_count_as_begun(start_operator, has):
    before = start_operator()
    before.begin(our_engine=None)
    before.wait(50)
    before.key(Qt.Key_F5)
    crash(before)
    operator = start_operator()

    operator.key(Qt.Key_F12)

    assert has("contest_leave_return")
    press(None, "contest_leave_cancel")


def test_a_game_given_up_ends_without_a_result(operator, start_operator):
    operator.begin(our_engine=None)
    operator.enter("J10")
    log = operator.game.journal.path

    operator.leave_by_key("give_up")

    assert operator.game is None
    record = operator.games.session.record
    assert len(record.main_moves()) == 1
    assert record.outcome is None
    assert "Contest game given up" in log.read_text(encoding="utf-8")
    operator.controller.end()
    assert start_operator().window is None


def test_a_game_given_up_is_among_the_earlier_games(start_with_program, qtbot):
    operator, program = start_with_program()
    operator.begin(our_engine=None)
    operator.enter("J10")

    operator.leave_by_key("give_up")
    program.controller.put(program.factory.make_default_game("gomoku"))

    assert len(program.autosave.list_earlier_games()) == 1


def test_the_question_before_leaving_lets_the_clocks_run(operator):
    operator.begin(our_engine=None)

    operator.leave_by_key("cancel")

    assert operator.window is not None
    assert operator.game.session.time.is_running


def test_the_close_button_of_the_window_asks_as_the_key_does(operator, has):
    operator.begin(our_engine=None)

    operator.window.windowHandle().close()

    assert operator.window is not None
    assert has("contest_leave_return")
    press(None, "contest_leave_cancel")


@pytest.mark.parametrize("is_over", [True, False], ids=["over", "left"])
def test_a_contest_record_on_disk_leaves_no_mark_in_the_title(
    start_with_program, is_over
):
    operator, program = start_with_program()
    operator.begin()
    operator.answered("J10")
    if is_over:
        operator.game.declare(CONTEST_LOST)
    operator.key(Qt.Key_F2)

    if is_over:
        operator.key(Qt.Key_F12)
    else:
        operator.leave_by_key()

    assert program.window.isVisible()
    assert not program.window.isWindowModified()
    assert program.controller.game.path is None


def test_a_contest_game_that_goes_on_after_its_record_has_the_mark_again(
    start_with_program,
):
    operator, program = start_with_program()
    operator.begin()
    operator.answered("J10")
    operator.key(Qt.Key_F2)
    operator.answered("K11")

    operator.leave_by_key()

    assert program.window.isWindowModified()


def test_the_program_keeps_its_copy_of_a_contest_record(start_with_program):
    operator, program = start_with_program()
    operator.begin()
    operator.answered("J10")
    operator.game.declare(CONTEST_LOST)
    operator.key(Qt.Key_F2)
    operator.key(Qt.Key_F12)

    assert program.autosave.save_now() == ""
    assert program.controller.game.autosave_path.exists()
