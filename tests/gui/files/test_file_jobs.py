"""Records are read off the window's thread, and reading can be cancelled."""

import threading
from functools import partial

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QApplication

from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from engine.records import files
from gui.files import file_jobs
from gui.files.autosave_index import INDEX, read_index
from tests.gui.driving import (
    click_cell,
    has_widget,
    moves,
    press,
    status,
    texts,
    widget,
)
from tests.gui.files.slow_disk import slow_disk
from tests.gui.files.test_window_records import save_record
from tests.gui.windowless import end_services, play_cells


@pytest.fixture
def disk(monkeypatch):
    load = files.load
    with slow_disk(monkeypatch) as disk:
        monkeypatch.setattr(
            files,
            "load",
            lambda *path, **options: disk.delay(partial(load, *path, **options)),
        )
        yield disk


def names(controller):
    position = controller.session.position
    return [position.cell_name(move) for move in position.history]


@pytest.fixture
def record(tmp_path):
    return save_record(tmp_path / "game.sgf", "gomoku", ["a1", "b2"])


def test_the_window_stays_usable_while_a_record_is_read(persons, disk, record, qtbot):
    persons.window.file_controller.open(record)
    click_cell(persons, "h8")

    assert moves(persons) == ["h8"]
    qtbot.waitUntil(lambda: has_widget(persons.window, "card_reading"))
    assert texts(persons.window, "card_reading")[0] == "Opening game.sgf"
    disk.may_answer.set()
    qtbot.waitUntil(lambda: moves(persons) == ["a1", "b2"])
    assert not has_widget(persons.window, "card_reading")
    assert threading.main_thread() not in disk.threads


def test_reading_can_be_cancelled(persons, disk, record, qtbot):
    persons.window.file_controller.open(record)
    qtbot.waitUntil(lambda: has_widget(persons.window, "card_reading"))

    press(persons.window, "card_cancel_reading")
    disk.may_answer.set()
    disk.threads[0].join(30)
    QApplication.processEvents()

    assert moves(persons) == []
    assert status(persons) == "Opening was cancelled."
    assert not has_widget(persons.window, "card_reading")


def test_the_card_of_a_record_goes_although_the_game_on_the_board_stays(
    start_program, disk, record, tmp_path, qtbot
):
    disk.may_answer.set()
    program = start_program(save_record(tmp_path / "mine.sgf", "gomoku", ["h8"]))
    qtbot.waitUntil(lambda: moves(program) == ["h8"])
    program.controller.store_comment(1, "changed")
    disk.may_answer.clear()
    program.window.file_controller.open(record)
    qtbot.waitUntil(lambda: has_widget(program.window, "card_reading"))

    disk.may_answer.set()
    qtbot.waitUntil(lambda: has_widget(None, "changes_question"))
    QTest.keyClick(widget(None, "changes_question"), Qt.Key_Escape)

    assert not has_widget(program.window, "card_reading")
    assert moves(program) == ["h8"]


def test_records_are_opened_one_after_the_other(
    controller, file_controller, disk, tmp_path, qtbot
):
    paths = [
        save_record(tmp_path / f"{name}.sgf", game, [name])
        for name, game in (("a1", "gomoku"), ("b2", "hex"), ("c3", "gomoku"))
    ]

    file_controller.open_all(paths)
    assert len(disk.threads) == 1
    disk.may_answer.set()

    qtbot.waitUntil(lambda: names(controller) == ["a1"])
    assert controller.session.setup.game == "gomoku"
    controller.switch_to("hex")
    assert names(controller) == ["b2"]


def test_the_window_opens_although_the_disk_does_not_answer(
    start_program, disk, record, qtbot
):
    program = start_program(record)

    assert program.window.isVisible()
    qtbot.waitUntil(lambda: has_widget(program.window, "card_reading"))
    press(program.window, "card_cancel_reading")


def test_a_record_that_cannot_be_read_is_named_when_the_disk_says_so(
    persons, disk, tmp_path, qtbot
):
    persons.window.file_controller.open(tmp_path / "nowhere.sgf")
    disk.may_answer.set()

    qtbot.waitUntil(lambda: has_widget(persons.window, "card_message"))
    assert "nowhere.sgf" in texts(persons.window, "card_message")[1]


def test_an_error_of_the_program_names_the_file(file_controller, tmp_path, monkeypatch):
    path = save_record(tmp_path / "game.sgf", "gomoku", ["a1"])
    monkeypatch.setattr(files, "parse", lambda *_, **__: 1 / 0)

    with pytest.raises(ZeroDivisionError) as caught:
        file_controller.open(path)

    assert caught.value.__notes__ == [f"while reading {path}"]


@pytest.fixture
def broken(monkeypatch):
    """Raise an error of the program when ``first.sgf`` is read."""
    load = files.load

    def load_others(path, **options):
        if path.name == "first.sgf":
            raise ZeroDivisionError
        return load(path, **options)

    monkeypatch.setattr(files, "load", load_others)


@pytest.fixture
def two_records(tmp_path):
    return [
        save_record(tmp_path / "first.sgf", "gomoku", ["a1"]),
        save_record(tmp_path / "second.sgf", "gomoku", ["b2"]),
    ]


@pytest.mark.usefixtures("broken")
def test_the_record_after_an_error_of_the_program_is_opened(
    controller, file_controller, two_records, qtbot
):
    with pytest.raises(ZeroDivisionError):
        file_controller.open_all(two_records)

    qtbot.waitUntil(lambda: names(controller) == ["b2"])


@pytest.mark.usefixtures("broken")
def test_the_record_after_a_slow_error_of_the_program_is_opened(
    controller, file_controller, disk, two_records, qtbot
):
    with qtbot.captureExceptions() as errors:
        file_controller.open_all(two_records)
        disk.may_answer.set()
        qtbot.waitUntil(lambda: names(controller) == ["b2"])

    assert [kind for kind, _, _ in errors] == [ZeroDivisionError]


def test_a_pasted_text_is_read_off_the_windows_thread(
    controller, file_controller, monkeypatch
):
    threads = []
    parse = files.parse

    def parse_and_tell(*args, **options):
        threads.append(threading.current_thread())
        return parse(*args, **options)

    monkeypatch.setattr(files, "parse", parse_and_tell)

    file_controller.open_text("h8 h9")

    assert names(controller) == ["h8", "h9"]
    assert threading.main_thread() not in threads


# Unfinished games, read when the program starts


def begin(program):
    """Begin a game between two persons."""
    choice = MatchSetup(setup=GAMES["gomoku"].setup())
    program.controller.put(program.factory.make_game(choice))


@pytest.fixture
def played(start_windowless):
    """Leave an unfinished game of two persons behind and return its file."""
    before = start_windowless()
    begin(before)
    play_cells(before, "a1")
    end_services(before)
    return before.controller.game.autosave_path


def test_the_window_is_there_before_an_unfinished_game(
    played, disk, start_program, qtbot
):
    program = start_program()

    assert moves(program) == []
    assert has_widget(program.window, "card_welcome")
    disk.may_answer.set()
    qtbot.waitUntil(lambda: moves(program) == ["a1"])
    assert status(program) == "Your unfinished game was restored."
    assert not has_widget(program.window, "card_welcome")
    assert threading.main_thread() not in disk.threads


def test_a_game_begun_before_an_unfinished_one_is_read_keeps_its_board(
    played, disk, start_windowless, qtbot
):
    windowless = start_windowless()
    begin(windowless)
    play_cells(windowless, "b2")

    windowless.autosave.save_now()
    games = [autosaved.file for autosaved in read_index(played.parent / INDEX).matches]
    disk.may_answer.set()
    qtbot.waitUntil(lambda: not windowless.autosave.is_restoring)

    assert games == [played]
    assert moves(windowless) == ["b2"]
    assert windowless.autosave.list_earlier_games() == [played]


def test_a_record_is_opened_before_an_unfinished_game_of_another_board_is_read(
    played, disk, start_program, tmp_path, qtbot
):
    path = save_record(tmp_path / "hex.sgf", "hex", ["a1", "b2", "c3"])
    program = start_program(path)
    disk.may_answer.set()

    qtbot.waitUntil(lambda: not program.autosave.is_restoring)
    qtbot.waitUntil(lambda: moves(program) == ["a1", "b2", "c3"])
    press(program.window, "switch_gomoku")

    assert moves(program) == ["a1"]


def test_a_handler_can_wait_for_the_jobs_after_its_own(qtbot):
    jobs, done, done_when_finished = file_jobs.FileJobs(), [], []

    def finish(name):
        done.append(name)
        assert jobs.finish(30)
        done_when_finished.extend(done)

    jobs.add(
        *(
            file_jobs.FileJob(
                name=name, work=partial(str, name), done=handler, failed=pytest.fail
            )
            for name, handler in (("first", finish), ("second", done.append))
        )
    )

    qtbot.waitUntil(lambda: len(done) == 2)
    assert done_when_finished == ["first", "second"]
    assert not jobs.is_busy
