from engine.core.formats.markdown import format_table


def test_a_table_has_a_line_for_each_row():
    assert format_table(("a", "b"), [("1", "2"), ("3", "")]) == [
        "| a | b |",
        "| --- | --- |",
        "| 1 | 2 |",
        "| 3 |  |",
    ]


def test_a_bar_in_a_cell_does_not_end_the_cell():
    _, _, row = format_table(("engine",), [("cmd:a | b",)])

    assert row == r"| cmd:a \| b |"
