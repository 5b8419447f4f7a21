"""The VCF solver against a search of every move by the rules."""

import random
from dataclasses import replace
from functools import cache
from itertools import product

import numpy as np
import pytest

from engine.core.types import Player
from engine.games import GAMES
from engine.games.gomoku.patterns.pattern_state import make_patterns
from engine.games.gomoku.threats.kernels import vcf as threats
from tests.games import position_of


@cache
def windows(setup):
    """Return for each cell the other cells of every line that is just long enough."""
    length = int(setup.option("line_length"))
    found = {cell: [] for cell in range(setup.cell_count)}
    for row, column in product(range(setup.height), range(setup.width)):
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            last = row + (length - 1) * down, column + (length - 1) * right
            if last[0] < setup.height and 0 <= last[1] < setup.width:
                step = down * setup.width + right
                start = row * setup.width + column
                line = [start + k * step for k in range(length)]
                for cell in line:
                    found[cell].append([other for other in line if other != cell])
    return found


def rows_next(position, player):
    """Return the cells where ``player`` completes a row.

    The rules judge those cells where nothing lacks but the stone itself.
    """
    position = replace(position, to_move=player)
    stones, lines = position.stones, windows(position.setup)
    outcomes = {
        move: position.play(move).outcome
        for move in position.legal_moves()
        if any(all(stones[cell] == player for cell in line) for line in lines[move])
    }
    return [
        move
        for move, outcome in outcomes.items()
        if outcome and outcome.reason == "line"
    ]


def may_make_four(position, move):
    """Return whether some line through ``move`` lacks this stone and one more."""
    stones, player = position.stones, position.to_move
    lines = ([stones[cell] for cell in line] for line in windows(position.setup)[move])
    return any(line.count(player) == len(line) - 1 for line in lines)


def has_vcf(position):
    """Return whether the side to move wins by VCF, by trying all that may be a four."""
    attacker, defender = position.to_move, position.to_move.opponent
    if rows_next(position, attacker):
        return True
    to_stop = rows_next(position, defender)
    if len(to_stop) > 1:
        return False
    moves = to_stop or position.legal_moves()
    for move in (move for move in moves if may_make_four(position, move)):
        after = position.play(move)
        if after.outcome is not None or rows_next(after, defender):
            continue
        answers = rows_next(after, attacker)
        if len(answers) > 1:
            return True
        if answers:
            answered = after.play(answers[0])
            if answered.outcome is not None:
                if answered.outcome.winner is attacker:
                    return True
            elif has_vcf(answered):
                return True
    return False


def random_positions(count, seed, **options):
    rng = random.Random(seed)
    game = GAMES["gomoku"]
    while count > 0:
        height, width = rng.choice([(7, 7), (8, 6), (9, 8)])
        position = game.new_position(
            game.setup(height=height, width=width, options=options)
        )
        for _ in range(rng.randrange(8, 24)):
            if position.outcome is None:
                position = position.play(rng.choice(position.legal_moves()))
        if position.outcome is None:
            count -= 1
            yield position


def solver(node_limit=100_000, cells=484):
    memory = threats.new_vcf_search(cells, 1 << 12)

    def solve(position):
        board = make_patterns(position.kernel_state())
        before = board.plies[:1].copy(), board.keys.copy(), board.cells.copy()
        memory.table[:] = 0
        found = bool(threats.solve_vcf(board, memory, node_limit))
        after = board.plies[:1], board.keys, board.cells
        assert all(np.array_equal(a, b) for a, b in zip(before, after, strict=True))
        return found

    return solve


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"rule": "exact"},
        {"rule": "renju"},
        {"line_length": "4"},
        {"line_length": "4", "rule": "exact"},
    ],
    ids=lambda options: "-".join(options.values()) or "freestyle",
)
def test_vcf_wins_are_those_that_trying_every_move_finds(options):
    solve = solver()
    found = []

    for position in random_positions(40, seed=4, **options):
        found.append(has_vcf(position))
        assert solve(position) == found[-1]

    assert 2 <= sum(found) <= 38


def test_two_fours_at_once_win_in_three_plies():
    drawing = """
        . . . . . . . . .
        . . . . . . . . .
        O X X X . . . . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . X . . O .
        . . . . O . O . .
        . . . . . . . O .
        . . . . . . . . .
    """
    position = position_of("gomoku", drawing, to_move=Player.FIRST)
    board = make_patterns(position.kernel_state())
    memory = threats.new_vcf_search(81, 1 << 10)

    threats.start_vcf(board, memory, 1_000)

    assert threats.resume_vcf(board, memory, 1_000) == threats.WON
    assert memory.info["win_plies"] == 3
    assert position.cell_name(memory.levels["attack"][0]) == "e7"


def test_a_paused_search_ends_like_one_without_a_pause():
    solve = solver()
    memory = threats.new_vcf_search(484, 1 << 12)
    for position in random_positions(20, seed=9):
        board = make_patterns(position.kernel_state())
        memory.table[:] = 0

        threats.start_vcf(board, memory, 100_000)
        while threats.resume_vcf(board, memory, 1) == threats.RUNNING:
            pass

        assert (memory.info["status"][0] == threats.WON) == solve(position)
        assert board.info["ply"] == 0


def test_a_low_node_limit_aborts_and_a_higher_one_solves():
    position = next(
        position
        for position in random_positions(400, seed=12)
        if has_vcf(position) and not solver(node_limit=1)(position)
    )
    board = make_patterns(position.kernel_state())
    memory = threats.new_vcf_search(484, 1 << 12)

    assert not threats.solve_vcf(board, memory, 1)
    assert memory.info["status"] == threats.ABORTED
    assert threats.solve_vcf(board, memory, 100_000)
