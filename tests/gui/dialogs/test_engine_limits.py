"""Limits and constants of engines in the dialog for a new game."""

import pytest
from PyQt5.QtTest import QTest

from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from engine.players.player_config import parse_engine
from gui.settings.last_match import load_last_match
from gui.settings.match_codec import decode_match, encode_match
from tests.gui.driving import (
    choose,
    choose_player,
    has_widget,
    press,
    widget,
)

GOMOKU = GAMES["gomoku"].setup()


@pytest.fixture
def dialog(show_new_game):
    return show_new_game()


def choose_limit(dialog, kind):
    choose(dialog, "new_game_limit", kind)


def type_constants(dialog, text):
    field = widget(dialog, "new_game_second_constants")
    field.selectAll()
    QTest.keyClicks(field, text)


def problem(dialog):
    return widget(dialog, "new_game_problem").text()


def test_each_kind_of_limit_shows_its_number(dialog):
    shown = {}
    for kind in ("seconds", "nodes", "own"):
        choose_limit(dialog, kind)
        shown[kind] = [
            name
            for name in ("seconds", "nodes")
            if has_widget(dialog, f"new_game_{name}")
        ]
        assert dialog.choice.engine_limit == kind

    assert shown == {"seconds": ["seconds"], "nodes": ["nodes"], "own": []}


def test_a_limit_by_simulations_is_chosen_and_kept(program, settings):
    press(program.window, "button_new")
    dialog = widget(program.window, "new_game")
    choose_limit(dialog, "nodes")
    widget(dialog, "new_game_nodes").setValue(4701)

    press(program.window, "new_game_accept")

    players = program.controller.view.players
    assert (players.engine_limit, players.nodes_per_move) == ("nodes", 4701)
    kept = load_last_match(settings, "gomoku")
    assert (kept.engine_limit, kept.nodes_per_move) == ("nodes", 4701)


def test_the_limit_is_part_of_the_stored_match():
    match = MatchSetup(
        setup=GOMOKU,
        second=parse_engine("uct:3{exploration=0.5}"),
        engine_limit="own",
        nodes_per_move=77,
    )

    assert decode_match("gomoku", encode_match(match)) == match


def test_constants_are_typed_under_more(dialog):
    assert not has_widget(dialog, "new_game_second_constants")
    choose_player(dialog, "new_game_second", "uct-plain")

    type_constants(dialog, "exploration=0.5, nodes=300")

    engine = parse_engine("uct-plain:10{exploration=0.5,nodes=300}")
    assert dialog.choice.second == engine


def test_a_wrong_constant_is_one_sentence_and_cannot_be_started(dialog):
    choose_player(dialog, "new_game_second", "uct-plain")

    type_constants(dialog, "explore=2")

    assert dialog.choice is None
    assert not widget(dialog, "new_game_accept").isEnabled()
    assert "exploration" in problem(dialog)
    assert "'explore'" in problem(dialog)

    type_constants(dialog, "exploration=2")
    assert dialog.choice is not None


def test_a_constant_of_another_game_is_refused(show_new_game):
    dialog = show_new_game("hex")
    choose_player(dialog, "new_game_second", "alphabeta")

    type_constants(dialog, "params.vcf_node_limit=0")

    assert dialog.choice is None
    assert "params.vcf_node_limit" in problem(dialog)


def test_another_engine_begins_with_the_constants_of_its_preset(dialog):
    choose_player(dialog, "new_game_second", "uct-plain")
    type_constants(dialog, "exploration=0.5")

    choose_player(dialog, "new_game_second", "liu-6")

    assert dialog.choice.second == parse_engine("liu-6")
    tip = widget(dialog, "new_game_second_constants").toolTip()
    assert "nodes=1000" in tip


def test_the_last_choice_shows_its_constants(show_new_game):
    last = MatchSetup(setup=GOMOKU, second=parse_engine("liu-6{nodes=300}"))

    dialog = show_new_game(last=last)

    assert dialog.choice == last
    assert widget(dialog, "new_game_second_constants").text() == "nodes=300"


def test_a_contest_offers_no_constants(show_contest_form):
    dialog = show_contest_form()

    choose_player(dialog, "contest_engine", "uct-plain")

    assert not has_widget(dialog, "contest_engine_constants")
    assert dialog.contest.our_engine.overrides == ()
