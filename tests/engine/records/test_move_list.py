"""Moves as people write them, pasted onto the board on the screen."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.errors import RecordError
from engine.core.types import Outcome, Player
from engine.games import GAMES
from engine.records import files, move_list
from engine.records.model.record import GameRecord
from tests.engine.records.boards import names
from tests.engine.records.strategies import played_games, setups

GOMOKU = GameRecord(setup=GAMES["gomoku"].setup())
HEX = GameRecord(setup=GAMES["hex"].setup())


@pytest.mark.parametrize(
    "text",
    [
        "h8 h9 i8 j9",
        "h8h9i8j9",
        "H8H9I8J9",
        "1. h8 h9 2. i8 j9",
        "1.h8 h9 2.i8 j9",
        "1 h8 2 h9 3 i8 4 j9",
        "1) h8, 2) h9, 3) i8, 4) j9",
        "h8,h9;i8\nj9\n",
        "h8-h9-i8-j9",
        "ｈ８　ｈ９，ｉ８；ｊ９",  # noqa: RUF001
    ],
)
def test_usual_ways_to_write_moves_are_read(text):
    record = files.parse(text, board=GOMOKU)

    assert names(record) == ["h8", "h9", "i8", "j9"]
    assert record.setup == GOMOKU.setup
    assert record.warnings == ()


@given(record=played_games(setups()), glue=st.sampled_from([" ", ", ", "\n", " - "]))
@settings(max_examples=80, deadline=None)
def test_copied_moves_come_back_on_every_board(record, glue):
    text = move_list.format(record.setup, record.main_moves())

    reread = move_list.parse(text.replace(" ", glue), record)

    assert reread == record
    assert reread.warnings == ()
    assert not record.main_moves() or move_list.is_move_list(text)


@given(text=st.text(max_size=40) | st.from_regex(r"([a-w][0-9]{1,2}[ ,.]?)*x?"))
@settings(max_examples=100, deadline=None)
def test_no_text_raises_anything_but_a_record_error(text):
    for board in (GOMOKU, HEX):
        try:
            files.parse(text, board=board)
        except RecordError:
            continue


def test_the_same_moves_belong_to_the_game_on_the_screen():
    gomoku, hex_game = (files.parse("a1 b2", board=on) for on in (GOMOKU, HEX))

    assert gomoku.main_moves() == [210, 196]
    assert hex_game.main_moves() == [0, 12]


def test_c5_as_a_cell_is_no_contest_record():
    assert names(files.parse("C5 d6 e7", board=GOMOKU)) == ["c5", "d6", "e7"]


def test_moves_alone_are_no_record_where_no_game_is_known():
    with pytest.raises(RecordError, match="Expected a record in one of the formats"):
        files.parse("h8 h9 i8")


def test_the_game_of_moves_in_a_file_can_be_given():
    assert names(files.parse("a1 b2", game="hex")) == ["a1", "b2"]


def test_a_swap_turns_the_swap_rule_on():
    record = files.parse("c2 swap e5", board=HEX)

    assert names(record) == ["c2", "swap-pieces", "e5"]
    assert record.setup.option("swap") == "on"


def test_a_swap_on_a_board_without_one_ends_the_list():
    board = GameRecord(setup=GAMES["hex"].setup(height=5, width=7))

    record = files.parse("c2 swap e5", board=board)

    assert names(record) == ["c2"]
    assert len(record.warnings) == 1


def test_who_resigns_has_lost():
    record = files.parse("1. h8 h9 2. resign", board=GOMOKU)

    assert record.outcome == Outcome(Player.SECOND, "resignation")


def test_a_word_that_is_no_move_is_left_out_with_a_warning():
    record = files.parse("h8 good h9 i8 j9", board=GOMOKU)

    assert names(record) == ["h8", "h9", "i8", "j9"]
    assert record.warnings == (
        "'good' (line 1, column 4) is not a move and was skipped.",
    )


def test_a_move_that_cannot_be_played_ends_the_list_with_a_warning():
    record = files.parse("h8 h8 i8", board=GOMOKU)

    assert names(record) == ["h8"]
    assert "Move 2 (line 1, column 4)" in record.warnings[0]


@pytest.mark.parametrize("text", ["q16 h8 i9", "swap h8"])
def test_a_list_without_a_move_for_this_board_is_refused(text):
    with pytest.raises(RecordError, match=r"played here, got none.*line 1, column 1"):
        files.parse(text, board=GOMOKU)


@pytest.mark.parametrize("text", ["b2 is a good move", "hello", "see you at 8", "12"])
def test_prose_is_no_list_of_moves(text):
    assert not move_list.is_move_list(text)
