"""SGF as other programs write it, and as we do: stones, lines and notes."""

import pytest

from engine.core.types import Candidate, Move, MoveAnalysis, Player
from engine.games import GAMES
from engine.records.model.move_tree import RecordBuilder, RecordNode
from engine.records.model.record import GameRecord, Headers
from engine.records.sgf import codec as sgf
from tests.engine.records.boards import board, lines, names


def test_gomoku_points_are_column_and_row_from_the_top():
    record = sgf.parse("(;FF[4]GM[4]SZ[6];B[ab];W[fa])")

    assert board(record)[:2] == [
        ".....O",
        "X.....",
    ]


def test_hex_cells_are_read_in_any_case():
    record = sgf.parse("(;FF[4]GM[11]SZ[5];B[e4];W[A1])")

    assert names(record) == ["e4", "a1"]


def test_set_up_stones_and_the_player_to_move_are_kept():
    record = sgf.parse("(;GM[4]SZ[5]AB[aa:bb][ee]AW[cc]AE[ba]PL[W];W[dd])")

    assert board(record) == [
        "X....",
        "XX...",
        "..O..",
        "...O.",
        "....X",
    ]
    assert record.start_player is Player.SECOND
    assert sgf.parse(sgf.format(record)) == record


def test_set_up_may_stand_in_a_node_of_its_own():
    record = sgf.parse("(;GM[4]SZ[5];AB[aa]C[set up];AW[bb];B[cc])")

    assert board(record)[:3] == ["X....", ".O...", "..X.."]
    assert record.nodes[0].comment == "set up"


def test_set_up_in_the_middle_of_a_game_ends_its_line():
    record = sgf.parse("(;GM[4]SZ[15];B[hh];AW[aa];W[bb])")

    assert names(record) == ["h8"]
    assert "stones are set up in the middle of the game" in record.warnings[0]


def test_the_first_move_determines_who_begins():
    record = sgf.parse("(;GM[11]SZ[5];W[a1];B[b2])")

    assert record.start_player is Player.SECOND
    assert board(record)[:2] == ["O....", ".X..."]


def test_variations_keep_their_order_and_comments():
    record = sgf.parse("(;GM[4]SZ[15];B[hh](;W[ii]C[main];B[jj])(;W[gg]C[other]))")

    assert lines(record) == ["h8 i7 j6", "h8 g9"]
    assert [node.comment for node in record.nodes] == ["", "", "main", "", "other"]


def test_the_same_move_twice_becomes_one_variation():
    record = sgf.parse("(;GM[4]SZ[15](;B[hh]C[one];W[aa])(;B[hh]C[two];W[bb]))")

    assert lines(record) == ["h8 a15", "h8 b14"]
    assert record.nodes[1].comment == "one\ntwo"


def test_a_node_without_a_move_belongs_to_the_move_before():
    record = sgf.parse("(;GM[4]SZ[15];B[hh];C[a thought];W[ii])")

    assert lines(record) == ["h8 i7"]
    assert record.nodes[1].comment == "a thought"


def test_two_moves_in_a_node_are_played_in_turn():
    record = sgf.parse("(;GM[4]SZ[15];W[ii]B[hh]C[both])")

    assert names(record) == ["h8", "i7"]
    assert [node.comment for node in record.nodes] == ["", "", "both"]


def test_headers_are_read():
    record = sgf.parse(
        "(;GM[4]SZ[15]PB[甲]PW[乙]EV[Cup]PC[重庆]DT[2017.7.29]PXCLOCK[14:00])"
    )

    assert record.headers == Headers(
        first_name="甲",
        second_name="乙",
        event="Cup",
        place="重庆",
        date="2017-07-29 14:00",
    )


def test_brackets_and_backslashes_in_texts_survive():
    setup = GAMES["gomoku"].setup()
    builder = RecordBuilder()
    builder.change(0, comment="a]b\\c:d\n[e")
    record = GameRecord(
        setup=setup, nodes=builder.build()[0], headers=Headers(first_name="\\]")
    )

    assert sgf.parse(sgf.format(record)) == record


def test_tabs_and_control_characters_become_spaces():
    record = GameRecord(
        setup=GAMES["gomoku"].setup(), headers=Headers(first_name="a\tb\0c\nd")
    )

    assert sgf.parse(sgf.format(record)).headers.first_name == "a b c d"


def test_foreign_properties_are_kept_as_they_came():
    text = "(;GM[4]SZ[15]GN[x\\]y];B[hh]LB[aa:1][bb:2]BL[30.5]TE[1])"

    record = sgf.parse(text)

    assert record.nodes[0].properties == (("GN", ("x\\]y",)),)
    assert dict(record.nodes[1].properties)["LB"] == ("aa:1", "bb:2")
    assert sgf.parse(sgf.format(record)) == record


def test_bounds_and_nodes_of_alpha_beta_are_words_of_the_analysis():
    bound = Candidate(move=Move(3), value=-0.5, is_bound=True, visits=3)
    found = MoveAnalysis(value=0.1, candidates=(bound,), counts_nodes=True)
    record = GameRecord(setup=GAMES["gomoku"].setup()).with_node(0, analysis=found)

    text = sgf.format(record)

    assert "counts=nodes pv=" in text
    assert "[move=d15 value=-0.5 bound=upper visits=3 pv=]" in text
    assert sgf.parse(text) == record


def test_time_and_analysis_of_a_move_are_kept():
    analysis = MoveAnalysis(
        value=0.1,
        nodes=1200,
        depth=7,
        seconds=0.5,
        pv=(Move(3), Move(4)),
        candidates=(Candidate(move=Move(3), value=-0.5, visits=3, prior=0.25),),
    )
    builder = RecordBuilder()
    builder.add(0, RecordNode(move=Move(112), seconds=1.25, analysis=analysis))
    record = GameRecord(setup=GAMES["gomoku"].setup(), nodes=builder.build()[0])

    text = sgf.format(record)

    assert "PXSECONDS[1.25]" in text
    assert "PXANALYSIS[value=0.1 nodes=1200 depth=7 seconds=0.5 pv=d15,e15]" in text
    assert "[move=d15 value=-0.5 visits=3 prior=0.25 pv=]" in text
    assert sgf.parse(text) == record


@pytest.mark.parametrize(
    "broken",
    [
        "PXSECONDS[soon]",
        "PXSECONDS[-1]",
        "PXSECONDS[nan]",
        "PXANALYSIS[value=2 nodes=1]",
        "PXANALYSIS[value=0 nodes=-1]",
        "PXANALYSIS[value=0 pv=z99]",
        "PXANALYSIS[value=0][visits=3]",
    ],
)
def test_broken_notes_are_left_out_with_a_warning(broken):
    record = sgf.parse(f"(;GM[4]SZ[15];B[hh]{broken})")

    assert names(record) == ["h8"]
    assert "(line 1, column 14) was left out" in record.warnings[0]


def test_letter_and_number_points_in_gomoku_count_from_the_bottom():
    assert names(sgf.parse("(;GM[4]SZ[15];B[h8];W[A1])")) == ["h8", "a1"]
