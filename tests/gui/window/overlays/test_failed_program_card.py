"""The card about an external program that made no move, and the end of the window."""

from dataclasses import replace

import pytest

from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from engine.players.program_player import ProgramPlayer
from gui.settings.last_match import save_last_match
from tests.gui.driving import (
    click_cell,
    has_widget,
    moves,
    press,
    status,
    texts,
    wait_for_moves,
    widget,
)
from tests.gui.external_programs import fake_gomocup, with_programs

__all__ = ["fake_gomocup", "with_programs"]

SILENT = (("name", "Fake {1}"), ("startup", 20.0))
"""Settings of a program whose name is no template of the status bar."""

pytestmark = pytest.mark.usefixtures("with_programs")


def against(program, seconds=30.0):
    setup = GAMES["gomoku"].setup()
    return MatchSetup(setup=setup, second=program, seconds_per_move=seconds)


@pytest.fixture
def failed(program, fake_gomocup, qtbot):
    """Return the window after a program has ended at its second move."""
    player = fake_gomocup("stumbles").player
    program.controller.put(program.factory.make_game(against(player)))
    click_cell(program, "h8")
    wait_for_moves(qtbot, program, 2)
    click_cell(program, "h9")
    qtbot.waitUntil(lambda: has_widget(program.window, "card_failed_program"))
    return program


def test_the_players_panel_has_the_name_of_a_program(program, fake_gomocup):
    program.controller.put(program.factory.make_game(against(fake_gomocup().player)))

    assert "Fake" in texts(program.window, "dock_players")


def test_the_status_bar_names_the_start_of_a_program(program, fake_gomocup, qtbot):
    player = fake_gomocup("silent").player
    program.controller.put(program.factory.make_game(against(player)))

    click_cell(program, "h8")

    text = "White to move. Starting the external program…"
    qtbot.waitUntil(lambda: status(program) == text)


def test_the_status_bar_names_a_silent_program_and_how_long_it_is_awaited(
    start_program, fake_gomocup, qtbot, monkeypatch
):
    monkeypatch.setattr("gui.panels.status_bar.LONG_PREPARATION_MS", 50)
    program = start_program()
    player = replace(fake_gomocup("silent").player, overrides=SILENT)
    program.controller.put(program.factory.make_game(against(player)))

    click_cell(program, "h8")

    text = "White to move. Waiting up to 20 s for an answer from Fake {1}…"
    qtbot.waitUntil(lambda: status(program) == text)


def test_a_card_names_the_failure_and_starts_the_program_again(failed, qtbot):
    heading, sentence = texts(failed.window, "card_failed_program")[:2]
    assert heading == "Fake made no move"
    assert sentence.startswith("The program Fake ended with status 3")

    press(failed.window, "card_start_again")

    wait_for_moves(qtbot, failed, 4)
    assert moves(failed) == ["h8", "a15", "h9", "b15"]


def test_another_engine_takes_the_side_of_a_failed_program(failed, qtbot):
    press(failed.window, "card_use_engine")

    wait_for_moves(qtbot, failed, 4)
    assert not isinstance(failed.controller.view.players.second, ProgramPlayer)


def test_the_game_waits_after_the_card_is_closed(failed):
    press(failed.window, "card_close_message")

    assert moves(failed) == ["h8", "a15", "h9"]
    assert widget(failed.window, "button_take_back").isEnabled()
    assert "Enter" in status(failed)


def test_no_process_outlives_the_window(start_program, fake_gomocup, settings, qtbot):
    fake = fake_gomocup("child", "mute")
    save_last_match(settings, against(fake.player, seconds=600.0))
    program = start_program()
    click_cell(program, "h8")
    qtbot.waitUntil(lambda: "TURN 7,7" in fake.lines)
    assert len(fake.processes) == 2

    assert program.shutdown()

    # A killed child of the program may take a moment to end.
    qtbot.waitUntil(lambda: not fake.processes, timeout=5000)


def test_a_hint_in_a_game_against_a_program_comes_from_the_strongest_engine(
    program, fake_gomocup, with_programs, qtbot
):
    program.controller.put(program.factory.make_game(against(fake_gomocup().player)))

    press(program.window, "button_hint")

    qtbot.waitUntil(lambda: program.hints.hint is not None)
    assert not isinstance(with_programs.players[-1], ProgramPlayer)
