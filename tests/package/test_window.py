"""The built package on a virtual screen: games against every engine, export, quit."""

import os
from pathlib import Path

import pytest
from PyQt5.QtCore import QSettings

from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from engine.players.preset_player import PresetPlayer
from engine.players.presets import find_preset, presets
from engine.records import files
from gui.settings.last_match import save_last_match
from gui.settings.settings import Settings
from tests.desktop.desktop import Desktop, missing_tools
from tests.desktop.test_first_game import (
    STARTED,
    export_the_record,
    wait_for_moves,
)

pytestmark = [
    pytest.mark.package,
    pytest.mark.skipif(bool(missing_tools()), reason="needs a virtual screen"),
]

PATIENCE = 60
ENGINES = ("uct", "uct-plain", "alphabeta", "minimax", "mcts", "blog-mcts")
SECONDS = 0.3


def remember_games(package, engine):
    """Let the engine be the opponent where it plays, as if chosen before."""
    folder = package.home / "config" / "pentahex"
    folder.mkdir(parents=True)
    store = QSettings(str(folder / "pentahex.ini"), QSettings.IniFormat)
    settings = Settings(store)
    for game in ("hex", "gomoku"):
        plays = game in find_preset(engine).games
        second = PresetPlayer(preset=engine if plays else "uct")
        setup = GAMES[game].setup()
        save_last_match(
            settings, MatchSetup(setup=setup, second=second, seconds_per_move=SECONDS)
        )
    settings.save()


@pytest.fixture
def start(package, monkeypatch):
    """Return a function that starts the window against an engine."""
    desktops = []
    monkeypatch.setenv("XDG_CACHE_HOME", str(package.home / "cache"))

    def started(engine):
        remember_games(package, engine)
        command = [*package.as_user, package.window]
        desktop = Desktop(package.home, command=command).__enter__()
        desktops.append(desktop)
        desktop.wait_for_log(STARTED, PATIENCE)
        return desktop

    yield started
    for desktop in desktops:
        desktop.quit()


def processor_seconds(package):
    """Return what the running window has used, which other programs do not disturb."""
    name = os.fsencode(package.window)
    for process in Path("/proc").glob("[0-9]*"):
        if (process / "cmdline").read_bytes().split(b"\0")[0] == name:
            fields = (process / "stat").read_text().rpartition(")")[2].split()
            ticks = int(fields[11]) + int(fields[12])
            return ticks / os.sysconf("SC_CLK_TCK")
    raise LookupError("Expected the window to run.")


def test_the_window_is_there_within_a_second_and_an_engine_within_four(start, package):
    desktop = start("uct")
    desktop.key("ctrl+q")
    desktop.wait_for_exit(20)
    line = len(desktop.log_lines())

    desktop.start_program()
    desktop.wait_for_log(STARTED, PATIENCE, after=line)
    painted = processor_seconds(package)
    desktop.wait_for_log(r"engine prepared", PATIENCE, after=line)

    assert painted <= 1.0
    assert processor_seconds(package) <= 4.0


def test_every_kind_of_engine_is_tried():
    kinds = {preset.kind for preset in presets().values()}

    assert {find_preset(name).kind for name in ENGINES} == kinds


@pytest.mark.parametrize("engine", ENGINES)
def test_both_games_are_played_exported_and_left(start, package, engine):
    desktop = start(engine)

    desktop.click_cell("o15")  # the welcome lies over the middle
    assert wait_for_moves(desktop, "gomoku", 2, PATIENCE)[0] == "o15"
    mark = len(desktop.log_lines())
    desktop.click_widget("switch_hex")
    desktop.wait_for_log(r"geometry cell a11", PATIENCE, after=mark)
    desktop.click_cell("f6")
    moves = wait_for_moves(desktop, "hex", 2, PATIENCE)
    desktop.screenshot(f"package-{engine}")
    file, record = export_the_record(desktop)
    desktop.key("ctrl+q")

    assert desktop.wait_for_exit(20) == 0
    assert [record.setup.game, moves[0]] == ["hex", "f6"]
    assert files.load(file) == record
    assert package.compiled_files() == []
