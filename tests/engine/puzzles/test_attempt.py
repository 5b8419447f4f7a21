"""Attempts at a puzzle: right, other and wrong moves."""

import pytest

from engine.core.types import Player
from engine.games import GAMES
from engine.puzzles.attempt import Attempt, Verdict
from engine.puzzles.puzzle import parse_puzzle

GOMOKU = GAMES["gomoku"]
FIELDS = {
    "id": "gomoku-900",
    "goal": "fours",
    "group": 3,
    "size": 15,
    "moves": "h8 a1 i8 b2 j8 g8 h9 a3 h10 a4",
    "line": "k8 l8 h11 h12 h7",
    "wins": ["k8 h11", "h11 h7", "h7"],
}


@pytest.fixture
def attempt():
    return Attempt(puzzle=parse_puzzle("gomoku", FIELDS))


def cell(attempt, name):
    return GOMOKU.parse_cell(attempt.puzzle.start.setup, name)


def played(attempt, *names):
    """Return the attempt after moves, and the last verdict."""
    verdict = None
    for name in names:
        attempt, verdict = attempt.play(cell(attempt, name))
    return attempt, verdict


def test_a_right_move_is_answered(attempt):
    after, verdict = played(attempt, "k8")

    assert verdict is Verdict.GOES_ON
    assert after.position.history[-2:] == (cell(attempt, "k8"), cell(attempt, "l8"))
    assert after.position.to_move is attempt.position.to_move is Player.FIRST
    assert not after.is_solved
    names = [after.position.cell_name(move) for move in after.remaining_line]
    assert names == ["h11", "h12", "h7"]


def test_the_whole_line_solves_the_puzzle(attempt):
    after, verdict = played(attempt, "k8", "h11", "h7")

    assert verdict is Verdict.SOLVED
    assert after.is_solved
    assert after.position.outcome.winner is Player.FIRST
    assert after.remaining_line == ()


@pytest.mark.parametrize("names", [("h11",), ("k8", "h7")])
def test_another_win_solves_the_puzzle(attempt, names):
    after, verdict = played(attempt, *names)

    assert verdict is Verdict.WINS_OTHERWISE
    assert after.is_solved
    assert after.position.history[-1] == cell(attempt, names[-1])
    assert after.remaining_line == ()


@pytest.mark.parametrize("names", [("a15",), ("h7",), ("h8",)])
def test_a_wrong_move_changes_nothing(attempt, names):
    assert played(attempt, *names) == (attempt, Verdict.WRONG)


def test_nothing_is_played_after_the_end(attempt):
    after, _ = played(attempt, "h11")

    assert played(after, "k8") == (after, Verdict.WRONG)
