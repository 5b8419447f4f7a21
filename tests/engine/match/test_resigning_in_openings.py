"""Engines resign by their own value, which is not that of the colour to move."""

import pytest

from engine.core.types import Outcome, Player
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from tests.engine.match.matches import ENGINE, OTHER, answer, make_match, show


@pytest.mark.parametrize(
    ("black_value", "resigns"), [(-1.0, False), (1.0, True)], ids=["won", "lost"]
)
def test_who_chooses_a_fifth_move_resigns_by_its_own_value(black_value, resigns):
    setup = GAMES["gomoku"].setup(height=9, width=9, options={"opening": "rif"})
    players = MatchSetup(setup=setup, first=ENGINE, second=OTHER, engines_resign=True)
    match = make_match(players)
    show(match)
    for _ in range(4):
        answer(match)

    for _ in range(3):  # two offers and the choice
        answer(match, value=black_value)

    assert (match.session.outcome is not None) == resigns


def test_an_earlier_value_is_for_the_colour_that_moved_then():
    setup = GAMES["gomoku"].setup(height=9, width=9, options={"opening": "rif"})
    players = MatchSetup(setup=setup, first=ENGINE, second=OTHER, engines_resign=True)
    match = make_match(players)
    show(match)
    for value in (0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0):  # Black's last offer wins
        answer(match, value=value)

    answer(match, value=-1.0)

    assert match.session.outcome == Outcome(Player.FIRST, "resignation")


def test_who_takes_black_does_not_resign_for_white():
    setup = GAMES["gomoku"].setup(height=9, options={"opening": "swap2"})
    players = MatchSetup(setup=setup, first=ENGINE, second=OTHER, engines_resign=True)
    match = make_match(players)
    show(match)
    for value in (0.0, -1.0, 0.0):  # White is lost
        answer(match, value=value)

    take_black = match.session.position.special_moves()[0]
    answer(match, take_black, value=-1.0)

    assert match.session.outcome is None
    assert match.session.ply == 4
