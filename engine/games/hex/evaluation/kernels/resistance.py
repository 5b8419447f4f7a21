"""Electrical resistance between the two edges of a colour.

Each full connection is a resistor between its endpoints.

Source: Anshelevich 2002, "A hierarchical approach to computer Hex".
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.core.kernels.jit import njit_lean as njit
from engine.games.hex.connections.kernels.virtual_connections import NO_CONNECTION

STONE_RESISTANCE = 0.1
"""Resistance of a chain; an empty cell has 1."""

LEAK = 1e-6
"""Conductance from every endpoint to the second edge, so that no part floats."""

SIZE = 0
RESISTORS = 1
PART = 2

TOTAL = 0
DIRECT = 1
ENTERING = 2
INNER = 3

MAX_DEPENDENT = 200
"""Mean capacity of resistors that depend on a cell; others count as independent."""


class ResistanceNetwork(NamedTuple):
    """Buffers of one network; ``E = N + 2`` endpoints, at most ``P`` resistors.

    info: ``[3]`` int32, endpoints (``SIZE``) and resistors (``RESISTORS``) of the
        network,
        endpoints in the part that a move changes (``PART``).
    sums: ``[4]`` float64, the conductance (``TOTAL``); that of the resistors from edge
        to
        edge (``DIRECT``); that of the other resistors of the first edge (``ENTERING``);
        the
        energy of the part before the change (``INNER``).
    place: ``[E]`` int16, row of an endpoint in the matrix; edges have none.
    ends: ``[P, 2]`` int16, endpoints of a resistor, the smaller one first.
    conductance: ``[P]`` float64, conductance of a resistor.
    narrowest: ``[P]`` int32, the connection that the resistor represents.
    start: ``[2, E + 1]`` int32, first index of an endpoint in the next two.
    incident: ``[2 P]`` int32, the resistors at each endpoint.
    dependent: ``[R]`` int32, the resistors whose narrowest connection needs a cell.
    source: ``[E]`` float64, conductance to the first edge.
    voltage: ``[E]`` float64, 1 at the first edge, 0 at the second.
    current: ``[E]`` float64, current through each endpoint; the total is 1.
    matrix: ``[E, E]`` float64, conductances, then their elimination or inverse; only
        the
        upper half counts.
    column: ``[E]`` float64, scratch.
    local: ``[E]`` int16, index in the part that a move changes, or -1.
    spots: ``[E]`` int16, the endpoints of that part.
    part: ``[E, E]`` float64, its matrix.
    flow: ``[2, E]`` float64, its sources and voltages.
    """

    info: np.ndarray
    sums: np.ndarray
    place: np.ndarray
    ends: np.ndarray
    conductance: np.ndarray
    narrowest: np.ndarray
    start: np.ndarray
    incident: np.ndarray
    dependent: np.ndarray
    source: np.ndarray
    voltage: np.ndarray
    current: np.ndarray
    matrix: np.ndarray
    column: np.ndarray
    local: np.ndarray
    spots: np.ndarray
    part: np.ndarray
    flow: np.ndarray


def new_resistance_network(cell_count: int) -> ResistanceNetwork:
    """Return empty buffers for boards of ``cell_count`` cells."""
    ends = cell_count + 2
    resistors = ends * (ends - 1) // 2
    return ResistanceNetwork(
        np.zeros(3, np.int32),
        np.zeros(4),
        np.zeros(ends, np.int16),
        np.zeros((resistors, 2), np.int16),
        np.zeros(resistors),
        np.zeros(resistors, np.int32),
        np.zeros((2, ends + 1), np.int32),
        np.zeros(2 * resistors, np.int32),
        np.zeros(MAX_DEPENDENT * cell_count, np.int32),
        np.zeros(ends),
        np.zeros(ends),
        np.zeros(ends),
        np.zeros((ends, ends)),
        np.zeros(ends),
        np.full(ends, -1, np.int16),
        np.zeros(ends, np.int16),
        np.zeros((ends, ends)),
        np.zeros((2, ends)),
    )


@njit()
def count_bits(word):
    """Return the number of set bits of a uint64.

    Source: Warren, "Hacker's Delight", figure 5-2.
    """
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + (
        (word >> np.uint64(2)) & np.uint64(0x3333333333333333)
    )
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@njit()
def find_narrowest(connections, a, b, gone):
    """Return the full connection of a pair with the smallest carrier, and its size.

    A stone on ``gone`` breaks the connections that need this cell. Without any left the
    result is ``NO_CONNECTION``.
    """
    connection = connections.first[0, a, b]
    carrier = connections.carrier
    best, fewest = NO_CONNECTION, carrier.shape[1] * 64 + 1
    while connection != NO_CONNECTION:
        needed = 0
        for w in range(carrier.shape[1]):
            needed += count_bits(carrier[connection, w])
        is_broken = gone >= 0 and (
            carrier[connection, gone >> 6] >> np.uint64(gone & 63)
        ) & np.uint64(1)
        if needed < fewest and not is_broken:
            best, fewest = connection, needed
        connection = connections.following[connection]
    return best, fewest


@njit()
def get_resistance(cells, end):
    """Return the resistance of an endpoint."""
    if end >= cells.size - 3 or cells[end] != 0:
        return STONE_RESISTANCE
    return 1.0


@njit()
def build_resistors(circuit, connections, cells):
    """Write the resistors of a colour: one for each pair with a full connection.

    The resistance is the mean of the two ends' resistances times the size of the
    carrier.
    """
    count = connections.root.size - 2
    info, ends, sums, source = circuit.info, circuit.ends, circuit.sums, circuit.source
    size = 0
    for end in range(count):
        circuit.place[end] = -1
        if connections.root[end] == end:
            circuit.place[end] = size
            size += 1
    info[SIZE] = size
    source[:size] = 0.0
    sums[:] = 0.0
    resistors = 0
    for a in range(count + 1):
        if connections.root[a] != a:
            continue
        for p in range(connections.partner_count[a]):
            b = np.int64(connections.partner[a, p])
            if b < a:
                continue
            connection, needed = find_narrowest(connections, a, b, -1)
            conductance = 2.0 / (get_resistance(cells, a) + get_resistance(cells, b))
            conductance /= max(needed, 1)
            ends[resistors, 0] = a
            ends[resistors, 1] = b
            circuit.conductance[resistors] = conductance
            circuit.narrowest[resistors] = connection
            resistors += 1
            if a == count:
                sums[DIRECT] += conductance
            elif b == count:
                source[circuit.place[a]] += conductance
                sums[ENTERING] += conductance
    info[RESISTORS] = resistors


@njit()
def write_matrix(circuit):
    """Write the conductance matrix of all endpoints but the edges."""
    size = circuit.info[SIZE]
    matrix, place, ends = circuit.matrix, circuit.place, circuit.ends
    count = place.size - 2
    for i in range(size):
        for j in range(i, size):
            matrix[i, j] = 0.0
        matrix[i, i] = LEAK
    for k in range(circuit.info[RESISTORS]):
        if ends[k, 0] >= count:
            continue
        i = place[ends[k, 0]]
        conductance = circuit.conductance[k]
        matrix[i, i] += conductance
        if ends[k, 1] < count:
            j = place[ends[k, 1]]
            matrix[j, j] += conductance
            matrix[i, j] -= conductance


@njit()
def solve_circuit(circuit, connections, cells):
    """Solve the network: write its conductance, voltages and currents."""
    build_resistors(circuit, connections, cells)
    write_matrix(circuit)
    size = circuit.info[SIZE]
    voltage, source, sums = circuit.voltage, circuit.source, circuit.sums
    for i in range(size):
        voltage[i] = source[i]
    solve_symmetric(circuit.matrix, voltage, size)
    total = sums[DIRECT] + sums[ENTERING]
    for i in range(size):
        total -= source[i] * voltage[i]
    sums[TOTAL] = total
    write_currents(circuit)
    return total


@njit(inline="always")
def subtract(row, other, factor):
    """Subtract ``factor`` times another row; the loop from 0 can be vectorised."""
    for j in range(row.size):
        row[j] -= factor * other[j]


@njit()
def solve_symmetric(matrix, right, size):
    """Solve ``matrix x = right`` in place by elimination; ``right`` becomes ``x``.

    Only the upper half is read. An isolated endpoint gets voltage 0.
    """
    for k in range(size):
        pivot = matrix[k, k]
        if pivot < 1e-9:
            matrix[k, k] = 0.0
            continue
        for i in range(k + 1, size):
            factor = matrix[k, i] / pivot
            if factor != 0.0:
                subtract(matrix[i, i:size], matrix[k, i:size], factor)
                right[i] -= factor * right[k]
    for k in range(size - 1, -1, -1):
        if matrix[k, k] == 0.0:
            right[k] = 0.0
            continue
        total = right[k]
        for j in range(k + 1, size):
            total -= matrix[k, j] * right[j]
        right[k] = total / matrix[k, k]


@njit()
def write_currents(circuit):
    """Write the share of the total current through each endpoint."""
    current, place, voltage = circuit.current, circuit.place, circuit.voltage
    ends, total = circuit.ends, circuit.sums[TOTAL]
    count = place.size - 2
    current[:] = 0.0
    if total <= 1e-4:
        return
    for k in range(circuit.info[RESISTORS]):
        a, b = ends[k, 0], ends[k, 1]
        high = 1.0 if a == count else voltage[place[a]]
        low = 0.0
        if b <= count:
            low = 1.0 if b == count else voltage[place[b]]
        flow = 0.5 * circuit.conductance[k] * abs(high - low) / total
        current[a] += flow
        current[b] += flow
