"""Scores of Gomoku moves without compiled code."""

from engine.games.gomoku.rules.greedy_scores import REACH, move_scores
from tests.games import ALL_GAMES, cell

GOMOKU = ALL_GAMES["gomoku"]


def after(moves, **options):
    position = GOMOKU.new_position(GOMOKU.setup(options=options))
    for name in moves.split():
        position = position.play(cell(position, name))
    return position


def best(position):
    scores = move_scores(position)
    highest = max(scores.values())
    return {position.cell_name(move) for move in scores if scores[move] == highest}


def test_an_empty_board_has_its_centre_alone():
    position = after("")

    assert list(move_scores(position)) == [cell(position, "h8")]


def test_only_moves_near_a_stone_have_a_score():
    assert len(move_scores(after("h8"))) == (2 * REACH + 1) ** 2 - 1


def test_an_own_four_is_completed():
    assert best(after("h8 a1 h7 a2 h6 a3 h5 a4")) <= {"h4", "h9"}


def test_a_four_of_the_opponent_is_stopped():
    assert best(after("h8 a1 h7 c3 h6 e1 h5")) <= {"h4", "h9"}


def test_a_foul_has_no_score():
    double_three = "h7 a1 h6 c1 g8 e1 f8 g1"
    foul = cell(after(double_three), "h8")

    assert foul in move_scores(after(double_three))
    assert foul not in move_scores(after(double_three, rule="renju"))
