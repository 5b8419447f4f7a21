"""A wrong move in a record gives way to the right one."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import IllegalMoveError
from engine.core.types import Outcome, Player
from engine.games import GAMES
from engine.records.model.correction import with_correction, with_move_times
from engine.records.model.move_tree import RecordBuilder, RecordNode
from engine.records.model.record import GameRecord
from tests.engine.records.boards import names

WIDE_BOARD = GAMES["gomoku"].setup(height=6, width=9)
SWAP2_BOARD = GAMES["gomoku"].setup(height=6, width=9, options={"opening": "swap2"})


def cell(name, setup=WIDE_BOARD):
    return GAMES[setup.game].parse_cell(setup, name)


def game(*moves, setup=WIDE_BOARD, seconds=(), outcome=None):
    builder = RecordBuilder()
    at = 0
    for number, name in enumerate(moves):
        time = seconds[number] if number < len(seconds) else None
        at = builder.add(at, RecordNode(move=cell(name, setup), seconds=time))
    return GameRecord(setup=setup, nodes=builder.build()[0], outcome=outcome)


def test_the_right_move_stands_where_the_wrong_one_was_and_the_rest_stays():
    record = game("a1", "b2", "c3", "d4")

    correction = with_correction(record, 2, cell("i6"))

    assert names(correction.record) == ["a1", "i6", "c3", "d4"]
    assert correction.dropped == ()


def test_later_moves_go_when_they_were_not_really_played():
    correction = with_correction(
        game("a1", "b2", "c3", "d4"), 2, cell("i6"), keeps_later=False
    )

    assert names(correction.record) == ["a1", "i6"]
    assert correction.dropped == (cell("c3"), cell("d4"))


def test_what_follows_a_move_on_a_cell_now_taken_goes():
    correction = with_correction(game("a1", "b2", "c3", "d4", "e5"), 2, cell("d4"))

    assert names(correction.record) == ["a1", "d4", "c3"]
    assert correction.dropped == (cell("d4"), cell("e5"))


def test_a_line_that_is_now_complete_ends_the_game():
    record = game("a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "i6", "i5")

    correction = with_correction(record, 9, cell("e1"))

    assert correction.record.outcome == Outcome(Player.FIRST, "line")
    assert correction.dropped == (cell("i5"),)


def test_a_game_that_only_the_wrong_move_had_won_goes_on():
    record = game("a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1")
    record = replace(record, outcome=Outcome(Player.FIRST, "line"))

    assert with_correction(record, 9, cell("i6")).record.outcome is None


def test_a_result_that_the_rules_did_not_bring_stays():
    lost_on_time = Outcome(Player.SECOND, "time")

    correction = with_correction(game("a1", "b2", outcome=lost_on_time), 1, cell("i6"))

    assert correction.record.outcome == lost_on_time


def test_variations_go_and_notes_before_the_wrong_move_stay():
    record = game("a1", "b2", "c3").with_node(1, comment="good")
    record, _ = record.with_move(1, cell("f6"))
    record, _ = record.with_move(1, cell("b2"))

    correction = with_correction(record, 2, cell("i6"))

    assert names(correction.record) == ["a1", "i6", "c3"]
    assert len(correction.record.nodes) == 4
    assert correction.record.nodes[1].comment == "good"


@pytest.mark.parametrize("ply", [0, 3])
def test_only_moves_of_the_game_can_be_corrected(ply):
    with pytest.raises(IllegalMoveError, match="from 1 to 2"):
        with_correction(game("a1", "b2"), ply, cell("i6"))


def test_an_occupied_cell_corrects_nothing():
    with pytest.raises(IllegalMoveError, match="occupied"):
        with_correction(game("a1", "b2"), 2, cell("a1"))


def test_the_time_of_a_withdrawn_answer_goes_into_the_next_one():
    record = with_correction(
        game("a1", "b2", "c3", seconds=(2.0, 3.0, 7.0)),
        2,
        cell("i6"),
        keeps_later=False,
    ).record
    used = {Player.FIRST: 9.0, Player.SECOND: 4.5}

    record, at_hand = with_move_times(record, used)

    assert [node.seconds for node in record.nodes[1:]] == [2.0, 4.5]
    assert at_hand == pytest.approx(7.0)


def test_time_that_a_participant_has_not_used_is_taken_from_the_last_moves():
    record = game("a1", "b2", "c3", "d4", "e5", seconds=(4.0, 3.0, 2.0, 6.0, 1.0))

    line, at_hand = with_move_times(record, {Player.FIRST: 5.5, Player.SECOND: 7.5})

    assert [node.seconds for node in line.nodes[1:]] == [4.0, 3.0, 1.5, 4.5, 0.0]
    assert at_hand == 0.0


def test_who_has_resigned_has_lost_whatever_the_colours_are():
    resigned = Outcome(Player.SECOND, "resignation")
    record = game("a1", "b2", "c3", "take-black", setup=SWAP2_BOARD, outcome=resigned)

    corrected = with_correction(record, 4, cell("i6", SWAP2_BOARD)).record

    # The second participant, who was Black and resigned, is White.
    assert corrected.outcome == Outcome(Player.FIRST, "resignation")


@given(
    first=st.floats(0, 100),
    second=st.floats(0, 100),
    ply=st.integers(1, 6),
    keeps_later=st.booleans(),
)
def test_nobody_gets_time_back(first, second, ply, keeps_later):
    moves = ("a1", "b2", "c3", "d4", "e5", "f6")
    record = game(*moves, setup=WIDE_BOARD, seconds=(1.0,) * 6)
    used = {Player.FIRST: 3.0 + first, Player.SECOND: 3.0 + second}

    correction = with_correction(record, ply, cell("i1"), keeps_later=keeps_later)
    line, at_hand = with_move_times(correction.record, used)

    to_move = Player.FIRST if len(line.main_line()) % 2 == 0 else Player.SECOND
    seconds = [node.seconds for node in line.nodes[1:]]
    totals = {Player.FIRST: sum(seconds[::2]), Player.SECOND: sum(seconds[1::2])}
    totals[to_move] += at_hand
    assert totals == pytest.approx(used, abs=0.01)


def test_a_swap_in_hex_is_kept():
    setup = GAMES["hex"].setup(height=4, options={"swap": "on"})
    record = game("b1", "swap", "d4", setup=setup)

    correction = with_correction(record, 3, cell("c3", setup))

    assert names(correction.record) == ["b1", "swap-pieces", "c3"]
