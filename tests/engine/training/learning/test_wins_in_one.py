from dataclasses import replace

import numpy as np
import pytest

from engine.core.types import Move
from engine.games import GAMES, get_game
from engine.search.evaluation import relative_cells
from engine.training.learning.samples import Samples
from engine.training.learning.wins_in_one import (
    find_winning_cells,
    label_wins,
    play_random_stones,
)

BOARDS = [
    ("gomoku", 6, 7, {"rule": "freestyle", "line_length": "4"}),
    ("gomoku", 6, 5, {"rule": "exact", "line_length": "4"}),
    ("hex", 3, 4, {}),
    ("hex", 4, 4, {"swap": "on"}),
]


def random_positions(game, height, width, options, *, count, seed):
    """Yield unfinished positions after random stones."""
    setup = get_game(game).setup(height=height, width=width, options=options)
    rng = np.random.default_rng(seed)
    while count:
        position = get_game(game).new_position(setup)
        for _ in range(rng.integers(setup.cell_count)):
            if position.outcome is None:
                cells = [m for m in position.legal_moves() if m < setup.cell_count]
                position = position.play(Move(int(rng.choice(cells))))
        if position.outcome is None:
            count -= 1
            yield position


def samples_of(positions):
    count, cells = len(positions), positions[0].setup.cell_count
    nothing = np.zeros(count, np.float32)
    return Samples(
        setup=positions[0].setup,
        cells=np.stack([relative_cells(position) for position in positions]),
        to_move=np.array([position.to_move for position in positions], np.int8),
        last_move=np.full(count, -1, np.int16),
        policy=np.full((count, cells), 1 / cells, np.float32),
        value=nothing,
        result=nothing,
        game=np.arange(count, dtype=np.int32),
    )


def wins_of(position):
    """Return the winning cells by playing each of them."""
    side, wins = position.to_move, set()
    for move in position.legal_moves():
        outcome = position.play(move).outcome
        if move < position.setup.cell_count and outcome is not None:
            wins |= {int(move)} if outcome.winner is side else set()
    return wins


def test_every_game_has_a_board_here():
    assert {board[0] for board in BOARDS} == set(GAMES)


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: f"{board[0]}-{board[1]}")
def test_winning_cells_are_those_of_the_rules(board):
    positions = list(random_positions(*board, count=120, seed=3))

    found = find_winning_cells(samples_of(positions))

    expected = [wins_of(position) for position in positions]
    cells = [set(np.flatnonzero(row).tolist()) for row in found]
    missed = [k for k in range(120) if cells[k] != expected[k]]
    assert all(not cells[k] for k in missed)
    assert len(missed) <= (5 if board[3].get("rule") == "exact" else 0)
    assert 10 < sum(map(bool, expected)) < 110


def test_a_position_that_no_order_of_turns_reaches_has_no_winning_cells():
    positions = list(random_positions(*BOARDS[0], count=40, seed=3))
    samples = samples_of(positions)
    assert find_winning_cells(samples).any()

    wrong = replace(samples, to_move=(3 - samples.to_move).astype(np.int8))

    assert not find_winning_cells(wrong).any()


def test_wins_are_labelled_by_their_cells_and_a_value_of_one():
    positions = list(random_positions(*BOARDS[0], count=60, seed=5))
    samples = samples_of(positions)

    labelled = label_wins(samples)

    wins = [(p, wins_of(p)) for p in positions if wins_of(p)]
    assert len(labelled) == len(wins) > 0
    for row, (position, cells) in enumerate(wins):
        assert np.array_equal(labelled.cells[row], relative_cells(position))
        policy = labelled.policy[row]
        assert set(np.flatnonzero(policy).tolist()) == cells
        assert np.allclose(policy[list(cells)], 1 / len(cells))
    assert (labelled.value == 1).all()
    assert (labelled.result == 1).all()


def test_a_random_stone_is_near_another_one_and_the_other_side_moves():
    samples = samples_of(list(random_positions(*BOARDS[1], count=50, seed=7)))
    has_stones = (samples.cells != 0).any(axis=1)

    after = play_random_stones(samples, np.random.default_rng(1))

    before = samples.rows(has_stones)
    assert len(after) == has_stones.sum()
    assert np.array_equal(after.to_move, 3 - before.to_move)
    assert np.array_equal(after.game, before.game)
    width = samples.setup.width
    for row, cell in enumerate(after.last_move.tolist()):
        expected = np.array([0, 2, 1])[before.cells[row]]
        assert expected[cell] == 0
        expected[cell] = 2
        assert np.array_equal(after.cells[row], expected)
        others = np.flatnonzero(before.cells[row])
        steps = np.maximum(
            abs(others // width - cell // width), abs(others % width - cell % width)
        )
        assert steps.min() <= 2
