"""The end of a game in the window: its card, resigning, what comes next."""

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QApplication

from engine.core.types import Outcome, Player
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
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
from tests.gui.scripted_engines import ENGINE


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
    winning_cells = persons.controller.session.position.winning_cells
    assert len(winning_cells) == 5
    for cell in winning_cells:
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


def test_a_resigned_game_is_over_again_after_take_back_and_redo_by_keys(persons, qtbot):
    play_all(persons, ["h8", "i9"])
    press(persons.window, "button_resign")
    press(persons.window, "card_resign_confirm")
    qtbot.waitUntil(lambda: has_widget(persons.window, "card_result"))
    key(persons.window, Qt.Key_Z, Qt.ControlModifier)
    assert persons.controller.view.outcome is None

    key(persons.window, Qt.Key_Y, Qt.ControlModifier)

    assert moves(persons) == ["h8", "i9"]
    assert status(persons) == "White wins. Black resigned."
    assert not persons.controller.session.time.is_running


@pytest.mark.parametrize("game", ["gomoku", "hex"])
@pytest.mark.parametrize("played", [["f6"], ["f6", "f7"]], ids=["first", "later"])
def test_a_game_is_resigned_after_a_take_back(program, qtbot, game, played):
    requested = MatchSetup(setup=GAMES[game].setup(), second=ENGINE)
    program.controller.put(program.factory.make_game(requested))
    for count, name in enumerate(played, start=1):
        click_cell(program, name)
        wait_for_moves(qtbot, program, 2 * count)
    kept = moves(program)[:-2]
    press(program.window, "button_take_back")

    press(program.window, "button_resign")
    message = texts(program.window, "card_resign")[1]
    press(program.window, "card_resign_confirm")

    assert message.endswith(
        "The moves taken back are deleted. Edit, Undo deletion restores them."
    )
    session = program.controller.session
    assert moves(program) == kept
    assert len(session.record.nodes) == len(kept) + 1
    assert session.outcome == Outcome(Player.SECOND, "resignation")
    qtbot.waitUntil(lambda: has_widget(program.window, "card_result"))


def test_no_game_is_resigned_at_a_position_looked_at(persons):
    play_all(persons, ["h8", "h9"])

    persons.controller.go_to(1)

    assert not widget(persons.window, "button_resign").isEnabled()


def test_a_game_is_not_resigned_by_mistake(persons):
    click_cell(persons, "h8")
    press(persons.window, "button_resign")

    press(persons.window, "card_keep_playing")

    assert persons.controller.session.outcome is None
    click_cell(persons, "h9")
    assert moves(persons) == ["h8", "h9"]


def test_the_card_says_whether_the_person_won_or_lost(program, qtbot):
    requested = MatchSetup(setup=GAMES["gomoku"].setup(), second=ENGINE)
    program.controller.put(program.factory.make_game(requested))
    click_cell(program, "h8")
    wait_for_moves(qtbot, program, 2)

    program.controller.resign(Player.FIRST)

    qtbot.waitUntil(lambda: has_widget(program.window, "card_result"))
    assert texts(program.window, "card_result") == [
        "You lost",
        "White wins. Black resigned.",
    ]


def test_enter_keeps_playing_when_resigning_is_asked_for(persons):
    click_cell(persons, "h8")
    press(persons.window, "button_resign")

    QTest.keyClick(QApplication.focusWidget(), Qt.Key_Return)

    assert not has_widget(persons.window, "card_resign")
    assert persons.controller.session.outcome is None


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
    program.controller.put(program.factory.make_game(MatchSetup(setup=setup)))
    play_all(program, ["h8", "i9", "j8"])
    program.controller.play_special(0)
    press(program.window, "button_resign")

    press(program.window, "card_resign_other")

    qtbot.waitUntil(lambda: has_widget(program.window, "card_result"))
    assert texts(program.window, "card_result") == ["White wins", "Black resigned."]


def test_review_searches_the_game_and_shows_its_panel(persons, qtbot):
    play_all(persons, WIN_IN_NINE)
    qtbot.waitUntil(lambda: has_widget(persons.window, "card_result"))

    press(persons.window, "card_review")

    qtbot.waitUntil(lambda: status(persons).startswith("The review is complete."))
    assert has_widget(persons.window, "panel_review")
    record = persons.controller.session.record
    known = [node.analysis is not None for node in record.nodes]
    assert known == [True] * 9 + [False]


def test_the_card_of_the_end_offers_to_change_sides(program, qtbot):
    requested = MatchSetup(setup=GAMES["gomoku"].setup(), second=ENGINE)
    program.controller.put(program.factory.make_game(requested))
    click_cell(program, "h8")
    wait_for_moves(qtbot, program, 2)
    press(program.window, "button_resign")
    press(program.window, "card_resign_confirm")
    qtbot.waitUntil(lambda: has_widget(program.window, "card_result"))

    press(program.window, "card_change_sides")

    wait_for_moves(qtbot, program, 1)
    assert program.controller.session.automatic == {Player.FIRST}


def test_the_card_of_the_end_tells_of_hints(persons, qtbot):
    persons.controller.game.note_hint()
    play_all(persons, WIN_IN_NINE)

    qtbot.waitUntil(lambda: has_widget(persons.window, "card_result"))

    shown = texts(persons.window, "card_result")
    assert shown == ["Black wins", "5 in a row.\nHints used: 1."]
