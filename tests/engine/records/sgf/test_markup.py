"""Marks and labels of cells in the properties of a node."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import RecordError
from engine.core.types import Move
from engine.games import GAMES
from engine.records.json_format import codec as json_record
from engine.records.model.record import GameRecord
from engine.records.sgf import codec as sgf
from engine.records.sgf.markup import (
    Mark,
    Shape,
    read_marks,
    with_mark,
    without_marks,
)

GOMOKU = GAMES["gomoku"].setup()
HEX = GAMES["hex"].setup()
TRIANGLE = Mark(shape=Shape.TRIANGLE)


def cell(setup, name):
    return Move(GAMES[setup.game].parse_cell(setup, name))


def marks_in(text):
    record = sgf.parse(text)
    return {
        GAMES[record.setup.game].cell_name(record.setup, at): mark
        for at, mark in read_marks(record.setup, record.nodes[-1].properties).items()
    }


def test_every_kind_of_mark_is_read():
    text = "(;GM[4]SZ[15];B[hh]TR[hh]SQ[ii][aa]CR[bb]MA[cc]LB[dd:A][ee:12])"

    assert marks_in(text) == {
        "h8": TRIANGLE,
        "i7": Mark(shape=Shape.SQUARE),
        "a15": Mark(shape=Shape.SQUARE),
        "b14": Mark(shape=Shape.CIRCLE),
        "c13": Mark(shape=Shape.CROSS),
        "d12": Mark(label="A"),
        "e11": Mark(label="12"),
    }


def test_hex_names_its_cells():
    marks = marks_in("(;GM[11]SZ[11];B[f6]TR[a1]LB[c10:x\\]y])")

    assert marks == {"a1": TRIANGLE, "c10": Mark(label="x]y")}


def test_a_rectangle_marks_each_of_its_cells():
    assert list(marks_in("(;GM[4]SZ[15];B[hh]SQ[aa:bb])")) == [
        *("a15", "b15", "a14", "b14"),
    ]


@pytest.mark.parametrize(
    "values", ["TR[zz]", "TR[]", "LB[hh]", "LB[hh:]", "LB[:A]", "TR[aa:zz]", "LB[hh: ]"]
)
def test_what_marks_no_cell_is_not_shown_and_stays_in_the_record(values):
    text = f"(;GM[4]SZ[15];B[hh]{values})"

    assert marks_in(text) == {}
    node = sgf.parse(text).nodes[-1]
    edited = with_mark(GOMOKU, node.properties, Move(0), TRIANGLE)
    kept = with_mark(GOMOKU, edited, Move(0), None)
    assert kept == node.properties


def test_a_long_label_has_an_ellipsis_on_the_board():
    assert marks_in("(;GM[4]SZ[15];B[hh]LB[hh:important])") == {"h8": Mark(label="im…")}


def test_millions_of_marks_are_read_in_part():
    text = f"(;GM[4]SZ[15];B[hh]TR{'[aa:oo]' * 1000}SQ{'[aa:oo]' * 1000})"

    assert set(marks_in(text).values()) == {TRIANGLE}


@pytest.mark.parametrize("setup", [GOMOKU, HEX], ids=["gomoku", "hex"])
@pytest.mark.parametrize("codec", [sgf, json_record], ids=["sgf", "json"])
def test_edited_marks_survive_saving(setup, codec):
    start = sgf.parse(sgf.format(GameRecord(setup=setup)))
    marks = {
        cell(setup, "a1"): TRIANGLE,
        cell(setup, "b2"): Mark(shape=Shape.CROSS),
        cell(setup, "c3"): Mark(label="]\\:"),
        cell(setup, "d4"): Mark(label="A"),
    }
    properties = ()
    for at, mark in marks.items():
        properties = with_mark(setup, properties, at, mark)
    record = start.with_node(0, properties=properties, comment="<b>x</b>\n]\\ (;")

    read = codec.parse(codec.format(record))

    assert read == record
    assert read_marks(setup, read.nodes[0].properties) == marks


def test_marks_are_mirrored_with_the_moves_after_a_swap_of_sides():
    text = "(;GM[11]SZ[11];B[a3];W[swap-sides];B[c4]TR[c4:c5]LB[d1:A][zz:B])"

    record = sgf.parse(text)

    names = [GAMES["hex"].cell_name(record.setup, move) for move in record.main_moves()]
    assert names[-1] == "d3"
    assert record.nodes[-1].properties == (
        ("LB", ("a4:A", "zz:B")),
        ("TR", ("d3", "e3")),
    )


CELLS = st.integers(0, GOMOKU.cell_count - 1).map(Move)
MARKS = st.one_of(
    st.sampled_from(Shape).map(lambda shape: Mark(shape=shape)),
    st.text("AB1:]\\ä", min_size=1, max_size=3).map(lambda text: Mark(label=text)),
    st.none(),
)


@given(st.lists(st.tuples(CELLS, MARKS), max_size=30))
def test_edits_in_any_order_leave_the_last_mark_of_each_cell(edits):
    properties = (("GC", ("kept",)), ("TR", ("aa:cc", "zz")))
    expected = read_marks(GOMOKU, properties)

    for at, mark in edits:
        properties = with_mark(GOMOKU, properties, at, mark)
        expected.pop(at, None)
        if mark is not None:
            expected[at] = mark

    assert read_marks(GOMOKU, properties) == expected
    assert dict(properties)["GC"] == ("kept",)
    assert "zz" in dict(properties)["TR"]


def test_values_under_a_repeated_name_belong_together():
    properties = (("TR", ("aa",)), ("TR", ("bb",)))

    edited = with_mark(GOMOKU, properties, cell(GOMOKU, "h8"), TRIANGLE)

    assert edited == (("TR", ("aa", "bb", "hh")),)


def test_another_mark_replaces_the_one_of_its_cell():
    at = cell(GOMOKU, "h8")
    properties = with_mark(GOMOKU, (), at, TRIANGLE)

    properties = with_mark(GOMOKU, properties, at, Mark(label="B"))

    assert properties == (("LB", ("hh:B",)),)


def test_removing_one_cell_keeps_the_rest_of_a_rectangle_and_other_properties():
    properties = (("GC", ("text",)), ("TR", ("aa:ba", "cc")))

    left = with_mark(GOMOKU, properties, cell(GOMOKU, "a15"), None)

    assert left == (("GC", ("text",)), ("TR", ("ba", "cc")))


def test_all_marks_are_removed_at_once():
    properties = (("GC", ("text",)), ("LB", ("aa:A",)), ("TR", ("aa",)))

    assert without_marks(properties) == (("GC", ("text",)),)


def test_a_mark_needs_a_shape_or_a_label():
    with pytest.raises(RecordError, match="shape or a label"):
        Mark()
