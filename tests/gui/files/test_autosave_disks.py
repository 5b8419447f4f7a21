"""Autosave on slow, full and silent disks."""

import errno
import threading
from pathlib import Path

import pytest

from engine.core.errors import RecordFileError
from engine.core.files import atomic_file
from engine.records import files
from gui.files.autosave_index import INDEX, read_index
from tests.gui.driving import (
    has_widget,
    moves,
    widget,
)
from tests.gui.files.autosaved_games import (
    PERSONS,
    answer,
    begin,
    index_of,
    play,
)
from tests.gui.windowless import play_cells


def test_a_slow_disk_does_not_hold_up_the_window(
    windowless, qtbot, autosaved, monkeypatch
):
    let_go, writers = threading.Event(), []
    write = atomic_file.write_atomically

    def write_slowly(path, data):
        writers.append(threading.current_thread().name)
        assert let_go.wait(10)
        write(path, data)

    monkeypatch.setattr(atomic_file, "write_atomically", write_slowly)
    begin(windowless, PERSONS)
    play_cells(windowless, "a1")
    qtbot.waitUntil(lambda: len(writers) > 0)

    play_cells(windowless, "b2", "c3")
    assert moves(windowless) == ["a1", "b2", "c3"]
    let_go.set()
    windowless.autosave.save_now()

    assert set(writers) == {"autosave"}
    assert len(files.load(autosaved()[0]).main_moves()) == 3


def test_a_game_that_could_not_be_written_is_written_with_the_next_move(
    windowless, qtbot, autosaved, monkeypatch
):
    monkeypatch.setattr(atomic_file, "write_atomically", fail)
    begin(windowless, PERSONS)
    play_cells(windowless, "a1")
    windowless.autosave.save_now()
    qtbot.wait(50)
    monkeypatch.undo()

    play_cells(windowless, "b2")
    windowless.autosave.save_now()

    assert len(files.load(autosaved()[0]).main_moves()) == 2
    assert [one.file for one in read_index(index_of(autosaved)).matches] == autosaved()


def fail(path, data):
    raise RecordFileError("not written") from OSError(errno.ENOSPC, "no space")


DISK_FULL = "This game cannot be saved: the disk is full."


@pytest.fixture
def full_disk(monkeypatch):
    """Fill the disk; return a function that makes room."""
    monkeypatch.setattr("gui.files.autosave_writer.RETRY_SECONDS", 0.05)
    with pytest.MonkeyPatch.context() as disk:
        disk.setattr(atomic_file, "write_atomically", fail)
        yield disk.undo


def test_a_full_disk_is_reported_until_a_later_try_succeeds(
    program, full_disk, autosaved, qtbot
):
    begin(program, PERSONS)
    play(program, "a1", "b2")

    qtbot.waitUntil(lambda: has_widget(program.window, "label_save_problem"))
    play(program, "c3")
    assert widget(program.window, "label_save_problem").text() == DISK_FULL
    program.autosave.save_now()
    full_disk()
    qtbot.waitUntil(lambda: not has_widget(program.window, "label_save_problem"))

    assert len(files.load(autosaved()[0]).main_moves()) == 3
    assert [one.file for one in read_index(index_of(autosaved)).matches] == autosaved()


def test_the_window_asks_before_it_loses_a_game(program, full_disk, autosaved, qtbot):
    begin(program, PERSONS)
    play(program, "a1", "b2")

    program.window.close()

    assert program.window.isVisible()
    assert widget(program.window, "quit_question").text() == DISK_FULL
    answer("quit_question", "Cancel")
    assert program.window.isVisible()
    program.window.close()
    answer("quit_question", "Try again")
    assert program.window.isVisible()
    full_disk()
    answer("quit_question", "Try again")
    assert not program.window.isVisible()
    assert len(files.load(autosaved()[0]).main_moves()) == 2


def test_the_window_closes_without_the_game_if_that_is_wanted(
    program, full_disk, autosaved
):
    begin(program, PERSONS)
    play(program, "a1")
    program.window.close()

    answer("quit_question", "Quit without saving")

    assert not program.window.isVisible()
    assert autosaved() == []


def test_a_disk_that_does_not_answer_is_reported_at_the_end(windowless, monkeypatch):
    let_go = threading.Event()
    monkeypatch.setattr("gui.files.autosave_writer.FLUSH_SECONDS", 0.05)
    with monkeypatch.context() as disk:
        disk.setattr(atomic_file, "write_atomically", lambda *_: let_go.wait(10))
        begin(windowless, PERSONS)
        play_cells(windowless, "a1")

        problem = windowless.autosave.save_now()
        let_go.set()

    assert problem == "This game cannot be saved: the disk does not answer."


def test_the_list_names_only_whole_games_after_every_single_write(
    windowless, autosaved, monkeypatch, tmp_path
):
    folder = tmp_path / "state" / "pentahex" / "games"
    write, unlink = atomic_file.write_atomically, Path.unlink
    looks = []

    def look():
        for one in read_index(folder / INDEX).matches:
            looks.append(len(files.load(one.file).nodes))

    def write_and_look(path, data):
        write(path, data)
        look()

    def unlink_and_look(path, missing_ok=False):
        unlink(path, missing_ok=missing_ok)
        if path.parent == folder and not path.name.endswith(".partial"):
            look()

    monkeypatch.setattr(atomic_file, "write_atomically", write_and_look)
    monkeypatch.setattr(Path, "unlink", unlink_and_look)
    begin(windowless, PERSONS)
    play_cells(windowless, "a1")
    windowless.autosave.save_now()
    begin(windowless, PERSONS)
    play_cells(windowless, "b2", "c3")
    windowless.autosave.save_now()
    game = windowless.controller.game
    game.mark_saved(tmp_path / "mine.sgf", game.session.record)
    windowless.autosave.save_now()

    assert looks == [2, 2, 2, 3]  # nodes of the game that the list names
    assert read_index(folder / INDEX).matches == []
