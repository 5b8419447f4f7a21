"""JSON records: what a script may write, and what it is told when it is wrong."""

import json

import pytest

from engine.core.errors import RecordError
from engine.core.types import Outcome, Player
from engine.records.json_format import codec as json_record
from engine.records.sgf import codec as sgf
from tests.engine.records.boards import board, lines

SMALLEST = {
    "format": "pentahex-record",
    "version": 1,
    "game": "hex",
    "height": 3,
    "width": 4,
}


def parse(**changes):
    return json_record.parse(json.dumps(SMALLEST | changes))


def test_the_smallest_record_is_an_empty_board():
    record = parse()

    assert (record.setup.height, record.setup.width) == (3, 4)
    assert record.main_moves() == []


def test_nodes_name_their_parent():
    record = parse(
        nodes=[
            {"comment": "start"},
            {"parent": 0, "move": "a1"},
            {"parent": 1, "move": "b2"},
            {"parent": 1, "move": "c3", "seconds": 2},
        ]
    )

    assert lines(record) == ["a1 b2", "a1 c3"]
    assert record.nodes[0].comment == "start"
    assert record.nodes[3].seconds == 2.0


@pytest.mark.parametrize("first", [{"move": "c3"}, {"parent": 0}])
def test_a_first_node_like_a_move_is_the_start_with_a_warning(first):
    record = parse(nodes=[first, {"parent": 0, "move": "a1"}])

    assert lines(record) == ["a1"]
    assert record.warnings == (
        "The first node is the start of the game; its parent and its move were left "
        "out.",
    )


def test_a_node_without_a_parent_is_a_first_move_with_a_warning():
    record = parse(nodes=[{}, {"move": "a1"}, {"move": "b2"}])

    assert lines(record) == ["a1", "b2"]
    assert record.warnings == (
        "nodes[1] has no parent; it was read as a first move.",
        "nodes[2] has no parent; it was read as a first move.",
    )


def test_a_count_may_be_null():
    nodes = [{"analysis": {"value": 0.5, "nodes": None, "depth": None}}]

    analysis = parse(nodes=nodes).nodes[0].analysis

    assert (analysis.nodes, analysis.depth) == (0, 0)


@pytest.mark.parametrize("name", ["W", "AB", "C", "PXSECONDS", "no name"])
def test_a_property_that_is_none_of_another_program_is_left_out(name):
    properties = [{"name": name, "values": ["c3"]}, {"name": "TE", "values": ["1"]}]
    moves = [{"parent": 0, "move": "a1", "properties": properties}]

    record = parse(nodes=[{}, *moves, {"parent": 1, "move": "b2"}])

    assert record.nodes[1].properties == (("TE", ("1",)),)
    assert record.warnings == (
        f"{name!r} (nodes[1].properties[0]) was left out: it is no SGF property of "
        "another program.",
    )


def test_a_property_of_the_game_itself_is_left_out_at_the_start():
    record = parse(nodes=[{"properties": [{"name": "SZ", "values": ["5"]}]}])

    assert record.nodes[0].properties == ()
    assert "(nodes[0].properties[0]) was left out" in record.warnings[0]


def test_a_property_that_is_given_twice_keeps_all_values_in_sgf():
    twice = [{"name": "TE", "values": ["1"]}, {"name": "TE", "values": ["2"]}]

    record = sgf.parse(sgf.format(parse(nodes=[{"properties": twice}])))

    assert record.nodes[0].properties == (("TE", ("1", "2")),)


def test_stones_and_who_moves_first_are_read():
    record = parse(
        start={"stones": {"first": ["a1"], "second": ["d3"]}, "to_move": "second"}
    )

    assert board(record) == ["X...", "....", "...O"]
    assert record.start_player is Player.SECOND


def test_the_outcome_is_read():
    record = parse(outcome={"winner": "second", "reason": "time"})

    assert record.outcome == Outcome(Player.SECOND, "time")


@pytest.mark.parametrize("winner", ["second", None])
def test_an_outcome_without_a_reason_is_one_of_a_file_that_states_none(winner):
    record = parse(outcome={"winner": winner})

    assert record.outcome == Outcome(winner and Player.SECOND, "unstated")
    assert sgf.parse(sgf.format(record)) == record


def test_an_illegal_move_ends_its_line():
    record = parse(nodes=[{}, {"parent": 0, "move": "a1"}, {"parent": 1, "move": "a1"}])

    assert lines(record) == ["a1"]
    assert record.warnings == (
        "Move 2 (nodes[2]) and what follows it were left out: Blue may not play a1 "
        "(a1 is already occupied).",
    )


def test_a_swap_that_is_not_possible_has_no_name_of_the_program():
    nodes = [{}, {"parent": 0, "move": "swap-pieces"}]

    record = parse(width=3, options={"swap": "on"}, nodes=nodes)

    (warning,) = record.warnings
    assert "Red may not take over the first stone (" in warning
    assert "swap-pieces" not in warning


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"version": 2}, "format pentahex-record 1, got 'pentahex-record' 2"),
        ({"format": "x"}, "format pentahex-record 1, got 'x' 1"),
        ({"game": "chess"}, "Expected a game among"),
        ({"height": 99}, "Expected a hex board"),
        ({"height": "3"}, r"whole number from 0, got '3' \(in height\)"),
        ({"options": {"a": "b"}}, "Expected options of hex"),
        ({"nodes": {}}, r"a list, got \{\} \(in nodes\)"),
        ({"nodes": [1]}, r"a list of objects, got \[1\] \(in nodes\)"),
        ({"nodes": [{}, {"parent": 1, "move": "a1"}]}, r"in nodes\[1\].parent"),
        ({"nodes": [{}, {"parent": 0, "move": "z9"}]}, r"in nodes\[1\].move"),
        ({"nodes": [{}, {"parent": 0}]}, r"in nodes\[1\].move"),
        ({"nodes": [{"seconds": -1}]}, r"number from 0, got -1 \(in nodes\[0\].sec"),
        ({"nodes": [{"comment": 1}]}, r"a text, got 1 \(in nodes\[0\].comment"),
        ({"nodes": [{"analysis": {"value": 2}}]}, r"in nodes\[0\].analysis.value"),
        ({"nodes": [{"analysis": {"value": 0, "pv": [1]}}]}, "a list of texts"),
        ({"nodes": [{"analysis": 1}]}, "an object, got 1"),
        ({"outcome": {"winner": "red"}}, r"\"first\" or \"second\", got 'red'"),
        ({"start": {"stones": {"first": ["z9"]}}}, "in start.stones.first"),
        (
            {
                "width": 3,
                "options": {"swap": "on"},
                "start": {"stones": {"second": ["swap-pieces"]}},
            },
            r"a1 to c3, got 'swap-pieces' \(in start.stones.second\)",
        ),
    ],
)
def test_a_wrong_value_is_named(changes, message):
    with pytest.raises(RecordError, match=message):
        parse(**changes)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "[" * 100_000,
        '{"a":' * 100_000,
        '{"version": ' + "9" * 10_000 + "}",
        '{"format": "pentahex-record", "version": NaN}',
    ],
)
def test_what_is_no_json_object_is_an_error(text):
    with pytest.raises(RecordError, match=r"^Expected .*\.$"):
        json_record.parse(text)


def test_broken_json_is_an_error_without_words_of_python():
    with pytest.raises(RecordError) as caught:
        json_record.parse('{"a":\n x}')

    message = "Expected JSON, got something else (line 2, column 2)."
    assert str(caught.value) == message


def test_another_game_than_the_expected_one_is_an_error():
    with pytest.raises(RecordError, match="record of gomoku, got one of 'hex'"):
        json_record.parse(json.dumps(SMALLEST), game="gomoku")


def test_the_time_of_a_game_is_one_text():
    assert str(parse(time="30m none warn").time) == "30m none warn"


def test_a_time_that_means_nothing_names_its_place():
    with pytest.raises(RecordError, match=r"Expected a time .* \(in time\)"):
        parse(time="soon")
