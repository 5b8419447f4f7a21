"""Names of persons in *New game*, on the panel and in the record."""

import pytest

from engine.core.types import Player
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from gui.settings.last_match import load_last_match, save_last_match
from gui.settings.table import PERSON
from tests.gui.driving import choose_player, has_widget, press, widget
from tests.gui.scripted_engines import ENGINE

GOMOKU = GAMES["gomoku"].setup()
TWO = MatchSetup(setup=GOMOKU, first_name="Wang", second_name="Li")


def names_of(game):
    headers = game.session.record.headers
    return headers.first_name, headers.second_name


def type_in(window, name, text):
    field = widget(window, name)
    field.setText(text)
    field.textEdited.emit(text)


def test_both_persons_have_names(persons):
    press(persons.window, "button_new")
    for side, name in (("first", " Wang "), ("second", "<b>Li</b>\x07")):
        choose_player(persons.window, f"new_game_{side}", None)
        type_in(persons.window, f"new_game_{side}_person", name)

    press(persons.window, "new_game_accept")

    assert names_of(persons.controller.game) == ("Wang", "<b>Li</b>")
    assert widget(persons.window, "label_player_second").text() == "<b>Li</b>"


def test_an_engine_has_no_name_to_type(show_new_game):
    dialog = show_new_game(last=TWO)

    choose_player(dialog, "new_game_second", "strength:medium")

    assert has_widget(dialog, "new_game_first_person")
    assert not has_widget(dialog, "new_game_second_person")
    assert dialog.choice.person_name(Player.FIRST) == "Wang"
    assert dialog.choice.person_name(Player.SECOND) == ""


def test_names_are_offered_again(show_new_game, settings):
    save_last_match(settings, TWO)

    dialog = show_new_game(last=load_last_match(settings, "gomoku"))

    assert widget(dialog, "new_game_first_person").text() == "Wang"
    assert widget(dialog, "new_game_second_person").text() == "Li"


@pytest.mark.parametrize(
    ("match", "names"),
    [
        (MatchSetup(setup=GOMOKU), ("Me", "")),
        (MatchSetup(setup=GOMOKU, first=ENGINE), ("Plain UCT, level 1", "Me")),
        (TWO, ("Wang", "Li")),
    ],
)
def test_the_name_in_the_settings_is_that_of_one_person(
    settings, factory, match, names
):
    settings[PERSON] = "Me"
    save_last_match(settings, match)

    game = factory.make_game(load_last_match(settings, "gomoku"))

    assert names_of(game) == names


def test_names_change_sides_with_their_persons(controller, begin_game):
    begin_game(TWO)

    controller.rematch_with_sides_changed()
    assert names_of(controller.game) == ("Li", "Wang")

    controller.rematch()
    assert names_of(controller.game) == ("Li", "Wang")


def test_a_first_click_plays_with_the_name_of_the_person(settings, factory):
    save_last_match(settings, MatchSetup(setup=GOMOKU, first=ENGINE, second_name="Li"))

    assert names_of(factory.make_default_game("gomoku"))[0] == "Li"
