"""Resistance networks of Hex, against the same laws solved as a whole by numpy."""

import numpy as np
import pytest

from engine.core.types import Player
from engine.games.hex.evaluation.kernels import resistance as kernels
from engine.games.hex.evaluation.kernels import resistance_deltas as changes
from tests.engine.games.hex.connections.test_virtual_connections import (
    find_connections,
    random_board,
)
from tests.games import cell, position_of

BOARDS = pytest.mark.parametrize(
    ("height", "width", "stones"), [(5, 7, 6), (6, 4, 7), (8, 8, 10)]
)
SIDES = pytest.mark.parametrize("player", list(Player))


def cells_needed(connections, a, b, gone):
    """Return the size of the smallest carrier without ``gone``, if any."""
    found = []
    connection = connections.first[0, a, b]
    while connection >= 0:
        carrier = int.from_bytes(connections.carrier[connection].tobytes(), "little")
        if gone is None or not carrier >> gone & 1:
            found.append(carrier.bit_count())
        connection = connections.following[connection]
    return min(found, default=None)


def conductance_of(connections, stones, *, taken=None, gone=None):
    """Return the conductance by solving the whole system with numpy."""
    count = len(stones)
    ends = [e for e in range(count + 2) if connections.root[e] == e and e != gone]
    place = {end: k for k, end in enumerate(ends)}
    matrix = np.zeros((len(ends), len(ends)))
    for a in ends:
        for b in connections.partner[a, : connections.partner_count[a]].tolist():
            needed = cells_needed(connections, min(a, b), max(a, b), gone)
            if b == gone or needed is None:
                continue
            resistance = sum(
                kernels.STONE_RESISTANCE
                if e >= count or stones[e] or e == taken
                else 1.0
                for e in (a, b)
            )
            conductance = 2.0 / resistance / max(needed, 1)
            matrix[place[a], place[b]] -= conductance
            matrix[place[a], place[a]] += conductance
    source, sink = place[count], place[count + 1]
    inner = [k for k in range(len(ends)) if k not in (source, sink)]
    voltage = np.zeros(len(ends))
    voltage[source] = 1.0
    voltage[inner] = np.linalg.lstsq(
        matrix[np.ix_(inner, inner)], -matrix[inner, source], rcond=None
    )[0]
    return matrix[source] @ voltage


def measured(position, player):
    """Return the connections of a side, its resistance network and the kernel board."""
    connections = find_connections(position, player)
    circuit = kernels.new_resistance_network(position.setup.cell_count)
    state = position.kernel_state()
    kernels.solve_circuit(circuit, connections, state.cells)
    return connections, circuit, state.cells


@SIDES
@BOARDS
def test_the_conductance_is_that_of_the_whole_network(height, width, stones, player):
    position = random_board(height, width, stones, seed=9)

    connections, circuit, _ = measured(position, player)

    expected = conductance_of(connections, position.stones)
    assert circuit.info["total"][0] == pytest.approx(expected, rel=1e-4)


@SIDES
@BOARDS
def test_an_own_stone_changes_the_conductance_as_a_new_network_does(
    height, width, stones, player
):
    position = random_board(height, width, stones, seed=10)
    connections, circuit, cells = measured(position, player)
    moves = np.array(position.legal_moves(), np.int16)
    totals = np.zeros(moves.size)
    changes.prepare_deltas(circuit, connections)

    changes.conductance_with_own_stone(circuit, cells, moves, totals)

    expected = [
        conductance_of(connections, position.stones, taken=m) for m in moves.tolist()
    ]
    assert totals == pytest.approx(expected, rel=1e-4, abs=1e-4)


@SIDES
@BOARDS
def test_an_opposing_stone_changes_the_conductance_as_a_new_network_does(
    height, width, stones, player
):
    position = random_board(height, width, stones, seed=11)
    connections, circuit, _ = measured(position, player)
    moves = np.array(position.legal_moves(), np.int16)
    totals = np.zeros(moves.size)
    changes.prepare_deltas(circuit, connections)

    changes.conductance_with_opposing_stone(circuit, connections, moves, totals)

    expected = [
        conductance_of(connections, position.stones, gone=m) for m in moves.tolist()
    ]
    assert totals == pytest.approx(expected, rel=1e-4, abs=1e-4)
    assert totals.min() < circuit.info["total"][0]


def test_all_the_current_flows_through_the_edges_and_the_only_way():
    position = position_of(
        "hex",
        """
        O . O O
        O . O O
        O . O O
        """,
    )

    _, circuit, _ = measured(position, Player.FIRST)

    assert circuit.current[cell(position, "b2")] == pytest.approx(1.0, rel=1e-4)
    assert circuit.current[12] == pytest.approx(0.5, rel=1e-4)
