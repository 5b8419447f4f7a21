"""Contest records: the examples, and every tolerance in reading them."""

import contextlib
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.errors import RecordError
from engine.core.types import Outcome, Player
from engine.games import GAMES
from engine.records.ccgc import codec as ccgc
from engine.records.model.record import Headers
from tests.engine.records.boards import board, names
from tests.engine.records.ccgc.ccgc_examples import GOMOKU, HEX

MOVES = ["j10", "l10", "j11"]


def test_the_gomoku_example_is_read_with_rows_from_the_bottom():
    record = ccgc.parse(GOMOKU)

    assert record.setup == GAMES["gomoku"].setup()
    assert names(record) == MOVES
    assert record.outcome == Outcome(Player.FIRST, "unstated")
    assert record.headers == Headers(
        first_name="甲队",
        second_name="乙队",
        event="2017 CCGC",
        place="重庆",
        date="2017-07-29 14:00",
    )
    assert record.warnings == ()


def test_the_hex_example_is_read_with_rows_from_the_top():
    record = ccgc.parse(HEX)

    assert record.setup == GAMES["hex"].setup()
    assert board(record)[:2] == ["X..........", ".O........."]
    assert record.warnings == ()


@pytest.mark.parametrize("text", [GOMOKU, HEX])
def test_the_examples_are_written_as_they_are(text):
    assert ccgc.format(ccgc.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        GOMOKU.replace("];B", "]\nB"),
        GOMOKU.replace("];B", "]B"),
        GOMOKU.replace("}", ";}"),
        GOMOKU.replace("}", ""),
        GOMOKU.replace("}", "\n"),
        GOMOKU.replace("{", "{{"),
        GOMOKU.replace("{", ""),
        GOMOKU.replace("}", "}}\n"),
        GOMOKU.replace("{[C5]", "{{C5}"),
        GOMOKU.replace("{", "{{").replace("];B", "]};B"),
        GOMOKU.replace("{", "{{").replace("];B", "]}B") + "}",
        GOMOKU.replace("];B", "]};B").replace(")}", ")"),
        GOMOKU.replace("];B", "]}{B"),
        GOMOKU.replace("];B", "]}\n{B"),
        GOMOKU.replace("[", "{").replace("]", "}"),
        GOMOKU.replace("[", "{")
        .replace("]", "}")
        .replace(";", ";{")
        .replace(")", ")}"),
        GOMOKU.replace("[C5]", "[c5]").replace("B(J", "b(j").replace("W(L", "w(l"),
        GOMOKU.replace("(", " ( ").replace(",", " , ").replace(";", " ; "),
        GOMOKU.replace("(", "（").replace(")", "）").replace(",", "，"),
        GOMOKU.replace(";", "；").replace("[", "【").replace("]", "】"),
        GOMOKU.replace("[", "\uff3b").replace("]", "\uff3d").replace("{", "\uff5b"),
        GOMOKU.replace("2017.07.29", "2017-07-29"),
        GOMOKU.replace("2017.07.29", "2017/7/29"),
        GOMOKU.replace("2017.07.29 14:00", "2017年7月29日 14：00"),
        GOMOKU.replace("14:00", "14:00:33"),
        GOMOKU.replace("甲队 B", "甲队").replace("乙队 W", "乙队"),
        GOMOKU.replace("甲队 B", "甲队B").replace("乙队 W", " 乙队  W "),
        GOMOKU.replace("先手胜", "黑方胜"),
        GOMOKU.replace("先手胜", "先手胜利"),
        GOMOKU.replace("[先手胜]", "先手胜"),
        GOMOKU.replace("{[C5]", "{C5;"),
        "\n " + GOMOKU,
        GOMOKU.replace(";", ";\n"),
        GOMOKU.replace(",", ""),
    ],
)
def test_what_other_programs_write_is_understood_without_a_word(text):
    record = ccgc.parse(text)

    assert replace(record, warnings=()) == ccgc.parse(GOMOKU)
    assert record.warnings == ()


@pytest.mark.parametrize(("text", "game"), [(GOMOKU, "gomoku"), (HEX, "hex")])
def test_a_missing_game_tag_is_guessed_from_the_colours(text, game):
    record = ccgc.parse(text.replace("[C5]", "").replace("[HEX]", ""))

    assert record.main_moves() == ccgc.parse(text).main_moves()
    assert record.headers == ccgc.parse(text).headers
    assert record.warnings == (f"The record names no game; it was read as {game}.",)


def test_a_missing_game_tag_can_be_given():
    record = ccgc.parse("B(H,8)", game="hex")

    assert record.setup.game == "hex"
    assert record.start_player is Player.SECOND


def test_moves_alone_are_a_record():
    assert names(ccgc.parse("B(J,10);W(L,10);B(J,11)")) == MOVES


def test_another_game_than_the_expected_one_is_an_error():
    with pytest.raises(RecordError, match="record of gomoku, got one of hex"):
        ccgc.parse(HEX, game="gomoku")


@pytest.mark.parametrize(
    ("word", "outcome"),
    [
        ("先手胜", Outcome(Player.FIRST, "unstated")),
        ("后手胜", Outcome(Player.SECOND, "unstated")),
        ("白胜", Outcome(Player.SECOND, "unstated")),
        ("先手负", Outcome(Player.SECOND, "unstated")),
        ("和棋", Outcome(None, "agreement")),
        ("平局", Outcome(None, "agreement")),
        ("未完", None),
        ("未结束", None),
        ("未完成", None),
    ],
)
def test_results_are_understood(word, outcome):
    record = ccgc.parse(GOMOKU.replace("先手胜", word))

    assert record.outcome == outcome
    assert record.headers == ccgc.parse(GOMOKU).headers
    assert record.warnings == ()


def test_an_unknown_result_is_a_warning():
    record = ccgc.parse(GOMOKU.replace("先手胜", "谁知道"))

    assert record.outcome is None
    assert record.headers == ccgc.parse(GOMOKU).headers
    assert record.warnings == ("The result '谁知道' is not known.",)


def test_a_warning_about_a_result_has_one_line():
    record = ccgc.parse("{[C5][A B][B W][谁\n知道][][];B(J,10)}")

    assert record.warnings == ("The result '谁\\n知道' is not known.",)


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("[C5][甲 B][乙 W][和棋]", Headers(first_name="甲", second_name="乙")),
        ("[C5][甲 B][乙 W]", Headers(first_name="甲", second_name="乙")),
        ("[C5][甲 B][乙 W][2017.07.29 A][E]", Headers(
            first_name="甲", second_name="乙", date="2017-07-29", place="A", event="E"
        )),
        ("[C5][][][和棋][][]", Headers()),
        ("[C5][甲 B][][和棋][重庆][]", Headers(first_name="甲", place="重庆")),
        ("[C5][B][Team AB W][和棋]", Headers(second_name="Team AB")),
        ("[C5][2017.07.29 日本]", Headers(date="2017-07-29", place="日本")),
        ("[Red 先手胜]", Headers(first_name="")),
    ],
)  # fmt: skip
def test_short_headers_are_understood(header, expected):
    assert ccgc.parse("{" + header + ";B(J,10);W(L,10)}").headers == expected


def test_names_in_the_wrong_order_are_put_right():
    record = ccgc.parse("{[C5][乙 W][甲 B][先手胜][][];B(J,10)}")

    assert (record.headers.first_name, record.headers.second_name) == ("甲", "乙")
    assert record.warnings == ("The header names the second player first.",)


def test_further_header_fields_are_a_warning():
    record = ccgc.parse("{[C5][甲 B][乙 W][先手胜][2017.07.29 A][E][F];B(J,10)}")

    assert record.headers.event == "E"
    assert "more fields than usual" in record.warnings[0]


def test_marks_are_kept():
    text = GOMOKU.replace("W(L,10)", "W(L,10)MARK[-2]")

    record = ccgc.parse(text)

    assert record.nodes[2].properties == (("MARK", ("-2",)),)
    assert ccgc.format(record) == text


def test_a_mark_beyond_the_scale_is_not_written():
    record = ccgc.parse(GOMOKU.replace("W(L,10)", "W(L,10) mark [7]"))

    assert record.nodes[2].properties == (("MARK", ("7",)),)
    assert ccgc.format(record) == GOMOKU


def test_an_illegal_move_ends_the_record():
    record = ccgc.parse(GOMOKU.replace("B(J,11)", "B(J,10);W(A,1)"))

    assert names(record) == MOVES[:2]
    assert record.warnings == (
        f"Move 3 (line 1, column {GOMOKU.index('B(J,11)') + 1}) and what follows it "
        "were left out: Black may not play j10 (j10 is already occupied).",
    )


@pytest.mark.parametrize("move", ["B(J,0)", "B(Z,3)", "B(J,99)"])
def test_a_cell_beyond_the_board_ends_the_record(move):
    record = ccgc.parse(GOMOKU.replace("B(J,11)", move))

    assert names(record) == MOVES[:2]
    assert f"{move} lies outside the board of 15" in record.warnings[0]


def test_a_move_out_of_turn_ends_the_record():
    record = ccgc.parse(GOMOKU.replace("W(L,10)", "B(L,10)"))

    assert names(record) == MOVES[:1]
    assert "when it is not Black's turn" in record.warnings[0]


def test_a_text_that_is_no_move_is_skipped_with_a_warning():
    record = ccgc.parse(GOMOKU.replace(";W", ";oops;W"))

    column = GOMOKU.index("W(L") + 1
    assert names(record) == MOVES
    assert record.warnings == (
        f"'oops' (line 1, column {column}) is not a move and was skipped.",
    )


def test_a_header_in_braces_keeps_every_move_and_mark():
    text = "{{C5}[先手参赛队 B][后手参赛队 W][先手胜][2017.07.29 14:00 重庆][2017 CCGC]"
    text += ";B(J,10)MARK[1];W(L,10);B(J,11)MARK[-2]}"

    record = ccgc.parse(text)

    assert names(record) == MOVES
    assert record.headers.first_name == "先手参赛队"
    assert [dict(node.properties) for node in record.nodes[1:]] == [
        {"MARK": ("1",)},
        {},
        {"MARK": ("-2",)},
    ]
    assert record.warnings == ()


@given(data=st.data())
@settings(max_examples=80, deadline=None)
def test_braces_anywhere_never_make_a_text_with_moves_an_empty_game(data):
    parts = re.split(r"(?=[\[;{}])|(?<=[\])])", GOMOKU)
    for _ in range(data.draw(st.integers(1, 4))):
        brace = data.draw(st.sampled_from("{}"))
        parts.insert(data.draw(st.integers(0, len(parts))), brace)

    record = ccgc.parse("".join(parts))

    assert names(record)
    assert names(record) == MOVES[: len(names(record))]


def test_a_record_without_moves_gives_way_to_the_next_one():
    record = ccgc.parse("{[C5][丙 B][丁 W][未完][][]}\n" + GOMOKU)

    assert names(record) == MOVES
    assert record.headers.first_name == "甲队"
    assert record.warnings == (
        "The record before line 1, column 24 has no moves; the next one was read.",
    )


def test_fields_without_end_are_left_out_with_a_warning():
    record = ccgc.parse(GOMOKU.replace("];B", "]" + "[x]" * 1000 + ";B"))

    assert names(record) == MOVES
    assert record.warnings == (
        "The header has more fields than usual; some were left out.",
    )


def test_what_follows_the_record_is_left_out_with_a_warning():
    record = ccgc.parse(GOMOKU + "\n" + GOMOKU)

    assert names(record) == MOVES
    assert "What follows the record" in record.warnings[0]


def test_a_larger_board_is_guessed_from_the_moves():
    record = ccgc.parse("{[C5][甲 B][乙 W][先手胜][][];B(P,16)}")

    assert record.setup.size_text == "19"
    assert "a board of 19x19 was assumed" in record.warnings[0]


def test_hex_with_black_and_white_letters_is_understood():
    record = ccgc.parse("{[HEX][a][b][未完][][];B(A,1);W(B,2)}")

    assert record.start_player is Player.FIRST
    assert names(record) == ["a1", "b2"]
    assert "written B and W instead of R and B" in record.warnings[0]


def test_a_record_in_which_the_second_player_begins_keeps_its_colours():
    text = "{[HEX][R][B][未完][][];B(A,1);R(B,2)}"

    record = ccgc.parse(text)

    assert record.start_player is Player.SECOND
    assert board(record)[:2] == ["O..........", ".X........."]
    assert ccgc.format(record) == text


def test_an_impossible_size_is_an_error():
    with pytest.raises(RecordError, match=r"\[SIZE\]: Expected a gomoku board of 5"):
        ccgc.parse("{[C5][B][W][未完][][][SIZE 99];B(A,1)}")


@pytest.mark.parametrize("text", ["", "  ", "{}", "hello", "{[", "[C5", "{[甲][乙]}"])
def test_what_is_no_contest_record_is_an_error(text):
    with pytest.raises(RecordError, match=r"^Expected .*\.$"):
        ccgc.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 300_000,
        "[]" * 300_000,
        "B(" * 300_000,
        "B(A" + " " * 300_000,
        "B(A,1)MARK[" + " " * 300_000,
        "{" * 300_000,
        "B(A,1);" * 50_000,
    ],
)
def test_a_monstrous_text_is_refused_or_read_soon(text):
    with contextlib.suppress(RecordError):
        ccgc.parse(text)
