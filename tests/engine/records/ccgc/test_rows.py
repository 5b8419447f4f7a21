"""Where the rows of a contest record of Hex begin."""

from dataclasses import replace

import pytest

from engine.core.types import Outcome, Player
from engine.records.ccgc import codec as ccgc
from tests.engine.records.boards import board
from tests.engine.records.ccgc.ccgc_examples import HEX


def hex_text(moves, *, result="先手胜", size="3"):
    text = ";".join(f"{colour}({column},{row})" for colour, column, row in moves)
    return f"{{[HEX][R][B][{result}][][][SIZE {size}];{text}}}"


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


@pytest.mark.parametrize(
    ("origin", "expected"),
    [("top", [".XO", "X.O", "X.."]), ("bottom", ["X..", "X.O", ".XO"])],
)
def test_a_record_may_name_the_origin_of_its_rows(origin, expected):
    text = hex_text(FROM_TOP, result="未完", size=f"3 rows={origin}")

    record = ccgc.parse(text)

    assert board(record) == expected
    assert record.warnings == ()


def test_hex_rows_can_be_written_from_the_bottom():
    record = ccgc.parse(HEX)

    text = ccgc.format(record, rows_from_bottom=True)

    assert "R(A,11);B(B,10)" in text
    assert ccgc.parse(text) == record


def test_a_record_that_would_be_misread_names_the_origin_of_its_rows():
    resigned = replace(
        ccgc.parse(hex_text(FROM_BOTTOM, result="未完")),
        outcome=Outcome(Player.FIRST, "unstated"),
    )

    text = ccgc.format(resigned)

    assert "[SIZE 3 rows=top]" in text
    assert ccgc.parse(text) == resigned
