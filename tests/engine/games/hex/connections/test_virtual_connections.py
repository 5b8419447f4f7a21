"""Virtual connections of Hex against exhaustive play in their carriers."""

import random

import numpy as np
import pytest

from engine.core.types import Player
from engine.games.hex.connections.kernels import virtual_connections as kernels
from engine.games.hex.connections.kernels.hsearch import build_connections
from engine.games.hex.connections.kernels.incremental_hsearch import update_connections
from tests.engine.games.hex.hex_oracles import connection_holds
from tests.games import ALL_GAMES, cell, position_of
from tests.nonempty import nonempty

HEX = ALL_GAMES["hex"]

LARGEST_CARRIER = 9
"""Maximum size of carriers that are played out; a larger one takes seconds."""


def find_connections(position, player):
    state = position.kernel_state()
    connections = kernels.new_connections(position.setup.cell_count)
    build_connections(
        connections, state.cells, state.neighbours, position.setup.width, int(player)
    )
    assert connections.info["is_complete"][0]
    return connections


def stored_connections(connections):
    """Yield ends, carrier and whether it is full, of every connection that was kept."""
    words = connections.carrier.shape[1]
    for connection in range(connections.info["used"][0]):
        if connections.status[connection] == kernels.DROPPED:
            continue
        carrier = [
            64 * word + bit
            for word in range(words)
            for bit in range(64)
            if int(connections.carrier[connection, word]) >> bit & 1
        ]
        a, b = (int(end) for end in connections.ends[connection])
        yield a, b, carrier, connections.key[connection] == kernels.NOWHERE


def random_board(height, width, stones, seed):
    """Return a board with as many random stones and no winner."""
    rng = random.Random(seed)
    position = HEX.new_position(HEX.setup(height=height, width=width))
    while sum(map(bool, position.stones)) < stones:
        after = position.play(rng.choice(position.legal_moves()))
        position = position if after.outcome else after
    return position


@pytest.mark.parametrize("player", list(Player))
@pytest.mark.parametrize(
    ("height", "width", "stones"),
    [(4, 4, 3), (5, 4, 5), (4, 6, 8), (5, 5, 6), (6, 5, 14)],
)
def test_every_connection_holds_by_play_in_its_carrier_alone(
    height, width, stones, player
):
    position = random_board(height, width, stones, seed=stones)
    rng = random.Random(1)
    connections = list(stored_connections(find_connections(position, player)))
    small = [
        connection
        for connection in connections
        if len(connection[2]) <= LARGEST_CARRIER
    ]

    for a, b, carrier, is_full in nonempty(rng.sample(small, min(len(small), 150))):
        assert all(position.stones[c] == 0 for c in carrier)
        assert connection_holds(
            (a, b, carrier),
            position.stones,
            (height, width),
            int(player),
            moves_first=not is_full,
        )


def connections_after(position, moves, player):
    """Return the connections after ``moves``, updated move by move, and the board."""
    connections = find_connections(position, player)
    for move in moves:
        before, cells_before = connections, position.kernel_state().cells
        position = position.play(move)
        state = position.kernel_state()
        connections = kernels.new_connections(position.setup.cell_count)
        update_connections(
            connections,
            before,
            state.cells,
            cells_before,
            state.neighbours,
            position.setup.width,
            int(player),
        )
    return connections, position


def quiet_moves(position, count, seed):
    """Return random moves that do not end the game."""
    rng = random.Random(seed)
    moves = []
    while len(moves) < count:
        move = rng.choice(position.legal_moves())
        if position.play(move).outcome is None:
            position = position.play(move)
            moves.append(move)
    return moves


@pytest.mark.parametrize("player", list(Player))
@pytest.mark.parametrize(
    ("height", "width", "stones"), [(4, 4, 1), (5, 4, 2), (4, 6, 4), (6, 5, 9)]
)
def test_connections_updated_after_a_move_hold_too(height, width, stones, player):
    position = random_board(height, width, stones, seed=stones)
    moves = quiet_moves(position, 4, seed=stones)
    connections, position = connections_after(position, moves, player)
    small = [
        connection
        for connection in stored_connections(connections)
        if len(connection[2]) <= LARGEST_CARRIER
    ]

    for a, b, carrier, is_full in nonempty(
        random.Random(2).sample(small, min(len(small), 150))
    ):
        assert all(position.stones[c] == 0 for c in carrier)
        assert connection_holds(
            (a, b, carrier),
            position.stones,
            (height, width),
            int(player),
            moves_first=not is_full,
        )


@pytest.mark.parametrize("player", list(Player))
def test_connections_updated_after_a_move_are_complete(player):
    position = random_board(7, 8, 5, seed=3)
    moves = quiet_moves(position, 8, seed=4)

    connections, position = connections_after(position, moves, player)

    def full_pairs(connections):
        # A chain may go by any of its cells.
        return {
            frozenset(int(connections.root[end]) for end in (a, b))
            for a, b, _, is_full in stored_connections(connections)
            if is_full
        }

    fresh = full_pairs(find_connections(position, player))
    assert len(fresh - full_pairs(connections)) <= len(fresh) // 50


def edge_carrier_sizes(drawing, name, *, edge, player=Player.FIRST):
    """Return the sizes of the carriers that join a stone to one edge of its side."""
    position = position_of("hex", drawing)
    connections = find_connections(position, player)
    end = position.setup.cell_count + edge
    root = int(connections.root[cell(position, name)])
    return sorted(
        len(carrier)
        for a, b, carrier, is_full in stored_connections(connections)
        if is_full and {a, b} == {root, end}
    )


def test_a_stone_on_the_second_row_is_joined_to_the_edge_by_a_bridge():
    drawing = """
        . . . . .
        . . . . .
        . . . . .
        . . X . .
        . . . . .
        """

    assert edge_carrier_sizes(drawing, "c4", edge=1)[0] == 2


def test_the_ziggurat_joins_a_stone_on_the_third_row():
    drawing = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . X . . .
        . . . . . . .
        . . . . . . .
        """

    assert edge_carrier_sizes(drawing, "d5", edge=1)[0] <= 10


def test_without_space_a_stone_on_the_third_row_is_not_joined():
    drawing = """
        . . . . . .
        . . . . . .
        . . . . . .
        . . O X O .
        . O . . . O
        . . . . . .
        """

    assert edge_carrier_sizes(drawing, "d4", edge=1) == []


def test_connections_of_a_side_are_those_of_the_other_on_the_mirrored_board():
    position = random_board(5, 7, 9, seed=4)
    grid = np.frombuffer(position.stones, np.uint8).reshape(5, 7)
    swapped = np.array([0, 2, 1], np.uint8)[grid.T].tobytes()
    setup = HEX.setup(height=7, width=5)
    mirrored = HEX.position(setup, stones=swapped, to_move=Player.FIRST)

    def sizes(position, player):
        connections = stored_connections(find_connections(position, player))
        return sum(
            is_full for _, _, carrier, is_full in connections if len(carrier) <= 2
        )

    assert sizes(position, Player.FIRST) == sizes(mirrored, Player.SECOND)


def test_a_full_buffer_is_reported_and_the_connections_found_hold():
    position = random_board(5, 5, 4, seed=2)
    state = position.kernel_state()
    connections = kernels.new_connections(25, capacity=120)

    build_connections(connections, state.cells, state.neighbours, 5, 1)

    assert not connections.info["is_complete"][0]
    assert 0 < connections.info["used"][0] <= 120
