"""Which game an SGF record is of, on what board and by which rules."""

import pytest

from engine.core.errors import RecordError
from engine.core.game import Game
from engine.core.types import Outcome, Player
from engine.games import GAMES
from engine.records.model.record import GameRecord
from engine.records.sgf import codec as sgf
from tests.engine.records.boards import names


def test_sizes_put_columns_first():
    record = sgf.parse("(;GM[4]SZ[8:6];B[hf])")

    assert (record.setup.height, record.setup.width) == (6, 8)
    assert names(record) == ["h1"]
    assert "SZ[8:6]" in sgf.format(record)


@pytest.mark.parametrize(
    ("game", "text", "expected"),
    [
        ("gomoku", "(;GM[4]SZ[8:6];B[hf];W[af];B[ha])", "B[hf];W[af];B[ha]"),
        ("hex", "(;GM[11]SZ[8:6];B[h6];W[a6];B[h1])", "B[h6];W[a6];B[h1]"),
    ],
)
def test_the_corners_of_a_wide_board_keep_their_names(game, text, expected):
    written = sgf.format(sgf.parse(text)).replace("\n", "")

    assert written.endswith(f";{expected})")


def test_little_golem_names_no_game_and_lets_white_begin():
    record = sgf.parse(
        "(;FF[4]EV[hex.ch.23.1.1]PB[first]PW[second]SZ[13]RE[B]GC[ game #1]"
        "SO[http://www.littlegolem.com];W[mf];B[kj];W[ie];B[resign])"
    )

    assert record.setup.game == "hex"
    assert record.headers.first_name == "first"
    assert names(record) == ["m6", "k10", "i5"]
    assert record.start_player is Player.FIRST
    assert record.outcome == Outcome(Player.FIRST, "resignation")
    assert len(record.warnings) == 2


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("(;SZ[9];B[cc])", "gomoku"),
        ("(;SZ[9];B[c3])", "hex"),
        ("(;SZ[9];W[cc])", "hex"),
    ],
)
def test_a_record_that_names_no_game_is_guessed(text, game):
    record = sgf.parse(text)

    assert record.setup.game == game
    assert record.warnings


def test_the_game_can_be_given():
    record = sgf.parse("(;SZ[9];B[cc])", game="hex")

    assert record.setup.game == "hex"
    assert record.warnings == ()


def test_a_go_record_is_read_only_when_the_game_is_given():
    text = "(;GM[1]SZ[15];B[hh])"

    with pytest.raises(RecordError, match=r"gomoku \(GM\[4\]\) or hex .* got GM\[1\]"):
        sgf.parse(text)
    assert names(sgf.parse(text, game="gomoku")) == ["h8"]


def test_another_game_than_the_expected_one_is_an_error():
    with pytest.raises(RecordError, match=r"record of hex, got GM\[4\]"):
        sgf.parse("(;GM[4]SZ[15];B[hh])", game="hex")


@pytest.mark.parametrize(
    ("text", "side"),
    [
        ("(;GM[4];B[hh])", 15),
        ("(;GM[4];B[ps])", 19),
        ("(;GM[11];B[a1])", 11),
        ("(;GM[11];B[m1])", 13),
    ],
)
def test_a_missing_size_is_guessed(text, side):
    record = sgf.parse(text)

    assert record.setup.size_text == str(side)
    assert f"{side}x{side} was assumed" in record.warnings[0]


@pytest.mark.parametrize("size", ["0", "40", "x", "15:", "5:5:5", "-5", ""])
def test_an_impossible_size_is_an_error(size):
    with pytest.raises(RecordError, match=r"Expected .* \(line 1, column 2\)\.$"):
        sgf.parse(f"(;GM[4]SZ[{size}];B[aa])")


@pytest.mark.parametrize(
    ("rules", "rule", "line_length"),
    [
        ("freestyle", "freestyle", "5"),
        ("Exact", "exact", "5"),
        ("standard", "exact", "5"),
        ("exact,line_length=6", "exact", "6"),
        ("line_length=4", "freestyle", "4"),
    ],
)
def test_rules_are_read(rules, rule, line_length):
    record = sgf.parse(f"(;GM[4]SZ[15]RU[{rules}];B[hh])")

    assert record.setup.option("rule") == rule
    assert record.setup.option("line_length") == line_length
    assert record.warnings == ()


def test_unknown_rules_are_a_warning():
    record = sgf.parse("(;GM[4]SZ[15]RU[house rules];B[hh])")

    assert record.setup == GAMES["gomoku"].setup()
    assert "'house rules' (RU) are not known" in record.warnings[0]


def test_rules_are_written_as_short_as_they_read_back():
    options = {"rule": "exact", "line_length": "6"}
    record = GameRecord(setup=GAMES["gomoku"].setup(options=options))

    assert "RU[exact,line_length=6]" in sgf.format(record)


def test_a_game_that_sgf_does_not_know_is_refused(monkeypatch):
    monkeypatch.setattr(type(GAMES["gomoku"]), "sgf", Game.sgf)

    with pytest.raises(RecordError, match="supports \\(hex\\), got gomoku"):
        sgf.format(GameRecord(setup=GAMES["gomoku"].setup()))


@pytest.mark.parametrize("later", [";DT[2001-02-03]C[a]", ";W[resign]DT[2001-02-03]"])
def test_the_start_takes_no_game_info_from_a_variation_without_moves(later):
    record = sgf.parse(f"(;GM[4]SZ[15](;B[aa])({later}))")

    assert record.headers.date == ""
    assert record.nodes[0].properties == ()
    assert any(text.startswith("DT (line 1") for text in record.warnings)
    assert sgf.parse(sgf.format(record)).headers.date == ""
