"""Piskvork's records."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.errors import RecordError
from engine.core.types import Move, Outcome, Player
from engine.games import GAMES
from engine.records import files, psq
from engine.records.model.record import GameRecord, Headers
from tests.engine.records.boards import names
from tests.engine.records.strategies import played_games

TEXT = """Piskvorky 20x15, 11:11, 0
10,10,0
11,11,1500
1,1,20
first.zip
second.zip
-1
1,Standard
"""
GOMOKU = GAMES["gomoku"]
SIDES = st.integers(GOMOKU.smallest_side, GOMOKU.largest_side)
SETUPS = st.builds(
    lambda height, width: GOMOKU.setup(height=height, width=width), SIDES, SIDES
)


def test_size_moves_times_names_rules_and_winner_are_read():
    record = files.parse(TEXT)

    assert (record.setup.width, record.setup.height) == (20, 15)
    assert record.setup.option("rule") == "exact"
    assert names(record) == ["j6", "k5", "a15"]
    assert [node.seconds for node in record.nodes] == [None, None, 1.5, 0.02]
    assert record.headers == Headers(first_name="first.zip", second_name="second.zip")
    assert record.outcome == Outcome(Player.FIRST, "unstated")
    assert record.warnings == ()


def test_the_player_who_began_comes_first():
    record = files.parse(TEXT.replace("11:11, 0", "11:11, 1"))

    assert record.headers.first_name == "second.zip"


@pytest.mark.parametrize(
    "text",
    ["Piskvorky 15x15\n8,8\n9,9", "Piskvorky 15x15, 0:0, 0\n8,8,0\n9,9,0\n-1\n"],
)
def test_names_and_result_may_be_missing(text):
    record = files.parse(text)

    assert names(record) == ["h8", "i7"]
    assert record.headers == Headers()
    assert record.warnings == ()


def test_the_first_of_two_names_may_be_empty():
    record = files.parse(TEXT.replace("first.zip", ""))

    assert record.headers == Headers(second_name="second.zip")
    assert record.warnings == ()


@pytest.mark.parametrize("line", ["21,1,0", "0,1,0", "10,10,0"])
def test_a_move_that_cannot_be_played_ends_the_game_with_a_warning(line):
    record = files.parse(TEXT.replace("11,11,1500", line))

    assert names(record) == ["j6"]
    assert "Move 2 (line 3, column 1)" in record.warnings[0]


@pytest.mark.parametrize("time", ["soon", "-5", "1.5", "9" * 13, ""])
def test_a_time_that_is_no_number_is_unknown(time):
    record = files.parse(TEXT.replace("1500", time))

    assert names(record) == ["j6", "k5", "a15"]
    assert record.nodes[2].seconds is None
    assert record.headers.first_name == "first.zip"


@pytest.mark.parametrize("line", ["-1,3,0", "11,99999,0"])
def test_a_cell_far_beyond_the_board_ends_the_game_with_a_warning(line):
    record = files.parse(TEXT.replace("11,11,1500", line))

    assert names(record) == ["j6"]
    assert "Move 2 (line 3, column 1)" in record.warnings[0]


def test_empty_lines_between_moves_are_skipped():
    record = files.parse(TEXT.replace("11,11,1500\n1,1,20", "\n11,11,1500\n\n1,1,99,9"))

    assert names(record) == ["j6", "k5", "a15"]
    assert record.headers == Headers(first_name="first.zip", second_name="second.zip")
    assert record.warnings == ()


@pytest.mark.parametrize(
    ("line", "place", "moves"),
    [
        ("11,11,1500", "line 3, column 1", ["j6"]),
        ("1,1,20", "line 4, column 1", ["j6", "k5"]),
    ],
)
def test_what_follows_a_damaged_move_is_left_out_with_a_warning(line, place, moves):
    record = files.parse(TEXT.replace(line, f"#{line}"))

    assert names(record) == moves
    assert record.headers == Headers(first_name="first.zip", second_name="second.zip")
    assert record.warnings == (
        f"The moves end at a line that is none ({place}); what follows it was left "
        "out.",
    )


def test_doubled_line_ends_are_read():
    assert files.parse(TEXT.replace("\n", "\r\r\n")) == files.parse(TEXT)


@pytest.mark.parametrize("seconds", [1e10, 1e308])
def test_a_time_beyond_all_games_keeps_the_move(seconds):
    record = files.parse(TEXT)
    record, _ = record.with_move(3, Move(5))
    record = replace(
        record, nodes=(*record.nodes[:-1], replace(record.nodes[-1], seconds=seconds))
    )

    reread = psq.parse(psq.format(record))

    assert reread.main_moves() == record.main_moves()


def test_unknown_rules_are_guessed_with_a_warning():
    record = files.parse(TEXT.replace("Standard", "Caro"))

    assert record.setup.option("rule") == "freestyle"
    assert "'caro' are not known" in record.warnings[0]


@given(record=played_games(SETUPS))
@settings(max_examples=60, deadline=None)
def test_a_game_on_every_board_comes_back(record):
    record = replace(record, start_player=Player.FIRST) if not names(record) else record
    if record.start_player is Player.SECOND:
        with pytest.raises(RecordError):
            psq.format(record)
        return

    assert psq.losses(record) == ()
    assert psq.parse(psq.format(record)) == record


@pytest.mark.parametrize(
    "record",
    [
        GameRecord(setup=GAMES["hex"].setup()),
        GameRecord(setup=GOMOKU.setup(), start_stones=b"\1" + bytes(224)),
        GameRecord(setup=GOMOKU.setup(options={"line_length": "6"})),
    ],
    ids=["hex", "stones", "six"],
)
def test_what_the_form_cannot_hold_is_refused(record):
    with pytest.raises(RecordError):
        psq.format(record)


def test_a_name_that_would_be_a_move_is_left_out():
    record = files.parse(TEXT)
    odd = replace(record, headers=Headers(first_name="3,4", second_name="-1"))

    assert names(psq.parse(psq.format(odd))) == names(record)
    assert psq.losses(odd) != ()


@pytest.mark.parametrize("text", ["Piskvorky 99x99, 0:0, 0\n", "Piskvorky 4x4\n"])
def test_an_impossible_board_is_one_sentence(text):
    with pytest.raises(RecordError):
        files.parse(text)
