"""Large records: what is senseless is bounded with a warning, the rest is read once."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sgfmill import sgf_grammar

from engine.core.game import Position
from engine.games import GAMES
from engine.games.gomoku.rules import position as rules
from engine.records import files
from engine.records.ccgc import codec as ccgc
from engine.records.json_format import reader as json_reader
from engine.records.sgf import game_info, property_tree, property_values
from tests.engine.records.boards import names

HEAD = "(;GM[4]SZ[22]"


def json_text(nodes):
    top = {"format": "pentahex-record", "version": 1, "game": "gomoku"}
    return json.dumps(top | {"height": 15, "width": 15, "nodes": nodes})


@pytest.fixture
def plays(monkeypatch):
    """Return the moves that positions were asked to play."""
    played = []
    play = rules.GomokuPosition.play

    def count(self, move):
        played.append(move)
        return play(self, move)

    monkeypatch.setattr(rules.GomokuPosition, "play", count)
    return played


def test_rectangles_name_each_point_a_few_times_at_most(monkeypatch):
    read = []
    points = property_values.parse_points

    def count(game, setup, text):
        cells = list(points(game, setup, text))
        read.extend(cells)
        return cells

    monkeypatch.setattr(property_values, "parse_points", count)

    record = files.parse(HEAD + ";AB[aa:dd]" * 1000 + ";W[av])")

    assert len(read) <= game_info.SET_UP_ROUNDS * 22 * 22 + 16
    assert record.start_stones[1] == 1
    assert names(record) == ["a1"]
    assert record.warnings == (
        "The set-up names far more points than the board has; the rest was left out.",
    )


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "AB[aa]" + "XX[1]" * property_tree.PROPERTY_LIMIT + "C[x];B[bb])",
        HEAD + "AB" + "[aa]" * (property_tree.PROPERTY_LIMIT + 1) + ";B[bb])",
        HEAD + "AB[aa]" * (property_tree.PROPERTY_LIMIT + 1) + ";B[bb])",
        HEAD + "AB[aa]" * (2 * property_tree.PROPERTY_LIMIT) + ";B[bb])",
    ],
    ids=["names", "values", "one more", "repeated"],
)
def test_what_a_node_has_too_much_is_left_out_with_a_warning(text):
    record = files.parse(text)

    assert names(record) == ["b21"]
    assert record.start_stones[0] == 1
    assert record.warnings == (
        "A node (line 1, column 2) has more than 1000 properties or values of one; the "
        "rest was left out.",
    )


def test_a_node_as_large_as_the_limit_is_read_whole():
    text = HEAD + "AB[aa]" + "XX" + "[1]" * property_tree.PROPERTY_LIMIT + ";B[bb])"

    record = files.parse(text)

    assert record.warnings == ()
    assert len(dict(record.nodes[0].properties)["XX"]) == property_tree.PROPERTY_LIMIT


def test_the_same_move_is_played_once(plays):
    count = 300
    text = HEAD + "".join(f"(;B[aa]C[{i}])" for i in range(count)) + ")"

    record = files.parse(text)

    assert len(plays) <= 2  # while reading, and for the last position
    assert len(record.nodes) == 2
    assert record.nodes[1].comment.count("\n") == count - 1


def test_equal_children_in_json_are_played_once(plays):
    nodes = [{}] + [{"parent": 0, "move": "h8"}] * 300

    record = files.parse(json_text(nodes))

    assert len(plays) <= 2
    assert len(record.nodes) == 2


def test_json_with_too_many_nodes_is_cut_with_a_warning(monkeypatch):
    monkeypatch.setattr(json_reader, "NODE_LIMIT", 3)
    moves = ["h8", "h9", "h10", "h11"]
    nodes = [{}, *({"parent": i, "move": move} for i, move in enumerate(moves))]

    record = files.parse(json_text(nodes))

    assert names(record) == ["h8", "h9"]
    assert record.warnings == (
        "The record has more than 3 moves; the rest was left out.",
    )


@pytest.mark.parametrize("key", ["pv", "candidates"])
def test_a_line_longer_than_a_game_is_cut_in_json(key):
    values = ["h8"] * 300 if key == "pv" else [{"move": "h8", "value": 0}] * 300
    nodes = [{"analysis": {"value": 0.5, key: values}}]

    record = files.parse(json_text(nodes))

    assert len(getattr(record.nodes[0].analysis, key)) == 239
    assert "more than 239 moves" in record.warnings[0]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ("[value=0 pv=" + "h8," * 300 + "]", "a line of at most 239 moves"),
        ("[value=0]" + "[move=h8 value=0]" * 300, "at most 225 candidates"),
    ],
)
def test_analysis_longer_than_a_game_is_left_out_in_sgf(values, message):
    record = files.parse(f"(;GM[4]SZ[15];B[hh]PXANALYSIS{values})")

    assert record.nodes[1].analysis is None
    assert message in record.warnings[0]


def test_a_header_without_end_is_passed_over():
    record = ccgc.parse("{[C5]" + "[a]" * 100_000 + ";B(H,8)}")

    assert names(record) == ["h8"]


@pytest.mark.parametrize("end", ["}" * 100_000, "{" * 100_000, "{}" * 50_000])
def test_braces_without_end_are_read(end):
    record = ccgc.parse("{" * 1000 + "[C5];B(H,8)" + end)

    assert names(record) == ["h8"]


@given(st.text("a \\\n\r\t:]é", max_size=20).filter(property_tree.is_property_value))
def test_texts_mean_the_same_as_in_the_library(raw):
    data = raw.encode()

    assert property_tree.parse_text(raw) == sgf_grammar.text_value(data).decode()
    assert property_tree.parse_line(raw) == sgf_grammar.simpletext_value(data).decode()


def test_a_position_knows_its_lines_on_every_board():
    setup = GAMES["gomoku"].setup(height=5, width=9)
    position: Position = GAMES["gomoku"].new_position(setup)
    for name in ("i1", "a1", "h2", "a2", "g3", "a3", "f4", "b5", "e5"):
        position = position.play(GAMES["gomoku"].parse_cell(setup, name))

    assert position.outcome.reason == "line"
    assert [position.cell_name(cell) for cell in position.winning_cells] == [
        "e5",
        "f4",
        "g3",
        "h2",
        "i1",
    ]
