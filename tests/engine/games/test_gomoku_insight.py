"""What fours settle at the root of a search."""

import pytest

from engine.core.types import Player
from engine.games.gomoku.insight import GomokuKnowledge
from engine.search.knowledge import knowledge_of
from tests.engine.games.test_gomoku_threats import (
    random_positions,
    rows_next,
    wins_by_fours,
)
from tests.games import cell, position_of


def judge(position):
    return GomokuKnowledge(position).judge(position)


def test_a_search_finds_it_by_the_game():
    position = position_of("gomoku", ". . . . .\n" * 5)

    assert isinstance(knowledge_of(position), GomokuKnowledge)
    assert knowledge_of(position).judge(position) is None


@pytest.mark.parametrize(("rule", "count"), [("freestyle", 30), ("renju", 10)])
def test_a_judged_win_goes_on_to_win_by_fours(rule, count):
    wins = 0
    for position in random_positions(count, seed=8, rule=rule):
        judgement = judge(position)
        is_win = judgement is not None and judgement.winner is position.to_move

        assert is_win == wins_by_fours(position)
        if is_win:
            wins += 1
            assert not lets_go(position, judgement.moves[0])
    assert wins > 0


def lets_go(position, move):
    """Say whether the other side gets away after ``move``."""
    after = position.play(move)
    if after.outcome is not None:
        return after.outcome.winner is not position.to_move
    answers = rows_next(after, position.to_move)
    if len(answers) != 1:
        return not answers
    answered = after.play(answers[0])
    if answered.outcome is not None:
        return answered.outcome.winner is not position.to_move
    return not wins_by_fours(answered)


def test_the_only_answer_to_a_row_is_found():
    position = position_of(
        "gomoku",
        """
        . . . . . . .
        O X X X X . .
        . O . . . . .
        . O O . . . .
        . . . . . . .
        """,
        to_move=Player.SECOND,
    )

    judgement = judge(position)

    assert (judgement.winner, judgement.moves) == (None, (cell(position, "f4"),))


def test_two_rows_at_once_are_lost():
    position = position_of(
        "gomoku",
        """
        . . . . . . .
        . X X X X . .
        . O . . . . .
        . O O . . . .
        . . . . . . .
        """,
        to_move=Player.SECOND,
    )

    assert judge(position).winner is Player.FIRST
