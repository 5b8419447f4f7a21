"""Autosave in several windows, and after windows that died."""

import json
import os
import subprocess
import sys
import time

import pytest

from engine.records import files
from gui.files.autosave import Autosave
from gui.files.autosave_index import INDEX, read_index
from tests.gui.app.test_app import PROJECT
from tests.gui.driving import (
    has_widget,
    moves,
)
from tests.gui.files.autosaved_games import (
    PERSONS,
    begin,
)
from tests.gui.windowless import end_services, play_cells


def test_a_new_window_begins_afresh_and_leaves_the_games_of_the_first(
    start_windowless, controller, state_home, tmp_path
):
    first = start_windowless()
    begin(first, PERSONS)
    play_cells(first, "a1")
    first.autosave.save_now()
    folder = tmp_path / "state" / "pentahex" / "games"

    second = Autosave(controller, folder, is_fresh=True)
    counts = []
    second.restored.connect(counts.append)
    second.restore(first.factory)
    assert counts == [0]
    assert second.list_earlier_games() == []
    second.end()

    assert len(read_index(folder / INDEX).matches) == 1


def test_a_new_window_leaves_alone_what_waits_for_the_next_start(
    start_windowless, controller, tmp_path
):
    first = start_windowless()
    begin(first, PERSONS)
    play_cells(first, "a1")
    end_services(first)

    new = Autosave(controller, tmp_path / "state/pentahex/games", is_fresh=True)
    new.save_now()
    new.end()

    assert moves(start_windowless()) == ["a1"]


PLAYING = """
import random, sys, time
from pathlib import Path
from PyQt5.QtCore import QSettings, QTimer
from PyQt5.QtWidgets import QApplication
from engine.games import GAMES
from gui.app.services import make_services
from gui.files import autosave
from gui.settings.settings import Settings
from engine.match.match_setup import MatchSetup

autosave.DELAY_MS = 0
home = Path(sys.argv[1])
application = QApplication([])
settings = Settings(QSettings(str(home / "settings.ini"), QSettings.IniFormat))
program = make_services(settings, is_new_window=len(sys.argv) > 2)
program.autosave.restore(program.factory)
controller = program.controller
rng = random.Random(5)

def go_on():
    setup = GAMES["gomoku"].setup(height=7, width=9)
    if controller.session.outcome or controller.session.setup != setup \\
            or rng.random() < 0.1:
        controller.put(program.factory.make_game(MatchSetup(setup=setup)))
    controller.play(rng.choice(controller.session.position.legal_moves()))
    if rng.random() < 0.1:
        game = controller.game
        game.mark_saved(home / "saved.sgf", game.session.record)
    print(controller.session.ply, flush=True)

timer = QTimer()
timer.timeout.connect(go_on)
timer.start(3)
application.exec_()
"""
"""What stands behind a window, and plays until it is killed."""


@pytest.fixture
def playing(tmp_path):
    """Return a function that lets a process of its own play until it is killed."""

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


@pytest.mark.processes
@pytest.mark.parametrize("delay_ms", range(0, 30, 10))
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


@pytest.mark.processes
def test_games_of_a_second_window_that_died_come_back_at_the_next_start(
    playing, start_windowless, tmp_path
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

    program = start_windowless()

    program.autosave.save_now()
    assert not orphan.exists()
    on_boards = {game.autosave_path for game in program.controller.games}
    kept_games = {*program.autosave.list_earlier_games(), *on_boards}
    assert set(orphaned) <= kept_games
    assert read_index(folder / INDEX).matches


@pytest.mark.processes
def test_games_of_a_window_that_runs_are_left_to_it(playing, start_program, tmp_path):
    other = playing()

    program = start_program()

    assert moves(program) == []
    assert has_widget(program.window, "card_welcome")
    other.kill()
    other.communicate()
