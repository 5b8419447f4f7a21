"""A game goes on from any position, with any players."""

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QAction

from engine.core.clocks.time_control import TimeTerms
from engine.core.types import Move, Player
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from engine.match.notices import GameEnded
from engine.records.model.record import GameRecord
from gui.settings.last_match import load_last_match, save_last_match
from tests.gui.driving import (
    WIN_IN_NINE,
    click_cell,
    key,
    moves,
    play_all,
    press,
    widget,
)
from tests.gui.scripted_engines import ENGINE

SETUP = GAMES["gomoku"].setup(height=9, width=11)


def record_of(*names, setup=SETUP):
    record, node = GameRecord(setup=setup), 0
    for name in names:
        move = GAMES[setup.game].parse_cell(setup, name)
        record, node = record.with_move(node, move, seconds=7.0)
    return record


def action(program):
    return program.window.findChild(QAction, "continue_here")


@pytest.fixture
def opened(program):
    """Return the window with a record of four moves, two of them ahead."""
    record = record_of("e5", "f5", "g5", "h5")
    program.controller.put(program.factory.open_record(record, None))
    key(program.window, Qt.Key_Left)
    key(program.window, Qt.Key_Left)
    return program


def choose_players(settings, first, second):
    setup = GAMES["gomoku"].setup()
    save_last_match(settings, MatchSetup(setup=setup, first=first, second=second))


def go_on(program):
    action(program).trigger()
    press(program.window, "new_game_accept")


@pytest.fixture
def continue_with(controller, factory):
    """Return a function that goes on after two of four moves, without a window."""
    controller.put(factory.open_record(record_of("e5", "f5", "g5", "h5"), None))
    controller.go_to(2)

    def go_on_with(**choice):
        session = controller.session
        requested = MatchSetup(setup=SETUP, **choice)
        controller.put(
            factory.make_game_from_node(session.record, session.cursor, requested)
        )
        return controller

    return go_on_with


def test_the_board_is_fixed_and_shown_and_the_players_are_free(opened):
    action(opened).trigger()

    assert widget(None, "new_game_height").value() == 9
    assert widget(None, "new_game_width").value() == 11
    for name in ("height", "width", "size", "option_rule", "game_hex"):
        assert not widget(None, f"new_game_{name}").isEnabled()
    assert widget(None, "new_game_first_engine").isEnabled()
    assert widget(None, "new_game_time_first_kind").isEnabled()
    press(opened.window, "new_game_cancel")


def test_the_new_game_begins_with_the_moves_so_far(opened, settings):
    choose_players(settings, None, None)

    go_on(opened)

    session = opened.controller.session
    assert moves(opened) == ["e5", "f5"]
    assert session.is_at_end
    assert session.time.total(Player.FIRST) < 1.0
    assert session.setup == SETUP


def test_later_moves_become_a_variation_of_the_first_move(opened, settings):
    choose_players(settings, None, None)
    go_on(opened)

    click_cell(opened, "e6")

    record = opened.controller.session.record
    assert [record.nodes[n].move for n in record.main_line()][:2] == record_of(
        "e5", "f5"
    ).main_moves()
    assert len(record.main_line()) == 3
    key(opened.window, Qt.Key_Down)
    key(opened.window, Qt.Key_End)
    assert moves(opened) == ["e5", "f5", "g5", "h5"]


def test_an_engine_whose_turn_it_is_moves_at_once(continue_with, qtbot):
    controller = continue_with(first=ENGINE)

    qtbot.waitUntil(lambda: controller.session.ply >= 3)
    assert controller.session.automatic == {Player.FIRST}


def test_two_engines_go_on_from_there(continue_with, qtbot):
    controller = continue_with(first=ENGINE, second=ENGINE)

    qtbot.waitUntil(lambda: controller.session.ply >= 4)


def test_the_size_of_the_next_new_game_stays_as_it_was(opened, settings):
    choose_players(settings, None, ENGINE)

    go_on(opened)

    assert load_last_match(settings, "gomoku").setup == GAMES["gomoku"].setup()


def test_a_resigned_game_can_be_played_on(controller, factory, begin_game):
    persons = MatchSetup(setup=SETUP)
    begin_game(persons)
    for move in (40, 41):
        controller.play(Move(move))
    controller.resign(Player.FIRST)
    session = controller.session
    assert session.outcome is not None

    controller.put(factory.make_game_from_node(session.record, session.cursor, persons))

    assert controller.session.outcome is None
    controller.play(Move(3))
    assert list(controller.session.position.history) == [40, 41, 3]


def test_a_game_won_by_a_line_cannot_be_played_on(persons):
    play_all(persons, WIN_IN_NINE)
    assert not action(persons).isEnabled()

    key(persons.window, Qt.Key_Left)

    assert action(persons).isEnabled()


def test_a_continued_game_can_be_given_up_before_its_first_move(continue_with, notices):
    controller = continue_with()
    assert controller.view.can_resign

    controller.resign(Player.FIRST)

    assert notices.wait_for(GameEnded)
    assert controller.session.outcome.winner is Player.SECOND


def test_again_begins_at_the_same_position(continue_with):
    controller = continue_with()
    controller.play(Move(3))

    controller.rematch()

    assert (
        list(controller.session.position.history) == record_of("e5", "f5").main_moves()
    )


def test_the_game_that_was_left_is_kept(persons, settings):
    play_all(persons, ["h8", "h9", "i9"])
    old = persons.controller.game
    key(persons.window, Qt.Key_Left)

    go_on(persons)

    assert old.autosave_path is not None
    assert old.autosave_path in persons.autosave.list_earlier_games()


def test_clocks_begin_full(continue_with):
    controller = continue_with(time=TimeTerms.parse("5m"))

    time = controller.session.time
    assert time.left(Player.SECOND).until_flag == 300


def test_colours_taken_in_an_opening_are_shown_beside_the_players(program):
    setup = GAMES["gomoku"].setup(options={"opening": "swap2"})
    record = record_of("h8", "i9", "j8", "take-black", setup=setup)
    program.controller.put(program.factory.open_record(record, None))

    action(program).trigger()

    assert widget(None, "new_game_side_first").text() == "White"
    press(program.window, "new_game_cancel")
