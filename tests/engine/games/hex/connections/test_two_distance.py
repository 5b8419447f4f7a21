"""Two-distances of Hex against a search over sets of cells, and by example."""

import numpy as np
import pytest

from engine.core.types import Player
from engine.games.hex.connections.kernels import two_distance as kernels
from tests.engine.games.hex.connections.test_virtual_connections import random_board
from tests.engine.games.hex.hex_oracles import cells_around, ends_of
from tests.games import ALL_GAMES, position_of

HEX = ALL_GAMES["hex"]


def measured(position, player):
    setup = position.setup
    work = kernels.new_distances(setup.cell_count)
    cells = position.kernel_state().cells
    return kernels.two_distance(work, cells, setup.height, setup.width, int(player))


def two_distance_of(position, player):
    """Return the two-distance between a side's edges, computed cell by cell."""
    height, width = position.setup.height, position.setup.width
    stones, count = position.stones, position.setup.cell_count
    empty = [c for c in range(count) if stones[c] == 0]
    chains = {
        frozenset(ends_of(c, stones, height, width, player))
        for c in range(count)
        if stones[c] == player
    }
    edges = [ends_of(count + k, stones, height, width, player) for k in range(2)]
    if any(chain & edges[0] and chain & edges[1] for chain in chains):
        return 0
    rings = {
        chain: {n for c in chain for n in cells_around(c, height, width)} & set(empty)
        for chain in chains
    }
    distances = []
    for edge in edges:
        beside = {c: set(cells_around(c, height, width)) for c in empty}
        distance = dict.fromkeys(edge & set(empty), 1)
        for chain, ring in rings.items():
            for c in ring:
                if chain & edge:
                    distance[c] = 1
                else:
                    beside[c] |= ring - {c}
        reached = list(distance)
        for step in range(2, count):
            near = set(reached)
            new = [c for c in empty if c not in near and len(beside[c] & near) > 1]
            distance.update(dict.fromkeys(new, step))
            reached += new
        distances.append(distance)
    first, last = distances
    ways = [first[c] + last[c] for c in empty if c in first and c in last]
    return min([*ways, kernels.FAR])


@pytest.mark.parametrize("player", list(Player))
@pytest.mark.parametrize(("height", "width"), [(3, 3), (5, 8), (9, 6), (11, 11)])
def test_the_two_distance_is_that_of_a_search_over_sets(height, width, player):
    found = set()

    for seed in range(40):
        stones = seed * height * width // 60
        position = random_board(height, width, stones, seed=seed)
        expected = two_distance_of(position, player)
        found.add(expected)
        assert measured(position, player) == expected

    assert len(found) > 2


def test_the_empty_board_takes_a_move_for_each_row_and_one_more():
    position = HEX.new_position(HEX.setup(height=4, width=7))

    assert measured(position, Player.FIRST) == 5


def test_a_side_that_can_be_cut_off_at_once_is_far_away():
    position = position_of(
        "hex",
        """
        O O . O
        O O . O
        O . . O
        """,
    )

    assert measured(position, Player.FIRST) == kernels.FAR


def test_a_joined_side_needs_no_move():
    position = position_of(
        "hex",
        """
        . X O
        . X O
        X . O
        """,
    )

    assert measured(position, Player.FIRST) == 0
    assert np.all(position.kernel_state().cells[:9] >= 0)
