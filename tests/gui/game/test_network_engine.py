"""An engine with a network, as a person meets it in the window."""

import pytest

from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from engine.players.build import build_searcher
from engine.players.preset_player import PresetPlayer
from tests.gui.driving import click_cell, texts, wait_for_moves

pytest.importorskip("torch")


@pytest.mark.parametrize("rule", ["exact", "renju"])
def test_where_a_network_does_not_know_the_rules_another_engine_plays_on(
    engines, start_program, qtbot, monkeypatch, rule
):
    make_scripted = engines.make

    def make(config, game):
        build = build_searcher if config.preset == "mcts" else make_scripted
        return build(config, game)

    monkeypatch.setattr(engines, "make", make)
    program = start_program()
    setup = GAMES["gomoku"].setup(options={"rule": rule})
    requested = MatchSetup(setup=setup, second=PresetPlayer(preset="mcts", level=4))

    program.controller.put(program.factory.make_game(requested))
    click_cell(program, "h8")

    wait_for_moves(qtbot, program, 2)
    heading, body = texts(program.window, "card_message")
    assert heading == "Another engine takes over"
    assert "Expected the rules freestyle, 5 for this network" in body
