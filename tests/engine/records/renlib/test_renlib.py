"""Libraries of RenLib: bytes written by hand, and random trees."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.errors import RecordError
from engine.core.types import Move, Player
from engine.games import GAMES
from engine.records import files
from engine.records.model.move_tree import RecordBuilder, RecordNode
from engine.records.model.positions import start_position
from engine.records.model.record import GameRecord
from engine.records.renlib import codec, reader
from engine.records.sgf.markup import format_label, read_labels
from tests.engine.records.boards import lines, names
from tests.engine.records.strategies import TEXTS, add_random_move

SIBLING, LEAF, OLD, MARK, COMMENT, NO_MOVE, TEXT = 0x80, 0x40, 0x20, 16, 8, 2, 1
SETUP = GAMES["gomoku"].setup(options={"rule": "renju"})
FREE = GAMES["gomoku"].setup()


def byte_of(name):
    """Return the byte of a cell: column from 1, row from the top from 0."""
    column, row = ord(name[0]) - ord("a") + 1, 15 - int(name[1:])
    return column + 16 * row


def node(name, flags=0, text=b""):
    return bytes((byte_of(name) if name else 0, flags)) + text


def library(*nodes, version=(3, 4)):
    return b"\xffRenLib\xff" + bytes(version) + b"\xff" * 10 + b"".join(nodes)


def read(*nodes, version=(3, 4)):
    data = library(*nodes, version=version)
    return files.parse(files.decode(data)[0])


def cell(name):
    return GAMES["gomoku"].parse_cell(SETUP, name)


def comments(record):
    return [one.comment for one in record.nodes]


def labels(record, index):
    found = read_labels(record.setup, record.nodes[index].properties)
    game = GAMES["gomoku"]
    return {game.cell_name(SETUP, move): label for move, label in found.items()}


def test_the_centre_has_the_byte_of_the_first_libraries():
    assert byte_of("h8") == 0x78


@pytest.mark.parametrize(
    ("root", "version"), [([node("")], (3, 4)), ([], (3, 0)), ([node("")], (3, 0))]
)
def test_the_tree_is_read_with_and_without_a_root(root, version):
    record = read(
        *root,
        node("h8"),
        node("h9", SIBLING),
        node("i10", SIBLING | LEAF),
        node("j9"),
        node("g7", LEAF),
        node("i9"),
        node("a1", LEAF),
        version=version,
    )

    assert sorted(lines(record)) == ["h8 h9 i10", "h8 h9 j9 g7", "h8 i9 a1"]
    assert names(record) == ["h8", "h9", "i10"]
    assert record.setup == SETUP
    assert record.warnings == ()


def test_first_moves_may_differ():
    record = read(node(""), node("a1", SIBLING | LEAF), node("o15", LEAF))

    assert sorted(lines(record)) == ["a1", "o15"]


@pytest.mark.parametrize(
    ("stored", "comment"),
    [
        (b"one\0", "one"),
        (b"four\0\0", "four"),
        (b"one\x08and\r\nmore\0", "one\nand\nmore"),
        (b"\x08alone\0\0", "alone"),
        ("黑胜".encode("gb18030") + b"\0\0", "黑胜"),
        ("黑胜".encode() + b"\0\0", "黑胜"),
        ("黒の勝ちです".encode("cp932") + b"\0\0", "黒の勝ちです"),
    ],
)
def test_comments_are_read_in_their_encoding(stored, comment):
    record = read(node("", COMMENT, stored), node("h8", COMMENT | LEAF, stored))

    assert comments(record) == [comment, comment]
    assert record.warnings == ()


def test_an_encoding_in_doubt_is_a_warning():
    record = read(node("h8", COMMENT | LEAF, b"Jos\xe9\0\0"))

    assert comments(record) == ["", "José"]
    assert "Some characters may be wrong" in record.warnings[0]


@pytest.mark.parametrize(
    ("stored", "comment"), [(b"ab\xe3", "abc"), (b"a}\x7cd\xe5", "aåöde")]
)
def test_comments_of_old_programs_are_read(stored, comment):
    padded = stored + b"\0" * (len(stored) % 2)

    record = read(node("h8", OLD, padded), node("h9", LEAF))

    assert comments(record) == ["", comment, ""]
    assert names(record) == ["h8", "h9"]


def test_texts_on_the_board_are_labels_of_the_position_before():
    record = read(
        node(""),
        node("h8", LEAF | TEXT | SIBLING, b"\0\1" + b"A\0"),
        node("h9", LEAF | TEXT | NO_MOVE, b"\0\1" + b"bad\0"),
    )

    assert labels(record, 0) == {"h8": "A", "h9": "bad"}
    assert lines(record) == ["h8"]


def test_a_node_has_its_comment_before_its_label():
    text = b"\0\1" + b"why\0" + b"B1\0\0"

    record = read(node("h8", LEAF | TEXT | COMMENT | MARK, text))

    assert labels(record, 0) == {"h8": "B1"}
    assert record.nodes[1].comment == "why"
    assert record.nodes[1].properties == (("HO", ("1",)),)


def test_a_pass_ends_its_line_alone():
    record = read(
        node("h8"), node("", SIBLING), node("a1", LEAF), node("h9"), node("i9", LEAF)
    )

    assert lines(record) == ["h8 h9 i9"]
    assert record.warnings == (
        "Move 2 (byte 22) and what follows it were left out: passing is not allowed.",
    )


def test_renju_is_assumed_where_black_keeps_its_rules():
    moves = ["h8", "a1", "i8", "c1", "j8", "e1", "g8", "k8"]

    assert read(*map(node, moves)).setup == SETUP


def test_a_double_three_of_black_makes_it_freestyle():
    moves = ["h8", "a1", "i8", "c1", "j9", "e1", "j10", "a5", "j8", "a7"]

    record = read(*map(node, moves))

    assert record.setup == FREE
    assert names(record) == moves
    assert record.warnings == (
        "The library names no rules. Freestyle was assumed, since Black plays "
        "forbidden points of renju.",
    )


def test_a_newer_version_and_a_cut_file_are_warnings():
    data = library(node(""), node("h8", COMMENT, b"cut"), version=(4, 1))

    record = files.parse(files.decode(data)[0])

    assert names(record) == []
    assert record.warnings == (
        "The library has the version 4.1, which is newer than 3.4; parts may be "
        "missing.",
        "The library ends within a move; what follows is missing.",
    )


def test_a_byte_that_is_no_cell_ends_its_line():
    record = read(node("h8"), bytes((0x10, LEAF)))

    assert names(record) == ["h8"]
    assert "its byte 16 is no cell" in record.warnings[0]


def test_too_many_moves_are_cut_with_a_warning(monkeypatch):
    for module in (codec, reader):
        monkeypatch.setattr(module, "NODE_LIMIT", 2)

    record = read(*map(node, ["h8", "h9", "i9"]))

    assert names(record) == ["h8", "h9"]
    assert record.warnings == (
        "The record has more than 2 moves; the rest was left out.",
    )


def test_a_record_is_written_byte_for_byte():
    record, first = GameRecord(setup=SETUP).with_move(0, cell("h8"))
    record, second = record.with_move(first, cell("h9"))
    record, third = record.with_variation(first, cell("i9"))
    record = record.with_node(second, comment="good\nvery\ngood")
    record = record.with_node(third, properties=(("HO", ("1",)),))
    values = (
        format_label(SETUP, cell("i9"), "B"),
        format_label(SETUP, cell("o15"), "xyz"),
        format_label(SETUP, cell("h8"), "on a stone"),
    )
    record = record.with_node(first, properties=(("LB", values),))

    data, notes = codec.FORMAT.encode(codec.format(record))

    assert notes == ()
    assert data == library(
        node(""),
        node("h8"),
        node("h9", SIBLING | LEAF | COMMENT, b"good\x08very\r\ngood\0"),
        node("i9", SIBLING | LEAF | MARK | TEXT, b"\0\1B\0"),
        node("o15", LEAF | NO_MOVE | TEXT, b"\0\1xyz\0"),
    )


@pytest.mark.parametrize("comment", ["黑胜 é", "黒の勝ちです", "Ölands", "a" * 99])
def test_a_comment_comes_back_in_every_script(comment):
    record = GameRecord(setup=SETUP).with_node(0, comment=comment)

    reread = codec.parse(codec.format(record))

    assert (reread, reread.warnings) == (record, ())


WITHOUT = {
    "a game of Hex": (GameRecord(setup=GAMES["hex"].setup()), "record of gomoku"),
    "another board": (
        GameRecord(setup=GAMES["gomoku"].setup(height=15, width=13)),
        "15x15",
    ),
    "stones before": (
        GameRecord(setup=FREE, start_stones=bytes([1, *bytes(224)])),
        "no stones before the first move",
    ),
    "White first": (
        GameRecord(setup=FREE, start_player=Player.SECOND),
        "no stones before the first move",
    ),
}


@pytest.mark.parametrize(("record", "message"), WITHOUT.values(), ids=WITHOUT)
def test_what_it_cannot_hold_is_one_sentence(record, message):
    with pytest.raises(RecordError, match=message):
        codec.format(record)


def test_a_choice_of_colours_is_one_sentence():
    setup = GAMES["gomoku"].setup(options={"opening": "swap2"})
    record, at = GameRecord(setup=setup), 0
    for name in ("h8", "h9", "i9", "take-black"):
        record, at = record.with_move(at, GAMES["gomoku"].parse_cell(setup, name))

    with pytest.raises(RecordError, match="RenLib has no take-black"):
        codec.format(record)


def test_what_is_lost_is_said():
    record, _ = GameRecord(setup=SETUP).with_move(0, Move(0))

    assert codec.losses(record) == ()
    for other in (
        replace(record, setup=FREE),
        record.with_node(1, seconds=1.5),
        record.with_node(1, properties=(("TR", ("aa",)),)),
    ):
        assert "are not kept" in codec.losses(other)[0]


@st.composite
def trees(draw):
    """Records with variations, comments, labels and marks."""
    builder = RecordBuilder()
    positions = [start_position(GameRecord(setup=SETUP))]
    for _ in range(draw(st.integers(0, 25))):
        at = draw(st.integers(0, len(positions) - 1))
        note = draw(notes())
        add_random_move(draw, builder, positions, at, note, swap=False)
    first = draw(notes())
    builder.change(0, comment=first.comment, properties=first.properties)
    return GameRecord(setup=SETUP, nodes=builder.build()[0])


@st.composite
def notes(draw):
    cells = st.integers(0, 224).map(Move)
    texts = st.text("aB1黑é\\:]", min_size=1, max_size=4)
    found = draw(st.dictionaries(cells, texts, max_size=3))
    values = tuple(format_label(SETUP, at, label) for at, label in found.items())
    properties = [("HO", ("1",))] if draw(st.booleans()) else []
    if values:
        properties.append(("LB", values))
    comment = draw(TEXTS).strip("\n")
    return RecordNode(comment=comment, properties=tuple(properties))


def described(record, index, path=()):
    """Return a node's move, notes, labels of empty cells, and continuations."""
    one = record.nodes[index]
    path = path if one.move is None else (*path, one.move)
    found = read_labels(record.setup, one.properties).items()
    return (
        one.move,
        one.comment,
        ("HO", ("1",)) in one.properties,
        {at: label for at, label in found if at not in path},
        [described(record, child, path) for child in one.children],
    )


@given(record=trees())
@settings(max_examples=80, deadline=None)
def test_a_tree_comes_back_the_same(record):
    reread = codec.parse(codec.format(record))

    assert reread.setup == SETUP
    assert described(reread, 0) == described(record, 0)
    assert reread.warnings == ()
    assert codec.parse(codec.format(reread)) == reread


@given(data=st.binary(max_size=60))
@settings(max_examples=200, deadline=None)
def test_no_bytes_after_the_header_are_an_error(data):
    record = read(data)

    codec.format(record)
