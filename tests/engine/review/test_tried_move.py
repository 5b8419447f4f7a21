"""Moves that a person tries in the place of a mistake."""

import pytest

from engine.core.errors import IllegalMoveError
from engine.core.types import Candidate, MoveAnalysis
from engine.games import GAMES
from engine.review.tried_move import try_move

GOMOKU = GAMES["gomoku"]
SETUP = GOMOKU.setup(height=5, width=7)


def cell(name):
    return GOMOKU.parse_cell(SETUP, name)


def candidate(line, value, visits):
    pv = tuple(map(cell, line.split()))
    return Candidate(move=pv[0], value=value, visits=visits, pv=pv)


BEFORE = MoveAnalysis(
    value=0.4,
    pv=(cell("c3"), cell("d4")),
    candidates=(
        candidate("c3 d4", 0.4, 500),
        candidate("d3 e4", 0.2, 400),
        candidate("e3 e4", 0.3, 49),
        candidate("f3", 0.4, 400),
    ),
)


def tried(name, after=None):
    position = GOMOKU.new_position(SETUP)
    return try_move(position, cell(name), before=BEFORE, after=after)


def test_the_best_move_is_known_without_a_search():
    move = tried("c3", MoveAnalysis(value=0.9))

    assert (move.is_best, move.loss) == (True, 0)
    assert move.line == (cell("c3"), cell("d4"))


def test_a_searched_candidate_has_the_loss_of_its_value():
    move = tried("d3")

    assert not move.is_best
    assert move.loss == pytest.approx(0.1)
    assert move.line == (cell("d3"), cell("e4"))


@pytest.mark.parametrize("name", ["e3", "f3", "a1"])
def test_few_visits_a_bound_or_no_candidate_need_a_search(name):
    assert tried(name) is None


def test_a_search_of_the_position_after_the_move_goes_before_the_candidate():
    move = tried("d3", MoveAnalysis(value=0.6, pv=(cell("d4"),)))

    # 70 % before, 20 % after: the other side has 80 %.
    assert move.loss == pytest.approx(0.5)
    assert move.line == (cell("d3"), cell("d4"))


def test_a_move_that_ends_the_game_needs_no_search():
    setup = GOMOKU.setup(height=5, width=6, options={"line_length": "4"})
    position = GOMOKU.new_position(setup)
    for name in ["a1", "b1", "a2", "b2", "a3", "c3"]:
        position = position.play(GOMOKU.parse_cell(setup, name))
    before = MoveAnalysis(value=0.4, pv=(0,))

    move = try_move(position, GOMOKU.parse_cell(setup, "a4"), before=before, after=None)

    assert (move.loss, move.line) == (0, (GOMOKU.parse_cell(setup, "a4"),))


def test_an_illegal_move_is_refused():
    position = GOMOKU.new_position(SETUP).play(cell("c3"))

    with pytest.raises(IllegalMoveError):
        try_move(position, cell("c3"), before=BEFORE, after=None)


@pytest.mark.parametrize(
    ("moves", "best", "tried", "loss"),
    [
        # White is worse: Black is better by as much.
        ("a1 b1 c1", ("take-black", -0.4), ("e5 f5", -0.6), 0.5),
        ("a1 b1 c1", ("e5", 0.2), ("take-black e5", -0.1), 0.05),
        # Who began takes White by a stone.
        ("a1 b1 c1 add-two d1 e1", ("e5", 0.4), ("f5 g5", 0.2), 0.1),
    ],
)
def test_a_candidate_in_an_opening_has_the_value_of_who_chooses(
    moves, best, tried, loss
):
    setup = GOMOKU.setup(height=9, options={"opening": "swap2"})
    position = GOMOKU.new_position(setup)
    for name in moves.split():
        position = position.play(GOMOKU.parse_cell(setup, name))
    line = tuple(GOMOKU.parse_cell(setup, name) for name in tried[0].split())
    found = Candidate(move=line[0], value=tried[1], visits=90, pv=line)
    first = (GOMOKU.parse_cell(setup, best[0]),)
    before = MoveAnalysis(value=best[1], pv=first, candidates=(found,))

    move = try_move(position, line[0], before=before, after=None)

    assert move.loss == pytest.approx(loss)
