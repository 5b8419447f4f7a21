"""Results in the operator's window; the record and the log that it writes."""

from pathlib import Path

import pytest
from PyQt5.QtCore import Qt

from engine.core.types import Outcome, Player
from gui.contest.contest_game import ContestState
from gui.contest.contest_journal import ContestJournal
from gui.text import languages
from tests.gui.driving import key, press, widget


def test_a_result_is_declared_and_taken_back(persons):
    persons.enter("J10")
    persons.key(Qt.Key_F7)
    key(widget(None, "contest_result_winner"), Qt.Key_Down)
    press(None, "contest_result_accept")

    assert persons.game.session.outcome == Outcome(Player.SECOND, "resignation")
    assert persons.game.state is ContestState.OVER

    persons.key(Qt.Key_F7)
    press(None, "contest_result_accept")

    assert persons.game.session.outcome is None
    assert persons.game.is_paused
    assert persons.log[-1].startswith("The game goes on; clocks stopped")


@pytest.mark.parametrize(
    ("language", "expected"),
    [("en", ["Black wins", "White wins"]), ("zh_CN", ["黑方胜", "白方胜"])],
)
def test_results_of_teams_without_names_end_with_no_colon(
    operator, qapp, language, expected
):
    languages.apply(qapp, language)
    operator.begin(our_engine=None, our_name="", their_name="")
    operator.key(Qt.Key_F7)

    winners = widget(None, "contest_result_winner")

    assert [winners.itemText(index) for index in range(2)] == expected
    press(None, "contest_result_cancel")


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
    assert path.name in persons.message
    assert path.parent.name in persons.message
    assert path.read_text(encoding="gb2312") == (
        "{[C5][乙队 B][甲队 W][未完][2026.07.29 14:00 重庆][2026 CCGC];B(J,10);W(K,11)}"
    )
    log = path.with_suffix(".log").read_text(encoding="utf-8")
    assert "Move 1: J,10, typed" in log


def test_a_record_in_the_home_folder_is_told_by_its_whole_path(
    persons, monkeypatch, tmp_path
):
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "records")
    persons.enter("J10")

    persons.key(Qt.Key_F2)

    assert f"Folder: {tmp_path / 'records'}" in persons.message


def test_a_record_that_cannot_be_written_is_told(persons, settings, tmp_path):
    persons.enter("J10")
    (tmp_path / "records").chmod(0o500)
    try:
        persons.key(Qt.Key_F2)
        message = persons.message
    finally:
        (tmp_path / "records").chmod(0o700)

    assert message.startswith(("The record was not saved", "Record saved"))


def test_every_line_of_the_log_is_shown_without_its_date(persons):
    persons.window.resize(1280, 720)
    persons.enter("J10")

    shown = widget(persons.window, "contest_log").toPlainText().splitlines()
    assert [line.split("  ", 1)[1] for line in shown] == persons.log


def test_a_log_that_cannot_be_written_is_told_at_once(persons):
    log = persons.game.journal
    folder = log.path.parent
    (folder / "log.txt").unlink()
    (folder / "log.txt").mkdir()

    persons.enter("J10")

    assert isinstance(log, ContestJournal)
    assert "cannot be written" in persons.message
    assert persons.moves == ["J,10"]
