"""Dead, captured and inferior cells of Hex against exhaustive play."""

import itertools
import random

import numpy as np
import pytest

from engine.core.types import Player
from engine.games.hex.connections.kernels import fillin as kernels
from tests.engine.games.hex.hex_oracles import winner_of, winning_moves
from tests.games import ALL_GAMES, position_of
from tests.oracles import hex_is_joined

HEX = ALL_GAMES["hex"]


def late_boards(count, empty_cells, seed):
    """Yield random boards, square and not, with few empty cells and no winner yet."""
    rng = random.Random(seed)
    while count:
        height, width = rng.choice([(4, 4), (3, 5), (5, 3), (4, 5), (5, 5)])
        stones = [0] * empty_cells
        stones += [rng.choice((1, 2)) for _ in range(height * width - empty_cells)]
        rng.shuffle(stones)
        setup = HEX.setup(height=height, width=width)
        position = HEX.position(setup, stones=bytes(stones))
        if position.outcome is None:
            count -= 1
            yield position


def filled(position):
    state = position.kernel_state()
    owners = np.zeros(position.setup.cell_count, np.int8)
    count = kernels.fill_in(state.cells, state.neighbours, owners)
    stones = state.cells[: position.setup.cell_count].tobytes()
    assert count == np.count_nonzero(owners)
    assert count == position.stones.count(0) - stones.count(0)
    return stones


def test_filling_in_changes_no_result():
    changed = 0

    for position in late_boards(120, 8, seed=1):
        size = position.setup.height, position.setup.width
        after = filled(position)
        changed += after != position.stones
        for player in Player:
            assert winner_of(after, *size, player) == winner_of(
                position.stones, *size, player
            )

    assert changed > 60


def test_the_colour_of_a_dead_cell_never_matters():
    seen = 0

    for position in late_boards(60, 7, seed=2):
        state = position.kernel_state()
        height, width = position.setup.height, position.setup.width
        for cell in position.legal_moves():
            number = kernels.ring_number(state.cells, state.neighbours, cell)
            if not kernels.DEAD[number]:
                continue
            seen += 1
            others = [c for c in position.legal_moves() if c != cell]
            for colours in itertools.product((1, 2), repeat=len(others)):
                board = bytearray(position.stones)
                for other, colour in zip(others, colours, strict=True):
                    board[other] = colour
                board[cell] = 1
                as_red = hex_is_joined(bytes(board), height, width, 1)
                board[cell] = 2
                assert hex_is_joined(bytes(board), height, width, 1) == as_red

    assert seen > 20


def test_if_a_move_wins_one_that_is_not_inferior_wins():
    marked = 0

    for position in late_boards(150, 8, seed=3):
        stones = filled(position)
        size = position.setup.height, position.setup.width
        setup = position.setup
        filled_in = HEX.position(setup, stones=stones)
        if filled_in.outcome or 0 not in stones:
            continue
        state = filled_in.kernel_state()
        for player in Player:
            killer = np.zeros(setup.cell_count, np.int16)
            kernels.mark_inferior(
                state.cells, state.neighbours, setup.cell_count, int(player), killer
            )
            winning = winning_moves(stones, *size, player)
            inferior = {c for c in range(setup.cell_count) if killer[c] >= 0}
            marked += len(inferior)
            assert not winning or winning - inferior

    assert marked > 100


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        pytest.param(
            """
            . . . . .
            . . . . .
            . . . . .
            . . X . .
            . . . . .
            """,
            {"b5": 1, "c5": 1},
            id="a bridge to the edge is captured",
        ),
        pytest.param(
            """
            . . . .
            . O O .
            O . X .
            O O X .
            """,
            {"b3": 1},
            id="a cell between few runs is dead",
        ),
    ],
)
def test_cells_are_filled_in_where_one_expects_it(drawing, expected):
    position = position_of("hex", drawing)

    after = filled(position)

    changed = {
        position.cell_name(c): after[c]
        for c in range(len(after))
        if after[c] != position.stones[c]
    }
    assert expected.items() <= changed.items()
