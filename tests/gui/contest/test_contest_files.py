"""What stands on disk: the log, the record, the state of a contest."""

import errno
import json
import os
from dataclasses import replace
from unittest.mock import Mock

import pytest

from engine.core.errors import RecordFileError
from engine.core.message import Message
from engine.core.types import Outcome, Player
from engine.games import GAMES
from engine.records.model.move_tree import RecordBuilder, RecordNode
from engine.records.model.record import GameRecord
from gui.contest.contest import Contest, is_date
from gui.contest.contest_autosave import STATE, AutosavedContest, ContestAutosave
from gui.contest.contest_journal import ContestJournal
from gui.contest.record_file import write_record
from tests.gui.contest.conftest import CONTEST

HEX = replace(CONTEST, setup=GAMES["hex"].setup(options={"swap": "on"}))


def record_of(*names, contest=CONTEST, outcome=None):
    game, setup = GAMES[contest.setup.game], contest.setup
    builder = RecordBuilder()
    at = 0
    for name in names:
        at = builder.add(at, RecordNode(move=game.parse_cell(setup, name)))
    return GameRecord(
        setup=setup,
        nodes=builder.build()[0],
        headers=contest.headers,
        outcome=outcome,
    )


def write(record, folder, before=None, *, rows_from_bottom=True):
    return write_record(
        record,
        folder,
        rows_from_bottom=rows_from_bottom,
        log_text="a line\n",
        before=before,
    )


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


def test_the_record_has_the_name_and_the_bytes_of_the_contest(tmp_path):
    record = record_of("j10", "k11", outcome=Outcome(Player.SECOND, "time"))

    written = write(record, tmp_path / "new folder")

    stem = "C5-乙队 B vs 甲队 W-后手胜-2026.07.29 14：00 重庆-2026 CCGC"
    assert names_in(tmp_path / "new folder") == [f"{stem}.log", f"{stem}.txt"]
    assert written.path.read_bytes() == (
        "{[C5][乙队 B][甲队 W][后手胜][2026.07.29 14:00 重庆][2026 CCGC];"
        "B(J,10);W(K,11)}"
    ).encode("gb2312")
    assert written.path.with_suffix(".log").read_text() == "a line\n"


def test_another_game_of_the_same_name_is_never_overwritten(tmp_path):
    other = write(record_of("a1"), tmp_path)

    mine = write(record_of("j10"), tmp_path)

    assert mine.path != other.path
    assert mine.path.stem.endswith(" (2)")
    assert b"B(A,1)" in other.path.read_bytes()


def test_an_earlier_record_of_the_same_game_gives_way(tmp_path):
    first = write(record_of("j10"), tmp_path)
    won = record_of("j10", "k11", outcome=Outcome(Player.FIRST, "resignation"))

    second = write(won, tmp_path, first)

    assert not first.path.exists()
    assert names_in(tmp_path) == sorted(
        [second.path.name, second.path.with_suffix(".log").name]
    )


def test_a_record_that_somebody_changed_by_hand_stays(tmp_path):
    first = write(record_of("j10"), tmp_path)
    first.path.write_text("by hand")

    write(record_of("j10"), tmp_path, first)

    assert first.path.read_text() == "by hand"


def test_writing_the_same_game_again_makes_no_second_file(tmp_path):
    first = write(record_of("j10"), tmp_path)

    again = write(record_of("j10", "k11"), tmp_path, first)

    assert again.path == first.path
    assert b"W(K,11)" in again.path.read_bytes()


def test_rows_of_hex_are_counted_as_agreed(tmp_path):
    contest = replace(CONTEST, setup=GAMES["hex"].setup())
    record = record_of("a1", contest=contest)

    top = write(record, tmp_path / "top", rows_from_bottom=False)
    bottom = write(record, tmp_path / "bottom")

    assert b"R(A,1)" in top.path.read_bytes()
    assert b"R(A,11)" in bottom.path.read_bytes()


def test_a_game_with_a_swap_becomes_an_sgf_file(tmp_path):
    written = write(record_of("b1", "swap", contest=HEX), tmp_path)

    assert not written.is_contest_form
    assert written.path.suffix == ".sgf"
    assert b"swap-pieces" in written.path.read_bytes()


def test_letters_that_gb2312_lacks_are_written_all_the_same_and_told(tmp_path):
    contest = replace(CONTEST, our_name="龘队")

    written = write(record_of("j10", contest=contest), tmp_path)

    assert "龘队" in written.path.read_text(encoding="gb18030")
    assert "GB18030" in written.notes[0]


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "file").touch()

    with pytest.raises(RecordFileError, match="could not be created"):
        write(record_of("j10"), tmp_path / "file" / "folder")


def test_each_line_of_the_log_is_on_disk_at_once(tmp_path):
    log = ContestJournal(tmp_path / "new" / "log.txt", now=lambda: "12:00:00")

    log.add("one")
    log.add("two\nlines")

    text = log.path.read_text(encoding="utf-8")
    assert text == log.text == "12:00:00  one\n12:00:00  two lines\n"


def test_a_log_goes_on_where_it_ended(tmp_path):
    ContestJournal(tmp_path / "log.txt", now=lambda: "12:00:00").add("one")

    log = ContestJournal(tmp_path / "log.txt", now=lambda: "12:00:01")
    log.add("two")

    assert log.lines == ["12:00:00  one", "12:00:01  two"]
    assert log.path.read_text().count("\n") == 2


def test_the_reason_that_a_log_is_not_written_can_be_translated(tmp_path, monkeypatch):
    log = ContestJournal(tmp_path / "log.txt", now=lambda: "12:00:00")
    reasons = []
    log.problem_changed.connect(reasons.append)
    full = OSError(errno.ENOSPC, "No space left on device")
    monkeypatch.setattr(os, "fsync", Mock(side_effect=full))

    log.add("one")

    [reason] = reasons
    assert isinstance(reason, Message)


def test_a_log_writes_its_lines_when_the_disk_takes_them_again(qtbot, tmp_path):
    log = ContestJournal(tmp_path / "file" / "log.txt", now=lambda: "12:00:00")
    (tmp_path / "file").touch()
    reasons = []
    log.problem_changed.connect(reasons.append)
    log.add("one")
    log.add("two")
    (tmp_path / "file").unlink()

    log.retry()

    assert len(reasons) == 2
    assert reasons[1] == ""
    text = log.path.read_text(encoding="utf-8")
    assert text == log.text == "12:00:00  one\n12:00:00  two\n"


def test_a_state_that_the_disk_refused_is_written_later(tmp_path):
    autosave = ContestAutosave(tmp_path / "file")
    (tmp_path / "file").touch()
    kept = [
        AutosavedContest(
            folder=tmp_path / "file" / name,
            contest=CONTEST,
            record=record_of("j10"),
            left=(1.0, 2.0),
            is_open=name == "2",
        )
        for name in "12"
    ]
    for one in kept:
        autosave.write(one)
    problem = autosave.problem
    (tmp_path / "file").unlink()

    autosave.retry()

    assert problem
    assert autosave.problem == ""
    assert all((one.folder / STATE).is_file() for one in kept)
    assert autosave.open_contest() == kept[1]


@pytest.mark.parametrize(
    "contest",
    [
        CONTEST,
        HEX,
        replace(
            CONTEST,
            setup=GAMES["gomoku"].setup(height=7, width=9),
            our_seat=Player.FIRST,
            our_engine=None,
            seconds=90.5,
            flag_ends_game=False,
            rows_from_bottom=True,
            confirms_stones=False,
        ),
    ],
)
def test_a_contest_is_read_as_it_was_kept(contest):
    assert Contest.from_values(json.loads(json.dumps(contest.to_values()))) == contest


def test_a_date_is_whole_or_missing():
    assert is_date("2026-07-29 14:00")
    assert is_date("")
    assert not is_date("2026-07-29")
    assert not is_date("2026-13-29 14:00")


def test_the_latest_contest_that_is_open_comes_back(tmp_path):
    autosave = ContestAutosave(tmp_path)
    kept = AutosavedContest(
        folder=tmp_path / "2026-07-29 14.00.00",
        contest=CONTEST,
        record=record_of("j10", "k11"),
        left=(12.5, 600.0),
        typed=(1,),
        answer=None,
        written=write(record_of("j10"), tmp_path / "records"),
    )
    later = replace(kept, folder=tmp_path / "2026-07-29 15.00.00", is_open=False)

    autosave.write(kept)
    autosave.write(later)

    found = autosave.open_contest()
    assert ContestAutosave(tmp_path).open_contest() is None
    autosave.release()
    assert ContestAutosave(tmp_path).open_contest() is not None
    assert replace(found, written=None) == replace(kept, written=None)
    assert found.written.path == kept.written.path
    assert found.written.digest == kept.written.digest


def test_a_broken_state_hinders_no_older_one(tmp_path):
    autosave = ContestAutosave(tmp_path)
    assert autosave.open_contest() is None
    kept = AutosavedContest(
        folder=tmp_path / "1", contest=CONTEST, record=record_of("j10"), left=(1.0, 2.0)
    )
    autosave.write(kept)
    for number, text in enumerate(("{", "[]", '{"contest": {}}'), start=2):
        (tmp_path / str(number)).mkdir()
        (tmp_path / str(number) / STATE).write_text(text)

    assert autosave.open_contest() == kept


def test_no_two_contests_share_a_folder(tmp_path):
    autosave = ContestAutosave(tmp_path)
    first = autosave.new_folder()
    first.mkdir()

    assert autosave.new_folder() != first
