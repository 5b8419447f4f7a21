"""The operator's window: typing, confirming, stopping, declaring, writing."""

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtTest import QTest

from engine.core.types import Outcome, Player
from engine.games import GAMES
from gui.contest import move_entry
from gui.contest.contest_game import Stage
from gui.contest.contest_log import ContestLog
from tests.gui.driving import key, press, widget

HEX = GAMES["hex"].setup()
HEX_WITH_SWAP = GAMES["hex"].setup(options={"swap": "on"})


def test_the_clocks_wait_for_the_operator(operator):
    operator.begin()
    operator.key(Qt.Key_F5)

    assert operator.game.is_paused
    operator.enter("J10")
    assert operator.moves == []
    assert "F5" in operator.told
    assert operator.entry.selectedText() == "J10"


def test_the_word_about_standing_clocks_goes_when_they_run(operator):
    operator.begin()
    operator.key(Qt.Key_F5)
    operator.enter("J10")

    operator.key(Qt.Key_F5)

    assert operator.told == "Enter plays J,10."


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


def test_space_confirms_as_well_as_enter(operator):
    operator.begin()
    operator.enter("J10")
    operator.wait_for_answer()

    operator.type(" ")

    assert operator.moves == ["J,10", "A,15"]


def test_without_confirmations_our_move_is_played_at_once(operator):
    operator.begin(confirms_stones=False)

    operator.enter("J10")

    operator.wait_for(Stage.THEIRS)
    assert operator.moves == ["J,10", "A,15"]


def test_a_second_enter_by_a_nervous_hand_confirms_nothing(
    qtbot, operator, monkeypatch
):
    monkeypatch.setattr(move_entry, "SETTLE_SECONDS", 0.3)
    operator.begin()
    operator.enter("J10")
    operator.wait_for_answer()

    operator.enter()
    assert operator.game.stage is Stage.PLACING
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
    assert operator.game.stage is Stage.THEIRS


def test_a_wrong_text_confirms_nothing(operator):
    operator.begin()
    operator.enter("J10")
    operator.wait_for_answer()

    operator.enter("J10")

    assert operator.moves == ["J,10"]
    assert "occupied" in operator.told


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
    assert persons.told == "Enter plays J,1."

    persons.type("0")

    assert persons.told == "Enter plays J,10."
    assert persons.moves == []


def test_letters_and_digits_are_never_shortcuts(persons):
    persons.type("m9")

    assert persons.entry.text() == "m9"
    assert persons.entry.hasFocus()


def test_typing_while_our_engine_thinks_plays_nothing(operator, engines):
    engines.delay = 30
    operator.begin()
    operator.enter("J10")
    operator.wait_for(Stage.THINKING)

    operator.enter("K11")

    assert operator.moves == ["J,10"]
    assert "thinking" in operator.told
    operator.key(Qt.Key_F9)
    operator.wait_for_answer()


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
    assert operator.game.stage is Stage.PLACING
    operator.enter()
    assert operator.moves == ["J,10", "A,15"]


def test_a_pause_stops_the_engine_too(operator, engines):
    engines.delay = 30
    operator.begin()
    operator.enter("J10")
    operator.wait_for(Stage.THINKING)

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

    persons.wait_for(Stage.OVER)
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
    qtbot.waitUntil(lambda: "time of Black is up" in operator.told)

    operator.enter("J10")
    assert operator.moves == ["J,10"]
    assert any("time of Black is up" in line for line in operator.log)


def test_a_result_is_declared_and_taken_back(persons):
    persons.enter("J10")
    persons.key(Qt.Key_F7)
    key(widget(None, "contest_result_winner"), Qt.Key_Down)
    press(None, "contest_result_accept")

    assert persons.game.session.outcome == Outcome(Player.SECOND, "resignation")
    assert persons.game.stage is Stage.OVER

    persons.key(Qt.Key_F7)
    press(None, "contest_result_accept")

    assert persons.game.session.outcome is None
    assert persons.game.is_paused
    assert persons.log[-1].startswith("The game goes on; clocks stopped")


def test_a_draw_needs_no_reason(persons):
    persons.enter("J10")
    persons.key(Qt.Key_F7)
    winners = widget(None, "contest_result_winner")
    winners.setCurrentIndex(winners.findText("Draw"))

    assert not widget(None, "contest_result_reason").isEnabled()
    press(None, "contest_result_accept")

    assert persons.game.session.outcome == Outcome(None, "agreement")


def test_nobody_declares_what_the_rules_have_decided(persons, has):
    for text in ("A1", "A2", "B1", "B2", "C1", "C2", "D1", "D2", "E1"):
        persons.enter(text)

    persons.key(Qt.Key_F7)

    assert persons.shown_move == "Black wins"
    assert not has("contest_result_accept")


def test_one_key_writes_the_record_and_tells_where(persons, tmp_path):
    persons.enter("J10")
    persons.enter("K11")

    persons.key(Qt.Key_F2)

    (path,) = (tmp_path / "records").glob("*.txt")
    assert path.name in persons.told
    assert path.parent.name in persons.told
    assert path.read_text(encoding="gb2312") == (
        "{[C5][乙队 B][甲队 W][未完][2026.07.29 14:00 重庆][2026 CCGC];B(J,10);W(K,11)}"
    )
    log = path.with_suffix(".log").read_text(encoding="utf-8")
    assert "Move 1: J,10, typed" in log


def test_a_record_that_cannot_be_written_is_told(persons, settings, tmp_path):
    persons.enter("J10")
    (tmp_path / "records").chmod(0o500)
    try:
        persons.key(Qt.Key_F2)
        told = persons.told
    finally:
        (tmp_path / "records").chmod(0o700)

    assert told.startswith(("The record was not written", "Record written"))


def test_a_swap_is_played_by_its_key_and_by_its_word(operator):
    operator.begin(setup=HEX_WITH_SWAP, our_engine=None)
    operator.enter("B1")
    operator.key(Qt.Key_F8)

    assert operator.shown_move == "Swap"
    assert operator.game.session.ply == 2


def test_a_game_without_a_swap_has_no_key_for_it(persons, has):
    assert not has("contest_key_swap")
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
    assert "columns A to I, rows 1 to 6" in operator.told


def test_an_engine_that_fails_leaves_its_move_to_the_operator(operator, engines):
    engines.error = RuntimeError("out of order")
    operator.begin()
    operator.enter("J10")
    operator.wait_for(Stage.OURS)

    operator.enter("K11")

    assert operator.moves == ["J,10", "K,11"]
    assert operator.game.session.record.headers == operator.game.contest.headers
    assert any(line.startswith("Another engine plays for us.") for line in operator.log)


def test_every_line_of_the_log_is_shown_without_its_date(persons):
    persons.enter("J10")

    shown = widget(persons.window, "contest_log").toPlainText().splitlines()
    assert [line.split("  ", 1)[1] for line in shown] == persons.log


def test_a_log_that_cannot_be_written_is_told_at_once(persons):
    log = persons.game.log
    folder = log.path.parent
    (folder / "log.txt").unlink()
    (folder / "log.txt").mkdir()

    persons.enter("J10")

    assert isinstance(log, ContestLog)
    assert "cannot be written" in persons.told
    assert persons.moves == ["J,10"]
