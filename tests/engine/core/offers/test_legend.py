"""Which entries of a legend belong to the marks on a board."""

import pytest

from engine.core.offers.annotations import BoardAnnotations, CellMarks, Link, Sign
from engine.core.types import Move, Player
from engine.games import get_game

CELL = frozenset({Move(3)})


def titles(name, annotations, **options):
    game = get_game(name)
    legend = game.annotator().explain(game.setup(options=options))
    return [entry.title for entry in legend if entry.is_in(annotations)]


def test_an_entry_belongs_to_its_sign():
    marks = (CellMarks(sign=Sign.TILE, cells=CELL, owner=Player.FIRST),)
    link = Link(owner=Player.FIRST, ends=(Move(0),), cells=(Move(1), Move(2)))

    assert titles("hex", BoardAnnotations(marks=marks)) == ["Captured"]
    assert titles("hex", BoardAnnotations(links=(link,))) == ["Bridge"]
    threats = BoardAnnotations(marks=marks, links=(link,))
    assert titles("gomoku", threats) == ["Open three"]


@pytest.mark.parametrize(
    ("length", "three", "four"),
    [("4", "two", "three"), ("5", "three", "four"), ("6", "four", "five")],
)
def test_rows_have_names_that_fit_the_winning_length(length, three, four):
    threes = BoardAnnotations(
        marks=(CellMarks(sign=Sign.TILE, cells=CELL, owner=Player.FIRST),)
    )
    game = get_game("gomoku")
    legend = game.annotator().explain(game.setup(options={"line_length": length}))

    assert titles("gomoku", threes, line_length=length) == [f"Open {three}"]
    assert f"an open {four}, which" in legend[1].tip
    assert f"by continuous {four}s:" in legend[2].tip


def test_a_proven_win_is_a_line_in_gomoku():
    assert titles("gomoku", BoardAnnotations(line=(Move(4),))) == ["Proven win"]


def test_marks_without_cells_are_not_there():
    marks = (CellMarks(sign=Sign.DASH, cells=frozenset()),)

    assert titles("hex", BoardAnnotations(marks=marks)) == []
