"""The window as a whole, with scripted engines."""

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QAction

from engine.core.types import Player
from engine.games import GAMES
from gui.new_game import NewGame
from tests.gui.conftest import ENGINE
from tests.gui.driving import (
    WIN_IN_NINE,
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


@pytest.fixture
def watching(program):
    press(program.window, "card_watch_gomoku")
    return program


# The first minute


def test_the_first_click_on_the_board_plays_and_the_engine_answers(program, qtbot):
    assert has_widget(program.window, "card_welcome")

    click_cell(program, "h1")

    wait_for_moves(qtbot, program, 2)
    assert moves(program)[0] == "h1"
    assert not has_widget(program.window, "card_welcome")


@pytest.mark.parametrize("sides", [(ENGINE, None), (ENGINE, ENGINE)])
def test_the_first_click_plays_whoever_began_the_last_game(
    settings, start_program, sides
):
    first, second = sides
    setup = GAMES["gomoku"].setup()
    settings.remember_new_game(NewGame(setup=setup, first=first, second=second))
    program = start_program()

    click_cell(program, "h1")

    assert moves(program)[0] == "h1"


def test_play_hex_on_the_card_shows_the_hex_board(program):
    press(program.window, "card_play_hex")

    assert program.controller.session.setup.game == "hex"
    assert widget(program.window, "switch_hex").isChecked()


def test_watch_on_the_card_lets_two_engines_play(watching, qtbot):
    wait_for_moves(qtbot, watching, 2)

    assert has_widget(watching.window, "button_run")
    assert has_widget(watching.window, "button_step")


def test_escape_closes_the_card(program):
    key(program.window, Qt.Key_Escape)

    assert not has_widget(program.window, "card_welcome")


# Playing


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
    assert status(program) == "Black to move. A move here starts a variation."


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
    key(persons.window, Qt.Key_Down)
    assert moves(persons) == ["h8", "h9"]


def test_a_click_in_the_move_list_goes_there(persons, qtbot):
    play_all(persons, ["h8", "h9", "h10"])
    view = widget(persons.window, "list_moves")
    cell = view.visualRect(view.model().index(0, 2)).center()

    qtbot.mouseClick(view.viewport(), Qt.LeftButton, pos=cell)

    assert moves(persons) == ["h8", "h9"]


def test_pause_and_step_lead_two_engines_move_by_move(watching, qtbot):
    wait_for_moves(qtbot, watching, 1)
    press(watching.window, "button_run")
    paused_at = watching.controller.session.ply
    assert status(watching).endswith("The engines are paused; the board is locked.")

    press(watching.window, "button_step")
    wait_for_moves(qtbot, watching, paused_at + 1)
    qtbot.wait(500)
    assert watching.controller.session.ply == paused_at + 1

    press(watching.window, "button_run")
    wait_for_moves(qtbot, watching, paused_at + 2)


def test_escape_stops_the_engine_and_enter_lets_it_move(program, engines, qtbot):
    engines.delay = 60
    press(program.window, "card_play_gomoku")
    click_cell(program, "h8")
    qtbot.waitUntil(lambda: len(engines.searched) > 0)

    key(program.window, Qt.Key_Escape)
    idle = "White to move. Press Enter to let the engine move."
    qtbot.waitUntil(lambda: status(program) == idle)
    for searcher in engines.made:
        searcher.delay = 0
    key(program.window, Qt.Key_Return)

    wait_for_moves(qtbot, program, 2)


@pytest.fixture
def swapping(program):
    """Return the window with two persons at a Hex board with the swap rule."""
    setup = GAMES["hex"].setup(options={"swap": "on"})
    program.controller.put(program.maker.chosen(NewGame(setup=setup)))
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


# The end of a game


def test_a_card_says_who_won_and_why(persons, qtbot):
    play_all(persons, WIN_IN_NINE)

    qtbot.waitUntil(lambda: has_widget(persons.window, "card_result"))
    assert texts(persons.window, "card_result") == ["Black wins", "5 in a row."]
    assert status(persons) == "Black wins. 5 in a row."


def test_the_card_of_the_end_leaves_the_winning_line_visible(persons, qtbot):
    play_all(persons, WIN_IN_NINE)
    qtbot.waitUntil(lambda: has_widget(persons.window, "card_result"))

    card = widget(persons.window, "card_result")
    board = widget(persons.window, "board")
    for cell in persons.controller.session.position.winning_cells:
        place = board.mapTo(card.parentWidget(), board.cell_center(cell))
        assert not card.geometry().contains(place)


def test_again_begins_the_same_game_anew(persons, qtbot):
    play_all(persons, WIN_IN_NINE)
    qtbot.waitUntil(lambda: has_widget(persons.window, "card_result"))

    press(persons.window, "card_again")

    assert moves(persons) == []
    assert not has_widget(persons.window, "card_result")


def test_resigning_is_asked_for_and_ends_the_game(persons, qtbot):
    click_cell(persons, "h8")

    press(persons.window, "button_resign")
    assert persons.controller.session.outcome is None
    press(persons.window, "card_resign_confirm")

    qtbot.waitUntil(lambda: has_widget(persons.window, "card_result"))
    assert status(persons) == "Black wins. White resigned."


def test_a_game_is_not_resigned_by_mistake(persons):
    click_cell(persons, "h8")
    press(persons.window, "button_resign")

    press(persons.window, "card_keep_playing")

    assert persons.controller.session.outcome is None
    click_cell(persons, "h9")
    assert moves(persons) == ["h8", "h9"]


def test_either_person_can_resign_and_is_named(persons, qtbot):
    click_cell(persons, "h8")
    press(persons.window, "button_resign")
    names = ["card_resign_confirm", "card_resign_other"]
    shown = [widget(persons.window, name).text() for name in names]

    press(persons.window, "card_resign_other")

    assert shown == ["White resigns", "Black resigns"]
    qtbot.waitUntil(lambda: has_widget(persons.window, "card_result"))
    assert texts(persons.window, "card_result") == ["White wins", "Black resigned."]


def test_a_person_who_took_black_resigns_as_black(program, qtbot):
    setup = GAMES["gomoku"].setup(options={"opening": "swap2"})
    program.controller.put(program.maker.chosen(NewGame(setup=setup)))
    play_all(program, ["h8", "i9", "j8"])
    program.controller.play_special(0)
    press(program.window, "button_resign")

    press(program.window, "card_resign_other")

    qtbot.waitUntil(lambda: has_widget(program.window, "card_result"))
    assert texts(program.window, "card_result") == ["White wins", "Black resigned."]


def test_review_goes_to_the_start(persons, qtbot):
    play_all(persons, WIN_IN_NINE)
    qtbot.waitUntil(lambda: has_widget(persons.window, "card_result"))

    press(persons.window, "card_review")

    assert moves(persons) == []
    assert widget(persons.window, "label_counter").text() == "Move 0 / 9"


def test_the_card_of_the_end_offers_to_change_sides(program, qtbot):
    wish = NewGame(setup=GAMES["gomoku"].setup(), second=ENGINE)
    program.controller.put(program.maker.chosen(wish))
    click_cell(program, "h8")
    wait_for_moves(qtbot, program, 2)
    press(program.window, "button_resign")
    press(program.window, "card_resign_confirm")
    qtbot.waitUntil(lambda: has_widget(program.window, "card_result"))

    press(program.window, "card_change_sides")

    wait_for_moves(qtbot, program, 1)
    assert program.controller.session.automatic == {Player.FIRST}


def test_the_card_of_the_end_tells_of_hints(persons, qtbot):
    persons.controller.table.note_hint()
    play_all(persons, WIN_IN_NINE)

    qtbot.waitUntil(lambda: has_widget(persons.window, "card_result"))

    shown = texts(persons.window, "card_result")
    assert shown == ["Black wins", "5 in a row.\nHints used: 1."]


def test_the_card_of_the_first_minute_comes_again_from_the_menu(persons, qtbot):
    action = persons.window.findChild(QAction, "first_steps")

    action.trigger()

    qtbot.waitUntil(lambda: has_widget(persons.window, "card_welcome"))


def test_a_card_tells_when_another_engine_plays_on(program, engines, qtbot):
    engines.unbuildable = {"uct-plain"}
    wish = NewGame(setup=GAMES["gomoku"].setup(), second=ENGINE)
    program.controller.put(program.maker.chosen(wish))

    click_cell(program, "h8")

    wait_for_moves(qtbot, program, 2)
    heading, body = texts(program.window, "card_message")
    assert heading == "Another engine plays on"
    assert body.startswith("The engine ran out of memory.\nFrom here on ")
    assert body.endswith(" plays White.")


def test_only_what_makes_sense_can_be_pressed(program, settings):
    window = program.window
    names = ("save", "export", "take_back", "redo", "resign")
    assert not any(widget(window, f"button_{name}").isEnabled() for name in names)

    settings.remember_new_game(NewGame(setup=GAMES["gomoku"].setup()))
    press(window, "card_play_gomoku")
    click_cell(program, "h8")

    enabled = [name for name in names if widget(window, f"button_{name}").isEnabled()]
    assert enabled == ["save", "export", "take_back", "resign"]


# Looks


def test_the_theme_can_be_changed_while_playing(persons, settings):
    click_cell(persons, "h8")
    settings.theme = "dark"

    persons.window.settings_changed.emit()

    assert moves(persons) == ["h8"]
    light = persons.window.grab().toImage().pixelColor(3, 3).lightness()
    assert light < 80


def test_coordinates_and_numbers_are_remembered(persons, settings):
    key(persons.window, Qt.Key_K)
    key(persons.window, Qt.Key_M)

    assert not settings.board.looks.coordinates
    assert settings.board.looks.numbers


def test_an_engine_can_be_given_a_side(persons, qtbot):
    click_cell(persons, "h8")

    persons.controller.set_player(Player.SECOND, ENGINE)

    wait_for_moves(qtbot, persons, 2)
    assert "Plain UCT, level 1" in texts(persons.window, "panel_players")


def test_the_players_are_named_with_their_times(program):
    shown = texts(program.window, "panel_players")

    assert "Black" in shown
    assert "You" in shown
    assert shown.count("0:00") == 4
