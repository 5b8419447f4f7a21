"""Contest records: the examples, every tolerance, what is written, the file name."""

import contextlib
from dataclasses import replace

import pytest

from engine.core.errors import RecordError
from engine.core.types import Move, MoveAnalysis, Outcome, Player
from engine.games import GAMES
from engine.records import ccgc
from engine.records.record import GameRecord, Headers, RecordBuilder, RecordNode
from tests.engine.records.boards import board, names

GOMOKU = (
    "{[C5][甲队 B][乙队 W][先手胜][2017.07.29 14:00 重庆][2017 CCGC];"
    "B(J,10);W(L,10);B(J,11)}"
)
HEX = "{[HEX][甲队 R][乙队 B][先手胜][2023.07.29 14:00 合肥][2023 CCGC];R(A,1);B(B,2)}"
MOVES = ["j10", "l10", "j11"]


def record_of(cells, *, game="gomoku", outcome=None, **fields):
    """Return a record with moves on cells of the usual board."""
    setup = fields.pop("setup", GAMES[game].setup())
    builder = RecordBuilder()
    node = 0
    for cell in cells:
        node = builder.add(node, RecordNode(move=Move(cell)))
    nodes = builder.build()[0]
    return GameRecord(setup=setup, nodes=nodes, outcome=outcome, **fields)


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


def test_a_missing_game_tag_can_be_told():
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
        "were left out: black may not play j10 (j10 is already occupied).",
    )


@pytest.mark.parametrize("move", ["B(J,0)", "B(Z,3)", "B(J,99)"])
def test_a_cell_beyond_the_board_ends_the_record(move):
    record = ccgc.parse(GOMOKU.replace("B(J,11)", move))

    assert names(record) == MOVES[:2]
    assert f"{move} lies outside the board of 15" in record.warnings[0]


def test_a_move_out_of_turn_ends_the_record():
    record = ccgc.parse(GOMOKU.replace("W(L,10)", "B(L,10)"))

    assert names(record) == MOVES[:1]
    assert "when it is not black's turn" in record.warnings[0]


def test_a_text_that_is_no_move_is_skipped_with_a_warning():
    record = ccgc.parse(GOMOKU.replace(";W", ";oops;W"))

    column = GOMOKU.index("W(L") + 1
    assert names(record) == MOVES
    assert record.warnings == (
        f"'oops' (line 1, column {column}) is no move and was left out.",
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


def hex_text(moves, *, result="先手胜"):
    text = ";".join(f"{colour}({column},{row})" for colour, column, row in moves)
    return f"{{[HEX][R][B][{result}][][][SIZE 3];{text}}}"


# A cell touches the one below it and the one below and to the left.
FROM_BOTTOM = (
    ("R", "A", 1),
    ("B", "C", 1),
    ("R", "B", 2),
    ("B", "C", 2),
    ("R", "B", 3),
)
FROM_TOP = (("R", "B", 1), ("B", "C", 1), ("R", "A", 2), ("B", "C", 2), ("R", "A", 3))


def test_a_finished_hex_record_that_fits_from_the_top_is_read_so():
    record = ccgc.parse(hex_text(FROM_TOP))

    assert board(record) == [".XO", "X.O", "X.."]
    assert record.outcome == Outcome(Player.FIRST, "connection")
    assert record.warnings == ()


def test_a_finished_hex_record_that_fits_only_from_the_bottom_is_read_so():
    record = ccgc.parse(hex_text(FROM_BOTTOM))

    assert board(record) == [".X.", ".XO", "X.O"]
    assert record.outcome == Outcome(Player.FIRST, "connection")
    assert "rows were counted from the bottom" in record.warnings[0]


def test_a_hex_record_without_a_winner_keeps_the_rows_at_the_top():
    record = ccgc.parse(hex_text(FROM_BOTTOM, result="未完"))

    assert board(record) == ["X.O", ".XO", ".X."]
    assert record.warnings == ()


def test_a_hex_record_that_ends_too_early_from_the_top_is_read_from_the_bottom():
    moves = (*FROM_TOP, ("B", "C", 3))

    record = ccgc.parse(hex_text(moves, result="未完"))

    assert len(record.main_moves()) == 6
    assert "rows were counted from the bottom" in record.warnings[0]


@pytest.mark.parametrize("bottom", [True, False])
def test_where_the_rows_begin_can_be_told(bottom):
    record = ccgc.parse(hex_text(FROM_TOP, result="未完"), rows_from_bottom=bottom)

    upright = [".XO", "X.O", "X.."]
    assert board(record) == (upright[::-1] if bottom else upright)


def test_hex_rows_can_be_written_from_the_bottom():
    record = ccgc.parse(HEX)

    text = ccgc.format(record, rows_from_bottom=True)

    assert "R(A,11);B(B,10)" in text
    assert ccgc.parse(text) == record


def test_a_record_that_would_be_misread_says_where_its_rows_begin():
    resigned = replace(
        ccgc.parse(hex_text(FROM_BOTTOM, result="未完")),
        outcome=Outcome(Player.FIRST, "unstated"),
    )

    text = ccgc.format(resigned)

    assert "[SIZE 3 rows=top]" in text
    assert ccgc.parse(text) == resigned


@pytest.mark.parametrize(
    ("setup", "field"),
    [
        (GAMES["gomoku"].setup(height=13, width=17), "[SIZE 13x17]"),
        (GAMES["hex"].setup(height=14), "[SIZE 14]"),
        (
            GAMES["gomoku"].setup(options={"rule": "exact", "line_length": "6"}),
            "[SIZE 15 rule=exact line_length=6]",
        ),
    ],
)
def test_unusual_sizes_and_rules_stand_in_a_field_of_their_own(setup, field):
    record = record_of([0, 1], setup=setup)

    text = ccgc.format(record)

    assert f"{field};" in text
    assert ccgc.parse(text) == record
    assert "other programs may not understand" in ccgc.losses(record)[0]


def test_an_impossible_size_is_an_error():
    with pytest.raises(RecordError, match=r"\[SIZE\]: Expected a gomoku board of 5"):
        ccgc.parse("{[C5][B][W][未完][][][SIZE 99];B(A,1)}")


def test_stones_before_the_first_move_are_refused():
    stones = bytes([1]) + bytes(224)

    with pytest.raises(RecordError, match="no stones before the first move"):
        ccgc.format(record_of([5], start_stones=stones))


@pytest.mark.skipif(
    all(option.key != "swap" for option in GAMES["hex"].options),
    reason="Hex is played without the swap",
)
def test_a_swap_is_refused():
    setup = GAMES["hex"].setup(options={"swap": "on"})

    with pytest.raises(RecordError, match="no swap-pieces; save it as SGF"):
        ccgc.format(record_of([5, 121], setup=setup))


def test_losses_are_told():
    record = record_of([0], outcome=Outcome(Player.SECOND, "resignation"))
    builder = RecordBuilder.of(record)
    builder.add(0, RecordNode(move=Move(1), comment="why not"))
    builder.change(
        1,
        seconds=1.0,
        analysis=MoveAnalysis(value=0.0),
        properties=(("LB", ("aa:1",)),),
    )
    record = replace(record, nodes=builder.build()[0])

    assert ccgc.losses(record) == (
        "Variations are not kept in this form.",
        "Comments are not kept in this form.",
        "Times of moves are not kept in this form.",
        "Analysis is not kept in this form.",
        "Notes of other programs are not kept in this form.",
        "Why the game ended is not kept in this form.",
    )


def test_nothing_is_lost_of_a_plain_record():
    assert ccgc.losses(ccgc.parse(GOMOKU)) == ()


def test_letters_that_would_end_a_field_are_replaced_and_told():
    record = record_of([0], headers=Headers(first_name="a]b;{c}", event="x【y】\n"))

    text = ccgc.format(record)

    assert "[a）b；（c） B]" in text
    assert names(ccgc.parse(text)) == ["a15"]
    assert ccgc.losses(record) == (
        "Names, event, place or date were changed to fit this form.",
    )


def test_usual_names_are_written_in_gb2312():
    data, notes = ccgc.encode(GOMOKU)

    assert data == GOMOKU.encode("gb2312")
    assert notes == ()


def test_rare_names_are_written_in_gb18030_and_told():
    data, notes = ccgc.encode(GOMOKU.replace("甲", "镕"))

    assert data.decode("gb18030") == GOMOKU.replace("甲", "镕")
    assert notes == ("GB2312 has no '镕'; the file was written as GB18030.",)


def test_half_a_character_is_refused():
    with pytest.raises(RecordError, match="half a character"):
        ccgc.encode("\ud800")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (GOMOKU, "C5-甲队 B vs 乙队 W-先手胜-2017.07.29 14：00 重庆-2017 CCGC.txt"),
        (HEX, "HEX-甲队 R vs 乙队 B-先手胜-2023.07.29 14：00 合肥-2023 CCGC.txt"),
        ("{[C5][][][未完][][];B(H,8)}", "C5-B vs W-未完.txt"),
    ],
)
def test_the_file_name_is_the_one_the_contest_asks_for(text, name):
    assert ccgc.suggested_file_name(ccgc.parse(text)) == name


def test_the_file_name_has_no_letter_that_a_file_system_refuses():
    headers = Headers(first_name='a/b\\c:d*e?f"g<h>i|j\n', event="end. ")

    name = ccgc.suggested_file_name(record_of([], headers=headers), extension=".sgf")

    assert not set('<>:"/\\|?*\n') & set(name)
    assert name.endswith("-end.sgf")


def test_a_long_file_name_is_shortened_between_letters():
    headers = Headers(first_name="队" * 100)

    name = ccgc.suggested_file_name(record_of([], headers=headers))

    assert len(name.encode()) <= 200
    assert name.endswith("队.txt")


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
