"""The VCF solver at the root of a search and at its leaves."""

from dataclasses import replace

import numpy as np
import pytest

from engine.core.types import Player
from engine.games.gomoku.threats.vcf_solver import VcfLeafSolver, VcfSolver
from engine.search.solvers import make_solver
from tests.engine.games.gomoku.gomoku_boards import STOPS, three_to_stop
from tests.engine.games.gomoku.threats.test_vcf import (
    has_vcf,
    random_positions,
    rows_next,
)
from tests.engine.search.puct.puct_oracle import leaf_batch
from tests.games import cell, position_of


def solve(position):
    return VcfSolver(position).solve(position)


def test_a_search_finds_it_by_the_game():
    position = position_of("gomoku", ". . . . .\n" * 5)

    assert isinstance(make_solver(position), VcfSolver)
    assert make_solver(position).solve(position) is None


@pytest.mark.parametrize(("rule", "count"), [("freestyle", 30), ("renju", 10)])
def test_a_solved_win_stays_won_by_vcf(rule, count):
    wins = 0
    for position in random_positions(count, seed=8, rule=rule):
        result = solve(position)
        is_win = result is not None and result.winner is position.to_move

        assert is_win == has_vcf(position)
        if is_win:
            wins += 1
            assert not lets_go(position, result.moves[0])
    assert wins > 0


def lets_go(position, move):
    """Return whether the other side escapes after ``move``."""
    after = position.play(move)
    if after.outcome is not None:
        return after.outcome.winner is not position.to_move
    answers = rows_next(after, position.to_move)
    if len(answers) != 1:
        return not answers
    answered = after.play(answers[0])
    if answered.outcome is not None:
        return answered.outcome.winner is not position.to_move
    return not has_vcf(answered)


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

    result = solve(position)

    assert (result.winner, result.moves) == (None, (cell(position, "f4"),))


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

    assert solve(position).winner is Player.FIRST


def positions_by_size(count, **options):
    """Return random positions, those of a setup together."""
    by_setup = {}
    for position in random_positions(count, **options):
        by_setup.setdefault(position.setup, []).append(position)
    return by_setup.values()


def solve_leaves(positions):
    batch = leaf_batch(positions)
    solver = VcfLeafSolver(positions[0])
    return solver.solve(batch.cells, batch.to_move, batch.legal)


rules = pytest.mark.parametrize("rule", ["freestyle", "exact", "renju"])


@rules
def test_leaves_won_by_fours_are_those_that_trying_every_move_finds(rule):
    wins = 0
    for positions in positions_by_size(20, seed=8, rule=rule):
        verdicts, moves = solve_leaves(positions)
        for position, verdict, allowed in zip(positions, verdicts, moves, strict=True):
            assert (verdict == 1) == has_vcf(position)
            if verdict == 1:
                wins += 1
                (move,) = np.flatnonzero(allowed)
                assert not lets_go(position, int(move))
    assert wins > 0


@pytest.mark.parametrize("rule", ["freestyle", "exact"])
def test_after_a_move_that_a_leaf_leaves_out_the_other_side_wins_by_fours(rule):
    left_out = 0
    for positions in positions_by_size(25, seed=15, rule=rule):
        verdicts, moves = solve_leaves(positions)
        for position, verdict, allowed in zip(positions, verdicts, moves, strict=True):
            if verdict == 1:
                continue
            assert allowed.any()
            others = sorted(set(position.legal_moves()) - set(np.flatnonzero(allowed)))
            for move in others[::4]:
                left_out += 1
                after = position.play(move)
                assert after.outcome or has_vcf(after)
    assert left_out > 10


@rules
def test_leaves_are_lost_only_when_no_stone_stops_the_rows(rule):
    losses = 0
    for positions in positions_by_size(40, seed=23, rule=rule):
        verdicts, _ = solve_leaves(positions)
        for position in np.array(positions, object)[verdicts == -1]:
            losses += 1
            for move in position.legal_moves():
                after = position.play(move)
                is_lost = after.outcome and after.outcome.winner is after.to_move
                assert is_lost or rows_next(after, after.to_move)
    assert losses > 0


def test_a_three_is_stopped_beside_it_or_by_fours():
    position = three_to_stop()

    _, moves = solve_leaves([position])

    names = {position.cell_name(int(move)) for move in np.flatnonzero(moves[0])}
    assert names == STOPS


def test_a_leaf_is_solved_whatever_was_solved_before():
    for positions in positions_by_size(20, seed=31):
        both = [
            p for q in positions for p in (q, replace(q, to_move=q.to_move.opponent))
        ]
        together = solve_leaves(both)
        alone = [solve_leaves([position]) for position in both]

        assert together[0].tolist() == [int(verdicts[0]) for verdicts, _ in alone]
        assert (together[1] == np.concatenate([moves for _, moves in alone])).all()
