"""SGF that is damaged, against the rules, or very large."""

import sys
import time

import pytest

from engine.core.errors import RecordError
from engine.core.types import Move
from engine.games import GAMES
from engine.records.model.move_tree import RecordBuilder, RecordNode
from engine.records.model.record import GameRecord
from engine.records.sgf import codec as sgf
from tests.engine.records.boards import lines, names


def test_a_cell_beyond_a_non_square_board_is_left_out():
    record = sgf.parse("(;GM[11]SZ[8:6];B[f8])")

    assert names(record) == []
    assert "Move 1 (line 1, column 16)" in record.warnings[0]


def test_an_illegal_move_ends_its_line_and_no_other():
    record = sgf.parse("(;GM[4]SZ[15];B[hh](;W[hh];B[aa])(;W[ii];B[jj]))")

    assert lines(record) == ["h8 i7 j6"]
    assert record.warnings == (
        "Move 2 (line 1, column 21) and what follows it were left out: White may not "
        "play h8 (h8 is already occupied).",
    )


def test_a_move_out_of_turn_ends_its_line():
    record = sgf.parse("(;GM[4]SZ[15];B[hh];B[ii];W[jj])")

    assert names(record) == ["h8"]
    assert "Black plays i7 when it is not Black's turn" in record.warnings[0]


def test_moves_after_the_end_are_left_out():
    record = sgf.parse("(;GM[11]SZ[3];B[a1];W[b1];B[a2];W[b2];B[a3];W[c3])")

    assert len(record.main_moves()) == 5
    assert "the game is over before Blue plays c3" in record.warnings[0]


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


def test_what_follows_the_game_is_left_out_with_a_warning():
    record = sgf.parse("(;GM[4]SZ[15];B[hh])\n ;W[ii])\n")

    assert names(record) == ["h8"]
    assert record.warnings == (
        "What follows the record (line 2, column 2) was left out.",
    )


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


@pytest.mark.parametrize(
    ("text", "point"),
    [
        ("(;GM[11]SZ[5]RU[swap]AB[swap-pieces])", "swap-pieces"),
        ("(;GM[4]SZ[5]RU[opening=swap2]AW[aa:add-two])", "add-two"),
    ],
)
def test_a_choice_is_no_stone_of_the_set_up(text, point):
    message = rf"expected a cell from a1 to e5, got '{point}' \(line 1, column 2\)"
    with pytest.raises(RecordError, match=f"(?i){message}"):
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
    started = time.process_time()

    try:
        sgf.parse(text)
    except RecordError as error:
        assert "100000 moves" in str(error)  # noqa: PT017

    assert time.process_time() - started < 5


def test_deep_nesting_needs_no_deep_stack():
    moves = "".join(f"({';B[aa]' if i % 2 == 0 else ';W[bb]'}" for i in range(20_000))

    record = sgf.parse(f"(;GM[4]SZ[9]{moves}{')' * 20_001}")

    assert names(record) == ["a9", "b8"]
    assert sgf.parse(sgf.format(record)) == record


def test_work_grows_with_a_record_of_many_variations_no_faster_than_its_length():
    short, long = (text_with_variations(moves) for moves in (150, 300))

    assert calls(lambda: sgf.parse(long)) < 2.2 * calls(lambda: sgf.parse(short))


def text_with_variations(moves):
    """Return a game of so many moves, a variation beside every second one."""
    setup = GAMES["gomoku"].setup(height=22, options={"line_length": "6"})
    # Stones in this pattern never make more than two in a row.
    colours = [(cell // 22 + cell % 22 // 2) % 2 for cell in range(484)]
    black, white = ([c for c in range(484) if colours[c] == i] for i in (0, 1))
    builder = RecordBuilder()
    node = 0
    for move in range(moves):
        cell = (white if move % 2 else black)[move // 2]
        if move % 2:
            builder.add(node, RecordNode(move=Move(483)))
        node = builder.add(node, RecordNode(move=Move(cell)))
        builder.promote(node)
    return sgf.format(GameRecord(setup=setup, nodes=builder.build()[0]))


def calls(work):
    """Return how many functions, in Python or C, are called by ``work``."""
    count = 0

    def note(_frame, event, _argument):
        nonlocal count
        count += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize(
    "samples", ["0.1/2", "0.1/2/0/1/zz99*0.5", "0.1/2/7/1/", "0.1/2/0/1/h8*2", "x/" * 4]
)
def test_an_analysis_with_wrong_samples_is_left_out_with_a_warning(samples):
    record = sgf.parse(f"(;GM[4]SZ[15];B[hh]PXANALYSIS[value=0 samples={samples}])")

    assert record.nodes[1].analysis is None
    assert "PXANALYSIS" in str(record.warnings[0])
