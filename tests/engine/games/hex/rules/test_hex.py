"""Hex rules and its bit kernels against a walk from stone to stone."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.errors import SetupError
from engine.core.kernels.rng import new_rng
from engine.core.types import Move, Outcome, Player
from engine.games.hex.rules.kernels import state as kernels
from engine.games.hex.rules.kernels.playout import (
    bridge_reply,
    deal_empty_cells,
    joins_top_and_bottom,
)
from tests.games import ALL_GAMES, cell, position_of
from tests.oracles import hex_is_joined

HEX = ALL_GAMES["hex"]


@st.composite
def boards(draw, choices):
    height = draw(st.integers(3, 8))
    width = draw(st.integers(3, 8))
    stones = draw(
        st.lists(
            st.sampled_from(choices), min_size=height * width, max_size=height * width
        )
    )
    return height, width, bytes(stones)


@given(boards([0, 1, 1, 2]))
@settings(max_examples=150, deadline=None)
def test_a_connection_is_found_wherever_the_oracle_finds_one(board):
    height, width, stones = board
    setup = HEX.setup(height=height, width=width)

    outcome = HEX.position(setup, stones=stones).outcome

    winners = [p for p in Player if hex_is_joined(stones, height, width, p)]
    assert outcome == (Outcome(winners[0], "connection") if winners else None)


@given(boards([1, 2]))
@settings(max_examples=150, deadline=None)
def test_a_full_board_has_exactly_one_winner_and_the_flood_finds_it(board):
    height, width, stones = board
    rows = np.array(
        [
            sum(1 << c for c in range(width) if stones[r * width + c] == Player.FIRST)
            for r in range(height)
        ],
        np.uint32,
    )

    red = joins_top_and_bottom(rows, np.zeros_like(rows))

    assert red == hex_is_joined(stones, height, width, Player.FIRST)
    assert red != hex_is_joined(stones, height, width, Player.SECOND)


@given(st.integers(0, 2**32 - 1))
@settings(deadline=None)
def test_bits_are_counted(word):
    assert kernels.count_bits(np.uint32(word)) == word.bit_count()


def test_the_empty_cells_are_dealt_evenly_and_in_the_right_number():
    position = position_of(
        "hex",
        """
        . X . . .
        O . . X .
        . . O . .
        """,
        to_move=Player.FIRST,
    )
    rounds = 8_000
    counts = np.zeros((3, 5))
    rng = new_rng(3)

    for _ in range(rounds):
        state = position.kernel_state()
        deal_empty_cells(state, rng)
        dealt = (state.red_rows[:, None] >> np.arange(5)) & 1
        assert dealt.sum() == 2 + 6
        counts += dealt

    empty = np.frombuffer(position.stones, np.uint8).reshape(3, 5) == 0
    share = counts[empty] / rounds
    assert np.abs(share - 6 / 11).max() < 4 * np.sqrt(0.25 / rounds)
    assert counts[0, 1] == rounds
    assert counts[1, 0] == 0


@pytest.mark.parametrize("to_move", [Player.FIRST, Player.SECOND])
def test_pairs_of_cells_are_dealt_together_as_often_as_chance_has_it(to_move):
    position = HEX.position(
        HEX.setup(height=3, width=3), stones=bytes(9), to_move=to_move
    )
    rounds = 8_000
    together = np.zeros((9, 9))
    rng = new_rng(4)

    for _ in range(rounds):
        state = position.kernel_state()
        deal_empty_cells(state, rng)
        dealt = ((state.red_rows[:, None] >> np.arange(3)) & 1).ravel()
        together += np.outer(dealt, dealt)

    red = 5 if to_move is Player.FIRST else 4
    chance = red * (red - 1) / 72
    pairs = together[~np.eye(9, dtype=bool)] / rounds
    assert np.abs(pairs - chance).max() < 5 * np.sqrt(chance / rounds)


def test_red_joins_top_and_bottom_and_the_chain_shown_has_no_spare_stone():
    position = position_of(
        "hex",
        """
        . X X . .
        . X . O .
        . X X O O
        . . . O .
        """,
        to_move=Player.FIRST,
    )

    won = position.play(cell(position, "b4"))

    assert won.outcome == Outcome(Player.FIRST, "connection")
    assert [won.cell_name(move) for move in won.winning_cells] == [
        "b1",
        "b2",
        "b3",
        "b4",
    ]


def test_blue_joins_left_and_right_on_a_board_wider_than_high():
    position = position_of(
        "hex",
        """
        X . . . X .
        O O . X O O
        X O O . X .
        """,
        to_move=Player.SECOND,
    )

    won = position.play(cell(position, "d3"))

    assert won.outcome == Outcome(Player.SECOND, "connection")


def test_cells_that_touch_only_across_the_acute_corner_are_not_joined():
    position = position_of(
        "hex",
        """
        X . .
        . X .
        . . .
        """,
        to_move=Player.FIRST,
    )

    assert position.play(Move(8)).outcome is None


def test_a1_is_at_the_top_left():
    setup = HEX.setup(height=4, width=9)

    assert HEX.cell_name(setup, Move(0)) == "a1"
    assert HEX.cell_name(setup, Move(4 * 9 - 1)) == "i4"


def swap_game(side=5):
    return HEX.new_position(HEX.setup(height=side, options={"swap": "on"}))


def test_a_swap_mirrors_the_first_stone_and_gives_it_to_blue():
    position = swap_game()
    position = position.play(cell(position, "b4"))

    swapped = position.play(cell(position, "swap-pieces"))

    assert swapped.stones[cell(swapped, "d2")] == Player.SECOND
    assert sum(map(bool, swapped.stones)) == 1
    assert swapped.to_move is Player.FIRST
    assert swapped.last_cell == cell(swapped, "d2")


def test_a_swap_is_possible_only_as_the_second_move():
    position = swap_game()
    swap = cell(position, "swap")

    assert not position.is_legal(swap)
    position = position.play(Move(7))
    assert position.is_legal(swap)
    assert not position.play(Move(8)).is_legal(swap)
    assert not position.play(swap).is_legal(swap)


def test_without_the_rule_nobody_swaps():
    position = HEX.new_position(HEX.setup(height=5)).play(Move(7))

    assert "without the swap" in position.objection_to(position.swap_move)


def test_the_swap_rule_needs_a_square_board():
    with pytest.raises(SetupError, match="square board"):
        HEX.setup(height=5, width=6, options={"swap": "on"})


def test_stones_set_up_cannot_be_swapped():
    setup = HEX.setup(height=5, options={"swap": "on"})
    position = HEX.position(setup, stones=bytes([2]) + bytes(24)).play(Move(7))

    assert not position.is_legal(position.swap_move)


def test_a_swap_is_announced_on_the_empty_board_alone():
    setup = HEX.setup(height=5, options={"swap": "on"})
    stone = bytes([1]) + bytes(24)
    starts = [
        HEX.new_position(setup),
        HEX.position(setup, stones=bytes(25), to_move=Player.SECOND),
        HEX.position(setup, stones=stone, to_move=Player.SECOND),
        HEX.position(setup, stones=stone),
    ]

    announced = ["take it over" in HEX.decision(start) for start in starts]

    assert announced == [True, False, False, False]


BRIDGE = """
    . . . . .
    . X . . .
    . . . . .
    X . . . .
    . . . . .
"""


@pytest.mark.parametrize(("intrusion", "reply"), [("a3", "b3"), ("b3", "a3")])
def test_a_broken_bridge_is_saved_in_informed_playouts(intrusion, reply):
    position = position_of("hex", BRIDGE, to_move=Player.SECOND)
    position = position.play(cell(position, intrusion))
    state = position.kernel_state()

    saved = bridge_reply(state, cell(position, intrusion), Player.FIRST, new_rng(1))

    assert saved == cell(position, reply)


@given(boards([0, 0, 1, 2]), st.integers(0, 63), st.sampled_from([1, 2]))
@settings(max_examples=200, deadline=None)
def test_bridges_are_saved_wherever_an_oracle_sees_one(board, number, colour):
    """A bridge: two cells, each touching the same two own stones or edges."""
    height, width, stones = board
    broken = number % (height * width)
    stones = stones[:broken] + bytes([3 - colour]) + stones[broken + 1 :]
    position = HEX.ongoing_position(
        HEX.setup(height=height, width=width), stones=stones, to_move=Player(colour)
    )

    def content(r, c):
        inside_r, inside_c = 0 <= r < height, 0 <= c < width
        if inside_r and inside_c:
            return stones[r * width + c]
        if inside_r or inside_c:
            return 2 if inside_r else 1
        return None

    def around(r, c):
        steps = [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)]
        return {(r + dr, c + dc) for dr, dc in steps}

    row, column = divmod(broken, width)
    replies = set()
    for r, c in around(row, column):
        if 0 <= r < height and 0 <= c < width and content(r, c) == 0:
            shared = around(r, c) & around(row, column)
            if all(content(*place) == colour for place in shared):
                replies.add(r * width + c)

    found = bridge_reply(position.kernel_state(), broken, colour, new_rng(2))

    assert found in replies if replies else found == kernels.NO_CELL
