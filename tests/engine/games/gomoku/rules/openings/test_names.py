"""Names of the 26 openings."""

import itertools

import pytest

from engine.core.types import EMPTY, Move, Player
from tests.engine.games.gomoku.rules.openings.opened_games import GOMOKU, position_after

STARS = ("sei", "myojo")
"""Endings of the names of stars; the other openings are moons."""


def name_of(moves, **board):
    return GOMOKU.opening_name(position_after(moves, **board))


def rif_openings(height, width):
    """Yield every opening: its offsets from the centre, and the position after it."""
    setup = GOMOKU.setup(height=height, width=width)
    middle = GOMOKU.new_position(setup).play(Move(setup.cell_count // 2))
    near = list(itertools.product((-1, 0, 1), repeat=2))
    for second in near:
        for third in itertools.product(range(-2, 3), repeat=2):
            if len({(0, 0), second, third}) == 3:
                cells = [
                    Move((height // 2 + down) * width + width // 2 + right)
                    for down, right in (second, third)
                ]
                yield second, third, middle.play(cells[0]).play(cells[1])


@pytest.mark.parametrize(("height", "width"), [(15, 15), (5, 5), (7, 13)])
def test_every_opening_has_a_name_and_there_are_26(height, width):
    names = {
        GOMOKU.opening_name(position) for _, _, position in rif_openings(height, width)
    }

    assert len(names) == 26
    assert "" not in names


def test_openings_are_direct_beside_the_first_stone_and_stars_two_steps_from_it():
    for second, third, position in rif_openings(15, 15):
        name, number = GOMOKU.opening_name(position).split()
        is_two_steps = set(map(abs, third)) <= {0, 2}

        assert (number[1] == "D") == (0 in second)
        assert name.lower().endswith(STARS) == is_two_steps


@pytest.mark.parametrize(
    ("moves", "name"),
    [
        ("h8 h9 h10", "Kansei (D1)"),
        ("h8 h9 i9", "Kagetsu (D4)"),
        ("h8 g8 g7 a1", "Kagetsu (D4)"),
        ("h8 h9 j6", "Yusei (D13)"),
        ("h8 i9 j10", "Chosei (I1)"),
        ("h8 i9 i7", "Hogetsu (I7)"),
        ("h8 g7 g9", "Hogetsu (I7)"),
        ("h8 i9 f6", "Suisei (I13)"),
    ],
)
def test_known_openings_also_turned_and_mirrored(moves, name):
    assert name_of(moves) == name


@pytest.mark.parametrize("moves", ["", "h8", "h8 h9", "h8 h10 i9", "g8 h9 h7"])
def test_other_beginnings_have_no_name(moves):
    assert name_of(moves) == ""


def test_boards_without_a_centre_and_longer_lines_have_no_names():
    assert name_of("g8 g9 h9", height=14, width=14) == ""
    assert name_of("h8 h9 i9", line_length="6") == ""


def test_swaps_between_the_stones_do_not_matter():
    moves = "h8 swap-colours h9 swap-colours i9"

    assert name_of(moves, opening="taraguchi") == "Kagetsu (D4)"


def test_a_position_that_was_set_up_has_no_opening():
    setup = GOMOKU.setup()
    stones = bytearray([EMPTY]) * setup.cell_count
    stones[0] = Player.FIRST
    position = GOMOKU.position(setup, stones=bytes(stones), to_move=Player.FIRST)
    for name in ("h8", "h9", "i9"):
        position = position.play(GOMOKU.parse_cell(setup, name))

    assert GOMOKU.opening_name(position) == ""
