"""How a game in SGF ended: its result, resigning and passing."""

import pytest

from engine.core.types import Outcome, Player
from engine.records.sgf import codec as sgf
from tests.engine.records.boards import names


def test_red_is_black_and_joins_top_and_bottom():
    record = sgf.parse("(;GM[11]SZ[3];B[a1];W[b1];B[a2];W[b2];B[a3])")

    assert record.outcome == Outcome(Player.FIRST, "connection")


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        ("B+R", Outcome(Player.FIRST, "resignation")),
        ("W+Resign", Outcome(Player.SECOND, "resignation")),
        ("W+Time", Outcome(Player.SECOND, "time")),
        ("b+f", Outcome(Player.FIRST, "forfeit")),
        ("Black", Outcome(Player.FIRST, "unstated")),
        ("B+", Outcome(Player.FIRST, "unstated")),
        ("W+3.5", Outcome(Player.SECOND, "unstated")),
        ("0", Outcome(None, "agreement")),
        ("Draw", Outcome(None, "agreement")),
        ("?", None),
        ("Void", None),
        ("", None),
    ],
)
def test_results_are_understood(result, expected):
    record = sgf.parse(f"(;GM[4]SZ[15]RE[{result}];B[hh])")

    assert record.outcome == expected
    assert record.warnings == ()


def test_an_unknown_result_is_a_warning():
    record = sgf.parse("(;GM[4]SZ[15]RE[nobody knows];B[hh])")

    assert record.outcome is None
    assert "got 'nobody knows'" in record.warnings[0]


def test_a_result_against_the_rules_is_corrected():
    moves = "B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea]"

    record = sgf.parse(f"(;GM[4]SZ[15]RE[W+R];{moves})")

    assert record.outcome == Outcome(Player.FIRST, "line")
    assert "White won; by the rules Black won" in record.warnings[0]


@pytest.mark.parametrize(
    ("ending", "reason"), [("resign", "resignation"), ("forfeit", "forfeit")]
)
def test_resigning_is_the_result_and_no_move(ending, reason):
    record = sgf.parse(f"(;GM[11]SZ[5];B[a1];W[{ending}]C[well played])")

    assert names(record) == ["a1"]
    assert record.outcome == Outcome(Player.FIRST, reason)
    assert record.nodes[1].comment == "well played"


def test_resigning_in_a_variation_is_not_the_result():
    record = sgf.parse("(;GM[11]SZ[5];B[a1](;W[b2])(;W[resign]))")

    assert record.outcome is None
    assert "A variation ends by resigning" in record.warnings[0]


def test_moves_after_resigning_are_left_out():
    record = sgf.parse("(;GM[11]SZ[5];B[a1];W[resign];B[b2])")

    assert names(record) == ["a1"]
    assert "the game is over" in record.warnings[0]


@pytest.mark.parametrize("point", ["pass", ""])
def test_passing_ends_the_line(point):
    record = sgf.parse(f"(;GM[11]SZ[5];B[a1];W[{point}];B[b2])")

    assert names(record) == ["a1"]
    assert record.warnings == (
        "Move 2 (line 1, column 20) and what follows it were left out: passing is not "
        "allowed.",
    )
