"""Threats of Gomoku that a player sees on the board."""

import pytest

from engine.core.types import Player
from engine.games.gomoku.rules.visible_threats import find_fours, find_threes
from tests.games import ALL_GAMES, cell

GOMOKU = ALL_GAMES["gomoku"]


def threats(find, moves, **options):
    position = GOMOKU.new_position(GOMOKU.setup(options=options))
    for name in moves.split():
        position = position.play(cell(position, name))
    return [
        (
            {position.cell_name(stone) for stone in threat.stones},
            {position.cell_name(at) for at in threat.cells},
        )
        for threat in find(position, Player.FIRST)
    ]


@pytest.mark.parametrize(
    ("moves", "stones", "cells"),
    [
        ("h8 a1 h7 c1 h6 e1 h5 g1", {"h5", "h6", "h7", "h8"}, {"h4", "h9"}),
        ("h8 h9 h7 c1 h6 e1 h5 g1", {"h5", "h6", "h7", "h8"}, {"h4"}),
        ("h8 a1 h7 h5 h6 c1 h10 e1", {"h6", "h7", "h8", "h10"}, {"h9"}),
    ],
    ids=["open", "closed at one end", "broken"],
)
def test_a_four_has_the_cells_that_complete_it(moves, stones, cells):
    assert threats(find_fours, moves) == [(stones, cells)]


def test_a_three_has_the_cells_that_make_an_open_four():
    assert threats(find_threes, "h8 a1 h7 c1 h6 e1") == [
        ({"h6", "h7", "h8"}, {"h5", "h9"})
    ]


def test_a_three_closed_at_one_end_is_no_threat():
    assert threats(find_threes, "h8 h5 h7 c1 h6 e1") == []


def test_a_foul_makes_no_open_four():
    double_four = "h8 a1 h7 c1 h6 e1 g9 g1 f9 a3 e9 c3"
    three = {"h6", "h7", "h8"}

    assert (three, {"h5", "h9"}) in threats(find_threes, double_four)
    assert (three, {"h5"}) in threats(find_threes, double_four, rule="renju")
