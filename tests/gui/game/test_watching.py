"""Two engines that play each other: pace, lock, and words about both."""

import itertools
import time

import pytest
from PyQt5.QtCore import Qt

from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from gui.settings.playback_speed import PlaybackSpeed
from gui.settings.table import PLAYBACK_SPEED
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
from tests.gui.game.controller_games import WATCHED
from tests.gui.scripted_engines import ENGINE


@pytest.fixture
def watch(program):
    """Return a function that lets two engines play."""

    def begin():
        program.controller.put(program.factory.make_game(WATCHED))
        return program

    return begin


def choose_pace(program, pace):
    box = widget(program.window, "list_pace")
    box.setCurrentIndex(box.findData(pace))
    box.activated.emit(box.currentIndex())


def test_the_line_says_who_thinks_and_that_the_board_is_locked(watch, engines, qtbot):
    engines.delay = 60

    program = watch()

    notice = widget(program.window, "label_notice").text()
    assert notice == "Plain UCT, level 1 is thinking for Black. The board is locked."
    assert has_widget(program.window, "mark_lock")
    thinking = "Black to move. The engine is thinking…"
    qtbot.waitUntil(lambda: status(program) == thinking)


def test_only_a_board_that_is_open_asks_for_the_first_move(watch, engines, persons):
    engines.delay = 60
    asked = texts(persons.window, "panel_moves")

    program = watch()

    assert "No moves yet. Click the board to begin." in asked
    assert "No moves yet." in texts(program.window, "panel_moves")


def test_the_line_says_that_the_engines_are_paused(watch, qtbot):
    program = watch()
    wait_for_moves(qtbot, program, 1)

    press(program.window, "button_run")

    notice = widget(program.window, "label_notice").text()
    assert notice == "The board is locked. Choose Start to resume the engines."


def test_pause_and_step_lead_two_engines_move_by_move(watch, qtbot):
    program = watch()
    wait_for_moves(qtbot, program, 1)
    press(program.window, "button_run")
    paused_at = program.controller.session.ply
    assert status(program).endswith("The engines are paused.")

    press(program.window, "button_step")
    wait_for_moves(qtbot, program, paused_at + 1)
    qtbot.wait(500)
    assert program.controller.session.ply == paused_at + 1

    press(program.window, "button_run")
    wait_for_moves(qtbot, program, paused_at + 2)


def test_a_click_on_the_locked_board_is_answered_by_a_sentence(watch, engines):
    engines.delay = 60
    program = watch()

    click_cell(program, "h8")

    assert moves(program) == []
    assert status(program).startswith(
        "Two engines are playing, so the board is locked."
    )


def test_a_click_while_the_engine_thinks_is_answered_by_a_sentence(program, engines):
    engines.delay = 60
    press(program.window, "card_play_gomoku")
    click_cell(program, "h8")

    click_cell(program, "h9")

    assert status(program) == "Engine to move. Esc stops it, Enter makes it move now."


def test_games_without_choices_need_no_line(persons):
    assert not has_widget(persons.window, "bar_notice")


def test_the_line_goes_with_the_decision_and_the_board_keeps_its_size(program, qtbot):
    setup = GAMES["hex"].setup(options={"swap": "on"})
    program.controller.put(program.factory.make_game(MatchSetup(setup=setup)))
    sizes, has_line = set(), []
    for name in ("b5", "c6", "d7"):
        qtbot.wait(20)
        sizes.add(widget(program.window, "board").height())
        has_line.append(has_widget(program.window, "bar_notice"))
        click_cell(program, name)

    assert len(sizes) == 1
    assert has_line == [True, True, False]


def test_the_board_has_the_same_size_in_every_game(program, engines, qtbot):
    engines.delay = 60
    program.window.resize(1400, 860)
    gomoku = GAMES["gomoku"]
    places = []
    for requested in (
        MatchSetup(setup=gomoku.setup()),
        MatchSetup(setup=gomoku.setup(options={"opening": "swap2"})),
        MatchSetup(setup=GAMES["hex"].setup(options={"swap": "on"})),
        MatchSetup(setup=gomoku.setup(), first=ENGINE, second=ENGINE),
    ):
        program.controller.put(program.factory.make_game(requested))
        qtbot.wait(20)
        places.append(widget(program.window, "board").geometry())
    program.controller.toggle_pause()
    qtbot.wait(20)
    places.append(widget(program.window, "board").geometry())

    assert all(place == places[0] for place in places)


def test_a_decision_is_told_once(program):
    setup = GAMES["hex"].setup(options={"swap": "on"})

    program.controller.put(program.factory.make_game(MatchSetup(setup=setup)))

    assert widget(program.window, "label_notice").text().startswith("Place a stone;")
    assert status(program) == "Red to move."


def test_the_swap_is_explained_until_it_is_gone(program):
    setup = GAMES["hex"].setup(options={"swap": "on"})
    program.controller.put(program.factory.make_game(MatchSetup(setup=setup)))
    line = widget(program.window, "label_notice")
    shown = [line.text()]
    for name in ("b5", "c6"):
        click_cell(program, name)
        shown.append(line.text())

    assert shown == [
        "Place a stone; Blue may then take it over.",
        "Place a stone, or click Red's stone to swap.",
        "",
    ]


def test_the_swap_stands_beside_its_explanation(program):
    setup = GAMES["hex"].setup(options={"swap": "on"})
    program.controller.put(program.factory.make_game(MatchSetup(setup=setup)))
    click_cell(program, "b5")

    press(program.window, "notice_swap")

    assert moves(program) == ["b5", "swap-pieces"]


def test_the_pace_keeps_moves_apart(controller, begin_game, qtbot):
    controller.set_playback_speed(PlaybackSpeed.SLOW)
    begin_game(WATCHED)
    qtbot.waitUntil(lambda: controller.session.ply >= 1)
    begun = time.monotonic()

    qtbot.waitUntil(lambda: controller.session.ply >= 2)

    assert time.monotonic() - begun > PlaybackSpeed.SLOW.seconds / 2


def test_a_faster_pace_counts_at_once(watch, qtbot):
    program = watch()
    choose_pace(program, PlaybackSpeed.SLOW)
    wait_for_moves(qtbot, program, 1)

    choose_pace(program, PlaybackSpeed.FASTEST)
    begun = time.monotonic()
    qtbot.waitUntil(lambda: program.controller.session.ply >= 4)

    assert time.monotonic() - begun < PlaybackSpeed.SLOW.seconds


def test_the_pace_is_remembered(watch, settings, start_program):
    choose_pace(watch(), PlaybackSpeed.FAST)

    again = start_program()
    press(again.window, "card_watch_hex")

    assert settings[PLAYBACK_SPEED] is PlaybackSpeed.FAST
    assert widget(again.window, "list_pace").currentData() is PlaybackSpeed.FAST


def test_only_a_watched_game_has_a_pace(persons):
    assert not has_widget(persons.window, "list_pace")


def test_a_finished_game_is_locked_and_says_so(persons):
    play_all(persons, ["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1", "h8"])

    assert status(persons).startswith("The game is over.")


def test_a_watched_game_is_left_by_taking_a_side(watch, qtbot):
    program = watch()
    wait_for_moves(qtbot, program, 1)
    press(program.window, "button_run")

    program.controller.set_player(program.controller.session.position.to_move, None)
    key(program.window, "h")

    qtbot.waitUntil(lambda: program.hints.hint is not None)


def test_a_pause_locks_the_board_and_says_so(persons):
    click_cell(persons, "h8")
    persons.controller.toggle_pause()

    click_cell(persons, "h9")

    assert moves(persons) == ["h8"]
    assert status(persons) == "The game is paused and the board is locked."


@pytest.mark.parametrize("missing", [0, 1, 30])
def test_a_narrow_bar_of_two_engines_has_icons_without_text(watch, engines, missing):
    engines.delay = 60
    window = watch().window
    bar = widget(window, "bar_navigation")
    bar.setFixedWidth(bar.sizeHint().width() - missing)
    bar.layout().activate()
    names = ("button_first", "button_previous", "label_counter", "button_next")
    parts = [
        widget(window, name)
        for name in (*names, "button_last", "button_run", "button_step", "list_pace")
    ]

    spans = [(part.x(), part.x() + part.width()) for part in parts]

    assert all(end <= start for (_, end), (start, _) in itertools.pairwise(spans))
    assert spans[-1][1] <= bar.width()
    assert all(part.width() >= part.minimumSizeHint().width() for part in parts)
    style = widget(window, "button_run").toolButtonStyle()
    assert (style == Qt.ToolButtonIconOnly) == (missing > 0)
