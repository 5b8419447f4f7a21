"""Strengths on the first card, in records, and in the form of a contest."""

from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from engine.players.preset_player import PresetPlayer
from engine.players.strength_player import StrengthPlayer
from gui.settings.last_match import save_last_match
from gui.settings.table import LAST_STRENGTH
from gui.text.strength_labels import engine_title
from tests.gui.driving import choose, choose_player, has_widget, press, widget

GOMOKU = GAMES["gomoku"].setup()


def test_the_first_card_offers_medium(program):
    press(program.window, "card_play_gomoku")

    choice = program.controller.view.players
    assert choice.first is None
    assert choice.second == StrengthPlayer(strength="medium")


def test_the_strength_of_the_first_card_is_taken_and_kept(program, settings):
    choose(program.window, "card_strength", StrengthPlayer(strength="hard"))

    press(program.window, "card_play_hex")

    assert program.controller.view.players.second == StrengthPlayer(strength="hard")
    assert StrengthPlayer(strength=settings[LAST_STRENGTH]) == StrengthPlayer(
        strength="hard"
    )


def test_the_first_card_brings_an_engine_after_a_game_of_two_persons(program, settings):
    save_last_match(settings, MatchSetup(setup=GOMOKU))

    press(program.window, "card_play_gomoku")

    assert program.controller.view.players.second is not None


def test_a_record_names_the_strength_and_its_engine(program):
    press(program.window, "card_play_gomoku")

    name = program.controller.session.record.headers.second_name

    assert name == engine_title(StrengthPlayer(strength="medium"), GOMOKU)
    assert name.startswith("Medium (")


def test_a_contest_begins_at_full_strength_without_a_warning(show_contest_form):
    dialog = show_contest_form()

    assert dialog.contest.our_engine == StrengthPlayer(strength="full")
    assert not has_widget(dialog, "contest_weakness")


def test_anything_weaker_is_said_in_red_in_a_contest(show_contest_form):
    dialog = show_contest_form()
    warning = dialog.findChild(
        type(widget(dialog, "contest_engine_about")), "contest_weakness"
    )

    for name, is_weak in (
        ("strength:hard", True),
        ("uct", True),
        ("alphabeta", False),
        ("strength:full", False),
    ):
        choose_player(dialog, "contest_engine", name)
        assert warning.isVisible() is is_weak

    choose_player(dialog, "contest_engine", "alphabeta")
    widget(dialog, "contest_engine_level").setValue(9)
    assert warning.isVisible()
    assert warning.property("role") == "danger"
    assert dialog.contest.our_engine == PresetPlayer(preset="alphabeta", level=9)


def test_a_run_of_the_lab_is_said_in_red_where_our_engine_plays(show_contest_form):
    dialog = show_contest_form(lab_is_at_work=True)
    warning = widget(dialog, "contest_load")

    assert warning.property("role") == "danger"
    choose_player(dialog, "contest_engine", None)
    assert not warning.isVisible()


def test_an_idle_lab_is_no_warning_in_a_contest(show_contest_form):
    assert not has_widget(show_contest_form(), "contest_load")


def test_a_person_of_ours_is_no_weakness(show_contest_form):
    dialog = show_contest_form()

    choose_player(dialog, "contest_engine", None)

    assert not has_widget(dialog, "contest_weakness")
