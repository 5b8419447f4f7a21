"""Games opened by swap2 in the window: buttons, texts, engines that decide."""

import pytest

from engine.core.types import Player
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from engine.records.model.positions import start_position
from gui.settings.playback_speed import PlaybackSpeed
from tests.gui.driving import click_cell, has_widget, press, widget
from tests.gui.scripted_engines import ENGINE

SETUP = GAMES["gomoku"].setup(
    height=6, width=7, options={"opening": "swap2", "line_length": "4"}
)
BUTTONS = {"take-black": "notice_swap", "add-two": "notice_add_two"}


def chooser(*decisions):
    """Return a way to move: one of the decisions where it is legal, or a stone."""

    def choose(position):
        for move in position.special_moves():
            if position.cell_name(move) in decisions:
                return move
        return position.legal_moves()[0]

    return choose


def act(program, choose):
    """Do by hand what ``choose`` says."""
    position = program.controller.session.position
    name = position.cell_name(choose(position))
    if name in BUTTONS:
        press(program.window, BUTTONS[name])
    else:
        click_cell(program, name)


def positions_of(session):
    position = start_position(session.record)
    for move in session.record.main_moves():
        yield position
        position = position.play(move)


@pytest.mark.parametrize(
    ("player", "decisions"),
    [(None, ("add-two", "take-black")), (ENGINE, ("take-black",))],
    ids=["two persons", "two engines"],
)
def test_a_game_is_played_to_its_end(program, engines, qtbot, player, decisions):
    choose = chooser(*decisions[:1])
    if len(decisions) > 1:
        choose = chooser_after_two_more
    engines.choose = choose
    controller = program.controller
    controller.set_playback_speed(PlaybackSpeed.FASTEST)
    requested = MatchSetup(setup=SETUP, first=player, second=player)
    controller.put(program.factory.make_game(requested))
    session = controller.session

    def goes_on():
        if session.outcome is None and not controller.view.is_locked:
            act(program, choose)
        return session.outcome is not None

    qtbot.waitUntil(goes_on, timeout=20_000)

    searched = set(engines.searched)
    for position in positions_of(session):
        is_engines = position.seat_to_move in session.automatic
        assert (position.history in searched) == is_engines
    names = [session.position.cell_name(m) for m in session.record.main_moves()]
    assert [name for name in names if name in BUTTONS] == list(decisions)
    qtbot.waitUntil(lambda: has_widget(program.window, "card_result"))


def chooser_after_two_more(position):
    names = [position.cell_name(move) for move in position.history]
    decision = "take-black" if "add-two" in names else "add-two"
    return chooser(decision)(position)


def test_each_decision_is_explained_beside_its_buttons(program):
    program.controller.put(program.factory.make_game(MatchSetup(setup=SETUP)))
    shown = []
    for step in ("a1", "b2", "c3", "notice_add_two", "d4", "e5", "notice_swap"):
        shown.append(
            (
                widget(program.window, "label_notice").text(),
                [n for n in BUTTONS.values() if has_widget(program.window, n)],
            )
        )
        if step in BUTTONS.values():
            press(program.window, step)
        else:
            click_cell(program, step)

    three = "Place three stones for the opening: black, white, black."
    two = "Add two stones: one white, one black."
    assert shown == [
        (three, []),
        (three, []),
        (three, []),
        (
            "Place a white stone, take Black, or add two stones.",
            ["notice_swap", "notice_add_two"],
        ),
        (two, []),
        (two, []),
        ("Place a white stone to play White, or take Black.", ["notice_swap"]),
    ]


def test_the_colours_are_told_once_they_are_settled(program, qtbot, engines):
    engines.choose = chooser("take-black")
    requested = MatchSetup(setup=SETUP, second=ENGINE)
    program.controller.put(program.factory.make_game(requested))
    for name in ("a1", "b2", "c3"):
        click_cell(program, name)

    qtbot.waitUntil(lambda: program.controller.session.position.has_fixed_colours)

    notice = widget(program.window, "label_notice").text()
    settled = "The colours are decided. Black: Plain UCT, level 1. White: You."
    assert notice == settled
    assert program.controller.session.position.get_seat(Player.FIRST) is Player.SECOND


def test_a_decision_of_the_engine_is_announced(program, engines):
    engines.delay = 60
    requested = MatchSetup(setup=SETUP, first=ENGINE)

    program.controller.put(program.factory.make_game(requested))

    notice = widget(program.window, "label_notice").text()
    assert notice == "Plain UCT, level 1 to decide."
    assert not has_widget(program.window, "notice_swap")
