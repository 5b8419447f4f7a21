"""Several files at once: the first is shown, and a message names all others."""

import pytest
from PyQt5.QtCore import QMimeData, QUrl

from gui.settings.table import RECENT_FILES
from tests.gui.driving import has_widget, moves, press, texts, widget
from tests.gui.files.autosaved_games import answer
from tests.gui.files.drops import drop
from tests.gui.files.saved_records import save_record


@pytest.fixture
def broken(tmp_path):
    path = tmp_path / "x.txt"
    path.write_text("garbage", encoding="utf-8")
    return path


@pytest.fixture
def two(tmp_path):
    """Return two records of Gomoku."""
    return [
        save_record(tmp_path / "one.sgf", "gomoku", ["a1"]),
        save_record(tmp_path / "two.sgf", "gomoku", ["b2"]),
    ]


def drop_files(program, paths):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    drop(program, data)


def message(program):
    heading, body = texts(program.window, "card_message")[:2]
    return [heading, *body.split("\n")]


def test_the_first_record_is_shown_and_the_others_are_recent_files(
    persons, settings, two
):
    drop_files(persons, two)

    assert moves(persons) == ["a1"]
    assert message(persons) == [
        "Opened one.sgf",
        "Listed in Game, Open recent: two.sgf.",
    ]
    assert settings[RECENT_FILES] == tuple(two)


def test_a_file_that_cannot_be_read_is_named_beside_the_record(persons, broken, two):
    drop_files(persons, [broken, two[0]])

    assert moves(persons) == ["a1"]
    heading, reason = message(persons)
    assert heading == "Opened one.sgf, but not every file"
    assert reason.startswith("x.txt: Expected ")


@pytest.mark.qt_log_ignore("does not support")
def test_all_files_that_cannot_be_read_are_named(persons, broken, tmp_path):
    persons.window.open_from_elsewhere([broken, tmp_path / "nowhere.sgf"])

    heading, first, second = message(persons)
    assert heading == "These files cannot be opened"
    assert first.startswith("x.txt: ")
    assert "nowhere.sgf" in second


def test_files_of_the_command_line_are_named_too(start_program, broken, two):
    program = start_program(broken, *two)

    assert moves(program) == ["a1"]
    heading, listed, reason = message(program)
    assert heading == "Opened one.sgf, but not every file"
    assert listed == "Listed in Game, Open recent: two.sgf."
    assert reason.startswith("x.txt: ")


def test_a_record_of_the_other_game_is_on_its_own_board(persons, two, tmp_path):
    other = save_record(tmp_path / "three.sgf", "hex", ["c3"])

    drop_files(persons, [two[0], other])

    assert moves(persons) == ["a1"]
    assert "three.sgf is on the board of Hex." in message(persons)
    press(persons.window, "switch_hex")
    assert moves(persons) == ["c3"]


def test_warnings_name_their_file(persons, two, tmp_path):
    odd = tmp_path / "odd.sgf"
    odd.write_text("(;GM[4]FF[4]SZ[15];B[hh];W[zz])", encoding="utf-8")

    drop_files(persons, [odd, two[0]])

    assert any(line.startswith("odd.sgf: ") for line in message(persons))


def test_files_beyond_the_recent_ones_are_named_as_not_opened(persons, tmp_path):
    paths = [
        save_record(tmp_path / f"game-{number:02}.sgf", "gomoku", ["a1"])
        for number in range(12)
    ]

    drop_files(persons, paths)

    assert message(persons)[-1] == "Not opened: game-10.sgf, game-11.sgf."


def test_the_message_waits_for_an_answer_about_unsaved_changes(
    start_program, two, broken, tmp_path
):
    program = start_program(save_record(tmp_path / "mine.sgf", "gomoku", ["h8"]))
    program.controller.store_comment(1, "Good move")

    drop_files(program, [broken, *two])
    assert not has_widget(program.window, "card_message")
    assert widget(None, "changes_question").text() == "mine.sgf has unsaved changes."
    answer("changes_question", "Save")

    assert moves(program) == ["a1"]
    assert message(program)[0] == "Opened one.sgf, but not every file"


def test_what_cannot_be_read_is_named_though_the_others_are_not_wanted(
    start_program, two, broken, tmp_path
):
    program = start_program(save_record(tmp_path / "mine.sgf", "gomoku", ["h8"]))
    program.controller.store_comment(1, "Good move")
    drop_files(program, [broken, *two])

    answer("changes_question", "Cancel")

    assert moves(program) == ["h8"]
    heading, reason = message(program)
    assert heading == "These files cannot be opened"
    assert reason.startswith("x.txt: ")


@pytest.fixture
def both_changed(start_program, tmp_path):
    """Return a program with changed records of both games on their boards."""
    program = start_program()
    for game in ("hex", "gomoku"):
        path = save_record(tmp_path / f"{game}.sgf", game, ["c3"])
        program.window.file_controller.open(path)
        program.controller.store_comment(1, "Good move")
    return program


def test_a_record_is_a_recent_file_though_the_next_one_is_not_wanted(
    both_changed, settings, two, broken, tmp_path
):
    program = both_changed
    other = save_record(tmp_path / "three.sgf", "hex", ["d4"])
    before = settings[RECENT_FILES]

    drop_files(program, [broken, *two, other])
    assert widget(None, "changes_question").text() == "hex.sgf has unsaved changes."
    answer("changes_question", "Don't save")
    assert widget(None, "changes_question").text() == "gomoku.sgf has unsaved changes."
    assert settings[RECENT_FILES] == (other, *before)
    answer("changes_question", "Cancel")

    assert moves(program) == ["d4"]
    heading, listed, reason = message(program)
    assert heading == "Opened three.sgf, but not every file"
    assert listed == "Listed in Game, Open recent: one.sgf, two.sgf."
    assert reason.startswith("x.txt: ")
    assert settings[RECENT_FILES] == (other, *two, *before)
    press(program.window, "switch_gomoku")
    assert moves(program) == ["c3"]


def test_no_record_is_a_recent_file_if_the_first_question_is_cancelled(
    both_changed, settings, two, tmp_path
):
    other = save_record(tmp_path / "three.sgf", "hex", ["d4"])
    before = settings[RECENT_FILES]
    drop_files(both_changed, [*two, other])

    answer("changes_question", "Cancel")

    assert settings[RECENT_FILES] == before
    assert not has_widget(both_changed.window, "card_message")
    assert moves(both_changed) == ["c3"]


def test_a_question_that_is_cancelled_later_names_no_file(
    start_program, two, broken, tmp_path
):
    program = start_program(save_record(tmp_path / "mine.sgf", "gomoku", ["h8"]))
    drop_files(program, [broken, *two])
    press(program.window, "card_close_message")
    program.controller.store_comment(1, "Good move")

    program.window.file_controller.open(save_record(tmp_path / "b.sgf", "gomoku", []))
    answer("changes_question", "Cancel")

    assert not has_widget(program.window, "card_message")
