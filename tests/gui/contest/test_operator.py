"""Moves in the operator's window: typed, read back, answered, confirmed."""

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtTest import QTest

from engine.core.types import Move, Outcome, Player
from engine.games import GAMES
from gui.contest import move_entry
from gui.contest.contest_game import ContestState
from gui.game.engine_thread import EngineThread

HEX = GAMES["hex"].setup()
HEX_WITH_SWAP = GAMES["hex"].setup(options={"swap": "on"})


def test_their_move_is_typed_and_our_answer_is_shown_huge(operator):
    operator.begin()

    operator.enter("j,10")
    operator.wait_for_answer()

    assert operator.moves == ["J,10"]
    assert operator.shown_move == "A,15"
    assert operator.task == "Put White on A,15, press the clock, then Enter."
    assert operator.entry.text() == ""


def test_our_clock_runs_until_our_stone_is_confirmed(operator):
    operator.begin()
    operator.enter("J10")
    operator.wait_for_answer()

    time = operator.game.session.time
    assert operator.game.session.position.to_move is Player.SECOND
    assert time.is_running
    used = time.total(Player.SECOND)
    QTest.qWait(120)
    assert time.total(Player.SECOND) > used + 0.1

    operator.enter()
    assert operator.moves == ["J,10", "A,15"]
    assert operator.game.session.position.to_move is Player.FIRST
    assert time.is_running


def test_the_task_says_that_our_engine_is_being_prepared(
    operator, engines, monkeypatch, qtbot
):
    engines.build_delay = 1.0
    operator.set_up(our_seat=Player.FIRST)
    loading = operator.task
    monkeypatch.setattr(EngineThread, "compiled_share", 0.4)
    qtbot.waitUntil(lambda: "prepared" in operator.task, timeout=1000)
    stopped = operator.task

    operator.key(Qt.Key_F5)
    qtbot.waitUntil(lambda: operator.task != stopped, timeout=1000)

    assert loading == "Clocks not started yet. Press F5 to start them."
    assert stopped == (
        "Clocks not started yet. Press F5 to start them. "
        "Our engine is being prepared (only once): 40 %."
    )
    assert operator.task == "Our engine is being prepared (only once): 40 %."
    assert operator.game.session.time.is_running
    assert operator.entry.placeholderText() == "Preparing…"
    operator.wait_for_answer()
    assert operator.task == "Put Black on A,15, press the clock, then Enter."


def test_space_confirms_as_well_as_enter(operator):
    operator.begin()
    operator.enter("J10")
    operator.wait_for_answer()

    operator.type(" ")

    assert operator.moves == ["J,10", "A,15"]


def test_without_confirmations_our_move_is_played_at_once(operator):
    operator.begin(confirms_stones=False)

    operator.enter("J10")

    operator.wait_for(ContestState.THEIRS)
    assert operator.moves == ["J,10", "A,15"]


def test_a_second_enter_by_a_nervous_hand_confirms_nothing(
    qtbot, operator, monkeypatch
):
    monkeypatch.setattr(move_entry, "SETTLE_SECONDS", 0.3)
    operator.begin()
    operator.enter("J10")
    operator.wait_for_answer()

    operator.enter()
    assert operator.game.state is ContestState.PLACING
    qtbot.wait(350)
    operator.enter()

    assert operator.moves == ["J,10", "A,15"]


def test_their_next_move_confirms_our_stone(operator):
    operator.begin()
    operator.enter("J10")
    operator.wait_for_answer()

    operator.enter("K11")

    operator.wait_for_answer()
    assert operator.moves == ["J,10", "A,15", "K,11"]


def test_our_own_cell_typed_again_is_only_a_confirmation(operator):
    operator.begin()
    operator.enter("J10")
    operator.wait_for_answer()

    operator.enter("A15")

    assert operator.moves == ["J,10", "A,15"]
    assert operator.game.state is ContestState.THEIRS


def test_a_wrong_text_confirms_nothing(operator):
    operator.begin()
    operator.enter("J10")
    operator.wait_for_answer()

    operator.enter("J10")

    assert operator.moves == ["J,10"]
    assert "occupied" in operator.message


@pytest.mark.parametrize("text", ["hello", "Z9", "J10", "W(A,1)"])
def test_a_text_that_is_no_move_stays_and_the_clock_runs_on(persons, text):
    persons.enter("J10")
    persons.enter("K11")

    persons.enter(text)

    assert persons.moves == ["J,10", "K,11"]
    assert persons.entry.text() == persons.entry.selectedText() == text
    assert persons.entry.property("invalid") is True
    assert persons.game.session.time.is_running
    QTest.keyClick(persons.entry, Qt.Key_Escape)
    assert persons.entry.text() == ""


def test_what_is_typed_is_read_back_before_it_is_played(persons):
    persons.type("j1")
    assert persons.message == "Enter plays J,1."

    persons.type("0")

    assert persons.message == "Enter plays J,10."
    assert persons.moves == []


def test_letters_and_digits_are_never_shortcuts(persons):
    persons.type("m9")

    assert persons.entry.text() == "m9"
    assert persons.entry.hasFocus()


def test_typing_while_our_engine_thinks_plays_nothing(operator, engines):
    engines.delay = 30
    operator.begin()
    operator.enter("J10")
    operator.wait_for(ContestState.THINKING)

    operator.enter("K11")

    assert operator.moves == ["J,10"]
    assert "thinking" in operator.message
    operator.key(Qt.Key_F9)
    operator.wait_for_answer()
    operator.enter()
    assert operator.moves == ["J,10", "A,15"]


def test_a_swap_is_played_by_its_key_and_by_its_word(operator):
    operator.begin(setup=HEX_WITH_SWAP, our_engine=None)
    operator.enter("B1")
    operator.key(Qt.Key_F8)

    assert operator.shown_move == "Swap"
    assert operator.game.session.ply == 2


def test_the_key_of_the_swap_is_enabled_while_a_swap_is_possible(operator):
    operator.begin(setup=HEX_WITH_SWAP, our_seat=Player.FIRST)
    enabled = [operator.is_enabled("special")]
    operator.wait_for_answer()
    enabled.append(operator.is_enabled("special"))

    operator.enter("C3")
    enabled.append(operator.is_enabled("special"))

    assert enabled == [False, True, False]


def test_after_the_record_is_saved_the_task_is_to_leave(persons):
    persons.enter("J10")
    persons.game.declare(Outcome(Player.FIRST, "resignation"))
    tasks = [persons.task]
    persons.key(Qt.Key_F2)
    tasks.append(persons.task)

    persons.game.correct(1, Move(0), keeps_later=True)

    assert [*tasks, persons.task] == [
        "Press F2 to save the record.",
        "The record is saved. Press F12 to leave.",
        "Press F2 to save the record.",
    ]


def test_a_game_without_a_swap_has_no_key_for_it(persons, has):
    assert not has("contest_key_special")
    persons.enter("J10")
    persons.key(Qt.Key_F8)
    assert persons.moves == ["J,10"]


def test_hex_shows_and_writes_rows_as_agreed(operator, tmp_path):
    operator.begin(setup=HEX, our_engine=None, rows_from_bottom=True)

    operator.enter("A1")
    operator.key(Qt.Key_F2)

    position = operator.game.session.position
    assert position.cell_name(position.history[0]) == "a11"
    assert operator.shown_move == "A,1"
    (path,) = (tmp_path / "records").glob("*.txt")
    assert "R(A,1)" in path.read_text(encoding="gb2312")


def test_a_board_that_is_not_square_is_typed_to_its_corners(operator):
    operator.begin(setup=GAMES["gomoku"].setup(height=6, width=9), our_engine=None)

    operator.enter("I6")
    operator.enter("J1")

    assert operator.moves == ["I,6"]
    assert "columns A to I, rows 1 to 6" in operator.message


def test_an_engine_that_fails_leaves_its_move_to_the_operator(operator, engines):
    engines.error = RuntimeError("out of order")
    operator.begin()
    operator.enter("J10")
    operator.wait_for(ContestState.OURS)

    operator.enter("K11")

    assert operator.moves == ["J,10", "K,11"]
    assert operator.game.session.record.headers == operator.game.contest.headers
    assert any(
        line.startswith("Another engine now plays for us.") for line in operator.log
    )


def test_teams_without_a_name_have_a_title_in_the_title_bar(operator):
    operator.begin(our_name="", their_name="")

    assert operator.window.windowTitle().startswith("Contest: Their team – Our team,")  # noqa: RUF001
