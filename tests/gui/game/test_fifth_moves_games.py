"""Games opened by Yamaguchi's rule in the window: buttons, offers, texts, engines."""

import pytest

from engine.core.types import EMPTY, Player
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from gui.settings.playback_speed import PlaybackSpeed
from tests.gui.driving import click_cell, has_widget, press, widget
from tests.gui.scripted_engines import ENGINE

GOMOKU = GAMES["gomoku"]
SETUP = GOMOKU.setup(
    height=7, width=9, options={"opening": "yamaguchi", "line_length": "4"}
)
BUTTONS = {
    "take-black": "notice_swap",
    **{f"fifth-moves-{count}": f"notice_number_{count}" for count in range(1, 11)},
}


def third_offer(position):
    """Return a way to play: three fifth moves, and the last of several moves."""
    names = {position.cell_name(move): move for move in position.legal_moves()}
    return names.get("fifth-moves-3", position.legal_moves()[-1])


def act(program, name):
    """Press the button of a choice, or click a cell."""
    if name in BUTTONS:
        press(program.window, BUTTONS[name])
    else:
        click_cell(program, name.removeprefix("offer-"))


def put(program, **players):
    program.controller.put(
        program.factory.make_game(MatchSetup(setup=SETUP, **players))
    )


def play(program, *names):
    for name in names:
        act(program, name)


def notice(program):
    return widget(program.window, "label_notice").text()


def buttons(program):
    return [
        name for name, button in BUTTONS.items() if has_widget(program.window, button)
    ]


@pytest.mark.parametrize("player", [None, ENGINE], ids=["persons", "engines"])
def test_a_game_is_played_to_its_end(program, engines, qtbot, player):
    engines.choose = third_offer
    controller = program.controller
    controller.set_playback_speed(PlaybackSpeed.FASTEST)
    put(program, first=player, second=player)
    session = controller.session

    def goes_on():
        if session.outcome is None and not controller.view.is_locked:
            act(program, session.position.cell_name(third_offer(session.position)))
        return session.outcome is not None

    qtbot.waitUntil(goes_on, timeout=20_000)

    names = [session.position.cell_name(m) for m in session.record.main_moves()]
    assert names[3] == "fifth-moves-3"
    assert sum(name.startswith("offer-") for name in names) == 3
    qtbot.waitUntil(lambda: has_widget(program.window, "card_result"))


def test_each_decision_is_explained_beside_its_buttons(program):
    put(program)
    shown = []
    swap = "Place a white stone, or take Black. Fifth moves to offer: 2."
    for name in (
        *("e4", "e5", "f6", "fifth-moves-2", "take-black"),
        *("d3", "offer-c4", "offer-g7", "g7"),
    ):
        shown.append((notice(program), buttons(program)))
        act(program, name)

    numbers = [f"fifth-moves-{count}" for count in range(1, 11)]
    assert shown == [
        ("Place three stones for the opening: first a black one in the centre.", []),
        ("Place the white stone next to the first one.", []),
        ("Place the black stone of the opening in the middle 5x5 cells.", []),
        ("Declare how many fifth moves Black will offer.", numbers),
        (swap, ["take-black"]),
        ("Black is taken. Place the white stone of the fourth move.", []),
        ("Offer a fifth move, number 1 of 2.", []),
        ("Offer a fifth move, number 2 of 2.", []),
        ("Choose one of the fifth moves that Black offers.", []),
    ]
    assert buttons(program) == []


def test_the_only_number_has_its_title_on_the_button(program):
    setup = GOMOKU.setup(height=9, width=9, options={"opening": "taraguchi"})
    program.controller.put(program.factory.make_game(MatchSetup(setup=setup)))
    play(program, "e5", "e6", "f7", "d7")

    assert widget(program.window, "notice_number_10").text() == "10 fifth moves"

    press(program.window, "notice_number_10")
    assert program.controller.session.position.to_move is Player.FIRST
    assert notice(program) == "Offer a fifth move, number 1 of 10."


def test_the_offers_lie_on_the_board_until_one_is_chosen(program):
    put(program)
    play(program, "e4", "e5", "f6", "fifth-moves-2", "d3", "offer-c4", "offer-g7")
    position = program.controller.session.position

    c4, g7 = (GOMOKU.parse_cell(SETUP, name) for name in ("c4", "g7"))
    assert position.offered_cells == (c4, g7)
    assert position.stones[c4] == EMPTY

    act(program, "a1")
    assert program.controller.session.position is position
    act(program, "c4")

    position = program.controller.session.position
    assert position.stones[c4] == Player.FIRST
    assert position.stones[g7] == EMPTY
    assert position.offered_cells == ()


def test_a_hint_for_an_offer_marks_its_cell(program, engines, qtbot):
    engines.choose = lambda position: position.legal_moves()[0]
    put(program)
    play(program, "e4", "e5", "f6", "fifth-moves-2", "d3")

    press(program.window, "button_hint")

    qtbot.waitUntil(lambda: program.hints.hint is not None)
    position = program.controller.session.position
    assert program.hints.hint.cell == position.cell_of(position.legal_moves()[0])


def test_take_back_goes_back_to_the_last_decision_of_the_person(
    program, engines, qtbot
):
    engines.choose = third_offer
    put(program, second=ENGINE)
    play(program, "e4", "e5", "f6", "fifth-moves-2")
    qtbot.waitUntil(lambda: not program.controller.view.is_locked)
    session = program.controller.session
    before = len(session.position.history)

    press(program.window, "button_take_back")

    assert len(session.position.history) < before
    assert session.position.seat_to_move is Player.FIRST
    assert GOMOKU.decision(session.position).startswith("Declare")
