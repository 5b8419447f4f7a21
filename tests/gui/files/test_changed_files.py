"""Saving into a file that another program has changed meanwhile."""

from PyQt5.QtCore import Qt

from engine.records import files
from tests.gui.driving import has_widget, key, press, texts
from tests.gui.files.saved_records import save_record

CARD = "card_save_over"

CHANGED = "Another program has changed the file, and its changes will be lost."

PARTS = "Parts of the file were left out when it was opened, and will be lost."

TWO_GAMES = "(;GM[4]SZ[15];B[hh];W[ii])(;GM[4]SZ[15];B[aa])"

REPLACED = "The file contains a different main line or result, which will be lost."


def write_comment(path, node, text):
    """Write a comment into the file as another program does."""
    files.save(files.load(path).with_node(node, comment=text), path)


def save(program):
    key(program.window, Qt.Key_S, Qt.ControlModifier)


def comments_in(path):
    return [node.comment for node in files.load(path).nodes]


def test_saving_asks_before_it_loses_what_another_program_wrote(commented, path):
    write_comment(path, 1, "theirs")

    save(commented)

    assert CHANGED in texts(commented.window, CARD)
    assert comments_in(path) == ["", "theirs", ""]


def test_the_changes_are_lost_if_that_is_wanted_and_the_next_saving_is_silent(
    commented, path
):
    write_comment(path, 1, "theirs")
    save(commented)

    press(commented.window, "card_overwrite")
    assert comments_in(path) == ["", "", "Good move"]
    commented.controller.store_comment(1, "Also good")
    save(commented)

    assert not has_widget(commented.window, CARD)
    assert comments_in(path) == ["", "Also good", "Good move"]


def test_another_game_in_the_file_is_named(commented, path):
    save_record(path, "gomoku", ["a1", "a2", "b3"])

    save(commented)

    assert REPLACED in texts(commented.window, CARD)


def test_a_file_that_is_no_record_any_more_is_not_lost_silently(commented, path):
    path.write_text("a letter", encoding="utf-8")

    save(commented)

    assert CHANGED in texts(commented.window, CARD)
    assert path.read_text("utf-8") == "a letter"


def test_a_deleted_file_is_written_again(commented, path):
    path.unlink()

    save(commented)

    assert not has_widget(commented.window, CARD)
    assert comments_in(path) == ["", "", "Good move"]


def test_saving_asks_before_it_loses_what_was_not_read(start_program, path):
    path.write_text(TWO_GAMES, encoding="utf-8")
    program = start_program(path)
    program.controller.store_comment(2, "Good move")

    save(program)
    assert PARTS in texts(program.window, CARD)
    assert path.read_text("utf-8") == TWO_GAMES
    press(program.window, "card_overwrite")
    program.controller.store_comment(1, "Also good")
    save(program)

    assert not has_widget(program.window, CARD)
    assert comments_in(path) == ["", "Also good", "Good move"]


def test_a_record_with_a_guess_is_saved_without_a_question(start_program, path):
    path.write_text("(;GM[4];B[hh];W[ii])", encoding="utf-8")
    program = start_program(path)
    program.controller.store_comment(2, "Good move")

    save(program)

    assert not has_widget(program.window, CARD)
    assert comments_in(path) == ["", "", "Good move"]
