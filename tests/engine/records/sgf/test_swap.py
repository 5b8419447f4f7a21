"""Hex's swap in SGF: of pieces, of sides, and as Little Golem means it."""

import pytest

from engine.core.errors import RecordError
from engine.core.types import Outcome, Player
from engine.games import GAMES
from engine.records.sgf import codec as sgf
from tests.engine.records.boards import board, names

needs_swap = pytest.mark.skipif(
    all(option.key != "swap" for option in GAMES["hex"].options),
    reason="Hex is played without the swap",
)


@needs_swap
def test_swapping_pieces_is_a_move():
    record = sgf.parse("(;GM[11]SZ[5];B[c1];W[swap-pieces];B[e5])")

    assert record.setup.option("swap") == "on"
    assert board(record) == [".....", ".....", "O....", ".....", "....X"]
    assert "W[swap-pieces]" in sgf.format(record)
    assert sgf.parse(sgf.format(record)) == record


@needs_swap
@pytest.mark.parametrize("colours", ["WB", "BW"])
@pytest.mark.parametrize(
    ("program", "word"),
    [("", "swap-sides"), ("", "swap"), ("HexGui:0.9", "swap-pieces")],
)
def test_swapping_sides_mirrors_the_rest(program, word, colours):
    first, second = colours

    record = sgf.parse(
        f"(;GM[11]SZ[5]AP[{program}];B[c1];W[{word}];{first}[e4];{second}[b3])"
    )

    assert board(record) == [".....", "..O..", "O....", ".....", "...X."]
    assert "mirrored" in record.warnings[0]


@needs_swap
def test_the_result_follows_colours_that_were_traded():
    traded = sgf.parse("(;GM[11]SZ[5]RE[W+R];B[c1];W[swap-sides];W[e4])")
    kept = sgf.parse("(;GM[11]SZ[5]RE[W+R];B[c1];W[swap-sides];B[e4])")

    assert traded.outcome == Outcome(Player.FIRST, "resignation")
    assert kept.outcome == Outcome(Player.SECOND, "resignation")


@needs_swap
@pytest.mark.parametrize(
    ("moves", "kept"),
    [
        ("B[c1];W[a2];B[swap-pieces]", ["c1", "a2"]),
        ("W[c1];B[swap-pieces]", ["c1"]),
        ("B[swap-pieces]", []),
    ],
)
def test_the_first_player_may_not_swap(moves, kept):
    record = sgf.parse(f"(;GM[11]SZ[5];{moves})")

    assert names(record) == kept
    assert "only the second player may swap" in record.warnings[0]


@needs_swap
def test_a_late_swap_is_left_out():
    record = sgf.parse("(;GM[11]SZ[5];B[c1];W[a2];B[e4];W[swap-pieces])")

    assert names(record) == ["c1", "a2", "e4"]
    assert "Move 4 (line 1, column 32)" in record.warnings[0]


def test_a_swap_in_a_game_without_one_is_an_error():
    with pytest.raises(RecordError, match=r"swap.*\(line 2, column 1\)"):
        sgf.parse("(;GM[4]SZ[5];B[aa]\n;W[swap-pieces])")


@needs_swap
def test_little_golem_moves_the_stone_when_it_says_swap():
    record = sgf.parse(
        "(;SZ[5]RE[W]SO[http://www.littlegolem.com];W[ca];B[swap];W[ed])"
    )

    assert names(record) == ["c1", "swap-pieces", "e4"]
    assert board(record) == [".....", ".....", "O....", "....X", "....."]
    assert record.outcome == Outcome(Player.SECOND, "unstated")
