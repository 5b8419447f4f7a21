"""Games that the user has not saved are never lost."""

import errno
import json
import os
import re
import subprocess
import sys
import threading
import time
from datetime import datetime
from pathlib import Path

import pytest

from engine.core import atomic_file
from engine.core.errors import RecordFileError
from engine.core.types import Player
from engine.games import GAMES
from engine.records import files
from gui.files.autosave import Autosave
from gui.files.autosave_index import INDEX, read_index
from gui.files.autosave_names import latest_first, make_name, parse_autosave_name
from gui.setup.new_game import NewGame
from tests.gui.app.test_app import PROJECT
from tests.gui.conftest import ENGINE
from tests.gui.driving import (
    click_cell,
    has_widget,
    moves,
    press,
    status,
    wait_for_moves,
    widget,
)

PERSONS = NewGame(setup=GAMES["gomoku"].setup(height=9, width=11))


def begin(program, choice):
    program.controller.put(program.maker.chosen(choice))


def play(program, *names):
    for name in names:
        click_cell(program, name)


def close(program):
    program.window.close()
    program.shutdown()


@pytest.fixture
def kept(tmp_path):
    """Return a function that lists the kept games."""
    folder = tmp_path / "state" / "pentahex" / "games"
    return lambda: sorted(folder.glob("*.sgf"))


def test_an_unfinished_game_comes_back(start_program):
    first = start_program()
    begin(first, PERSONS)
    play(first, "a1", "b2", "c3")
    close(first)

    second = start_program()

    assert second.controller.session.setup == PERSONS.setup
    assert moves(second) == ["a1", "b2", "c3"]
    assert status(second) == "Your unfinished game was restored."
    assert not has_widget(second.window, "card_welcome")
    assert second.window.isWindowModified()


def test_the_engine_goes_on_in_a_game_that_came_back(start_program, engines, qtbot):
    first = start_program()
    engines.delay = 60
    begin(first, NewGame(setup=PERSONS.setup, second=ENGINE))
    play(first, "a1")
    close(first)
    engines.delay = 0

    second = start_program()

    qtbot.waitUntil(lambda: second.controller.session.ply == 2)
    assert second.controller.table.choice.player(Player.SECOND) == ENGINE


def test_both_games_come_back_and_the_last_one_is_shown(start_program):
    first = start_program()
    begin(first, PERSONS)
    play(first, "a1")
    begin(first, NewGame(setup=GAMES["hex"].setup()))
    play(first, "b2")
    close(first)

    second = start_program()

    assert moves(second) == ["b2"]
    press(second.window, "switch_gomoku")
    assert moves(second) == ["a1"]


def test_a_game_is_kept_while_it_is_played(program, qtbot, kept):
    begin(program, PERSONS)
    play(program, "a1", "b2")

    qtbot.waitUntil(lambda: len(kept()) == 1)
    qtbot.wait(300)

    assert len(files.load(kept()[0]).main_moves()) == 2


def test_a_saved_game_is_not_kept(start_program, file_answers, tmp_path, kept):
    program = start_program()
    begin(program, PERSONS)
    play(program, "a1")
    file_answers.target = tmp_path / "mine.sgf"
    press(program.window, "button_save")
    close(program)

    assert kept() == []
    assert moves(start_program()) == []


def test_a_game_that_gave_way_can_be_opened_from_the_menu(program, kept):
    begin(program, PERSONS)
    play(program, "a1", "b2")

    begin(program, PERSONS)
    play(program, "c3")

    earlier = program.autosave.list_earlier_games()
    assert len(earlier) == 1
    program.window.file_controller.open(earlier[0], is_autosaved=True)
    assert moves(program) == ["a1", "b2"]


def test_a_finished_game_stays_among_the_earlier_ones(start_program, qtbot):
    first = start_program()
    begin(first, PERSONS)
    play(first, "a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1")
    close(first)

    second = start_program()

    assert moves(second) == []
    assert len(second.autosave.list_earlier_games()) == 1


def test_an_unwritable_folder_does_not_stop_the_game(start_program, tmp_path, qtbot):
    (tmp_path / "state").write_text("no folder", encoding="utf-8")
    program = start_program()
    begin(program, PERSONS)

    play(program, "a1")
    qtbot.waitUntil(lambda: has_widget(program.window, "label_save_problem"))

    assert moves(program) == ["a1"]
    program.window.close()
    answer(program, "Quit without saving")


def test_moves_of_fast_engines_are_kept_before_the_last_one(program, qtbot, kept):
    setup = GAMES["hex"].setup(height=19, width=19)
    begin(program, NewGame(setup=setup))

    for _ in range(100):
        program.controller.play(program.controller.session.position.legal_moves()[0])
        qtbot.wait(50)
        if kept():
            break

    assert kept()
    assert program.controller.session.ply < 100


# Old games


@pytest.mark.parametrize("count", [3])
def test_old_games_make_room(program, kept, count, monkeypatch, qtbot):
    monkeypatch.setattr("gui.files.autosave.MAX_GAMES", count)

    for _ in range(count + 2):
        begin(program, PERSONS)
        play(program, "a1")
    program.autosave.save_now()

    assert len(kept()) == count + 1  # the last one is on the board
    qtbot.waitUntil(lambda: "3 games" in status(program))
    (earliest,) = re.findall("deleted: (.*)", status(program))
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d Gomoku.", earliest)


def test_watched_games_do_not_push_out_games_that_people_played(
    program, kept, engines, qtbot, monkeypatch
):
    monkeypatch.setattr("gui.files.autosave.MAX_GAMES", 2)
    monkeypatch.setattr("gui.files.autosave.MAX_ENGINE_GAMES", 1)
    engines.delay = 0.01
    for _ in range(2):
        begin(program, PERSONS)
        play(program, "a1")
    mine = {*program.autosave.list_earlier_games(), program.controller.table.kept_at}

    for _ in range(3):
        watched = NewGame(setup=PERSONS.setup, first=ENGINE, second=ENGINE)
        begin(program, watched)
        wait_for_moves(qtbot, program, 1)
        program.controller.set_running(False)
    program.autosave.save_now()

    assert mine <= set(kept())
    assert len(kept()) == len(mine) + 2  # one watched game kept, one on the board


def test_a_watched_game_that_a_person_joins_is_a_game_of_people(
    program, kept, qtbot, tmp_path
):
    begin(program, NewGame(setup=PERSONS.setup, first=ENGINE, second=ENGINE))
    wait_for_moves(qtbot, program, 1)
    program.controller.set_running(False)
    program.autosave.save_now()
    (watched,) = kept()

    program.controller.set_player(Player.FIRST, None)
    program.controller.set_player(Player.SECOND, None)
    play(program, "k9")
    program.autosave.save_now()

    (joined,) = kept()
    assert parse_autosave_name(watched).is_watched
    assert not parse_autosave_name(joined).is_watched
    assert (
        files.load(joined).main_moves()[-1]
        == program.controller.session.record.main_moves()[-1]
    )
    assert [one.file for one in read_index(joined.with_name(INDEX)).matches] == [joined]


@pytest.fixture
def clock(monkeypatch):
    """Return a function that sets the year of the system's clock."""

    def set_year(year):
        class Clock(datetime):
            @classmethod
            def now(cls):
                return cls(year, 1, 2, 3, 4, 5)

        monkeypatch.setattr("gui.files.autosave_names.datetime", Clock)

    return set_year


def test_a_wrong_clock_pushes_no_game_out(program, kept, clock, monkeypatch):
    monkeypatch.setattr("gui.files.autosave.MAX_GAMES", 3)
    clock(2026)
    for _ in range(3):
        begin(program, PERSONS)
        play(program, "a1")
    clock(2020)
    begin(program, PERSONS)
    play(program, "a1", "b2")
    program.autosave.save_now()
    mine = program.controller.table.kept_at

    begin(program, PERSONS)
    play(program, "c3")

    assert program.autosave.list_earlier_games()[0] == mine
    assert mine.name.startswith("2020-01-02")
    assert len(kept()) == 4


def test_games_of_earlier_versions_are_the_oldest(tmp_path):
    old = [
        tmp_path / "2031-01-01 00.00.00 hex.sgf",
        tmp_path / "2026-11-22 21.18.05 gomoku 2.sgf",
    ]
    name = make_name("hex", old, window=2, is_watched=True)
    new = tmp_path / f"{name}.sgf"

    assert latest_first([*old, new]) == [new, *old]
    assert parse_autosave_name(old[1]).title == "2026-11-22 21:18:05 Gomoku 2"
    assert parse_autosave_name(new).title.endswith(" Hex (engines)")
    assert parse_autosave_name(tmp_path / "mine.sgf").title == "mine"


# Disks


def test_a_slow_disk_does_not_hold_up_the_window(program, qtbot, kept, monkeypatch):
    let_go, writers = threading.Event(), []
    write = atomic_file.write_atomically

    def write_slowly(path, data):
        writers.append(threading.current_thread().name)
        assert let_go.wait(10)
        write(path, data)

    monkeypatch.setattr(atomic_file, "write_atomically", write_slowly)
    begin(program, PERSONS)
    play(program, "a1")
    qtbot.waitUntil(lambda: len(writers) > 0)

    play(program, "b2", "c3")
    assert moves(program) == ["a1", "b2", "c3"]
    let_go.set()
    program.autosave.save_now()

    assert set(writers) == {"autosave"}
    assert len(files.load(kept()[0]).main_moves()) == 3


def test_a_game_that_could_not_be_written_is_written_with_the_next_move(
    program, qtbot, kept, monkeypatch
):
    monkeypatch.setattr(atomic_file, "write_atomically", fail)
    begin(program, PERSONS)
    play(program, "a1")
    program.autosave.save_now()
    qtbot.wait(50)
    monkeypatch.undo()

    play(program, "b2")
    program.autosave.save_now()

    assert len(files.load(kept()[0]).main_moves()) == 2
    assert [one.file for one in read_index(index_of(kept)).matches] == kept()


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


def test_a_full_disk_is_told_until_a_later_try_succeeds(
    program, full_disk, kept, qtbot
):
    begin(program, PERSONS)
    play(program, "a1", "b2")

    qtbot.waitUntil(lambda: has_widget(program.window, "label_save_problem"))
    play(program, "c3")
    assert widget(program.window, "label_save_problem").text() == DISK_FULL
    program.autosave.save_now()
    full_disk()
    qtbot.waitUntil(lambda: not has_widget(program.window, "label_save_problem"))

    assert len(files.load(kept()[0]).main_moves()) == 3
    assert [one.file for one in read_index(index_of(kept)).matches] == kept()


def test_the_window_asks_before_it_loses_a_game(program, full_disk, kept, qtbot):
    begin(program, PERSONS)
    play(program, "a1", "b2")

    program.window.close()

    assert program.window.isVisible()
    assert widget(program.window, "quit_question").text() == DISK_FULL
    answer(program, "Cancel")
    assert program.window.isVisible()
    program.window.close()
    answer(program, "Try again")
    assert program.window.isVisible()
    full_disk()
    answer(program, "Try again")
    assert not program.window.isVisible()
    assert len(files.load(kept()[0]).main_moves()) == 2


def test_the_window_closes_without_the_game_if_that_is_wanted(program, full_disk, kept):
    begin(program, PERSONS)
    play(program, "a1")
    program.window.close()

    answer(program, "Quit without saving")

    assert not program.window.isVisible()
    assert kept() == []


def answer(program, text):
    """Press a button of the question that is open."""
    question = widget(program.window, "quit_question")
    button = next(b for b in question.buttons() if b.text() == text)
    button.click()


def test_a_disk_that_does_not_answer_is_told_at_the_end(program, monkeypatch):
    let_go = threading.Event()
    monkeypatch.setattr("gui.files.autosave_writer.FLUSH_SECONDS", 0.05)
    with monkeypatch.context() as disk:
        disk.setattr(atomic_file, "write_atomically", lambda *_: let_go.wait(10))
        begin(program, PERSONS)
        play(program, "a1")

        problem = program.autosave.save_now()
        let_go.set()

    assert problem == "This game cannot be saved: the disk does not answer."


def index_of(kept):
    return kept()[0].with_name(INDEX)


def test_the_list_names_only_whole_games_after_every_single_write(
    program, kept, monkeypatch, tmp_path
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
    begin(program, PERSONS)
    play(program, "a1")
    program.autosave.save_now()
    begin(program, PERSONS)
    play(program, "b2", "c3")
    program.autosave.save_now()
    program.controller.table.mark_saved(tmp_path / "mine.sgf")
    program.autosave.save_now()

    assert looks == [2, 2, 3]  # nodes of the game that the list names
    assert read_index(folder / INDEX).matches == []


# Several windows, and windows that died


def test_a_new_window_begins_afresh_and_leaves_the_games_of_the_first(
    start_program, controller, state_home, tmp_path
):
    first = start_program()
    begin(first, PERSONS)
    play(first, "a1")
    first.autosave.save_now()
    folder = tmp_path / "state" / "pentahex" / "games"

    second = Autosave(controller, folder, is_fresh=True)
    counts = []
    second.restored.connect(counts.append)
    second.restore(first.maker)
    assert counts == [0]
    assert second.list_earlier_games() == []
    second.end()

    assert len(read_index(folder / INDEX).matches) == 1


def test_a_new_window_leaves_alone_what_waits_for_the_next_start(
    start_program, controller, tmp_path
):
    first = start_program()
    begin(first, PERSONS)
    play(first, "a1")
    close(first)

    new = Autosave(controller, tmp_path / "state/pentahex/games", is_fresh=True)
    new.save_now()
    new.end()

    assert moves(start_program()) == ["a1"]


PLAYING = """
import random, sys, time
from pathlib import Path
from PyQt5.QtCore import QSettings, QTimer
from engine.games import GAMES
from gui.app import application as app
from gui.files import autosave
from gui.settings.settings import Settings
from gui.setup.new_game import NewGame

autosave.DELAY_MS = 0
home = Path(sys.argv[1])
application = app.get_application()
settings = Settings(QSettings(str(home / "settings.ini"), QSettings.IniFormat))
program = app.new_program([], settings=settings, is_new_window=len(sys.argv) > 2)
controller = program.controller
rng = random.Random(5)

def go_on():
    setup = GAMES["gomoku"].setup(height=7, width=9)
    if controller.session.outcome or controller.session.setup != setup \\
            or rng.random() < 0.1:
        controller.put(program.maker.chosen(NewGame(setup=setup)))
    controller.play(rng.choice(controller.session.position.legal_moves()))
    if rng.random() < 0.1:
        controller.table.mark_saved(home / "saved.sgf")
    print(controller.session.ply, flush=True)

timer = QTimer()
timer.timeout.connect(go_on)
timer.start(3)
application.exec_()
"""


@pytest.fixture
def playing(tmp_path):
    """Return a function that lets a program of its own play until it is killed."""

    def play(*arguments, moves=40):
        process = subprocess.Popen(
            [sys.executable, "-c", PLAYING, str(tmp_path), *arguments],
            cwd=PROJECT,
            env={
                **os.environ,
                "PYTHONPATH": str(PROJECT),
                "XDG_STATE_HOME": str(tmp_path / "state"),
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        for _ in range(moves):
            assert process.stdout.readline()
        return process

    return play


@pytest.mark.parametrize("delay_ms", range(0, 30, 6))
def test_games_and_list_fit_each_other_whenever_the_program_is_killed(
    playing, tmp_path, delay_ms
):
    process = playing(moves=40 + delay_ms)
    time.sleep(delay_ms / 1000)
    process.kill()
    process.communicate()

    folder = tmp_path / "state" / "pentahex" / "games"
    assert json.loads((folder / INDEX).read_text("utf-8")) is not None
    for one in read_index(folder / INDEX).matches:
        assert len(files.load(one.file).nodes) > 1
    for path in folder.glob("*.sgf"):
        assert len(files.load(path).nodes) > 1


def test_games_of_a_second_window_that_died_come_back_at_the_next_start(
    playing, start_program, tmp_path
):
    folder = tmp_path / "state" / "pentahex" / "games"
    alive = playing()
    orphan, orphaned = folder / "unfinished-2.json", []
    while not orphaned:  # the list is empty just after a game was saved
        dead = playing("new", moves=60)
        dead.kill()
        dead.communicate()
        orphaned = [one.file for one in read_index(orphan).matches]
    alive.kill()
    alive.communicate()

    program = start_program()

    program.autosave.save_now()
    assert not orphan.exists()
    on_boards = {table.kept_at for table in program.controller.tables}
    kept_games = {*program.autosave.list_earlier_games(), *on_boards}
    assert set(orphaned) <= kept_games
    assert read_index(folder / INDEX).matches


def test_games_of_a_window_that_runs_are_left_to_it(playing, start_program, tmp_path):
    other = playing()

    program = start_program()

    assert moves(program) == []
    assert has_widget(program.window, "card_welcome")
    other.kill()
    other.communicate()
