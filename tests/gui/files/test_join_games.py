"""Games of several files as one tree on the board."""

import pytest
from PyQt5.QtWidgets import QAction

from engine.games import GAMES
from engine.records import files
from engine.records.model.record import GameRecord
from tests.engine.records.boards import lines
from tests.gui.driving import click_cell, has_widget, moves, status, texts
from tests.gui.files.autosaved_games import answer

pytestmark = pytest.mark.qt_log_ignore("plugin does not support")


@pytest.fixture
def join(persons, file_answers, tmp_path):
    """Return a function that joins games of these moves, and files of these texts."""

    def do(*games, **others):
        for number, text in enumerate(games):
            board = GameRecord(setup=GAMES["gomoku"].setup())
            path = tmp_path / f"{number}.sgf"
            files.save(files.parse(text, board=board), path)
            file_answers.records.append(path)
        for name, text in others.items():
            path = tmp_path / f"{name}.sgf"
            path.write_text(text, encoding="utf-8")
            file_answers.records.append(path)
        persons.window.findChild(QAction, "join_games").trigger()

    return do


def test_the_tree_is_on_the_board_at_its_start_and_unsaved(persons, join):
    join("h8 h9 i9", "h8 i9", "h8 i9 j9")

    record = persons.controller.session.record
    assert lines(record) == ["h8 i9 j9", "h8 h9 i9"]
    assert moves(persons) == []
    assert persons.controller.game.path is None
    assert persons.controller.game.is_modified
    assert status(persons) == "Games joined: 3; moves of the tree: 5."


@pytest.mark.parametrize(
    ("others", "title"),
    [
        ({}, "0.sgf[*] – Gomoku 15 × 15 – Pentahex"),  # noqa: RUF001
        (
            {"small": "(;GM[4]SZ[9];B[ee])", "third": "(;GM[4]SZ[15];B[hh])"},
            "0.sgf and 1 more[*] – Gomoku 15 × 15 – Pentahex",  # noqa: RUF001
        ),
    ],
    ids=["one", "several"],
)
def test_the_title_has_the_files_that_were_joined(persons, join, others, title):
    join("h8 h9", **others)

    assert persons.window.windowTitle() == title


def test_a_joined_tree_that_was_saved_has_the_name_of_its_file(
    persons, join, file_answers, tmp_path
):
    join("h8 h9", "h8 i9")
    file_answers.target = tmp_path / "tree.sgf"

    persons.window.file_controller.save()

    assert persons.window.windowTitle().startswith("tree.sgf[*]")


def test_files_that_do_not_fit_are_named(persons, join):
    join("h8 h9", small="(;GM[4]SZ[9];B[ee])", broken="(;GM[99])")

    heading, message = texts(persons.window, "card_message")
    assert heading == "Games joined: 1; moves of the tree: 2."
    assert "small.sgf: It has another board, other rules or another start." in message
    assert "broken.sgf: Expected" in message


def test_nothing_changes_if_no_file_can_be_read(persons, join):
    click_cell(persons, "h8")

    join(broken="(;GM[99])")

    heading, message = texts(persons.window, "card_message")
    assert heading == "These files cannot be joined"
    assert "broken.sgf" in message
    assert moves(persons) == ["h8"]


def test_warnings_about_parts_of_files_are_shown(persons, join):
    join("h8 h9", twice="(;GM[4]SZ[15];B[hh];W[hh])")

    heading, message = texts(persons.window, "card_message")
    assert heading == "Games joined: 2; moves of the tree: 2."
    assert "twice.sgf: Move 2" in message


@pytest.mark.parametrize(
    "other", ["(;GM[99])", "(;GM[11]SZ[11];B[a1])"], ids=["unreadable", "hex"]
)
def test_declined_changes_are_asked_for_again_if_their_game_stays(
    start_program, file_answers, tmp_path, other
):
    path, beside = tmp_path / "mygame.sgf", tmp_path / "other.sgf"
    path.write_text("(;GM[4]SZ[15];B[hh];W[ii])", encoding="utf-8")
    beside.write_text(other, encoding="utf-8")
    program = start_program(path)
    game = program.controller.game
    program.controller.store_comment(2, "Good move")
    path.unlink()
    file_answers.records += [beside, path]

    program.window.findChild(QAction, "join_games").trigger()
    answer("changes_question", "Don't save")

    assert game in program.controller.games
    assert game.has_unsaved_changes
    game.decline_changes()


def test_nothing_happens_without_files(persons, join):
    join()

    assert not has_widget(persons.window, "card_message")
