"""Games are written off the window's thread."""

import threading
from functools import partial

import pytest

from engine.core.errors import RecordFileError
from engine.records import files
from gui.files import record_writer
from gui.files.file_jobs import FileJobs
from tests.gui.driving import click_cell, has_widget, moves, status, texts
from tests.gui.files.autosaved_games import PERSONS, answer, begin, close
from tests.gui.files.slow_disk import slow_disk


@pytest.fixture
def disk(monkeypatch):
    """Return a disk on which games of the user are written slowly, autosaves not."""
    save = files.save

    def save_slowly(*game, **options):
        if threading.current_thread().name == "autosave":
            return save(*game, **options)
        return disk.delay(partial(save, *game, **options))

    with slow_disk(monkeypatch) as disk:
        monkeypatch.setattr(files, "save", save_slowly)
        yield disk


@pytest.fixture
def path(file_answers, tmp_path):
    file_answers.target = tmp_path / "mine.sgf"
    return file_answers.target


def save(program):
    program.window.file_controller.save()


def save_and_go_on(persons, disk, path, qtbot):
    """Write a game of one move, and play another one; the disk is slow from then on."""
    click_cell(persons, "h8")
    disk.may_answer.set()
    save(persons)
    qtbot.waitUntil(lambda: persons.controller.game.path == path)
    disk.may_answer.clear()
    click_cell(persons, "h9")


def test_the_window_stays_usable_while_a_game_is_written(persons, disk, path, qtbot):
    click_cell(persons, "h8")

    save(persons)
    click_cell(persons, "h9")

    assert moves(persons) == ["h8", "h9"]
    qtbot.waitUntil(lambda: status(persons) == "Saving mine.sgf…")
    disk.may_answer.set()
    qtbot.waitUntil(lambda: status(persons) == "Saved as mine.sgf.")
    assert len(files.load(path).main_moves()) == 1
    assert threading.main_thread() not in disk.threads


def test_what_changed_meanwhile_is_not_saved(persons, disk, path, qtbot):
    click_cell(persons, "h8")
    save(persons)
    click_cell(persons, "h9")
    disk.may_answer.set()
    qtbot.waitUntil(lambda: persons.controller.game.path == path)

    assert persons.controller.game.has_unsaved_changes
    save(persons)
    qtbot.waitUntil(lambda: not persons.controller.game.has_unsaved_changes)
    assert len(files.load(path).main_moves()) == 2


def test_a_failure_is_told_and_leaves_the_game_unsaved(persons, disk, path, qtbot):
    click_cell(persons, "h8")
    disk.error = RecordFileError("The disk is full.")

    save(persons)
    disk.may_answer.set()

    qtbot.waitUntil(lambda: has_widget(persons.window, "card_message"))
    heading, message = texts(persons.window, "card_message")
    assert (heading, message) == ("The game was not saved", "The disk is full.")
    assert persons.controller.game.is_modified


def test_the_window_closes_after_the_file_is_complete(persons, disk, path):
    click_cell(persons, "h8")
    save(persons)
    threading.Timer(0.05, disk.may_answer.set).start()

    persons.window.close()

    assert len(files.load(path).main_moves()) == 1
    assert not persons.window.isVisible()
    assert not has_widget(None, "changes_question")


def test_no_question_comes_for_changes_that_are_being_written(
    persons, disk, path, qtbot
):
    save_and_go_on(persons, disk, path, qtbot)
    save(persons)
    threading.Timer(0.05, disk.may_answer.set).start()

    persons.window.close()

    assert not has_widget(None, "changes_question")
    assert len(files.load(path).main_moves()) == 2


def test_a_disk_that_does_not_answer_does_not_keep_the_window(
    persons, disk, path, monkeypatch
):
    monkeypatch.setattr(record_writer, "LONGEST_WAIT", 0.01)
    click_cell(persons, "h8")
    save(persons)

    persons.window.close()

    assert not persons.window.isVisible()


def test_a_new_game_begins_after_the_file_that_was_asked_for(
    persons, disk, path, qtbot
):
    save_and_go_on(persons, disk, path, qtbot)
    setup = persons.controller.session.setup
    begun = []

    persons.controller.when_replaceable(setup.game, lambda: begun.append(True))
    answer("changes_question", "Save")
    assert begun == []
    disk.may_answer.set()

    qtbot.waitUntil(lambda: begun == [True])
    assert len(files.load(path).main_moves()) == 2


def test_saving_again_meanwhile_does_not_take_the_file_for_changed(
    persons, disk, path, qtbot
):
    save_and_go_on(persons, disk, path, qtbot)
    disk.answers_late = True
    save(persons)
    qtbot.waitUntil(lambda: len(files.load(path).main_moves()) == 2)
    click_cell(persons, "h10")
    save(persons)

    assert not has_widget(persons.window, "card_save_over")
    disk.may_answer.set()
    qtbot.waitUntil(lambda: len(files.load(path).main_moves()) == 3)
    qtbot.waitUntil(lambda: not persons.controller.game.has_unsaved_changes)
    assert not has_widget(persons.window, "card_save_over")


def test_saving_again_meanwhile_asks_for_no_second_file(
    persons, disk, path, file_answers, qtbot
):
    click_cell(persons, "h8")
    save(persons)
    click_cell(persons, "h9")
    save(persons)
    disk.may_answer.set()

    qtbot.waitUntil(lambda: path.exists() and len(files.load(path).main_moves()) == 2)
    assert len(file_answers.suggestions) == 1


def test_a_file_is_opened_after_it_was_written(persons, disk, path, qtbot):
    click_cell(persons, "h8")
    save(persons)

    persons.window.file_controller.open(path)
    disk.may_answer.set()

    qtbot.waitUntil(lambda: status(persons).startswith("Opened mine.sgf."))
    assert moves(persons) == ["h8"]
    assert not has_widget(persons.window, "card_message")


def test_a_game_that_went_on_meanwhile_is_not_replaced_unasked(
    persons, disk, path, qtbot
):
    save_and_go_on(persons, disk, path, qtbot)
    setup = persons.controller.session.setup
    begun = []
    persons.controller.when_replaceable(setup.game, lambda: begun.append(True))
    answer("changes_question", "Save")
    click_cell(persons, "h10")
    disk.may_answer.set()

    qtbot.waitUntil(lambda: has_widget(None, "changes_question"))
    assert begun == []
    answer("changes_question", "Save")
    qtbot.waitUntil(lambda: begun == [True])
    assert len(files.load(path).main_moves()) == 3


def test_the_window_stays_when_its_last_file_cannot_be_written(
    persons, disk, path, qtbot
):
    click_cell(persons, "h8")
    disk.error = RecordFileError("The disk is full.")
    save(persons)
    threading.Timer(0.05, disk.may_answer.set).start()

    persons.window.close()

    assert persons.window.isVisible()
    assert texts(persons.window, "card_message")[1] == "The disk is full."
    persons.window.close()
    assert not persons.window.isVisible()


def test_a_file_that_is_complete_when_the_window_closes_needs_no_autosave(
    persons, disk, path, autosaved, qtbot
):
    click_cell(persons, "h8")
    qtbot.waitUntil(lambda: len(autosaved()) == 1)
    save(persons)
    threading.Timer(0.05, disk.may_answer.set).start()

    close(persons)

    assert len(files.load(path).main_moves()) == 1
    assert autosaved() == []


def test_the_file_is_complete_when_a_signal_ends_the_program(persons, disk, path):
    click_cell(persons, "h8")
    save(persons)
    threading.Timer(0.05, disk.may_answer.set).start()

    persons.window.quit_question.skip()
    persons.window.close()

    assert len(files.load(path).main_moves()) == 1


def test_a_disk_that_does_not_answer_is_waited_for_once(
    persons, disk, path, qtbot, monkeypatch
):
    save_and_go_on(persons, disk, path, qtbot)
    save(persons)
    waits = []
    monkeypatch.setattr(FileJobs, "finish", lambda _, seconds: waits.append(seconds))

    persons.window.close()

    assert has_widget(None, "changes_question")
    assert waits == [record_writer.LONGEST_WAIT]


def test_a_game_that_is_saved_after_it_left_its_board_is_no_earlier_game(
    persons, disk, path, autosaved, qtbot
):
    click_cell(persons, "h8")
    qtbot.waitUntil(lambda: len(autosaved()) == 1)
    save(persons)
    begin(persons, PERSONS)
    disk.may_answer.set()
    qtbot.waitUntil(path.exists)

    qtbot.waitUntil(lambda: autosaved() == [], timeout=3000)
