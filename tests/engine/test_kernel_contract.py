"""The kernels of every game against its readable rules."""

import numpy as np
import pytest

from engine.core.kernels import game_api
from engine.core.kernels.jit import njit
from engine.core.kernels.rng import new_rng
from engine.core.types import Player
from tests.games import (
    ALL_GAMES,
    every_board,
    every_board_without_fouls,
    random_game,
)


@njit()
def run_playouts(root, state, rng, tally):
    for k in range(tally.size):
        game_api.copy_state(state, root)
        tally[k] = game_api.playout(state, rng)


def result_of(position):
    if position.outcome is None:
        return game_api.ONGOING
    return position.outcome.winner or game_api.DRAW


def playout_results(position, count, seed=5):
    tally = np.zeros(count, np.int64)
    run_playouts(position.kernel_state(), position.kernel_state(), new_rng(seed), tally)
    return tally


@njit()
def observe(state, legal):
    for move in range(legal.size):
        legal[move] = game_api.is_legal(state, move)
    return (
        game_api.result(state),
        game_api.to_move(state),
        game_api.legal_count(state),
        game_api.move_space(state),
    )


@njit()
def read_stones(state, stones):
    for cell in range(stones.size):
        stones[cell] = game_api.stone_on(state, cell)


@njit()
def play_move(state, move):
    game_api.play(state, move)


@every_board
@pytest.mark.parametrize("seed", range(4))
def test_a_game_played_on_kernels_is_the_game_of_the_rules(empty_board, seed):
    game = random_game(empty_board, seed)
    state = empty_board.kernel_state()
    legal = np.zeros(space_of(state), np.bool_)
    stones = np.zeros(empty_board.setup.cell_count, np.int8)

    for position in game:
        if position.history:
            play_move(state, position.last_move)
        result, to_move, legal_count, move_space = observe(state, legal)
        read_stones(state, stones)

        assert stones.tobytes() == position.stones
        assert result == result_of(position)
        assert to_move == position.to_move
        assert move_space >= empty_board.setup.cell_count
        if position.outcome is None:
            assert legal_count == len(position.legal_moves())
            assert np.flatnonzero(legal).tolist() == position.legal_moves()


@every_board
def test_a_state_made_from_a_position_is_the_state_of_its_moves(empty_board):
    for position in random_game(empty_board, seed=6):
        state = position.kernel_state()
        legal = np.zeros(space_of(state), np.bool_)
        result, to_move, _, _ = observe(state, legal)

        assert (result, to_move) == (result_of(position), position.to_move)
        if position.outcome is None:
            assert np.flatnonzero(legal).tolist() == position.legal_moves()


@every_board
@pytest.mark.parametrize("placed", range(3))
@pytest.mark.parametrize("to_move", list(Player))
def test_a_game_that_begins_with_stones_is_the_game_of_the_rules(
    empty_board, placed, to_move
):
    setup, stones = empty_board.setup, random_game(empty_board, seed=8)[placed].stones
    begun = ALL_GAMES[setup.game].position(setup, stones=stones, to_move=to_move)

    for position in random_game(begun, seed=9)[:-1]:
        state = position.kernel_state()
        legal = np.zeros(space_of(state), np.bool_)
        _, mover, legal_count, _ = observe(state, legal)

        assert mover == position.to_move
        assert legal_count == len(position.legal_moves())
        assert np.flatnonzero(legal).tolist() == position.legal_moves()


@every_board
def test_copying_gives_an_equal_and_independent_state(empty_board):
    middle = random_game(empty_board, seed=7)[2]
    state, copy = middle.kernel_state(), empty_board.kernel_state()

    kernel_api_copy(copy, state)
    play_move(copy, middle.legal_moves()[0])

    assert observe_result(state) == (0, middle.to_move)
    assert observe_result(copy)[1] == middle.to_move.opponent


@njit()
def kernel_api_copy(target, source):
    game_api.copy_state(target, source)


@njit()
def space_of(state):
    return game_api.move_space(state)


def observe_result(state):
    result, to_move, _, _ = observe(state, np.zeros(1, np.bool_))
    return result, to_move


@every_board
def test_playouts_win_as_often_as_random_games_of_the_rules(empty_board):
    slow = [result_of(random_game(empty_board, seed)[-1]) for seed in range(150)]
    fast = playout_results(empty_board, 10_000)

    for result in (1, 2, game_api.DRAW):
        expected = np.mean(fast == result)
        spread = max(np.sqrt(expected * (1 - expected) / len(slow)), 1 / len(slow))
        assert abs(np.mean(np.array(slow) == result) - expected) < 4 * spread


@every_board
def test_the_same_seed_gives_the_same_playouts(empty_board):
    again = playout_results(empty_board, 50, seed=9)

    assert playout_results(empty_board, 50, seed=9).tolist() == again.tolist()
    assert playout_results(empty_board, 50, seed=10).tolist() != again.tolist()


@every_board
def test_a_playout_from_one_move_before_the_end_respects_the_winning_move(empty_board):
    before_last = random_game(empty_board, seed=11)[-2]
    winning = sum(
        before_last.play(move).outcome is not None
        and before_last.play(move).outcome.winner == before_last.to_move
        for move in before_last.legal_moves()
    )

    share = np.mean(playout_results(before_last, 4_000) == before_last.to_move)

    assert share >= winning / len(before_last.legal_moves()) - 0.05


@njit()
def run_informed(root, state, rng, tally, owners):
    for k in range(tally.size):
        game_api.copy_state(state, root)
        tally[k] = game_api.informed_playout(state, rng)
        game_api.write_owners(state, owners[k])


@njit()
def run_plain(root, state, rng, tally, owners):
    for k in range(tally.size):
        game_api.copy_state(state, root)
        tally[k] = game_api.playout(state, rng)
        game_api.write_owners(state, owners[k])


@every_board_without_fouls
@pytest.mark.parametrize("run", [run_plain, run_informed], ids=["plain", "informed"])
def test_owners_after_a_playout_are_a_finished_board_of_the_same_result(
    empty_board, run
):
    position = random_game(empty_board, seed=12)[4]
    tally = np.zeros(30, np.int64)
    state = position.kernel_state()
    owners = np.zeros((tally.size, space_of(state)), np.int8)

    run(state, position.kernel_state(), new_rng(8), tally, owners)

    game = ALL_GAMES[empty_board.setup.game]
    for result, owner in zip(tally, owners, strict=True):
        stones = owner[: empty_board.setup.cell_count].astype(np.uint8).tobytes()
        finished = game.position(empty_board.setup, stones=stones)
        kept = [a for a, b in zip(position.stones, stones, strict=True) if a and a != b]
        assert result_of(finished) == result
        assert kept == []


@every_board
def test_owners_of_a_position_are_its_stones(empty_board):
    last = random_game(empty_board, seed=13)[-1]
    state = last.kernel_state()
    owners = np.zeros(space_of(state), np.int8)

    write_owners(state, owners)

    assert owners[: len(last.stones)].tolist() == list(last.stones) or 0 not in owners


@njit()
def write_owners(state, owners):
    game_api.write_owners(state, owners)
