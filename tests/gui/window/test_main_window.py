"""The window as a whole: the first minute, cards, buttons, looks."""

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QAction, QScrollArea

from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from gui.board.board_options import COORDINATES, NUMBERS
from gui.settings.last_match import load_last_match, save_last_match
from gui.settings.table import LANGUAGE, THEME
from tests.gui.driving import (
    click_cell,
    has_widget,
    key,
    moves,
    play_all,
    press,
    texts,
    wait_for_moves,
    widget,
)
from tests.gui.scripted_engines import ENGINE

TAB_PADDING = 6
"""Pixels beside the title of a tab."""

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
    save_last_match(settings, MatchSetup(setup=setup, first=first, second=second))
    program = start_program()

    click_cell(program, "h1")

    assert moves(program)[0] == "h1"


def test_play_hex_on_the_card_shows_the_hex_board(program):
    press(program.window, "card_play_hex")

    assert program.controller.session.setup.game == "hex"
    assert widget(program.window, "switch_hex").isChecked()


def test_watch_on_the_card_lets_two_engines_play(program, qtbot):
    press(program.window, "card_watch_gomoku")

    wait_for_moves(qtbot, program, 2)
    assert has_widget(program.window, "button_run")
    assert not has_widget(program.window, "button_replay")
    assert has_widget(program.window, "button_step")


def test_escape_closes_the_card(program):
    key(program.window, Qt.Key_Escape)

    assert not has_widget(program.window, "card_welcome")


# Cards and buttons


def test_the_card_of_the_first_minute_comes_again_from_the_menu(persons, qtbot):
    action = persons.window.findChild(QAction, "first_steps")

    action.trigger()

    qtbot.waitUntil(lambda: has_widget(persons.window, "card_welcome"))


def test_the_card_offers_the_first_move_only_before_it(persons, qtbot):
    invitation = "Or just click the board: the first move is yours."
    action = persons.window.findChild(QAction, "first_steps")
    action.trigger()
    qtbot.waitUntil(lambda: has_widget(persons.window, "card_welcome"))
    assert invitation in texts(persons.window, "card_welcome")

    play_all(persons, ["h8"])
    action.trigger()

    qtbot.waitUntil(lambda: has_widget(persons.window, "card_welcome"))
    assert invitation not in texts(persons.window, "card_welcome")


@pytest.mark.parametrize("language", ["en", "zh_CN"])
@pytest.mark.parametrize("size", [(640, 344), (911, 482)])
def test_the_first_card_fits_a_small_screen(settings, start_on, qtbot, language, size):
    settings[LANGUAGE] = language
    window = start_on(size=size).window
    window.resize(*size)
    qtbot.waitUntil(lambda: has_widget(window, "card_welcome"))
    qtbot.wait(50)

    card = widget(window, "card_welcome")
    areas = [area for area in card.findChildren(QScrollArea) if area.isVisible()]
    assert len(areas) == 1  # the choices, and no text that scrolls
    assert areas[0].horizontalScrollBar().maximum() == 0
    first = widget(window, "card_play_gomoku")
    assert first.visibleRegion().boundingRect() == first.rect()


def test_a_card_reports_that_another_engine_plays_on(program, engines, qtbot):
    engines.unbuildable = {"uct-plain"}
    choice = MatchSetup(setup=GAMES["gomoku"].setup(), second=ENGINE)
    program.controller.put(program.factory.make_game(choice))

    click_cell(program, "h8")

    wait_for_moves(qtbot, program, 2)
    heading, body = texts(program.window, "card_message")
    assert heading == "Another engine takes over"
    assert body.startswith("The engine ran out of memory.\n")
    assert body.endswith(" now plays White.")


def test_only_what_makes_sense_can_be_pressed(program):
    window = program.window
    names = ("save", "export", "take_back", "redo", "resign")
    assert not any(widget(window, f"button_{name}").isEnabled() for name in names)

    choice = MatchSetup(setup=GAMES["gomoku"].setup())
    program.controller.put(program.factory.make_game(choice))
    click_cell(program, "h8")

    enabled = [name for name in names if widget(window, f"button_{name}").isEnabled()]
    assert enabled == ["save", "export", "take_back", "resign"]


def test_the_card_plays_against_an_engine_even_after_a_game_of_two_persons(
    program, settings
):
    setup = GAMES["gomoku"].setup(height=13, width=13)
    save_last_match(settings, MatchSetup(setup=setup))

    press(program.window, "card_play_gomoku")

    choice = program.controller.view.players
    assert choice.first is None
    assert choice.second is not None
    assert choice.setup == setup
    assert load_last_match(settings, "gomoku").engines == {}


# Looks


def test_the_theme_can_be_changed_while_playing(persons, settings):
    click_cell(persons, "h8")
    settings[THEME] = "dark"

    assert moves(persons) == ["h8"]
    light = persons.window.grab().toImage().pixelColor(3, 3).lightness()
    assert light < 80


def test_coordinates_and_numbers_are_remembered(persons, settings):
    key(persons.window, Qt.Key_K)
    key(persons.window, Qt.Key_M)

    assert not settings[COORDINATES]
    assert settings[NUMBERS]


def test_the_players_are_named_with_their_times(program):
    shown = texts(program.window, "panel_players")

    assert "Black" in shown
    assert "You" in shown
    assert shown.count("0:00") == 4


def test_titles_of_tabs_are_never_cut(persons):
    window = persons.window
    window.resize(1000, 700)
    for action in ("arrange_analyse", "compare_engines"):
        window.findChild(QAction, action).trigger()

    bar = widget(window, "tabs_panels")
    needed = [
        bar.fontMetrics().horizontalAdvance(bar.tabText(index))
        for index in range(bar.count())
    ]
    assert sum(needed) > bar.width() - 2 * TAB_PADDING * bar.count()
    assert all(
        bar.tabRect(index).width() >= needed[index] for index in range(bar.count())
    )


def test_the_state_of_the_analysis_is_shown_whole(persons):
    persons.window.findChild(QAction, "arrange_analyse").trigger()
    label = widget(persons.window, "label_analysis")

    label.setText("Network MCTS, 123.4k nodes")

    assert label.sizeHint().height() > label.fontMetrics().height()
