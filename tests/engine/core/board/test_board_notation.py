"""Sizes and cell names."""

import pytest

from engine.core.board.board_notation import format_column, parse_size, split_cell_name
from engine.core.errors import SetupError


@pytest.mark.parametrize(
    ("text", "size"),
    [("15", (15, 15)), ("13x17", (13, 17)), (" 9 X 5 ", (9, 5)), ("6×7", (6, 7))],  # noqa: RUF001
)
def test_sizes_put_rows_first(text, size):
    assert parse_size(text.lower()) == size


@pytest.mark.parametrize("text", ["", "x", "15x", "-3", "1e3", "15x15x15", "fifteen"])
def test_what_is_no_size_is_refused(text):
    with pytest.raises(SetupError, match="Expected a size"):
        parse_size(text)


def test_columns_go_on_after_z():
    assert [format_column(c) for c in (0, 25, 26, 51, 52)] == [
        "a",
        "z",
        "aa",
        "az",
        "ba",
    ]


@pytest.mark.parametrize("column", range(60))
def test_cell_names_are_split_where_they_were_joined(column):
    assert split_cell_name(f"{format_column(column)}17") == (column, 17)
