"""SGF as other programs write it, and as we do."""

import time

import pytest

from engine.core.errors import RecordError
from engine.core.types import Candidate, Move, MoveAnalysis, Outcome, Player
from engine.games import GAMES
from engine.records import sgf
from engine.records.record import GameRecord, Headers, RecordBuilder, RecordNode
from tests.engine.records.boards import board, lines, names

needs_swap = pytest.mark.skipif(
    all(option.key != "swap" for option in GAMES["hex"].options),
    reason="Hex is played without the swap",
)


def test_gomoku_points_are_column_and_row_from_the_top():
    record = sgf.parse("(;FF[4]GM[4]SZ[6];B[ab];W[fa])")

    assert board(record)[:2] == [
        ".....O",
        "X.....",
    ]


def test_hex_cells_are_read_in_any_case():
    record = sgf.parse("(;FF[4]GM[11]SZ[5];B[e4];W[A1])")

    assert names(record) == ["e4", "a1"]


def test_red_is_black_and_joins_top_and_bottom():
    record = sgf.parse("(;GM[11]SZ[3];B[a1];W[b1];B[a2];W[b2];B[a3])")

    assert record.outcome == Outcome(Player.FIRST, "connection")


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


def test_a_cell_beyond_a_non_square_board_is_left_out():
    record = sgf.parse("(;GM[11]SZ[8:6];B[f8])")

    assert names(record) == []
    assert "Move 1 (line 1, column 16)" in record.warnings[0]


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


def test_the_first_move_tells_who_begins():
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


def test_time_and_analysis_of_a_move_are_kept():
    analysis = MoveAnalysis(
        value=0.1,
        nodes=1200,
        depth=7,
        pv=(Move(3), Move(4)),
        candidates=(Candidate(move=Move(3), value=-0.5, visits=3, prior=0.25),),
    )
    builder = RecordBuilder()
    builder.add(0, RecordNode(move=Move(112), seconds=1.25, analysis=analysis))
    record = GameRecord(setup=GAMES["gomoku"].setup(), nodes=builder.build()[0])

    text = sgf.format(record)

    assert "PXSECONDS[1.25]" in text
    assert "PXANALYSIS[value=0.1 nodes=1200 depth=7 pv=d15,e15]" in text
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
    assert "white won; by the rules black won" in record.warnings[0]


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
        "Move 2 (line 1, column 20) and what follows it were left out: nobody may "
        "pass.",
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


@needs_swap
def test_little_golem_moves_the_stone_when_it_says_swap():
    record = sgf.parse(
        "(;SZ[5]RE[W]SO[http://www.littlegolem.com];W[ca];B[swap];W[ed])"
    )

    assert names(record) == ["c1", "swap-pieces", "e4"]
    assert board(record) == [".....", ".....", "O....", "....X", "....."]
    assert record.outcome == Outcome(Player.SECOND, "unstated")


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


def test_the_game_can_be_told():
    record = sgf.parse("(;SZ[9];B[cc])", game="hex")

    assert record.setup.game == "hex"
    assert record.warnings == ()


def test_a_go_record_is_read_only_when_the_game_is_told():
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


def test_an_illegal_move_ends_its_line_and_no_other():
    record = sgf.parse("(;GM[4]SZ[15];B[hh](;W[hh];B[aa])(;W[ii];B[jj]))")

    assert lines(record) == ["h8 i7 j6"]
    assert record.warnings == (
        "Move 2 (line 1, column 21) and what follows it were left out: white may not "
        "play h8 (h8 is already occupied).",
    )


def test_a_move_out_of_turn_ends_its_line():
    record = sgf.parse("(;GM[4]SZ[15];B[hh];B[ii];W[jj])")

    assert names(record) == ["h8"]
    assert "black plays i7 when it is not black's turn" in record.warnings[0]


def test_moves_after_the_end_are_left_out():
    record = sgf.parse("(;GM[11]SZ[3];B[a1];W[b1];B[a2];W[b2];B[a3];W[c3])")

    assert len(record.main_moves()) == 5
    assert "the game is over before blue plays c3" in record.warnings[0]


def test_letter_and_number_points_in_gomoku_count_from_the_bottom():
    assert names(sgf.parse("(;GM[4]SZ[15];B[h8];W[A1])")) == ["h8", "a1"]


def test_lower_case_letters_in_names_are_passed_over():
    record = sgf.parse("(;GaMe[4]SiZe[15];Black[hh]ugly[x])")

    assert names(record) == ["h8"]
    assert record.warnings == ("A property without capital letters was left out.",)


def test_only_the_first_game_of_a_file_is_read():
    record = sgf.parse("(;GM[4]SZ[15];B[hh]) (;GM[4]SZ[15];B[aa])")

    assert names(record) == ["h8"]
    assert "more than one game" in record.warnings[0]


@pytest.mark.parametrize(
    "text",
    [
        "(;GM[4]SZ[15];B[hh];W[ii]",
        "(;GM[4]SZ[15];B[hh];W[ii](;B[jj",
        "(;GM[4]SZ[15];B[hh](;W[ii];B",
    ],
)
def test_a_file_that_ends_too_early_is_read_to_its_end(text):
    record = sgf.parse(text)

    assert names(record)[:2] == ["h8", "i7"]
    assert "ends too early" in record.warnings[0]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("(;GM[4]\n;B[hh] * ;W[ii])", "line 2, column 8"),
        ("(;GM[4]\n[hh](]", "line 2, column 6"),
        ("(;GM[4];B;W[ii])", "line 1, column 10"),
        ("(;GM[4]()", "line 1, column 9"),
        ("(;GM[4](B[hh]))", "line 1, column 9"),
        ("(;GM[4](;B[hh]);W[ii])", "line 1, column 16"),
    ],
)
def test_a_broken_tree_is_an_error_with_its_place(text, place):
    with pytest.raises(RecordError, match=rf"Expected .* \({place}\)\.$"):
        sgf.parse(text)


@pytest.mark.parametrize("text", ["", "no record", "()", "(", ")", ";", "[]"])
def test_what_is_no_sgf_is_an_error(text):
    with pytest.raises(RecordError, match="begins with '\\(;'"):
        sgf.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "(;" * 150_000,
        "(;GM[4]SZ[9]" + "(;B[aa])" * 110_000 + ")",
        "(;GM[4]SZ[9]C[" + "(" * 1_000_000,
    ],
    ids=["nested", "wide", "unclosed"],
)
def test_a_monstrous_file_is_refused_or_read_soon(text):
    started = time.monotonic()

    try:
        sgf.parse(text)
    except RecordError as error:
        assert "100000 moves" in str(error)  # noqa: PT017

    assert time.monotonic() - started < 5


def test_deep_nesting_needs_no_deep_stack():
    moves = "".join(f"({';B[aa]' if i % 2 == 0 else ';W[bb]'}" for i in range(20_000))

    record = sgf.parse(f"(;GM[4]SZ[9]{moves}{')' * 20_001}")

    assert names(record) == ["a9", "b8"]
    assert sgf.parse(sgf.format(record)) == record


def test_a_long_record_with_many_variations_loads_at_once():
    setup = GAMES["gomoku"].setup(height=22, options={"line_length": "6"})
    # Stones in this pattern never make more than two in a row.
    colours = [(cell // 22 + cell % 22 // 2) % 2 for cell in range(484)]
    black, white = ([c for c in range(484) if colours[c] == i] for i in (0, 1))
    builder = RecordBuilder()
    node = 0
    for move in range(400):
        cell = (white if move % 2 else black)[move // 2]
        if move % 2:
            builder.add(node, RecordNode(move=Move(483)))
        node = builder.add(node, RecordNode(move=Move(cell)))
        builder.promote(node)
    record = GameRecord(setup=setup, nodes=builder.build()[0])
    text = sgf.format(record)

    started = time.perf_counter()
    reread = sgf.parse(text)

    assert len(reread.nodes) == 601
    assert time.perf_counter() - started < 0.5


def test_a_game_that_sgf_does_not_know_is_refused(monkeypatch):
    monkeypatch.setattr("engine.records.sgf_values.GAME_NUMBERS", {"hex": 11})

    with pytest.raises(RecordError, match="knows \\(hex\\), got gomoku"):
        sgf.format(GameRecord(setup=GAMES["gomoku"].setup()))
