"""Circuits over the links of Hex, against the same laws solved as a whole by numpy."""

import numpy as np
import pytest

from engine.core.types import Player
from engine.games.hex.evaluation.kernels import resistance as kernels
from engine.games.hex.evaluation.kernels import resistance_deltas as changes
from tests.engine.games.hex.connections.test_virtual_connections import (
    links_of,
    random_board,
)
from tests.games import cell, position_of

BOARDS = pytest.mark.parametrize(
    ("height", "width", "stones"), [(5, 7, 6), (6, 4, 7), (8, 8, 10)]
)
SIDES = pytest.mark.parametrize("player", list(Player))


def cells_needed(links, a, b, gone):
    """Return how many cells the narrowest link without ``gone`` needs, if any."""
    found = []
    link = links.first[0, a, b]
    while link >= 0:
        carrier = int.from_bytes(links.carrier[link].tobytes(), "little")
        if gone is None or not carrier >> gone & 1:
            found.append(carrier.bit_count())
        link = links.following[link]
    return min(found, default=None)


def conductance_of(links, stones, *, taken=None, gone=None):
    """Return the conductance by solving the whole system with numpy."""
    count = len(stones)
    ends = [e for e in range(count + 2) if links.root[e] == e and e != gone]
    place = {end: k for k, end in enumerate(ends)}
    matrix = np.zeros((len(ends), len(ends)))
    for a in ends:
        for b in links.partner[a, : links.partner_count[a]].tolist():
            needed = cells_needed(links, min(a, b), max(a, b), gone)
            if b == gone or needed is None:
                continue
            resistance = sum(
                kernels.STONE_RESISTANCE
                if e >= count or stones[e] or e == taken
                else 1.0
                for e in (a, b)
            )
            wire = 2.0 / resistance / max(needed, 1)
            matrix[place[a], place[b]] -= wire
            matrix[place[a], place[a]] += wire
    source, sink = place[count], place[count + 1]
    inner = [k for k in range(len(ends)) if k not in (source, sink)]
    voltage = np.zeros(len(ends))
    voltage[source] = 1.0
    voltage[inner] = np.linalg.lstsq(
        matrix[np.ix_(inner, inner)], -matrix[inner, source], rcond=None
    )[0]
    return matrix[source] @ voltage


def measured(position, player):
    """Return the links of a side, its circuit and the board that kernels see."""
    links = links_of(position, player)
    circuit = kernels.new_circuit(position.setup.cell_count)
    state = position.kernel_state()
    kernels.measure(circuit, links, state.cells)
    return links, circuit, state.cells


@SIDES
@BOARDS
def test_the_conductance_is_that_of_the_circuit(height, width, stones, player):
    position = random_board(height, width, stones, seed=9)

    links, circuit, _ = measured(position, player)

    expected = conductance_of(links, position.stones)
    assert circuit.sums[kernels.TOTAL] == pytest.approx(expected, rel=1e-4)


@SIDES
@BOARDS
def test_a_stone_of_the_own_side_changes_the_conductance_as_a_new_circuit_does(
    height, width, stones, player
):
    position = random_board(height, width, stones, seed=10)
    links, circuit, cells = measured(position, player)
    moves = np.array(position.legal_moves(), np.int16)
    totals = np.zeros(moves.size)
    changes.prepare_changes(circuit, links)

    changes.total_if_taken(circuit, cells, moves, totals)

    expected = [conductance_of(links, position.stones, taken=m) for m in moves.tolist()]
    assert totals == pytest.approx(expected, rel=1e-4, abs=1e-4)


@SIDES
@BOARDS
def test_a_stone_of_the_other_side_changes_the_conductance_as_a_new_circuit_does(
    height, width, stones, player
):
    position = random_board(height, width, stones, seed=11)
    links, circuit, _ = measured(position, player)
    moves = np.array(position.legal_moves(), np.int16)
    totals = np.zeros(moves.size)
    changes.prepare_changes(circuit, links)

    changes.total_if_gone(circuit, links, moves, totals)

    expected = [conductance_of(links, position.stones, gone=m) for m in moves.tolist()]
    assert totals == pytest.approx(expected, rel=1e-4, abs=1e-4)
    assert totals.min() < circuit.sums[kernels.TOTAL]


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
