"""Requests for pictures: which positions they have, and what is refused."""

from pathlib import Path

import pytest

from engine.core.errors import SettingsError, UsageError
from engine.records import files
from engine.records.picture import PictureRequest, find_form

GAME = "(;GM[4]SZ[9];B[ee];W[ef](;B[dd];W[df])(;B[aa]))"


@pytest.fixture
def record():
    return files.parse(GAME)


@pytest.mark.parametrize(
    ("choice", "plies"),
    [
        ({"form": "png"}, [4]),
        ({"form": "svg", "move": 2}, [2]),
        ({"form": "png", "move": 0}, [0]),
        ({"form": "gif"}, [0, 1, 2, 3, 4]),
        ({"form": "gif", "first": 2}, [2, 3, 4]),
        ({"form": "gif", "first": 1, "move": 2}, [1, 2]),
        ({"form": "gif", "first": 3, "move": 3}, [3]),
    ],
)
def test_a_picture_has_the_last_position_and_a_film_all(record, choice, plies):
    assert list(PictureRequest(**choice).plies(record)) == plies


@pytest.mark.parametrize(
    ("choice", "problem"),
    [
        ({"form": "png", "move": 5}, "Expected a move from 0 to 4, got 5."),
        ({"form": "gif", "first": 9}, "Expected a move from 0 to 4, got 9."),
        (
            {"form": "gif", "first": 3, "move": 2},
            "Expected a last move from 3 on, got 2.",
        ),
    ],
)
def test_moves_that_the_record_lacks_are_refused(record, choice, problem):
    with pytest.raises(UsageError) as raised:
        PictureRequest(**choice).plies(record)

    assert str(raised.value) == problem


@pytest.mark.parametrize(
    ("choice", "problem"),
    [
        ({"form": "bmp"}, "form: expected one of png, svg, gif"),
        ({"move": -1}, "move: expected 0 or more, got -1"),
        ({"side": 99}, "side: expected 100 or more, got 99"),
        ({"side": 4001}, "side: expected 4000 or less, got 4001"),
        ({"delay": 0.0}, "delay: expected 0.02 or more, got 0.0"),
        ({"delay": float("nan")}, "delay: expected a number, got nan"),
        ({"theme": "red"}, "theme: expected one of light, dark"),
    ],
)
def test_values_out_of_range_are_refused(choice, problem):
    with pytest.raises(SettingsError) as raised:
        PictureRequest(**{"form": "png", **choice})

    assert str(raised.value).startswith(problem)


def test_a_record_without_moves_has_one_picture():
    empty = files.parse("(;GM[4]SZ[9])")

    assert list(PictureRequest(form="gif").plies(empty)) == [0]


@pytest.mark.parametrize(
    ("name", "form"),
    [("a.png", "png"), ("A.SVG", "svg"), ("a.b.gif", "gif"), ("a.sgf", None)],
)
def test_the_ending_selects_the_form(name, form):
    assert find_form(Path(name)) == form
    assert find_form(Path("png")) is None
