"""The table of texts keeps rows and selection while rows are added."""

import pytest
from PyQt5.QtCore import QItemSelectionModel, QObject, Qt

from gui.lab.text_table import TextTable


@pytest.fixture
def table(qtbot, qtmodeltester):
    parent = QObject()
    made = TextTable(parent, left=(1,))
    made.show_titles(("", "Name", "Count"), ("Number",))
    yield made
    qtmodeltester.check(made)


def shown(table):
    return [
        [table.index(row, column).data() for column in range(table.columnCount())]
        for row in range(table.rowCount())
    ]


def test_rows_added_on_top_keep_the_selection(table):
    table.show_rows([("2", "b", "0"), ("1", "a", "0")])
    selection = QItemSelectionModel(table)
    selection.select(table.index(1, 0), QItemSelectionModel.Select)

    table.show_rows([("3", "c", "0"), ("2", "b", "5"), ("1", "a", "0")])

    assert [index.data() for index in selection.selectedIndexes()] == ["1"]
    assert shown(table)[1] == ["2", "b", "5"]


@pytest.mark.parametrize(
    "rows",
    [
        [],
        [("1", "a", "0")],
        [("1", "a", "7"), ("2", "b", "0")],
        [("9", "x", "1"), ("8", "y", "1"), ("7", "z", "1")],
    ],
)
def test_any_other_rows_can_follow(table, rows):
    table.show_rows([("2", "b", "0"), ("1", "a", "0")])

    table.show_rows(rows)

    assert shown(table) == [list(row) for row in rows]


def test_only_changed_rows_are_announced(table, qtbot):
    table.show_rows([("3", "c", "0"), ("2", "b", "0"), ("1", "a", "0")])

    with qtbot.waitSignal(table.dataChanged) as changed:
        table.show_rows([("3", "c", "0"), ("2", "b", "4"), ("1", "a", "0")])

    first, last, *_ = changed.args
    assert (first.row(), last.row()) == (1, 1)


def test_numbers_are_aligned_to_the_right(table):
    table.show_rows([("1", "a", "0")])

    sides = [table.index(0, column).data(Qt.TextAlignmentRole) for column in (1, 2)]

    assert sides == [
        int(side | Qt.AlignVCenter) for side in (Qt.AlignLeft, Qt.AlignRight)
    ]


def test_markup_in_a_name_is_shown_as_text(table):
    table.show_rows([("1", "<b>bold</b>", "0")])

    assert "&lt;b&gt;" in table.index(0, 1).data(Qt.ToolTipRole)
