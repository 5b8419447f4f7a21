"""The clocks in the operator's window: pauses, corrections, flags."""

import time
from dataclasses import replace

from PyQt5.QtCore import Qt

from engine.core.types import Outcome, Player
from gui.contest.contest_game import ContestState
from tests.gui.contest.conftest import CONTEST
from tests.gui.driving import press, widget


def test_a_standstill_is_told_and_the_clock_runs_on(operator, monkeypatch, qtbot):
    monkeypatch.setattr("gui.game.match_driver.BEAT_SECONDS", 0.05)
    operator.begin()

    monkeypatch.setattr("engine.match.standstill.STANDSTILL_SECONDS", 0.5)
    time.sleep(1.1)
    qtbot.waitUntil(lambda: "suspended" in operator.message)

    session = operator.game.session
    assert not operator.game.is_paused
    assert session.time.is_running
    assert session.time.total(Player.FIRST) > 1.0
    assert any("the clock kept running" in line for line in operator.log)


def test_the_clocks_wait_for_the_operator(operator):
    operator.begin()
    operator.key(Qt.Key_F5)

    assert operator.game.is_paused
    operator.enter("J10")
    assert operator.moves == []
    assert "F5" in operator.message
    assert operator.entry.selectedText() == "J10"


def test_a_contest_that_has_not_begun_waits_for_its_clocks(operator):
    operator.controller.begin(replace(CONTEST, our_seat=Player.FIRST))

    assert operator.task == "Clocks not started yet. Press F5 to start them."
    assert operator.entry.placeholderText() == "F5: start the clocks"


def test_stopped_clocks_are_started_by_the_same_key(operator, engines):
    engines.delay = 30
    operator.begin(our_seat=Player.FIRST)
    thinking = operator.entry.placeholderText()

    operator.key(Qt.Key_F5)

    assert thinking == "Thinking…"
    assert operator.task == "Clocks stopped. Press F5 to start them."
    assert operator.entry.placeholderText() == "F5: start the clocks"


def test_no_typing_help_after_the_end(persons):
    persons.enter("J10")
    before = persons.message

    persons.game.declare(Outcome(None, "agreement"))

    assert before.startswith("Column and row")
    assert persons.message == ""
    persons.game.declare(None)
    assert persons.message == before


def test_the_word_about_standing_clocks_goes_when_they_run(operator):
    operator.begin()
    operator.key(Qt.Key_F5)
    operator.enter("J10")

    operator.key(Qt.Key_F5)

    assert operator.message == "Enter plays J,10."


def test_a_pause_stops_both_clocks_and_keeps_our_answer(qtbot, operator):
    operator.begin()
    operator.enter("J10")
    operator.wait_for_answer()

    operator.key(Qt.Key_F5)
    used = operator.game.session.time.total(Player.SECOND)
    qtbot.wait(100)
    assert operator.game.session.time.total(Player.SECOND) == used
    operator.enter()
    assert operator.moves == ["J,10"]

    operator.key(Qt.Key_F5)
    assert operator.game.state is ContestState.PLACING
    operator.enter()
    assert operator.moves == ["J,10", "A,15"]


def test_a_pause_stops_the_engine_too(operator, engines):
    engines.delay = 30
    operator.begin()
    operator.enter("J10")
    operator.wait_for(ContestState.THINKING)

    operator.key(Qt.Key_F5)
    engines.delay = 0
    engines.latest.delay = 0
    operator.key(Qt.Key_F5)

    operator.wait_for_answer()
    assert operator.shown_move == "A,15"


def test_the_referee_corrects_both_clocks_while_they_stand(operator, has):
    operator.begin()
    operator.key(Qt.Key_F6)
    assert not has("contest_clocks_accept")
    operator.key(Qt.Key_F5)

    operator.key(Qt.Key_F6)
    operator.fill(contest_clocks_first="4:30", contest_clocks_second="1:02:03")
    press(None, "contest_clocks_accept")

    assert operator.clocks() == ["4:30", "1:02:03"]
    assert any(line.startswith("Clocks corrected, before: ") for line in operator.log)


def test_a_time_that_is_none_is_not_taken(operator):
    operator.begin()
    operator.key(Qt.Key_F5)
    operator.key(Qt.Key_F6)

    operator.fill(contest_clocks_first="4:99")

    assert not widget(None, "contest_clocks_accept").isEnabled()
    press(None, "contest_clocks_cancel")
    assert operator.clocks() == ["15:00", "15:00"]


def test_a_fallen_flag_ends_the_game(persons):
    persons.enter("J10")
    persons.key(Qt.Key_F5)
    persons.game.set_clocks(600, 0.1)

    persons.key(Qt.Key_F5)

    persons.wait_for(ContestState.OVER)
    assert persons.game.session.outcome == Outcome(Player.FIRST, "time")
    assert persons.shown_move == "Black wins"
    assert persons.log[-1].startswith("Game over: Black wins. White ran out of time.")
    persons.enter("K11")
    assert persons.moves == ["J,10"]


def test_a_fallen_flag_only_warns_if_that_was_chosen(qtbot, operator):
    operator.begin(our_engine=None, flag_ends_game=False)
    operator.key(Qt.Key_F5)
    operator.game.set_clocks(0.1, 600)

    operator.key(Qt.Key_F5)
    qtbot.waitUntil(lambda: "Black is out of time" in operator.message)

    operator.enter("J10")
    assert operator.moves == ["J,10"]
    assert any("Black is out of time" in line for line in operator.log)
