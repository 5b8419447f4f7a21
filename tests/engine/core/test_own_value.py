"""Values for participants whose colours an opening settles."""

import pytest

from engine.core.own_value import own_value
from engine.core.types import Player
from engine.games import GAMES
from tests.games import cell

GOMOKU = GAMES["gomoku"]
BEGINNER, OTHER = Player
THREE = "h8 h9 i10"
FOUR = f"{THREE} fifth-moves-2 g10"


def after(moves, opening):
    position = GOMOKU.new_position(GOMOKU.setup(options={"opening": opening}))
    for name in moves.split():
        position = position.play(cell(position, name))
    return position


@pytest.mark.parametrize(
    ("opening", "moves", "move", "seat", "sign"),
    [
        ("none", "h8", "h9", OTHER, 1),
        ("none", "h8", "h9", BEGINNER, -1),
        ("swap2", THREE, "a1", OTHER, 1),
        ("swap2", THREE, "take-black", OTHER, -1),
        ("swap2", THREE, "take-black", BEGINNER, 1),
        ("swap2", f"{THREE} add-two a1 b2", "a9", BEGINNER, 1),
        ("swap2", f"{THREE} add-two a1 b2", "take-black", BEGINNER, -1),
        ("yamaguchi", FOUR, "offer-a1", BEGINNER, 1),
        ("yamaguchi", f"{FOUR} offer-a1 offer-b2", "b2", OTHER, -1),
        ("yamaguchi", f"{THREE} fifth-moves-2 take-black g10", "offer-a1", OTHER, 1),
        ("yamaguchi", f"{THREE} fifth-moves-2", "fifth-moves-3", OTHER, 1),
        ("taraguchi", "h8", "h9", OTHER, 1),
        ("taraguchi", "h8", "swap-colours", OTHER, -1),
        ("taraguchi", "h8 swap-colours", "h9", BEGINNER, 1),
        ("taraguchi", FOUR.replace("fifth-moves-2 ", ""), "swap-colours", OTHER, 1),
    ],
    ids=lambda value: str(value).replace(" ", "_"),
)
def test_a_value_is_for_the_colour_that_the_participant_has_after_the_move(
    opening, moves, move, seat, sign
):
    position = after(moves, opening)

    assert own_value(seat, position, 0.5, cell(position, move)) == 0.5 * sign
