"""Properties before the first move of an SGF text."""

import pytest

from engine.core.types import Player
from engine.records.model.parsing import SourceText, WarningList
from engine.records.sgf.property_tree import parse_tree
from engine.records.sgf.start_properties import StartProperties


def new_start(text):
    return StartProperties(parse_tree(text, WarningList()), SourceText(text))


@pytest.mark.parametrize(
    ("text", "indices"),
    [
        ("(;GM[4];AB[aa];B[bb])", [0, 1]),
        ("(;GM[4]B[aa];AB[bb])", [0]),
        ("(;GM[4];AB[aa](;B[bb])(;B[cc]))", [0, 1]),
        ("(;GM[4](;C[one])(;C[two]))", [0]),
    ],
)
def test_the_start_ends_before_the_first_move_and_at_a_fork(text, indices):
    assert list(new_start(text).indices) == indices


def test_a_property_has_the_value_nearest_to_the_root():
    start = new_start("(;GM[4];PB[Ada]GM[11];W[aa]PW[Bea])")

    assert (start.get("GM"), start.get("PB"), start.get("PW")) == ("4", "Ada", None)


def test_moves_and_set_up_values_come_in_the_order_of_the_text():
    text = "(;AB[aa][bb];AE[aa](;W[cc];B[dd])(;W[ee]))"

    start = new_start(text)

    assert start.first_move == ("W", "cc")
    assert [move for _, move in start.moves()] == ["cc", "dd", "ee"]
    points = [(owner, point) for owner, point, _ in start.set_up_values()]
    first = Player.FIRST
    assert points == [(first, "aa"), (first, "bb"), (None, "aa")]


def test_an_error_is_at_the_property_or_else_at_the_root():
    start = new_start("(;GM[4]\n;SZ[0];B[aa])")

    errors = [str(start.error(name, "wrong")) for name in ("SZ", "RU")]

    assert errors == ["wrong (line 2, column 1).", "wrong (line 1, column 2)."]
