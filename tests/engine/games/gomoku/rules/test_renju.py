"""Renju: every definition on a drawn board, by the rules and by the kernels."""

import json
import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.errors import SetupError
from engine.core.kernels.jit import njit
from engine.core.types import Move, Outcome, Player
from engine.games.gomoku.rules.kernels import renju as kernels_renju
from tests.engine.games.gomoku.rules.renju_boards import ALLOWED, FOULS
from tests.engine.test_kernel_contract import observe_result, play_move, result_of
from tests.games import ALL_GAMES, ended_by_foul, position_of, random_game

GOMOKU = ALL_GAMES["gomoku"]
COLLECTION = Path(__file__).parents[6] / "shared/data/gomoku/renju_forbidden.jsonl"
REASONS = {
    kernels_renju.OVERLINE: "overline",
    kernels_renju.DOUBLE_FOUR: "double-four",
    kernels_renju.DOUBLE_THREE: "double-three",
}


def fouls_by_rules(position):
    return position.fouls()


@njit()
def write_verdicts(state, verdicts):
    for cell in range(verdicts.size):
        verdicts[cell] = kernels_renju.NOTHING
        if state.cells[cell] == 0:
            kernels_renju.flip_stone(state, cell)
            verdicts[cell] = kernels_renju.classify_stone(state, cell)
            kernels_renju.flip_stone(state, cell)


def fouls_by_kernels(position):
    verdicts = np.zeros(position.setup.cell_count, np.int8)
    write_verdicts(position.kernel_state(), verdicts)
    return {
        move: tuple(reason for bit, reason in REASONS.items() if verdict & bit)
        for move, verdict in enumerate(verdicts)
        if verdict not in {kernels_renju.NOTHING, kernels_renju.FIVE}
    }


by_both = pytest.mark.parametrize("fouls_of", [fouls_by_rules, fouls_by_kernels])


def drawn(drawing, to_move=Player.FIRST, rule="renju"):
    """Return a drawn position and its cell marked ``+``."""
    position = position_of("gomoku", drawing.replace("+", "."), to_move, rule=rule)
    return position, Move("".join(drawing.split()).index("+"))


@by_both
@pytest.mark.parametrize(("drawing", "reasons"), FOULS.values(), ids=FOULS)
def test_a_foul_is_found_with_every_reason(drawing, reasons, fouls_of):
    position, asked = drawn(drawing)

    assert fouls_of(position).get(asked, ()) == reasons


@by_both
@pytest.mark.parametrize("drawing", ALLOWED.values(), ids=ALLOWED)
def test_what_only_looks_like_a_foul_is_allowed(drawing, fouls_of):
    position, asked = drawn(drawing)

    assert asked not in fouls_of(position)


@by_both
def test_fouls_are_the_published_ones_on_a_collection_of_boards(fouls_of):
    if not COLLECTION.is_file():
        pytest.skip("the collection of renju boards is not beside this checkout")
    boards = [json.loads(line) for line in COLLECTION.read_text("utf-8").splitlines()]

    wrong = []
    for board in boards:
        drawing = "\n".join(board["rows_top_is_15"])
        position = position_of("gomoku", drawing, Player.FIRST, rule="renju")
        found = {
            position.cell_name(move): sorted(reasons)
            for move, reasons in fouls_of(position).items()
        }
        if found != {name: sorted(why) for name, why in board["forbidden"].items()}:
            wrong.append(board["id"])

    assert boards
    assert wrong == []


@given(
    seed=st.integers(0, 2**32),
    height=st.integers(5, 22),
    width=st.integers(5, 22),
    black=st.sampled_from([0.1, 0.2, 0.4]),
    white=st.sampled_from([0.05, 0.2]),
)
@settings(max_examples=60, deadline=None)
def test_rules_and_kernels_find_the_same_fouls(seed, height, width, black, white):
    rng = random.Random(seed)
    weights = [1 - black - white, black, white]
    stones = bytes(rng.choices([0, 1, 2], weights, k=height * width))
    setup = GOMOKU.setup(height=height, width=width, options={"rule": "renju"})
    position = GOMOKU.ongoing_position(setup, stones=stones, to_move=Player.FIRST)

    assert fouls_by_kernels(position) == fouls_by_rules(position)


@pytest.mark.parametrize("seed", range(12))
def test_fouls_of_a_random_game_lose_and_nothing_else_does(seed):
    start = GOMOKU.new_position(GOMOKU.setup(height=9, options={"rule": "renju"}))
    position = random_game(start, seed)[-2]
    if position.to_move is Player.SECOND:
        position = random_game(start, seed)[-3]

    lost = {m for m in position.legal_moves() if ended_by_foul(position.play(m))}

    assert lost == set(position.fouls())


def test_a_foul_loses_at_once_without_a_winning_line():
    position, asked = drawn(FOULS["threes that cross"][0])
    state = position.kernel_state()

    lost = position.play(asked)
    play_move(state, asked)

    assert lost.outcome == Outcome(Player.SECOND, "foul")
    assert lost.winning_cells == ()
    assert lost.fouls() == {}
    assert observe_result(state)[0] == Player.SECOND


FIVE_AND_SIX = """
    . . . . X . . . .
    . . . . X . . . .
    . X X X + X . . .
    . . . . X . . . .
    . . . . X . . . .
    . . . . X . . . .
"""

FIVE_AND_THREES = """
    . . . . . . . . .
    . . . . . . . . .
    O X X X + X . . .
    . . . X X X . . .
    . . X . X . X . .
    . . . . . . . . .
    . . . . . . . . .
"""


@pytest.mark.parametrize("drawing", [FIVE_AND_SIX, FIVE_AND_THREES])
def test_a_five_beats_a_foul(drawing):
    position, asked = drawn(drawing)
    state = position.kernel_state()

    won = position.play(asked)
    play_move(state, asked)

    assert won.outcome == Outcome(Player.FIRST, "line")
    assert len(won.winning_cells) == 5
    assert observe_result(state)[0] == Player.FIRST


@pytest.mark.parametrize(("drawing", "reasons"), FOULS.values(), ids=FOULS)
def test_white_commits_no_fouls_and_wins_with_six(drawing, reasons):
    swapped = drawing.translate(str.maketrans("XO", "OX"))
    position, asked = drawn(swapped, Player.SECOND)
    state = position.kernel_state()

    after = position.play(asked)
    play_move(state, asked)

    won = Outcome(Player.SECOND, "line") if "overline" in reasons else None
    assert position.fouls() == {}
    assert after.outcome == won
    assert observe_result(state)[0] == result_of(after)


@pytest.mark.parametrize("rule", ["freestyle", "exact"])
def test_there_are_no_fouls_in_other_rules(rule):
    position, asked = drawn(FOULS["threes that cross"][0], rule=rule)

    assert position.fouls() == {}
    assert position.play(asked).outcome is None


def test_stones_set_up_are_no_foul_as_their_order_is_unknown():
    drawing, _ = FOULS["threes that cross"]

    position = position_of("gomoku", drawing.replace("+", "X"), rule="renju")

    assert position.outcome is None


def test_a_foul_on_the_last_empty_cell_loses():
    position, asked = drawn(
        """
        O O X O O O
        O O X O O O
        O O X O O O
        X X + X X X
        O O X O O O
        O O X O O O
        """
    )
    state = position.kernel_state()

    lost = position.play(asked)
    play_move(state, asked)

    assert lost.outcome == Outcome(Player.SECOND, "foul")
    assert observe_result(state)[0] == Player.SECOND


@pytest.mark.parametrize("length", ["4", "6"])
def test_renju_is_played_with_lines_of_five_only(length):
    with pytest.raises(SetupError, match=f"line_length 5 .* got {length}"):
        GOMOKU.setup(options={"rule": "renju", "line_length": length})
