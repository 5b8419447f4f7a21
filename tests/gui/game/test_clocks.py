"""Clocks of games in the window: flags, pauses, what engines get."""

import re

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QAction

from engine.core.clocks.time_control import TimeTerms
from engine.core.types import Move, Outcome, Player
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from engine.match.notices import GameEnded
from gui.text.labels import side_title
from tests.gui.driving import (
    click_cell,
    has_widget,
    key,
    moves,
    press,
    status,
    texts,
    wait_for_moves,
    widget,
)
from tests.gui.scripted_engines import ENGINE
from tests.gui.windowless import end_services, play_cells

GOMOKU = GAMES["gomoku"].setup()


@pytest.fixture
def begin(controller, factory):
    """Return a function that begins a game under terms."""

    def start(terms, **players):
        choice = MatchSetup(setup=GOMOKU, time=TimeTerms.parse(terms), **players)
        controller.put(factory.make_game(choice))

    return start


@pytest.fixture
def begin_in(program):
    """Return a function that begins a game in the window."""

    def start(terms, **players):
        choice = MatchSetup(setup=GOMOKU, time=TimeTerms.parse(terms), **players)
        program.controller.put(program.factory.make_game(choice))

    return start


def wait_until_asked(qtbot, engines):
    qtbot.waitUntil(lambda: len(engines.searched) > 0)


def text(program, name):
    return widget(program.window, name).text()


def test_a_person_whose_time_is_up_has_lost(controller, begin, qtbot, notices):
    begin("0.2s/move")
    notices.wait_for(GameEnded)

    assert controller.session.outcome == Outcome(Player.SECOND, "time")
    assert controller.session.ply == 0


def test_a_flag_that_only_warns_is_told_and_the_game_goes_on(
    controller, begin, qtbot, notices
):
    begin("0.2s/move warn")
    qtbot.waitUntil(lambda: len(notices.messages) > 0)
    controller.play(Move(112))

    assert notices.messages == ["Black is out of time; the game continues."]
    assert controller.session.ply == 1
    assert controller.session.outcome is None


@pytest.mark.parametrize("game", ["gomoku", "hex"])
def test_the_flag_falls_after_a_take_back_against_an_engine(program, qtbot, game):
    terms = TimeTerms.parse("0.5s/move none")
    choice = MatchSetup(setup=GAMES[game].setup(), time=terms, second=ENGINE)
    program.controller.put(program.factory.make_game(choice))
    click_cell(program, "f6")
    wait_for_moves(qtbot, program, 2)

    press(program.window, "button_take_back")
    qtbot.waitUntil(lambda: has_widget(program.window, "card_result"))

    assert program.controller.session.outcome == Outcome(Player.SECOND, "time")
    assert texts(program.window, "card_result")[1].endswith(
        "The moves taken back were deleted. Edit, Undo deletion restores them."
    )
    program.window.findChild(QAction, "restore_deleted").trigger()
    assert len(program.controller.session.record.main_moves()) == 2
    assert status(program) == (
        "The deleted moves are restored; this result is withdrawn: "
        f"{side_title(game, Player.SECOND)} wins."
    )


def test_without_a_clock_an_engine_has_its_time_per_move(
    controller, begin, engines, qtbot
):
    begin("none 5m", first=ENGINE, seconds_per_move=2.0)

    qtbot.waitUntil(lambda: controller.session.ply == 1)

    assert engines.latest.allowed == [2.0]


def test_preparing_an_engine_takes_no_time_of_the_game(
    controller, begin, engines, qtbot
):
    engines.build_delay = 1.5
    begin("0.3s/move", first=ENGINE)

    qtbot.waitUntil(lambda: controller.session.ply == 1)


def test_a_pause_stops_the_engine_which_then_thinks_again(
    controller, begin, engines, qtbot
):
    engines.delay = 60
    begin("5m", first=ENGINE)
    wait_until_asked(qtbot, engines)
    searcher = engines.latest

    controller.toggle_pause()
    qtbot.waitUntil(lambda: searcher.stopped == 1)
    qtbot.wait(50)
    assert controller.session.ply == 0
    searcher.delay = 0.0
    controller.toggle_pause()

    qtbot.waitUntil(lambda: controller.session.ply == 1)


def test_a_pause_of_two_engines_is_the_same_as_their_rest(
    controller, begin, engines, qtbot
):
    begin("5m", first=ENGINE, second=ENGINE)

    controller.toggle_pause()
    assert not controller.view.is_running
    controller.toggle_pause()

    assert controller.view.is_running


def test_time_given_by_hand_moves_the_flag(controller, begin, qtbot):
    begin("0.4s")

    controller.session.set_time_left(Player.FIRST, 60)
    qtbot.wait(500)
    assert controller.session.outcome is None
    controller.session.set_time_left(Player.FIRST, 0.1)

    qtbot.waitUntil(lambda: controller.session.outcome is not None)


def test_a_drawn_side_takes_its_time_along(factory):
    terms = TimeTerms.parse("30m 5m")
    requested = MatchSetup(setup=GOMOKU, second=ENGINE, time=terms, draws_colours=True)

    drawn = [factory.make_game(requested) for _ in range(20)]

    assert {
        (str(game.view.players.time), game.view.players.first is ENGINE)
        for game in drawn
    } == {("30m 5m", False), ("5m 30m", True)}


def test_an_opened_record_is_played_on_without_its_clock(factory, controller, begin):
    begin("5m")
    controller.play(Move(112))

    game = factory.open_record(controller.session.record, None)

    assert game.session.time.terms.is_unlimited
    assert str(game.session.record.time) == "5m"


def test_a_click_while_paused_is_explained_only_until_the_game_goes_on(
    program, begin_in
):
    begin_in("5m")
    click_cell(program, "h8")
    program.controller.toggle_pause()
    click_cell(program, "h9")
    assert status(program) == "The game is paused and the board is locked."

    program.controller.toggle_pause()

    assert status(program) == "White to move."


def test_the_window_pauses_by_key_and_by_button(program, begin_in):
    begin_in("5m")
    click_cell(program, "h8")

    key(program.window, "P", Qt.ControlModifier)
    assert status(program) == "White to move. The game is paused."
    click_cell(program, "h9")
    assert moves(program) == ["h8"]
    assert text(program, "button_pause") == "Resume game"
    assert text(program, "label_paused") == "Paused"

    press(program.window, "button_pause")
    click_cell(program, "h9")
    assert moves(program) == ["h8", "h9"]


def test_a_board_nobody_has_used_cannot_be_paused(program):
    assert not has_widget(program.window, "button_pause")


def test_the_panel_counts_down(program, begin_in):
    begin_in("5m+5s 20s/move")

    assert text(program, "label_time_left_first") in ("5:00", "4:59")
    assert text(program, "label_time_note_first") == "+5 s per move"
    assert text(program, "label_time_left_second") == "0:20"
    assert text(program, "label_time_note_second") == "for this move"


def test_the_panel_shows_periods(program, begin_in):
    begin_in("10m+3x30s 3x30s")

    assert text(program, "label_time_note_first") == "+ 3 × 0:30"  # noqa: RUF001
    assert text(program, "label_time_note_second") == "3 × 0:30"  # noqa: RUF001


def test_tenths_are_shown_near_the_end(program, begin_in, qtbot):
    begin_in("9s/move")

    tenths = re.compile(r"0:0[1-8]\.\d")
    left = "label_time_left_first"
    qtbot.waitUntil(lambda: tenths.fullmatch(text(program, left)) is not None)


def test_a_fallen_flag_is_shown_and_the_card_says_why(program, begin_in, qtbot):
    begin_in("0.2s/move")

    qtbot.waitUntil(lambda: has_widget(program.window, "card_result"))

    assert text(program, "label_time_left_first") == "0:00"
    assert text(program, "label_time_note_first") == "Time is up"
    assert status(program) == "White wins. Black ran out of time."


def test_without_a_limit_the_panel_shows_time_used(program, begin_in):
    begin_in("none")

    assert not has_widget(program.window, "label_time_left_first")
    assert text(program, "label_total_time_first") == "0:00"


def test_a_restored_game_keeps_its_clocks_and_waits(start_windowless):
    first = start_windowless()
    choice = MatchSetup(setup=GOMOKU, time=TimeTerms.parse("5m 10m+3x30s warn"))
    first.controller.put(first.factory.make_game(choice))
    play_cells(first, "h8")
    end_services(first)

    second = start_windowless()
    session = second.controller.session

    assert str(session.time.terms) == "5m 10m+3x30s warn"
    assert not session.time.is_running
    second.controller.toggle_pause()
    assert session.time.is_running
    play_cells(second, "h9")
    assert moves(second) == ["h8", "h9"]
