"""Playing in the window: moves, take back, variations, swaps, with scripted engines."""

import pytest
from PyQt5.QtCore import Qt

from engine.core.types import Player
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from tests.gui.driving import (
    click_cell,
    has_widget,
    key,
    moves,
    play_all,
    press,
    status,
    texts,
    wait_for_moves,
    widget,
)
from tests.gui.scripted_engines import ENGINE


def test_take_back_while_the_engine_thinks_takes_the_move_back(program, engines, qtbot):
    engines.delay = 60
    press(program.window, "card_play_gomoku")
    click_cell(program, "h8")
    qtbot.waitUntil(lambda: len(engines.searched) > 0)
    thinking = "White to move. The engine is thinking…"
    qtbot.waitUntil(lambda: status(program) == thinking)

    press(program.window, "button_take_back")
    qtbot.wait(50)

    assert moves(program) == []
    assert status(program) == (
        "Black to move. Another move keeps those taken back as a variation."
    )


def test_redo_plays_again_what_was_taken_back(persons):
    play_all(persons, ["h8", "h9"])
    press(persons.window, "button_take_back")

    press(persons.window, "button_redo")

    assert moves(persons) == ["h8", "h9"]


def test_an_occupied_cell_is_one_sentence_in_the_status_bar(persons):
    play_all(persons, ["h8", "h8"])

    assert status(persons) == "h8 is already occupied."
    assert moves(persons) == ["h8"]


def test_the_status_bar_says_what_take_back_removes(persons):
    play_all(persons, ["h8", "h9"])

    assert widget(persons.window, "label_undo").text() == "Take back removes h9"


def test_each_game_keeps_its_board(persons):
    play_all(persons, ["h8", "h9"])

    press(persons.window, "switch_hex")
    assert moves(persons) == []
    press(persons.window, "switch_gomoku")

    assert moves(persons) == ["h8", "h9"]


def test_the_keys_walk_through_the_game(persons):
    window = persons.window
    play_all(persons, ["h8", "h9", "h10", "h11"])

    key(window, Qt.Key_Left)
    assert moves(persons) == ["h8", "h9", "h10"]
    key(window, Qt.Key_Home)
    assert moves(persons) == []
    key(window, Qt.Key_Right)
    assert moves(persons) == ["h8"]
    key(window, Qt.Key_End)
    assert len(moves(persons)) == 4
    key(window, Qt.Key_PageUp)
    assert moves(persons) == []
    key(window, Qt.Key_PageDown)
    assert len(moves(persons)) == 4
    assert widget(window, "label_counter").text() == "Move 4 / 4"


def test_a_move_at_an_earlier_position_becomes_a_variation(persons):
    play_all(persons, ["h8", "h9"])
    key(persons.window, Qt.Key_Left)

    click_cell(persons, "i9")

    assert has_widget(persons.window, "variations")
    assert status(persons) == "Black to move in a variation."
    key(persons.window, Qt.Key_Up)
    assert moves(persons) == ["h8", "h9"]


def test_the_list_of_moves_names_the_opening(persons):
    play_all(persons, ["h8", "h9"])
    assert not has_widget(persons.window, "label_opening")

    click_cell(persons, "i9")
    assert widget(persons.window, "label_opening").text() == "Kagetsu (D4)"


def test_a_click_in_the_move_list_goes_there(persons, qtbot):
    play_all(persons, ["h8", "h9", "h10"])
    view = widget(persons.window, "list_moves")
    cell = view.visualRect(view.model().index(0, 2)).center()

    qtbot.mouseClick(view.viewport(), Qt.LeftButton, pos=cell)

    assert moves(persons) == ["h8", "h9"]


def test_escape_stops_the_engine_and_enter_lets_it_move(program, engines, qtbot):
    engines.delay = 60
    press(program.window, "card_play_gomoku")
    click_cell(program, "h8")
    qtbot.waitUntil(lambda: len(engines.searched) > 0)

    key(program.window, Qt.Key_Escape)
    idle = "White to move. Press Enter to start the engine."
    qtbot.waitUntil(lambda: status(program) == idle)
    for searcher in engines.made:
        searcher.delay = 0
    key(program.window, Qt.Key_Return)

    wait_for_moves(qtbot, program, 2)


@pytest.fixture
def swapping(program):
    """Return the window with two persons at a Hex board with the swap rule."""
    setup = GAMES["hex"].setup(options={"swap": "on"})
    program.controller.put(program.factory.make_game(MatchSetup(setup=setup)))
    click_cell(program, "b5")
    return program


def test_the_second_player_swaps_by_the_button(swapping):
    press(swapping.window, "button_swap")

    assert moves(swapping) == ["b5", "swap-pieces"]
    assert not widget(swapping.window, "button_swap").isEnabled()


def test_the_second_player_swaps_by_a_click_on_the_stone(swapping):
    click_cell(swapping, "b5")

    assert moves(swapping) == ["b5", "swap-pieces"]


def test_without_the_rule_there_is_no_swap(persons):
    assert not has_widget(persons.window, "button_swap")


def test_an_engine_can_be_given_a_side(persons, qtbot):
    click_cell(persons, "h8")

    persons.controller.set_player(Player.SECOND, ENGINE)

    wait_for_moves(qtbot, persons, 2)
    assert "Plain UCT, level 1" in texts(persons.window, "panel_players")
