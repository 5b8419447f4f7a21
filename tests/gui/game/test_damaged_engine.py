"""The program goes on when the file of an engine is damaged."""

import shutil

import pytest

from engine.core.files.paths import resources
from engine.core.types import Player
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from engine.players import presets as preset_files
from engine.players.preset_file import Preset
from engine.players.preset_player import PresetPlayer
from engine.players.strength_player import StrengthPlayer
from gui.settings.last_match import save_last_match
from tests.gui.driving import (
    choose_player,
    click_cell,
    has_widget,
    moves,
    press,
    status,
    widget,
)
from tests.gui.scripted_engines import ENGINE

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


@pytest.fixture
def damage(tmp_path, monkeypatch):
    """Return a function after which one engine of all cannot be read."""

    def spoil(name):
        folder = tmp_path / "damaged"
        shutil.copytree(resources() / "presets", folder / "presets")
        (folder / "presets" / f"{name}.toml").write_text("name = ", encoding="utf-8")
        monkeypatch.setattr(preset_files, "resources", lambda: folder)
        preset_files.read_presets.cache_clear()

    yield spoil
    monkeypatch.undo()
    preset_files.read_presets.cache_clear()


def test_the_window_opens_and_says_which_engine_is_missing(
    damage, start_program, qtbot
):
    damage("uct-plain")

    program = start_program()

    qtbot.waitUntil(lambda: "uct-plain.toml" in status(program))
    assert has_widget(program.window, "card_welcome")


def test_the_engine_is_not_offered(damage, start_program):
    damage("uct-plain")
    program = start_program()

    press(program.window, "button_new")

    choose_player(None, "new_game_second", "uct")
    box = widget(None, "new_game_second_kind")
    offered = [box.itemData(index) for index in range(box.count())]
    names = [preset.name for preset in offered if isinstance(preset, Preset)]
    assert "uct" in names
    assert "uct-plain" not in names
    press(None, "new_game_cancel")


def test_a_game_with_another_engine_begins(damage, settings, start_program, qtbot):
    setup = GAMES["gomoku"].setup()
    save_last_match(settings, MatchSetup(setup=setup, second=ENGINE))
    damage("uct-plain")
    program = start_program()

    press(program.window, "card_play_gomoku")
    click_cell(program, "h8")

    qtbot.waitUntil(lambda: len(moves(program)) == 2)
    assert program.controller.view.players.second == StrengthPlayer(strength="medium")


def test_a_kept_game_of_that_engine_comes_back_with_a_person(
    damage, start_program, engines, qtbot
):
    first = start_program()
    engines.delay = 60
    requested = MatchSetup(
        setup=GAMES["gomoku"].setup(),
        first=PresetPlayer(preset="uct", level=1),
        second=ENGINE,
    )
    first.controller.put(first.factory.make_game(requested))
    first.controller.move_now()
    qtbot.waitUntil(lambda: len(moves(first)) >= 1)
    first.window.close()
    first.shutdown()
    damage("uct-plain")

    second = start_program()

    assert moves(second)[:1] == moves(first)[:1]
    assert set(second.controller.view.players.engines) == {Player.FIRST}
